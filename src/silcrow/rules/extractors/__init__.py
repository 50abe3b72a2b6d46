"""What can be taken out of paragraphs: a table of kinds, each a function from paragraphs to values at their places."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from silcrow.finding import Value
from silcrow.rules.extractors.cells import cells, column
from silcrow.rules.extractors.clauses import clauses, entries, texts
from silcrow.rules.extractors.dates import dates
from silcrow.rules.extractors.figures import amounts, numbers, percentages
from silcrow.rules.extractors.parties import parties
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract

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


def taken(lines: Sequence[Line], told: Extract) -> tuple[Value, ...]:
    """The values of one kind in some paragraphs, as many of them as were asked for."""
    found = tuple(EXTRACTORS[told.kind](lines, told))
    match told.pick:
        case "first":
            return found[:1]
        case "last":
            return found[-1:]
        case "after":
            return tuple(_after(found, lines, told))
        case "all":
            return found


def _after(found: Sequence[Value], lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Of each paragraph the values that come next behind the words, each once."""
    hits = {line.span: [end for _, end in line.hits(told.words)] for line in lines}
    starts = [(value.citation.span, (value.citation.offsets or (0, 0))[0]) for value in found]
    kept: set[int] = set()
    for span in dict.fromkeys(span for span, _ in starts):
        for end in hits.get(span, ()):
            behind = [(start, i) for i, (other, start) in enumerate(starts) if other == span and start >= end]
            kept.update(i for _, i in sorted(behind)[:1])
    return (found[i] for i in sorted(kept))
