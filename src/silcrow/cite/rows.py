"""Whether a claim's numbers stand in the row of a table that is quoted for it, or in one that it names.

A number of another row stands at the place cited and says something else. Labels are compared by their words, and what
a row means is not judged: only a claim that names one row, quotes it, and has the number of another is unsupported.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from silcrow.answer import Citation, Fault
from silcrow.cite.evidence import Place, mantissa, significant
from silcrow.document import Paragraph
from silcrow.language.folding import fold_case
from silcrow.language.quantities import Quantity, quantities
from silcrow.language.stopwords import STOPWORDS
from silcrow.place import Span
from silcrow.render.tables import text_rows

_WORD = re.compile(r"[^\W\d_]{2,}|[\u3040-\u30ff\u3400-\u9fff]")
_MOST = 40  # numbers of a claim looked at
_SHOWN = 60  # characters of a label

At = tuple[int, int, int]
"""A row: the place, the table of it, the row of that; the head is row 0."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """The rows of the tables of some places: their labels, the words of these, and which are quoted."""

    labels: dict[At, str]
    words: dict[At, frozenset[str]]
    quoted: frozenset[At]


def row_faults(claim: str, citations: Sequence[Citation], there: Sequence[Place]) -> Iterator[Fault]:
    """A fault for each number of a claim that stands at its places only in rows that it neither quotes nor names."""
    if not any(place.tables for place in there):
        return
    numbers = [one for one in quantities(claim)[:_MOST] if one.kind not in ("year", "date")]
    if not numbers:
        return
    rows = _rows(citations, there)
    said = _words(claim)
    named = {at for at, words in rows.words.items() if words and words <= said}
    for one in numbers:
        at = _standing(one, claim, there)
        if at and (fault := _fault(claim[one.start : one.end].strip(), at, named, said, rows)):
            yield fault


def _fault(shown: str, at: set[At], named: set[At], said: frozenset[str], rows: _Rows) -> Fault | None:
    tables = {(place, table) for place, table, _ in at}
    quoted = {one for one in rows.quoted if one[:2] in tables}
    meant = {one for one in named if one[:2] in tables}
    unquoted = bool(quoted) and not at & quoted
    known = frozenset(word for one in meant for word in rows.words[one])
    own = [rows.words[one] - known for one in at]
    if at & meant or not all(words and not words & said for words in own) or not (meant or unquoted):
        return None  # the claim names the row of the number, or may do so
    label = rows.labels[min(at)][:_SHOWN]
    where = f"in the row “{label}”" if label else "in another row"
    what = "the claim names another" if meant else "another is quoted"
    return Fault(
        "row",
        f"{shown} stands {where}, and {what}.",
        "Quote the row that the number stands in, or give the number of the row that is meant.",
        unsupported=unquoted and bool(quoted & meant),
    )


def _standing(one: Quantity, claim: str, there: Sequence[Place]) -> set[At]:
    """The rows that a number stands in; none where it stands outside of tables, in a head, or rounded only."""
    value: Decimal = mantissa(one, claim)
    digits = significant(claim[one.start : one.end])
    at = {(number, *row) for number, place in enumerate(there) for row in place.rows(value, digits)}
    return set() if any(table < 0 or row == 0 for _, table, row in at) else at


def _rows(citations: Sequence[Citation], there: Sequence[Place]) -> _Rows:
    labels: dict[At, str] = {}
    quoted: set[At] = set()
    for number, place in enumerate(there):
        for table, (span, paragraph) in enumerate(place.tables):
            cells = text_rows(paragraph.table) if paragraph.table else []
            labels |= {(number, table, row): next(filter(None, cells[row]), "") for row in range(1, len(cells))}
            for citation in citations:
                quoted.update((number, table, row) for row in _quoted(citation, span, paragraph, len(cells)))
    return _Rows(labels, {at: _words(label) for at, label in labels.items()}, frozenset(quoted))


def _quoted(citation: Citation, span: Span, paragraph: Paragraph, count: int) -> Iterator[int]:
    """The rows of a table, its head aside, that some quoted letters touch."""
    if citation.span != span or citation.offsets is None:
        return
    start, end = citation.offsets
    lines = paragraph.text.split("\n")
    first = len(lines) - count  # the line of row 1; caption, head and the rule under it stand above
    at = 0
    for number, line in enumerate(lines):
        if number >= first + 1 and at < end and start < at + len(line):
            yield number - first
        at += len(line) + 1


def _words(text: str) -> frozenset[str]:
    """The words that carry a text, without plural s."""
    found = (word.rstrip("s") for word in _WORD.findall(fold_case(text)))
    return frozenset(found) - STOPWORDS["en"]
