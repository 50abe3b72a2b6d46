"""The Desk: documents laid open, read-only, with a scope. What agents, studies and faces work at.

Every answer is of one moment of the library: a document replaced meanwhile is seen whole, one removed is not found.
Knows places and words; ranking is retrieve's, and no model is asked.
"""

import re
from collections.abc import Iterator, Sequence

from silcrow import address
from silcrow.answer import Lead
from silcrow.document import Record, Section
from silcrow.errors import Ambiguous, NotFound, Notice, Usage
from silcrow.outline import Outline
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.retrieve.judging import NONE, Judges
from silcrow.retrieve.memory import documents
from silcrow.retrieve.packing import unpack_shape
from silcrow.retrieve.paging import Part, Reading, page
from silcrow.retrieve.passages import retrieve
from silcrow.retrieve.query import Queries
from silcrow.retrieve.scope import Range, Scope
from silcrow.store.protocol import Store

_SUFFIX = re.compile(r"(?P<words>.*\S)\s*:\s*(?P<first>[0-9]{1,9})(?:\s*[-–]\s*(?P<last>[0-9]{1,9}))?\s*\Z", re.DOTALL)
_NAMED = 10  # candidates named in an error


class Desk:
    """Some documents, or all (doc_ids None), and within them only some sections where `within` names any.

    A span of a whole section opens its subsections too. `judges` are models that look at what retrieval finds. Both may
    be looked at and are never changed. Usable from any thread.
    """

    def __init__(
        self,
        store: Store,
        doc_ids: Sequence[str] | None = None,
        within: Sequence[Span] = (),
        *,
        judges: Judges = NONE,
    ) -> None:
        self._store = store
        self.judges = judges
        self._doc_ids = None if doc_ids is None else tuple(dict.fromkeys(doc_ids))
        self.within = tuple(dict.fromkeys(within))

    def __repr__(self) -> str:
        documents = "all" if self._doc_ids is None else ", ".join(self._doc_ids[:_NAMED])
        sections = f", within {', '.join(map(str, self.within[:_NAMED]))}" if self.within else ""
        return f"<Desk: {documents}{sections}>"

    def inside(self, *sections: Span) -> "Desk":
        """The same documents with only these sections open, as far as they lie open here: a scope only narrows."""
        with self._store.reading():
            for doc_id in {span.doc_id for span in sections}:
                self._records(doc_id)
            within = [both for span in sections for both in self._common(span)] if self.within else sections
            if sections and not within:
                raise self._outside()
        return Desk(self._store, self._doc_ids, within, judges=self.judges)

    def only(self, *doc_ids: str) -> "Desk":
        """Some of its documents, and of its sections those that are theirs. NotFound for one that lies not open."""
        wanted = self._wanted()
        there = {record.doc_id for record in self._store.records(doc_ids)}
        for doc_id in doc_ids:
            if doc_id not in there or (wanted is not None and doc_id not in wanted):
                raise self._no_document(doc_id)
        within = [span for span in self.within if span.doc_id in doc_ids]
        return Desk(self._store, doc_ids, within, judges=self.judges)

    def by_words(self) -> "Desk":
        """The same, without the models that look at what retrieval finds."""
        return Desk(self._store, self._doc_ids, self.within, judges=NONE)

    def documents(self) -> tuple[Record, ...]:
        """What lies open, in doc_id order. NotFound when one of the documents asked for is gone."""
        wanted = self._wanted()
        with self._store.reading():
            records = self._store.records(wanted)
            if wanted is not None:
                self._all_there(wanted, [record.doc_id for record in records])
        return records

    def outline(self, doc_id: str) -> Outline:
        """The outline of a document; of the one section of it that lies open, where it is one."""
        with self._store.reading():
            (record,) = self._records(doc_id)
            sections = self._store.outline(doc_id)
            spans = [span for span in self.within if span.doc_id == doc_id]
            if len(spans) == 1:
                top = _section(spans[0], sections)
                sections = sections[top.ord : top.last + 1]
        health = record.health
        return Outline(doc_id, record.title, sections, record.pages, record.page_labels, health.notices, health)

    def find(self, words: str, doc_id: str | None = None) -> tuple[Lead, ...]:
        """Every section that words name: a printed label, a title, a path ("Part I > Item 1A"), or a place.

        NotFound when there is none; its candidates are the places whose names are most like the words.
        """
        with self._store.reading():
            return tuple(
                Lead(Span(doc, section.sec_id), section.path, _pages(section))
                for doc, section in self._named(words, doc_id)
            )

    def read(
        self,
        place: str | Span,
        *,
        doc_id: str | None = None,
        deep: bool = False,
        max_tokens: int | None = None,
        cursor: str | None = None,
    ) -> Passages:
        """The paragraphs of a place in reading order: one passage a section, its subsections only when `deep`.

        `place` is a span, its text form, or words that name one section, `:3-8` behind them if wanted. What lies
        outside the section is clipped, and said. With `max_tokens` the result stops before that many (never before one
        paragraph) and its `cursor` goes on there. NotFound, Ambiguous, Usage.
        """
        with self._store.reading():
            span = self._span(place, doc_id)
            (record,) = self._records(span.doc_id)
            sections = self._store.outline(span.doc_id)
            section = _section(span, sections)
            notices: list[Notice] = []
            if deep:
                parts = [
                    _own(one) for one in sections[section.ord : section.last + 1] if one.count or one.last == one.ord
                ]
            else:
                parts = [_clipped(span, section, notices)]
            if span.first is None and not deep and section.last > section.ord:
                message = f"Sections below it, not included: {section.last - section.ord}; read it deep for them."
                notices.append(Notice("subsections", message, str(span)))
            asked = f"{record.edition}|{span}|{deep}"
            reading = Reading(span.doc_id, self._inside(span.doc_id, parts, notices), asked)
            return page(self._store, reading, max_tokens=max_tokens, cursor=cursor, notices=notices)

    def read_pages(
        self, doc_id: str, first: int, last: int, *, max_tokens: int | None = None, cursor: str | None = None
    ) -> Passages:
        """What stands on pages first to last, from 1, in reading order; otherwise as `read`."""
        with self._store.reading():
            (record,) = self._records(doc_id)
            if not record.pages:
                raise Usage(f"{doc_id!r} has no pages", hint="Read it by its sections: see its outline.")
            if not 1 <= first <= last:
                raise Usage(f"pages {first}-{last} are no range", hint="Pages count from 1.")
            if first > record.pages:
                raise NotFound(f"{doc_id!r} has {record.pages} pages, not {first}", hint="Ask for a page it has.")
            end = min(last, record.pages)
            notices = [Notice("clipped", f"{doc_id} ends on page {end}.", doc_id)] if end < last else []
            silent = [page for page in record.health.pages_without_text if first <= page <= end]
            if silent:
                pages = ", ".join(map(str, silent))
                notices.append(Notice("page_without_text", f"No text was found on page {pages}.", doc_id))
            parts = self._inside(doc_id, list(self._on_pages(doc_id, first, end)), notices)
            reading = Reading(doc_id, parts, f"{record.edition}|{doc_id}|pages {first}-{last}")
            return page(self._store, reading, max_tokens=max_tokens, cursor=cursor, notices=notices)

    def retrieve(
        self,
        query: Queries,
        *,
        top_k: int = 5,
        window: tuple[int, int] | None = (2, 2),
        max_tokens: int | None = None,
        explain: bool = False,
    ) -> Passages:
        """The passages that answer best, in document order, each with its rank; see retrieve.passages."""
        with self._store.reading():
            wanted = self._wanted()
            if wanted is not None:
                self._all_there(wanted, documents(self._store, wanted).doc_ids)
            scope = Scope(self._doc_ids, tuple(map(self._range, self.within)))
            return retrieve(
                self._store,
                scope,
                query,
                top_k=top_k,
                window=window,
                max_tokens=max_tokens,
                explain=explain,
                judges=self.judges,
            )

    def _wanted(self) -> tuple[str, ...] | None:
        """The documents that lie open, or None for all."""
        return tuple(sorted({span.doc_id for span in self.within})) if self.within else self._doc_ids

    def _all_there(self, wanted: Sequence[str], known: Sequence[str]) -> None:
        if len(known) < len(wanted):
            raise self._no_document(next(one for one in wanted if one not in known))

    def _records(self, doc_id: str) -> tuple[Record, ...]:
        wanted = self._wanted()
        found = self._store.records([doc_id]) if wanted is None or doc_id in wanted else ()
        if not found:
            raise self._no_document(doc_id)
        return found

    def _no_document(self, doc_id: str) -> NotFound:
        wanted = self._wanted()
        titles = {record.doc_id: record.title for record in self._store.records(wanted)}
        near = address.alike(doc_id, ((one, (one,)) for one in titles))
        hint = address.meant(near) or "See which documents there are with `silcrow ls`."
        names = tuple(titles[one] for one in near)
        return NotFound(f"no document {doc_id!r} is open", hint=hint, candidates=near, names=names)

    def _named(self, words: str, doc_id: str | None) -> list[tuple[str, Section]]:
        """Every section in the open documents that a place or words name; NotFound when there is none."""
        if not words.strip():
            raise Usage("no section was named", hint="Name one by its label, title or place.")
        ranges = list(map(self._range, self.within))
        if span := self._exact(words, doc_id):
            section = _section(span, self._store.outline(span.doc_id))
            if ranges and not any(_overlap(section, one) for one in ranges if one.doc_id == span.doc_id):
                raise self._outside()
            return [(span.doc_id, section)]
        records = self.documents() if doc_id is None else self._records(doc_id)
        outlines = [(record.doc_id, self._store.outline(record.doc_id)) for record in records]
        found = [
            (doc, section)
            for doc, sections in outlines
            for section in address.resolve(words, sections)
            if not ranges or any(_overlap(section, one) for one in ranges if one.doc_id == doc)
        ]
        if not found:
            raise self._no_document(named.doc_id) if (named := _place(words)) else address.unknown(words, outlines)
        return found

    def _exact(self, text: str, doc_id: str | None) -> Span | None:
        """The span of a place in text form whose document is open; None for words."""
        span = _place(text)
        wanted = self._wanted()
        if span is None or (wanted is not None and span.doc_id not in wanted) or not self._store.records([span.doc_id]):
            return None
        if doc_id not in (None, span.doc_id):
            raise Usage(f"{text!r} is not a place in {doc_id!r}", hint="Give a place of that document, or no document.")
        return span

    def _span(self, place: str | Span, doc_id: str | None) -> Span:
        """The span that a place or words name; Ambiguous when they fit several sections."""
        if isinstance(place, Span):
            return place
        if span := self._exact(place, doc_id):
            return span
        words, first, last = place, None, None
        if found := _SUFFIX.match(place):
            words, first = found["words"], int(found["first"])
            last = int(found["last"] or first)
        named = self._named(words, doc_id)
        if len(named) > 1:
            raise Ambiguous(
                f"{words!r} fits {len(named)} sections",
                hint="Give one of the places it fits.",
                candidates=tuple(f"{doc}:{section.sec_id}" for doc, section in named[:_NAMED]),
                names=tuple(" › ".join(section.path) for _, section in named[:_NAMED]),
            )
        ((doc, section),) = named
        return Span(doc, section.sec_id, first, last)

    def _range(self, span: Span) -> Range:
        """A span of the scope as a range; a whole section includes what is below it."""
        section = _section(span, self._store.outline(span.doc_id))
        if span.first is None or span.last is None:
            return Range(span.doc_id, section.first, section.end, (section.ord, section.last))
        first, last = max(1, span.first), min(span.last, section.count)
        return Range(span.doc_id, section.first + first - 1, section.first + last)

    def _inside(self, doc_id: str, parts: list[Part], notices: list[Notice]) -> list[Part]:
        """What of the parts lies open; NotFound when nothing does."""
        if not self.within:
            return parts
        ranges = [one for one in map(self._range, self.within) if one.doc_id == doc_id]
        inside = [clipped for part in parts for one in ranges if (clipped := _cut(part, one))]
        inside = sorted({(part.section.ord, part.first): part for part in inside}.values(), key=_order)
        if not inside:
            raise self._outside()
        if sum(part.count for part in inside) < sum(part.count for part in parts):
            notices.append(Notice("outside_scope", "Only what lies inside the open sections is shown.", doc_id))
        return inside

    def _common(self, span: Span) -> Iterator[Span]:
        """What a span has in common with each of the sections that lie open."""
        sections = self._store.outline(span.doc_id)
        section = _section(span, sections)
        for mine in self.within:
            if mine.doc_id != span.doc_id:
                continue
            opened = _section(mine, sections)
            if mine.first is None and opened.ord <= section.ord <= opened.last:
                yield span
            elif span.first is None and section.ord <= opened.ord <= section.last:
                yield mine
            elif section is opened and span.first and span.last and mine.first and mine.last:
                first, last = max(span.first, mine.first), min(span.last, mine.last)
                if first <= last:
                    yield Span(span.doc_id, span.sec_id, first, last)

    def _outside(self) -> NotFound:
        open_places = tuple(str(span) for span in self.within[:_NAMED])
        return NotFound(
            "that place lies outside the sections that are open",
            hint=f"Open are: {', '.join(open_places)}.",
            candidates=open_places,
        )

    def _on_pages(self, doc_id: str, first: int, last: int) -> Iterator[Part]:
        """Runs of paragraphs that stand at least partly on these pages."""
        (lengths,) = self._store.lengths([doc_id])
        shape = unpack_shape(lengths.block)
        on_pages = (shape.page <= last) & (shape.until >= first) & (shape.page > 0)
        sections = self._store.outline(doc_id)
        run: Part | None = None
        for order in on_pages.nonzero()[0].tolist():
            section = sections[shape.owner[order]]
            para_idx = order - section.first + 1
            if run is not None and run.section is section and run.last == para_idx - 1:
                run = Part(section, run.first, para_idx)
                continue
            if run is not None:
                yield run
            run = Part(section, para_idx, para_idx)
        if run is not None:
            yield run


