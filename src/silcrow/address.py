"""Words to sections: a printed label, a title, the two together, a path of them, or an id.

Compares what is printed, folded and without case; guesses nothing. Words that fit several sections give all of them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from silcrow.document import Section
from silcrow.language.folding import fold_case

_STEP = re.compile(r"\s*[>›»]\s*")
_EDGES = " \t\n.:;,-§¶"
_CALLED = re.compile(r"(?:sections?|sec\.?|clauses?|paragraphs?|para\.?|no\.?|§+)\s*(?=[0-9])")
_ALIKE = 55.0  # per cent; below it nothing is near
_COMPARED = 200  # characters of the words


def resolve(words: str, sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections that these words name, in order; none when they name nothing.

    "Item 1A", "Risk Factors", "Item 1A. Risk Factors", "5.2", "Section 5.2", "§ 5.2", "Part I > Item 1A", "item-1a". In
    a path the last step names the section and each step before it a heading above, none of which need be next to it.
    """
    whole = _key(words)
    steps = [key for step in _STEP.split(words) if (key := _key(step))]
    if not steps:
        return ()
    names = [frozenset(_names(section)) for section in sections]
    place = {section.sec_id: i for i, section in enumerate(sections)}
    return tuple(
        section
        for i, section in enumerate(sections)
        if whole in names[i] or (steps[-1] in names[i] and _leads(steps[:-1], i, sections, names, place))
    )


def nearest(words: str, sections: Sequence[Section], n: int = 3) -> tuple[str, ...]:
    """The ids of up to n sections whose name is most like these words, likest first."""
    key = _key(_STEP.split(words)[-1])
    return alike(key, [(section.sec_id, tuple(_names(section))) for section in sections], n)


def alike(words: str, named: Iterable[tuple[str, Iterable[str]]], n: int = 3) -> tuple[str, ...]:
    """Up to n ids of (id, its names) of which a name is like these words, likest first."""
    key = _key(words)[:_COMPARED]
    scores = ((max((_likeness(key, name) for name in names), default=0.0), one) for one, names in named)
    near = sorted(((-score, i, one) for i, (score, one) in enumerate(scores) if score >= _ALIKE))
    return tuple(one for _, _, one in near[:n])


@lru_cache(maxsize=65_536)
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
