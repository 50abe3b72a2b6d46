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
