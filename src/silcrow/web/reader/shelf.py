"""What the reader shows of what is served: documents that lie open, their papers and the pieces of their text.

Holds what was worked out for the editions that were looked at last. Knows no page of HTML.
"""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Annotated, Final

from fastapi import Depends, Request

from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import NotFound
from silcrow.outline import Outline
from silcrow.place import Span
from silcrow.web.reader.blocks import Block, blocks
from silcrow.web.reader.paper import Paper, Papers
from silcrow.web.service import Served, Service

_HELD: Final = 8  # documents


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


class Shelf:
    """The books and papers of one server."""

    def __init__(self) -> None:
        self._papers = Papers()
        self._books: OrderedDict[str, tuple[Outline, tuple[Block, ...]]] = OrderedDict()
        self._lock = Lock()

    def book(self, served: Service, doc_id: str) -> Book:
        """A document that lies open; NotFound."""
        desk = served.desk([doc_id])
        (record,) = desk.documents()
        key = f"{doc_id}|{record.edition}"
        with self._lock:
            held = self._books.get(key)
            if held is None:
                outline = desk.outline(doc_id)
                held = (outline, tuple(blocks(outline.sections)))
                self._books[key] = held
                while len(self._books) > _HELD:
                    self._books.popitem(last=False)
        return Book(record, desk, *held)

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


def book_of(served: Served, shelf: Shelved, doc_id: str) -> Book:
    """The document of an address."""
    return shelf.book(served, doc_id)


Laid = Annotated[Book, Depends(book_of)]
