"""What the reader shows of what is served: documents that lie open, their papers and the pieces of their text.

Holds what was worked out for the editions that were looked at last. Knows no page of HTML.
"""

from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock
from typing import Annotated, Final

from fastapi import Depends, Query, Request

from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import Busy, NotFound
from silcrow.outline import Outline
from silcrow.place import Span
from silcrow.web.reader.blocks import Block, blocks
from silcrow.web.reader.paper import Paper, Papers
from silcrow.web.service import Served, Service

_HELD: Final = 8  # documents
_TRIES: Final = 5  # to see record and outline of one edition


@dataclass(frozen=True, slots=True)
class Book:
    """One document as it lies open."""

    record: Record
    desk: Desk
    outline: Outline
    blocks: tuple[Block, ...]

    @property
    def doc_id(self) -> str:
        """Its doc_id."""
        return self.record.doc_id

    @property
    def tag(self) -> str:
        """What tells its editions apart in addresses."""
        return self.record.edition[:12]

    def must_be_open(self) -> None:
        """Busy where another edition has taken its place: what was read of it meanwhile may be of either."""
        if [one.edition for one in self.desk.documents()] != [self.record.edition]:
            raise _replaced(self.doc_id)


class Shelf:
    """The books and papers of one server."""

    def __init__(self) -> None:
        self._papers = Papers()
        self._books: OrderedDict[str, tuple[Outline, tuple[Block, ...]]] = OrderedDict()
        self._lock = Lock()

    def book(self, served: Service, doc_id: str) -> Book:
        """A document that lies open; NotFound. Busy while one edition after the other takes its place."""
        desk = served.desk([doc_id])
        for _ in range(_TRIES):
            (record,) = desk.documents()
            key = f"{doc_id}|{record.edition}"
            with self._lock:
                held = self._books.get(key)
            if held is not None:
                return Book(record, desk, *held)
            outline = desk.outline(doc_id)
            book = Book(record, desk, outline, tuple(blocks(outline.sections)))
            with suppress(Busy):  # another edition came in between: its outline is not this one's
                book.must_be_open()
                with self._lock:
                    self._books[key] = (book.outline, book.blocks)
                    while len(self._books) > _HELD:
                        self._books.popitem(last=False)
                return book
        raise _replaced(doc_id)

    def paper(self, served: Service, book: Book) -> Paper | None:
        """Its pages to draw, where it is a PDF that was kept and needs no password."""
        if book.record.format != "pdf" or not book.record.kept:
            return None
        with self._lock:
            return self._papers.get(book.record.source, lambda: served.library.source(book.doc_id))

    def must_paper(self, served: Service, book: Book) -> Paper:
        """The same; NotFound where there is none."""
        paper = self.paper(served, book)
        if paper is None:
            raise NotFound(f"{book.doc_id!r} has no pages to draw", hint="Read it as text.")
        return paper


def _replaced(doc_id: str) -> Busy:
    return Busy(f"{doc_id!r} was replaced meanwhile", hint="Load the page anew.")


def span_of(book: Book, sec_id: str, para: str) -> Span | None:
    """The place that an address names; None for the document as a whole. NotFound, with the nearest."""
    if not sec_id:
        return None
    found = Span.parse(":".join([book.doc_id, sec_id, *([para] if para else [])]))
    if all(section.sec_id != sec_id for section in book.outline.sections):
        book.desk.read(found)  # says which are nearest
    return found


def shelf_of(request: Request) -> Shelf:
    """The shelf of the app that a request came to."""
    state = request.app.state
    if not hasattr(state, "shelf"):
        state.shelf = Shelf()
    found: Shelf = state.shelf
    return found


Shelved = Annotated[Shelf, Depends(shelf_of)]


def book_of(served: Served, shelf: Shelved, doc_id: str, e: Annotated[str, Query(max_length=64)] = "") -> Book:
    """The document of an address; `e`: the edition that is wanted of it, as pages of that edition name it.

    NotFound for another one: browsers keep what bears its mark for ever.
    """
    book = shelf.book(served, doc_id)
    if e and e != book.tag:
        raise NotFound(f"{doc_id!r} has another edition now", hint="Load the page anew.")
    return book


Laid = Annotated[Book, Depends(book_of)]