def _place(text: str) -> Span | None:
    """The span of a text form, whether or not there is such a place; None for words."""
    try:
        return Span.parse(text)
    except Usage:
        return None


def _section(span: Span, sections: Sequence[Section]) -> Section:
    """The section of a span; NotFound with the nearest places."""
    for section in sections:
        if section.sec_id == span.sec_id:
            return section
    raise address.unknown(span.sec_id, [(span.doc_id, sections)])


def _own(section: Section) -> Part:
    """A section's own paragraphs, or its heading where it has none."""
    return Part(section, min(1, section.count), section.count)


def _clipped(span: Span, section: Section, notices: list[Notice]) -> Part:
    """The paragraphs of a span that the section has, and a notice when it has not all of them."""
    if span.first is None or span.last is None:
        return _own(section)
    if span.first > section.count:
        valid = (
            f"{span.doc_id}:{section.sec_id}:1-{section.count}" if section.count else f"{span.doc_id}:{span.sec_id}:0"
        )
        raise NotFound(
            f"{span.doc_id}:{span.sec_id} has {section.count} paragraphs, not {span.first}",
            hint=f"Ask for {valid}.",
            candidates=(valid,),
        )
    if span.last > section.count:
        message = f"The section ends with paragraph {section.count}; {span.last} was asked for."
        notices.append(Notice("clipped", message, str(span)))
    return Part(section, span.first, min(span.last, section.count))


def _cut(part: Part, one: Range) -> Part | None:
    """What of a part lies in a range; a heading does where its section does."""
    section = part.section
    if one.sections is not None and one.sections[0] <= section.ord <= one.sections[1]:
        return part
    first = max(part.first, one.first - section.first + 1)
    last = min(part.last, one.end - section.first)
    return Part(section, first, last) if 0 < first <= last else None


def _overlap(section: Section, one: Range) -> bool:
    if one.sections is not None:
        return one.sections[0] <= section.ord <= one.sections[1]
    return section.first < one.end and one.first < section.first + section.count


def _order(part: Part) -> tuple[int, int]:
    return part.section.ord, part.first


def _pages(section: Section) -> tuple[int, ...]:
    return tuple(range(section.pages[0], section.pages[1] + 1)) if section.pages else ()
