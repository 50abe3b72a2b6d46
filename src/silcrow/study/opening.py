"""The study of a document: found among the readings of a library, begun, or carried over to a changed document.

A study is of one edition. When the document has changed, a new one is begun in one transaction that keeps what was read
of text that still stands; the old one stays as it was. Which study is whose is decided by bytes before names: a file
that was renamed is the same document, another file under an old name is not.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from silcrow.cite.sheets import Sheets
from silcrow.desk import Desk
from silcrow.document import Document, Record
from silcrow.errors import NotFound, Notice, Usage
from silcrow.part import Parts
from silcrow.reading import END, Data, Journal, Reading, Step
from silcrow.split.parts import MOST, parts
from silcrow.split.units import flat
from silcrow.studied import Studied
from silcrow.study.carrying import Carry, Moving
from silcrow.study.state import folded, laid
from silcrow.study.template import template
from silcrow.unswept import unswept


class Shelf(Protocol):
    """Where studies are kept."""

    def heads(self) -> tuple[Reading, ...]:
        """All readings, oldest first, without their steps."""

    def reading(self, reading_id: str) -> Reading:
        """A reading with all its steps."""

    def begin(self, reading: Reading) -> Journal:
        """Write a reading and the steps it has, all of it or nothing."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a study works at: the documents, one of them whole, and where studies are kept."""

    desk: Desk
    whole: Callable[[str], Document]
    shelf: Shelf
    journal: Callable[[str, int], Journal]


@dataclass(frozen=True, slots=True)
class Wish:
    """How somebody wants a study to be; None where they do not say."""

    max_tokens: int | None = None
    min_tokens: int | None = None
    overlap: int | None = None
    questions: tuple[str, ...] | None = None
    template: str | None = None


NO_WISH = Wish()


def record_of(table: Table, doc_id: str) -> Record:
    """The document under study."""
    (record,) = table.desk.only(doc_id).documents()
    return record


def found(table: Table, doc_id: str) -> Studied | None:
    """The latest study of a document, as it was left; None where there is none. It may be of an earlier edition."""
    record = record_of(table, doc_id)
    same, named = "", ""
    for reading in table.shelf.heads():
        if reading.kind != "study" or len(reading.documents) != 1:
            continue
        if reading.settings.get("source") == record.source:
            same = reading.reading_id
        elif reading.documents[0][0] == doc_id:
            named = reading.reading_id
    name = max(same, named, key=_age) if same else named
    return loaded(table.shelf.reading, name)[0] if name else None


def loaded(read: Callable[[str], Reading], name: str) -> tuple[Studied, Reading]:
    """A study as it was left, and its reading."""
    with unswept():
        reading = read(name)
        return folded(reading), reading


def seen(table: Table, doc_id: str) -> Studied:
    """The study of a document as it stands now, without beginning one; NotFound where there is none."""
    study = found(table, doc_id)
    if study is None:
        raise NotFound(f"{doc_id} is not under study", hint=f"Begin with: silcrow study {doc_id}")
    return study if _is_of(study, record_of(table, doc_id)) else _carried(table, doc_id, study, NO_WISH)[1]


def going(table: Table, doc_id: str, wish: Wish = NO_WISH) -> tuple[Journal, Studied]:
    """The study of a document that takes further steps, begun where there is none, with the journal they go to."""
    study = found(table, doc_id)
    if study is None:
        return _written(table, _begun(table, doc_id, wish))
    if study.ended or not _is_of(study, record_of(table, doc_id)) or _differs(study, wish):
        return _written(table, _carried(table, doc_id, study, wish)[0])
    return table.journal(study.reading, study.steps), study


def standing(table: Table, doc_id: str, wish: Wish = NO_WISH) -> Studied | None:
    """The study of a document if it is done and nothing has changed since, nor is wished otherwise; else None."""
    study = found(table, doc_id)
    done = study is not None and study.ended and _is_of(study, record_of(table, doc_id)) and not _differs(study, wish)
    return study if done else None


def of_reading(records: Sequence[Record], reading: Reading) -> tuple[str, ...]:
    """The documents that a study's reading is of, by the names that they have now: by their bytes, else by name."""
    by_source = {record.source: record.doc_id for record in records}
    if len(reading.documents) == 1 and (name := by_source.get(str(reading.settings.get("source", "")))):
        return (name,)
    return tuple(doc_id for doc_id, _ in reading.documents)


def _written(table: Table, reading: Reading) -> tuple[Journal, Studied]:
    journal = table.shelf.begin(reading)
    steps = journal.steps()
    study = folded(replace(reading, reading_id=journal.reading_id, steps=steps))
    return journal, replace(study, notices=_said(study))


def _age(reading_id: str) -> int:
    return int(reading_id[1:] or 0)


def _is_of(study: Studied, record: Record) -> bool:
    return study.edition == record.edition and study.doc_id == record.doc_id


def _differs(study: Studied, wish: Wish) -> bool:
    """Whether somebody wants the study otherwise than it was begun."""
    given = {"max_tokens": wish.max_tokens, "min_tokens": wish.min_tokens, "overlap": wish.overlap}
    if any(value is not None and value != study.split.get(name) for name, value in given.items()):
        return True
    if wish.questions is not None and wish.questions != study.questions:
        return True
    return wish.template is not None and wish.template != study.settings.get("template", "")


