"""What rules found, as pieces to show: findings of one document, those that need a look first, their words as quotes.

Only a value that stands in the document is a link. Knows no page of HTML.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from silcrow.document import Record
from silcrow.finding import Checked, Finding
from silcrow.place import Span
from silcrow.web.reader.replies import Evidence, address, evidence

_MOST = 5  # values shown of a finding
_SAID = {
    "pass": "passes",
    "fail": "fails",
    "not-found": "not found",
    "ambiguous": "several fit",
    "error": "cannot be checked",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One finding. `further`: places that fit where the scope is ambiguous; `more`: values that are not shown."""

    finding: Finding
    said: str
    evidence: tuple[Evidence, ...]
    further: tuple[tuple[str, str], ...]
    more: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """The findings of one document."""

    doc_id: str
    title: str
    wanting: tuple[Row, ...]
    passed: tuple[Row, ...]


def sheets(found: Checked, records: Mapping[str, Record]) -> Iterator[Sheet]:
    """A sheet a document. Quotes are numbered through all of them."""
    numbers = count(1)
    for doc_id in found.documents:
        record = records[doc_id]
        rows = [_row(one, records, numbers) for one in found.findings if one.doc_id == doc_id]
        yield Sheet(
            doc_id,
            record.title or doc_id,
            tuple(row for row in rows if row.finding.is_finding),
            tuple(row for row in rows if not row.finding.is_finding),
        )


def _row(one: Finding, records: Mapping[str, Record], numbers: Iterator[int]) -> Row:
    shown = one.values[:_MOST]
    return Row(
        one,
        _SAID[one.outcome],
        tuple(evidence(next(numbers), value.citation, records, alone=True) for value in shown),
        tuple(_places(one.candidates)),
        len(one.values) - len(shown),
    )


def _places(places: Sequence[str]) -> Iterator[tuple[str, str]]:
    for place in places[:_MOST]:
        yield address(Span.parse(place)), place
