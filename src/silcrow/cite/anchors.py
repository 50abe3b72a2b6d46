"""Where a quote stands that does not stand where it was said to: after a new edition, or by a slip of the place.

A place is looked for by the quote's own letters: around the old one, then where its words are, then over all of the
document. Short quotes are not anchored anew, since they stand in too many places.
"""

from collections.abc import Iterable, Iterator
from contextlib import suppress

from silcrow.cite.letters import Found, letters_of
from silcrow.cite.sheets import Sheet, Sheets
from silcrow.errors import NotFound, Usage
from silcrow.place import Span

_SEARCHED = 12  # passages looked through before all of the document
_LEAST = 12  # letters of a quote that may be anchored anew; one of a script without spaces counts three


def anchor(quote: str, span: Span, sheets: Sheets) -> tuple[Sheet, Found] | None:
    """Where a quote stands in the document of a span, the nearest or likeliest place first; None if nowhere."""
    return _first(quote, _near_first(quote, span, sheets)) if _telling(quote) else None


def _telling(quote: str) -> bool:
    return sum(3 if c > "\u2e80" else c.isalnum() for c in letters_of(quote)) >= _LEAST


def _first(quote: str, sheets: Iterable[Sheet]) -> tuple[Sheet, Found] | None:
    for sheet in sheets:
        if found := sheet.find(quote):
            return sheet, found
    return None


def _near_first(quote: str, span: Span, sheets: Sheets) -> Iterator[Sheet]:
    yield from sheets.at(Span(span.doc_id, span.sec_id))
    desk = sheets.only(span.doc_id)
    if desk is None:
        return
    with suppress(NotFound, Usage):  # a quote without a word that could be looked for
        found = desk.retrieve(quote, top_k=_SEARCHED, window=(1, 1)).passages
        for passage in sorted(found, key=lambda one: one.rank):
            yield Sheet(passage)
    yield from sheets.all_of(span.doc_id)