def _begun(table: Table, doc_id: str, wish: Wish, before: Studied | None = None) -> Reading:
    """A study that nothing was read of yet, without a name."""
    record = record_of(table, doc_id)
    document = table.whole(doc_id)
    cut = _cut(document, wish, before)
    had: Mapping[str, Any] = before.settings if before else {}
    settings = {
        "source": record.source,
        "split": {"max_tokens": cut.max_tokens, "min_tokens": cut.min_tokens, "overlap": cut.overlap},
        "template": had.get("template", "") if wish.template is None else wish.template,
        "questions": list((before.questions if before else ()) if wish.questions is None else wish.questions),
    }
    step = Step(1, "laid", laid(cut, flat(document)))
    return Reading("", "study", record.title or doc_id, ((doc_id, record.edition),), (), settings, steps=(step,))


def _cut(document: Document, wish: Wish, before: Studied | None) -> Parts:
    """The document in parts: as wished, else as before; a budget that is wished alone takes the others with it."""
    given = {"max_tokens": wish.max_tokens, "min_tokens": wish.min_tokens, "overlap": wish.overlap}
    if before and all(value is None for value in given.values()):
        given = dict(before.split)
    return cut_as(document, {name: value for name, value in given.items() if value is not None})


def cut_as(document: Document, split: Mapping[str, int]) -> Parts:
    """A document in the parts of a study."""
    most = split.get("max_tokens", MOST)
    return parts(document, max_tokens=most, min_tokens=split.get("min_tokens"), overlap=split.get("overlap"))


def _carried(table: Table, doc_id: str, before: Studied, wish: Wish) -> tuple[Reading, Studied]:
    """A new study with what an earlier one read of text that still stands; and its state."""
    reading = _begun(table, doc_id, wish, before)
    carry = Carry(before.parts, folded(reading).parts)
    if before.completed and not carry.anything and before.source != reading.settings["source"]:
        study = folded(reading)
        message = f"{before.reading} is a study of other text under this name: none of what it read stands here."
        return reading, replace(study, notices=(Notice("other_document", message, doc_id),))
    trusted = before.edition == reading.documents[0][1] and before.doc_id == doc_id
    return _with(reading, before, carry, list(carry.moves(_moving(table, before, reading, trusted=trusted))))


def _with(
    reading: Reading, before: Studied, carry: Carry, moves: Sequence[tuple[str, Data]]
) -> tuple[Reading, Studied]:
    """A study that is begun with some steps more."""
    steps = [*reading.steps, *(Step(at, kind, data) for at, (kind, data) in enumerate(moves, 2))]
    settings = {**reading.settings, "carries": before.reading, "gone": list(carry.gone)}
    reading = replace(reading, steps=tuple(steps), settings=settings)
    study = folded(reading)
    return reading, replace(study, notices=_said(study))


def _moving(table: Table, before: Studied, reading: Reading, *, trusted: bool) -> Moving:
    form = template("part", str(reading.settings["template"]))
    return Moving(before.doc_id, reading.documents[0][0], form, None if trusted else Sheets(table.desk))


def imported(table: Table, doc_id: str, state: Studied) -> tuple[Journal, Studied]:
    """A study begun with what another library's read, every quote compared here; Usage where it is of another document.

    What was read here and not there stays. The synthesis comes along where it is of the very same bytes.
    """
    known = found(table, doc_id)
    reading = _begun(table, doc_id, NO_WISH, state)
    now = folded(reading).parts
    carry = Carry(state.parts, now)
    if state.completed and not carry.anything and state.source != reading.settings["source"]:
        raise Usage(f"the state is of another document than {doc_id}", hint="Name the document that it was read of.")
    moving = _moving(table, state, reading, trusted=False)
    moves = list(carry.moves(moving))
    if known is not None:
        here = Carry(known.parts, now).moves(_moving(table, known, reading, trusted=False))
        moves = _merged(moves, list(here))
    reading, study = _with(reading, state, carry, moves)
    if state.synthesis and state.source == reading.settings["source"]:
        form = template("synthesis", str(reading.settings["template"]))
        steps = [Step(len(reading.steps) + 1, "synthesis", {"note": moving.data(state.synthesis, form)})]
        steps += [Step(len(reading.steps) + 2, END, {})] if study.current is None else []
        reading = replace(reading, steps=(*reading.steps, *steps))
    return _written(table, reading)


def _merged(there: list[tuple[str, Data]], here: list[tuple[str, Data]]) -> list[tuple[str, Data]]:
    """For each part what is said there, but what was noted here where nothing was noted there."""
    by_part = {data["part"]: (kind, data) for kind, data in here}
    for kind, data in there:
        if kind == "note" or by_part.get(data["part"], ("", {}))[0] != "note":
            by_part[data["part"]] = (kind, data)
    return list(by_part.values())


def _said(study: Studied) -> tuple[Notice, ...]:
    """What became of an earlier study's parts."""
    found: list[Notice] = []
    if changed := study.changed:
        named = ", ".join(f"{part.index} {part.title}" for part in changed[:5])
        more = f" and {len(changed) - 5} more" if len(changed) > 5 else ""
        found.append(Notice("changed", f"Parts that have changed since they were read: {named}{more}.", study.doc_id))
    if study.gone:
        found.append(Notice("gone", f"Parts that were read and are no more: {len(study.gone)}.", study.doc_id))
    return tuple(found)
