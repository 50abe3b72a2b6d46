"""What an earlier study read, put on the parts of a document as it is cut now, in the steps that say so.

A part that has its whole text keeps its note; one whose paragraphs all stood in parts that were read is done too; one
that has changed is listed with the note on what it was. Quotes are compared anew in what the document says now, and so
is what rests on them. Knows no library.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from silcrow.cite.quotes import checked
from silcrow.cite.sheets import Sheets
from silcrow.errors import Damaged, Usage
from silcrow.place import Span
from silcrow.reading import Data
from silcrow.studied import Held, Note, Quote, StudyPart
from silcrow.study.noting import weighed
from silcrow.study.saved import note_data
from silcrow.study.state import text_of
from silcrow.study.template import Template


@dataclass(frozen=True, slots=True)
class Moving:
    """How notes go from one document to another: by which names their places go, and what quotes are compared with.

    sheets   None where text and name are the same and whoever wrote the notes is trusted
    """

    old: str
    new: str
    form: Template
    sheets: Sheets | None

    def data(self, note: Note, form: Template | None = None) -> Data:
        """A note as it stands now, as a step holds it."""
        if self.sheets is not None:
            note = replace(note, quotes=tuple(_again(quote, self, self.sheets) for quote in note.quotes))
            note = weighed(note, form or self.form)
        return note_data(note)


class Carry:
    """Which parts of an earlier study still stand: by their whole text, else by their paragraphs wherever they are now.

    gone   titles of parts that were read and of which nothing stands any more
    """

    def __init__(self, before: Sequence[StudyPart], now: Sequence[StudyPart]) -> None:
        self._now = now
        self._same = _same(before, now)  # new key → old part
        done = [part for part in before if part.done]
        self._before = {part.key: part for part in before}
        read = Counter(unit for part in done for unit in part.units)
        self._covered = {part.key for part in now if part.units and all(read[unit] for unit in part.units)}
        self._nearest = _nearest([part for part in before if part.held or part.earlier], now)  # old key → new part
        held = {unit for part in now for unit in part.units}
        self._read = set(read)
        self.gone = tuple(part.title for part in done if part.units and not held.intersection(part.units))
        self.anything = any(held.intersection(part.units) for part in done)

    def moves(self, moving: Moving) -> Iterator[tuple[str, Data]]:
        """The steps that carry it over, in the order of the parts; none for a part that nothing is known of."""
        taken: set[str] = set()
        behind = {key: self._before[source] for source, key in self._nearest.items()}
        for part in self._now:
            source = self._same.get(part.key)
            if source and not source.done:  # what was open stays open, though its words stand in another part too
                if source.changed:
                    yield "former", _former(part, source, moving)
                continue
            if source is None and part.key in self._covered:
                source = behind.get(part.key)
                source = source if source and source.held and source.key not in taken else None
            if source and source.held:
                taken.add(source.key)
                note = _whole(source.held)
                if note:
                    yield "note", {"part": part.key, "note": moving.data(note), "brief": part.title}
                else:
                    yield "former", _former(part, None, moving)
            elif source and source.state == "skipped":
                yield "skip", {"part": part.key, "why": source.why, "brief": part.title}
            elif part.key in self._covered:
                why = source.why if source else "its paragraphs stood in parts that were read"
                yield "covered", {"part": part.key, "why": why, "brief": part.title}
            elif (former := behind.get(part.key)) and former.key not in taken:
                taken.add(former.key)
                yield "former", _former(part, former, moving)
            elif 2 * sum(unit in self._read for unit in part.units) > len(part.units):
                yield "former", _former(part, None, moving)


def _same(before: Sequence[StudyPart], now: Sequence[StudyPart]) -> dict[str, StudyPart]:
    """Parts with the very same text, each once and in order."""
    by_text: defaultdict[str, list[StudyPart]] = defaultdict(list)
    for part in reversed(before):
        by_text[text_of(part.key)].append(part)
    return {part.key: by_text[text_of(part.key)].pop() for part in now if by_text[text_of(part.key)]}


def _nearest(before: Sequence[StudyPart], now: Sequence[StudyPart]) -> dict[str, str]:
    """For each old part the new one that has most of its paragraphs; by title where it has none of them."""
    holders: defaultdict[str, list[str]] = defaultdict(list)
    for part in now:
        for unit in part.units:
            holders[unit].append(part.key)
    titled = {(part.path, part.title): part.key for part in reversed(now)}
    nearest: dict[str, str] = {}
    for part in before:
        shared = Counter(key for unit in part.units for key in holders.get(unit, ()))
        if shared:
            nearest[part.key] = max(shared, key=lambda key: shared[key])
        elif key := titled.get((part.path, part.title)):
            nearest[part.key] = key
    return nearest


def _whole(held: Held | None) -> Note | None:
    """A note; None where there is none, or one that cannot be read any more and has to be written again."""
    try:
        return held.opened() if held else None
    except Damaged:
        return None


def _former(part: StudyPart, before: StudyPart | None, moving: Moving) -> Data:
    """The step that lists a changed part, with the note on what stood there before if there is one."""
    note = (_whole(before.held) or _whole(before.earlier)) if before else None
    return {"part": part.key, "note": moving.data(note) if note else None, "brief": f"changed: {part.title}"}


def _again(quote: Quote, moving: Moving, sheets: Sheets) -> Quote:
    doc_id, colon, rest = quote.place.partition(":")
    place = f"{moving.new}:{rest}" if doc_id == moving.old and colon else quote.place
    try:
        span = Span.parse(place)
    except Usage:  # it said no place, and stood nowhere
        return Quote(quote.place, quote.quote, "unsupported")
    one = checked(quote.quote, span, sheets)
    return Quote(one.place, quote.quote, one.verdict, one.pages, one.given if one.stands else "")
