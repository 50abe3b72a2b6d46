"""Words to sections: a printed label, a title, the two together, a path of them, or an id.

Compares what is printed, folded and without case; guesses nothing. Words that fit several sections give all of them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz import fuzz

from silcrow.document import Section
from silcrow.errors import NotFound
from silcrow.language.folding import fold_case
from silcrow.language.numerals import uncounted

_STEP = re.compile(r"\s*[>›»]\s*")
_EDGES = " \t\n.:;,-§¶"
_CALLED = re.compile(r"(?:sections?|sec\.?|clauses?|paragraphs?|para\.?|no\.?|§+)\s*(?=[0-9])")
_ALIKE = 55.0  # per cent; below it nothing is near
_SHORT, _ALIKE_SHORT = 8, 66.0  # letters; a short word is spelt a little like too many others
_COMPARED = 200  # characters of the words


def resolve(words: str, sections: Sequence[Section]) -> tuple[Section, ...]:
    """The sections that these words name, in order; none when they name nothing.

    "Item 1A", "Risk Factors", "Item 1A. Risk Factors", "5.2", "Section 5.2", "§ 5.2", "Part I > Item 1A", "item-1a". In
    a path the last step names the section and each step before it a heading above, none of which need be next to it.
    """
    whole = name_key(words)
    steps = [key for step in _STEP.split(words) if (key := name_key(step))]
    if not steps:
        return ()
    names = [frozenset(names_of(section)) for section in sections]
    place = {section.sec_id: i for i, section in enumerate(sections)}
    return tuple(
        section
        for i, section in enumerate(sections)
        if whole in names[i] or (steps[-1] in names[i] and _leads(steps[:-1], i, sections, names, place))
    )


def nearest(words: str, sections: Sequence[Section], n: int = 3) -> tuple[str, ...]:
    """The ids of up to n sections whose name is most like these words, likest first."""
    key = name_key(_STEP.split(words)[-1])
    return alike(key, [(section.sec_id, tuple(names_of(section))) for section in sections], n)


def alike(words: str, named: Iterable[tuple[str, Iterable[str]]], n: int = 3) -> tuple[str, ...]:
    """Up to n ids of (id, its names) of which a name is like these words, likest first.

    Names that begin with the words come first, those that hold them all second, those spelt like them last.
    """
    key = name_key(words)[:_COMPARED]
    scores = ((max((_likeness(key, name_key(name)) for name in names), default=0.0), one) for one, names in named)
    least = _ALIKE_SHORT if len(key) < _SHORT and key.isalpha() else _ALIKE
    near = sorted(((-score, i, one) for i, (score, one) in enumerate(scores) if score >= least))
    return tuple(one for _, _, one in near[:n])


def unknown(words: str, outlines: Sequence[tuple[str, Sequence[Section]]]) -> NotFound:
    """The error for words that name no section of some documents, each with its sections; it names those most alike."""
    called = {f"{doc}:{section.sec_id}": section for doc, sections in outlines for section in sections}
    near = alike(words, ((place, (s.sec_id, s.label, s.title, s.heading)) for place, s in called.items()))
    where = repr(outlines[0][0]) if len(outlines) == 1 else "the open documents"
    hint = meant(near) or "See the outline for the sections there are."
    return NotFound(
        f"no section {words!r} in {where}", hint=hint, candidates=near, names=tuple(called[one].heading for one in near)
    )


def meant(near: Sequence[str]) -> str:
    """What an error asks beside its candidates; nothing where there are none."""
    return "" if not near else "Did you mean this one?" if len(near) == 1 else "Did you mean one of these?"


@lru_cache(maxsize=65_536)
def name_key(text: str) -> str:
    """What names are compared by: folded, without case and edges, and "Section 5.2" as "5.2"."""
    key = uncounted(fold_case(text).strip(_EDGES))
    return _CALLED.sub("", key, count=1) if _CALLED.match(key) else key


def names_of(section: Section) -> Iterator[str]:
    """All that a section may be called."""
    for text in (section.label, section.title, section.heading, section.sec_id):
        if key := name_key(text):
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
    """Per cent of the letters; above 100 where the name holds the words themselves."""
    whole = fuzz.ratio(words, name)
    if min(len(words), len(name)) < 3:
        return whole
    if f"{name} ".startswith(f"{words} "):
        return 102.0
    if {word.strip(_EDGES) for word in words.split()} <= {word.strip(_EDGES) for word in name.split()}:
        return 101.0
    return max(whole, 0.9 * fuzz.token_set_ratio(words, name))
