"""Passages of a Desk with their letters laid out for comparing; each is read once, however many quotes ask for it.

Knows places and pages, and no quote. A place that does not exist has no sheets: it may be one of an earlier edition.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from silcrow.cite.letters import Found, exact, laid_out, stands, without_walls
from silcrow.desk import Desk
from silcrow.document import Paragraph
from silcrow.errors import NotFound, Usage
from silcrow.language.folding import Folded
from silcrow.passage import Passage
from silcrow.place import Span

_HELD = 256  # sheets kept for the next quote


@dataclass(frozen=True)
class Sheet:
    """A passage; its letters are laid out when they are first asked for."""

    passage: Passage

    @cached_property
    def begins(self) -> tuple[int, ...]:
        """Where each paragraph begins in the passage's text."""
        begins, at = [], 0
        for paragraph in self.passage.paragraphs:
            begins.append(at)
            at += len(paragraph.text) + 2
        return tuple(begins)

    @cached_property
    def text(self) -> str:
        """The passage's text."""
        return self.passage.text

    def find(self, quote: str) -> Found | None:
        """Where a quote stands in its text; None where it does not."""
        return exact(quote, self.text) or stands(quote, self.letters)

    @cached_property
    def letters(self) -> tuple[Folded, ...]:
        """The forms of its text that a quote may stand in; their offsets are those of the passage's text."""
        return laid_out("\n\n".join(map(printed, self.passage.paragraphs)))


def printed(paragraph: Paragraph) -> str:
    """A paragraph's letters as printed, each at its own offset: the walls of a Markdown table are no letters."""
    return without_walls(paragraph.text) if paragraph.kind == "table" else paragraph.text


class Sheets:
    """What some quotes are compared with. Holds what it has read for as long as one answer is proven."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._held: dict[Span | tuple[str, int], tuple[Sheet, ...]] = {}
        self._sections: dict[tuple[str, str], list[Sheet]] = {}
        self._whole: dict[str, list[Sheet]] = {}
        self._searched: dict[str, Desk | None] = {}
        self._known: dict[str, frozenset[str]] = {}

    def at(self, span: Span) -> tuple[Sheet, ...]:
        """The sheets of a place; none where there is no such place."""
        return self._inside(span) or self._once(span)

    def on_page(self, doc_id: str, page: int) -> tuple[Sheet, ...]:
        """The sheets of a page and the next, since a quote may go on there; none where there is no such page."""
        return self._once((doc_id, page))

    def only(self, doc_id: str) -> Desk | None:
        """One of the documents laid open alone; None where it is not open."""
        if doc_id not in self._searched:
            try:
                self._searched[doc_id] = self.desk.only(doc_id)
            except NotFound:
                self._searched[doc_id] = None
        return self._searched[doc_id]

    def all_of(self, doc_id: str) -> Iterator[Sheet]:
        """All of a document, section by section, in reading order."""
        if doc_id not in self._whole:
            self._whole = {doc_id: []}  # one document is held: most answers are about one
            try:
                sections = self.desk.outline(doc_id).sections
            except NotFound:
                return
            for section in sections:
                if section.count:
                    self._whole[doc_id].extend(map(Sheet, self._read(Span(doc_id, section.sec_id))))
        yield from self._whole[doc_id]

    def _inside(self, span: Span) -> tuple[Sheet, ...]:
        """Some paragraphs out of a passage that was read already."""
        if span.first is None or span.last is None:
            return ()
        for sheet in self._sections.get((span.doc_id, span.sec_id), ()):
            passage = sheet.passage
            first, last = passage.span.first or 0, passage.span.last or 0
            if first <= span.first and span.last <= last:
                if (first, last) == (span.first, span.last):
                    return (sheet,)
                paragraphs = passage.paragraphs[span.first - first : span.last - first + 1]
                return (Sheet(replace(passage, span=span, paragraphs=paragraphs)),)
        return ()

    def _once(self, place: Span | tuple[str, int]) -> tuple[Sheet, ...]:
        held = self._held.get(place)
        if held is None:
            held = tuple(Sheet(passage) for passage in self._read(place))
            while len(self._held) >= _HELD:
                self._held.pop(next(iter(self._held)))
            self._held[place] = held
            for sheet in held:
                span = sheet.passage.span
                self._sections.setdefault((span.doc_id, span.sec_id), []).append(sheet)
        return held

    def _read(self, place: Span | tuple[str, int]) -> Iterator[Passage]:
        """All of a place; without a budget one reading holds it."""
        try:
            if isinstance(place, Span):
                if place.sec_id not in self._ids(place.doc_id):
                    return
                found = self.desk.read(place)
            else:
                found = self.desk.read_pages(place[0], place[1], place[1] + 1)
        except (NotFound, Usage):
            return
        yield from found.passages

    def _ids(self, doc_id: str) -> frozenset[str]:
        """The sections of a document; to be told of the nearest by an error costs a look at the names of all."""
        if doc_id not in self._known:
            self._known[doc_id] = frozenset(section.sec_id for section in self.desk.outline(doc_id).sections)
        return self._known[doc_id]
