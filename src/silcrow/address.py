"""Words to sections: a printed label, a title, the two together, a path of them, or an id.

Compares what is printed, folded and without case; guesses nothing. Words that fit several sections give all of them.
"""

import re
from collections.abc import Iterator, Sequence

from rapidfuzz import fuzz

from silcrow.document import Section
from silcrow.language.folding import fold_case

_STEP = re.compile(r"\s*[>›»]\s*")
_EDGES = " \t\n.:;,-§¶"
_CALLED = re.compile(r"(?:sections?|sec\.?|clauses?|paragraphs?|para\.?|no\.?|§+)\s*(?=[0-9])")
_ALIKE = 55.0  # per cent; below it nothing is near


def resolve(words: str, sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections that these words name, in order; none when they name nothing.

    "Item 1A", "Risk Factors", "Item 1A. Risk Factors", "5.2", "Section 5.2", "§ 5.2", "Part I > Item 1A", "item-1a". In
    a path the last step names the section and each step before it a heading above, none of which need be next to it.
    """
    steps = [key for step in _STEP.split(words) if (key := _key(step))]
    if not steps:
        return ()
    names = [frozenset(_names(section)) for section in sections]
    place = {section.sec_id: i for i, section in enumerate(sections)}
    found = [i for i in range(len(sections)) if steps[-1] in names[i]]
    return tuple(sections[i] for i in found if _leads(steps[:-1], i, sections, names, place))


def nearest(words: str, sections: Sequence[Section], n: int = 3) -> tuple[str, ...]:
    """The ids of up to n sections whose name is most like these words, likest first."""
    key = _key(_STEP.split(words)[-1])
    scored = []
    for i, section in enumerate(sections):
        score = max((_likeness(key, name) for name in _names(section)), default=0.0)
        if score >= _ALIKE:
            scored.append((-score, i, section.sec_id))
    return tuple(sec_id for _, _, sec_id in sorted(scored)[:n])


def _key(text: str) -> str:
    key = fold_case(text).strip(_EDGES)
    return _CALLED.sub("", key, count=1) if _CALLED.match(key) else key


def _names(section: Section) -> Iterator[str]:
    """All that a section may be called."""
    for text in (section.label, section.title, section.heading, section.sec_id):
        if key := _key(text):
            yield key


def _leads(
    steps: Sequence[str], at: int, sections: Sequence[Section], names: Sequence[frozenset[str]], place: dict[str, int]
) -> bool:
    """Whether the headings above a section hold these steps, in order."""
    left = list(steps)
    parent = sections[at].parent
    while left and parent is not None:
        above = place[parent]
        if left[-1] in names[above]:
            left.pop()
        parent = sections[above].parent
    return not left


def _likeness(words: str, name: str) -> float:
    """Per cent of the letters; a name that begins or ends with the words is like them too."""
    whole = fuzz.ratio(words, name)
    if min(len(words), len(name)) < 3:
        return whole
    return max(whole, 0.9 * fuzz.token_set_ratio(words, name))
