"""Kinds of headings: those that must stand on one level, a scheme of numbers with its depth or a look.

What the contents says of one heading counts more than how it is set: a heading that stands in the contents where
another kind stands is of that kind.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from silcrow.parse.contents import Entry
from silcrow.parse.headings.filings import is_statement
from silcrow.parse.headings.looks import Look
from silcrow.parse.headings.titles import Title

T = TypeVar("T")
KNOWN: Final = 0.3
"""Share of a kind that the contents must list for the kind to have a depth in it; less is a stray match."""
INDENT: Final = 3.0  # points: entries of one depth do not stand flush to the point


class Kind(NamedTuple):
    """A scheme of numbers with its depth, empty for none; and a look where the scheme alone does not tell the level."""

    scheme: str
    depth: int = 1
    look: Look | None = None


STATEMENT: Final = Kind("statement")
CONTENTS: Final = Kind("contents")


@dataclass(slots=True)
class Trait:
    """What most headings of one kind have: their look and depth in the contents; and how many there are."""

    look: Look
    indent: int | None
    count: int


@dataclass(slots=True)
class Sorted:
    """The kind of each title, and the traits of each kind.

    below   how often the second kind stands straight below the first, without text between
    first   in how many stretches between numbered headings the first kind comes before the second one comes at all
    """

    kinds: list[Kind]
    traits: dict[Kind, Trait]
    below: Counter[tuple[Kind, Kind]]
    first: Counter[tuple[Kind, Kind]]


def sort_titles(titles: Sequence[Title], *, filing: bool) -> Sorted:
    """Sort the titles of a document into kinds."""
    depths = _depths(titles)
    indents = [None if (entry := title.entry) is None else depths[_indent(entry)] for title in titles]
    kinds = _as_listed([_kind(title, filing=filing) for title in titles], indents)
    looks: dict[Kind, Counter[Look]] = defaultdict(Counter)
    listed: dict[Kind, Counter[int]] = defaultdict(Counter)
    for title, kind, indent in zip(titles, kinds, indents, strict=True):
        looks[kind][title.look] += 1
        if indent is not None:
            listed[kind][indent] += 1
    traits = {}
    for kind in dict.fromkeys(kinds):
        known = listed[kind].total() >= KNOWN * looks[kind].total()
        traits[kind] = Trait(_commonest(looks[kind]), _commonest(listed[kind]) if known else None, looks[kind].total())
    return Sorted(kinds, traits, _stacked(titles, kinds), _leading(kinds))


def _kind(title: Title, *, filing: bool) -> Kind:
    number = title.number
    if title.is_contents:
        return CONTENTS
    if (underline := title.pieces[0].clues.underline) is not None:
        return Kind("underline", underline)
    if number is None or not (title.sequenced or number.named):
        return STATEMENT if filing and is_statement(title.text) else Kind("", 0, title.look)
    if number.scheme in ("decimal", "lettered") and len(number.values) > 1:
        return Kind("decimal", len(number.values))
    return Kind(number.scheme) if number.named else Kind(number.scheme, 1, title.look)


def _as_listed(kinds: list[Kind], indents: Sequence[int | None]) -> list[Kind]:
    """Headings without a number that stand in the contents where another kind stands, made of that kind."""
    here: dict[int, Counter[Kind]] = defaultdict(Counter)
    there: dict[Kind, Counter[int]] = defaultdict(Counter)
    for kind, indent in zip(kinds, indents, strict=True):
        if indent is not None:
            here[indent][kind] += 1
            there[kind][indent] += 1
    out = []
    for kind, indent in zip(kinds, indents, strict=True):
        odd = indent is not None and not kind.scheme and _commonest(there[kind]) != indent
        other = _commonest(here[indent]) if odd and indent is not None else kind
        out.append(other if odd and not other.scheme and _commonest(there[other]) == indent else kind)
    return out


def _stacked(titles: Sequence[Title], kinds: Sequence[Kind]) -> Counter[tuple[Kind, Kind]]:
    below: Counter[tuple[Kind, Kind]] = Counter()
    for n in range(1, len(titles)):
        if kinds[n] != kinds[n - 1] and titles[n].pieces[0].at - titles[n - 1].pieces[-1].at <= 1:
            below[kinds[n - 1], kinds[n]] += 1
    return below


def _leading(kinds: Sequence[Kind]) -> Counter[tuple[Kind, Kind]]:
    first: Counter[tuple[Kind, Kind]] = Counter()
    met: list[Kind] = []
    for kind in kinds:
        if kind.scheme:
            met = []
        elif kind not in met:
            first.update((before, kind) for before in met)
            met.append(kind)
    return first


def _indent(entry: Entry) -> tuple[int, int, bool]:
    return (round(entry.left / INDENT), -entry.look[0], not entry.look[1])


def _depths(titles: Sequence[Title]) -> dict[tuple[int, int, bool], int]:
    """Rank of each place in the contents: further left first, then larger type, then bold."""
    found = sorted({_indent(entry) for title in titles if (entry := title.entry) is not None})
    return {place: n for n, place in enumerate(found)}


def _commonest(counts: Counter[T]) -> T:
    return max(counts, key=counts.__getitem__)
