"""What can be taken out of paragraphs: a table of kinds, each a function from paragraphs to values at their places."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from silcrow.finding import Value
from silcrow.language.quantities import years
from silcrow.rules.extractors.cells import cells, column
from silcrow.rules.extractors.clauses import clauses, entries, texts
from silcrow.rules.extractors.dates import dates
from silcrow.rules.extractors.figures import amounts, numbers, percentages
from silcrow.rules.extractors.grid import holds
from silcrow.rules.extractors.parties import parties
from silcrow.rules.extractors.unheaded import unheaded
from silcrow.rules.extractors.units import unit_name
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract

_PART = re.compile(r"\b(?:quarter|[qh][1-4]|[1-4](?:st|nd|rd|th)|(?:three|six|nine|[369]) months)\b", re.IGNORECASE)
EXTRACTORS: Final[Mapping[str, Callable[[Sequence[Line], Extract], Iterator[Value]]]] = {
    "text": texts,
    "clause": clauses,
    "list": entries,
    "number": numbers,
    "amount": amounts,
    "percentage": percentages,
    "date": dates,
    "party": parties,
    "cell": cells,
    "column": column,
}


class Taken(NamedTuple):
    """What was asked for, and why it may be something else: columns without a head that may be the one asked for."""

    values: tuple[Value, ...]
    doubts: tuple[str, ...]


def taken(lines: Sequence[Line], told: Extract) -> Taken:
    """The values of one kind in some paragraphs, as many of them as were asked for."""
    unit = unit_name(told.unit)
    found = tuple(one for one in EXTRACTORS[told.kind](lines, told) if not unit or one.unit == unit)
    chosen = tuple(one for one in found if told.kind != "cell" or _in_column(one, told.column))
    kept = tuple(_picked(chosen, lines, told))
    asked = told.column if told.kind == "cell" else ()
    return Taken(kept, tuple(unheaded(found, chosen, kept)) if asked or told.pick == "latest" else ())


def _picked(found: Sequence[Value], lines: Sequence[Line], told: Extract) -> Iterable[Value]:
    match told.pick:
        case "first":
            return found[:1]
        case "last":
            return found[-1:]
        case "after":
            return _after(found, lines, told)
        case "latest":
            return _latest(found)
        case "all":
            return found


def _in_column(value: Value, asked: Sequence[str]) -> bool:
    return not asked or any(holds(value.column, words) for words in asked)


def _after(found: Sequence[Value], lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Of each paragraph the values that come next behind the words, each once; of a row of a table its first."""
    rows = {line.span for line in lines if line.paragraph.table is not None}
    hits = {line.span: [end for _, end in line.hits(told.words)] for line in lines if line.span not in rows}
    starts = [(value.citation.span, (value.citation.offsets or (0, 0))[0]) for value in found]
    kept: set[int] = set()
    for span in dict.fromkeys(span for span, _ in starts):
        here = [(start, i) for i, (other, start) in enumerate(starts) if other == span]
        if span in rows:
            kept.update(dict(reversed(here)).values())
        for end in hits.get(span, ()):
            kept.update(i for _, i in sorted(one for one in here if one[0] >= end)[:1])
    return (found[i] for i in sorted(kept))


def _latest(found: Sequence[Value]) -> Sequence[Value]:
    """The latest dates; of cells those of the latest year that heads a column, whole years before parts of one.

    A head of two years is a change. Where nothing has a date or a year, none is later than another: all of them.
    """
    when = [one.date or (f"{max(years(one.column)):04}" if len(years(one.column)) == 1 else "") for one in found]
    last = max(when, default="")
    kept = [one for one, at in zip(found, when, strict=True) if at == last]
    return [one for one in kept if not _PART.search(one.column)] or kept
