"""Parts handed to whoever reads, and what comes back: a note, or that the part is skipped."""

from collections.abc import Iterator
from dataclasses import replace

from silcrow.cite.sheets import Sheets
from silcrow.errors import NotFound, Notice, Usage
from silcrow.part import Part
from silcrow.place import Coordinate
from silcrow.split.units import Flat, flat
from silcrow.studied import Handed, Line, Note, Studied, StudyPart
from silcrow.study.gist import Reader
from silcrow.study.noting import compared, written
from silcrow.study.opening import Table, cut_as, going
from silcrow.study.saved import note_data
from silcrow.study.so_far import so_far
from silcrow.study.template import template

SO_FAR = 800  # tokens of what was noted before


def handed(table: Table, doc_id: str, number: int | None = None) -> Handed | None:
    """The first part that is open, or the one of a number; None when all are done."""
    _, study = going(table, doc_id)
    part = study.current if number is None else part_of(study, number)
    if part is None:
        return None
    document = table.whole(doc_id)
    laid = flat(document)
    cut = cut_as(document, study.split).parts[part.index - 1]
    lines = tuple(lines_of(laid, cut))
    return Handed(
        study=study,
        part=part,
        lines=lines,
        before=cut.context_prefix,
        header=cut.table_header,
        so_far=so_far(study, part, SO_FAR),
        gist=Reader(table.desk, document).gist(lines),
        form=template("part", str(study.settings.get("template", ""))).form,
    )


def note(table: Table, doc_id: str, text: str, *, number: int | None = None, by: str = "reader") -> Studied:
    """Save the note on a part (the first that is open, unless a number says which); the study as it stands then."""
    journal, study = going(table, doc_id)
    part = _open(study, number)
    form = template("part", str(study.settings.get("template", "")))
    made = compared(written(text, form), form, Sheets(table.desk), doc_id=doc_id, by=by)
    journal.save("note", note_step(part, made))
    state = going(table, doc_id)[1]
    if not part.held:
        return state
    again = Notice("replaced", f"Part {part.index} had a note; this one takes its place.", doc_id)
    return replace(state, notices=(*state.notices, again))


def note_step(part: StudyPart, made: Note) -> dict[str, object]:
    """What the step of a note holds."""
    standing = sum(quote.stands for quote in made.quotes)
    brief = f"{part.index} {part.title}: {standing} of {len(made.quotes)} quotes stand"
    return {"part": part.key, "note": note_data(made), "brief": brief}


def skip(table: Table, doc_id: str, *, number: int | None = None, why: str = "") -> Studied:
    """Leave a part unread, with the reason if there is one."""
    journal, study = going(table, doc_id)
    part = _open(study, number)
    if part.held:
        raise Usage(
            f"part {part.index} of {doc_id} has a note", hint="Another note takes its place; skipping does not."
        )
    journal.save("skip", {"part": part.key, "why": why.strip()[:1000], "brief": f"{part.index} {part.title}"})
    return going(table, doc_id)[1]


def which(table: Table, doc_id: str, number: int | None) -> int:
    """The number of the part that is meant."""
    return _open(going(table, doc_id)[1], number).index


def part_of(study: Studied, number: int) -> StudyPart:
    """The part of a number; NotFound where there is none."""
    if not 1 <= number <= len(study.parts):
        raise NotFound(f"{study.doc_id} has {len(study.parts)} parts, not {number}", hint="Parts count from 1.")
    return study.parts[number - 1]


def _open(study: Studied, number: int | None) -> StudyPart:
    if number is not None:
        return part_of(study, number)
    if study.current is None:
        raise Usage(f"all parts of {study.doc_id} are done", hint="Say which one is meant: --part N.")
    return study.current


def lines_of(laid: Flat, part: Part) -> Iterator[Line]:
    """The headings and paragraphs of a part, those at its ends as far as it has them."""
    for unit in laid.units:
        if unit.end <= part.start:
            continue
        if unit.start >= part.end:
            return
        text = laid.text[max(unit.start, part.start) : min(unit.end, part.end)].strip("\n")
        section = laid.document.sections[unit.section]
        if text.strip():
            yield Line(Coordinate(laid.document.doc_id, section.sec_id, unit.para_idx), unit.kind or "heading", text)
