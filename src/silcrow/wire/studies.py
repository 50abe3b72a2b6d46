"""JSON of studies: surveys, parts handed out, progress, notes and syntheses."""

from collections.abc import Iterable, Sequence

from silcrow.errors import Notice
from silcrow.located import Reference
from silcrow.studied import Gathered, Gist, Handed, Landmark, Mapped, Note, Studied, StudyPart, Survey, Synthesis, Term
from silcrow.wire.envelope import JSON, notices, page_numbers


def surveys(found: Sequence[Survey], *, said: Iterable[Notice] = ()) -> JSON:
    """Documents that are under study, and the first look at each."""
    said = [*said, *(notice for one in found for notice in one.notices)]
    return {"studies": list(map(_survey, found)), "notices": notices(said)}


def _survey(found: Survey) -> JSON:
    labels = found.page_labels
    return {
        "doc_id": found.doc_id,
        "reading": found.reading,
        "title": found.title,
        "pages": found.pages,
        "tokens": found.tokens,
        "parts": found.parts,
        "landmarks": [_landmark(one, labels) for one in found.landmarks],
        "terms": list(map(_term, found.terms)),
        "order": list(found.order),
        "sections": [_mapped(one, labels) for one in found.sections],
    }


def _landmark(one: Landmark, labels: Sequence[str]) -> JSON:
    return {
        "role": one.role,
        "place": one.place,
        "path": list(one.path),
        **page_numbers(one.pages, labels),
        "parts": list(one.parts),
        "reasons": list(one.reasons),
    }


def _mapped(one: Mapped, labels: Sequence[str]) -> JSON:
    return {
        "place": one.place,
        "path": list(one.path),
        "level": one.level,
        **page_numbers(one.pages, labels),
        "tokens": one.tokens,
        "parts": list(one.parts),
    }


def _term(one: Term) -> JSON:
    return {"term": one.term, "count": one.count, "places": list(map(str, one.places)), "defined": one.defined}


def progress(study: Studied, *, said: Iterable[Notice] = ()) -> JSON:
    """How far a study is, a line a part."""
    current = study.current
    return {
        "reading": study.reading or None,
        "doc_id": study.doc_id,
        "edition": study.edition,
        "title": study.title,
        "split": dict(study.split),
        "total": len(study.parts),
        "completed": list(study.completed),
        "current": current.index if current else None,
        "changed": [part.index for part in study.changed],
        "gone": list(study.gone),
        "questions": list(study.questions),
        "parts": [_part(part, study.page_labels) for part in study.parts],
        "synthesis": study.synthesis is not None,
        "usage": dict(study.usage),
        "notices": notices([*said, *study.notices]),
    }


def _part(part: StudyPart, labels: Sequence[str]) -> JSON:
    return {
        "index": part.index,
        "title": part.title,
        "path": list(part.path),
        "places": list(part.places),
        **page_numbers(part.pages, labels),
        "tokens": part.tokens,
        "state": part.state,
        "changed": part.changed,
        "why": part.why,
    }


def handed(found: Handed, *, said: Iterable[Notice] = ()) -> JSON:
    """A part handed out: its text by places, what helps to read it, and the form to fill."""
    study, part = found.study, found.part
    return {
        "reading": study.reading,
        "doc_id": study.doc_id,
        "part": _part(part, study.page_labels),
        "total": len(study.parts),
        "left": sum(not one.done for one in study.parts),
        "text": [{"place": str(line.place), "kind": line.kind, "text": line.text} for line in found.lines],
        "context_prefix": found.before,
        "table_header": found.header,
        "so_far": found.so_far,
        "gist": _gist(found.gist),
        "former": _note(part.former) if part.former else None,
        "form": found.form,
        "notices": notices([*said, *study.notices]),
    }


def all_done(study: Studied, *, said: Iterable[Notice] = ()) -> JSON:
    """What stands in place of a part where none is left."""
    return progress(study, said=said) | {"part": None}


def _gist(found: Gist) -> JSON:
    return {
        "sentences": [{"place": c.place, "pages": list(c.pages), "quote": c.quote} for c in found.sentences],
        "terms": list(found.terms),
        "figures": [{"place": str(place), "text": text} for text, place in found.figures],
        "references": list(map(_reference, found.references)),
    }


def _reference(one: Reference) -> JSON:
    target = str(one.target) if one.target else None
    return {"place": str(one.place), "words": one.words, "outcome": one.outcome, "target": target}


def _note(note: Note) -> JSON:
    return {
        "summary": note.summary,
        "fields": [
            {
                "key": one.key,
                "title": one.title,
                "entries": [
                    {"text": entry.text, "quotes": list(entry.quotes), "fault": entry.fault or None}
                    for entry in one.entries
                ],
            }
            for one in note.fields
        ],
        "quotes": [
            {
                "place": one.place,
                "quote": one.quote,
                "verdict": one.verdict,
                "pages": list(one.pages),
                "given": one.given or None,
            }
            for one in note.quotes
        ],
        "by": note.by,
        "at": note.at,
    }


def noted(study: Studied, number: int, *, said: Iterable[Notice] = ()) -> JSON:
    """A part that was noted or skipped, with the note as it was compared, and how far the study is now."""
    part = study.parts[number - 1]
    note = _note(part.note) if part.note else None
    head = progress(study, said=said)
    return {key: head[key] for key in ("reading", "doc_id", "total", "completed", "current")} | {
        "part": _part(part, study.page_labels),
        "note": note,
        "notices": head["notices"],
    }


def synthesis(found: Synthesis, *, said: Iterable[Notice] = ()) -> JSON:
    """A study as a whole, or several side by side."""
    return {
        "documents": [
            {
                "doc_id": study.doc_id,
                "edition": study.edition,
                "title": study.title,
                "reading": study.reading or None,
                "total": len(study.parts),
                "completed": list(study.completed),
                "synthesis": _note(study.synthesis) if study.synthesis else None,
                "notes": [_part(one, study.page_labels) | {"note": _note(one.note)} for one in study.parts if one.note],
            }
            for study in found.studies
        ],
        "synthesis": _note(found.note) if found.note else None,
        "terms": list(map(_term, found.terms)),
        **_gathered(found.gathered),
        "gaps": [
            {"question": gap.question, "leads": [{"place": str(one.span), "path": list(one.path)} for one in gap.leads]}
            for gap in found.gaps
        ],
        "form": found.form,
        "notices": notices([*said, *found.notices]),
    }


def _gathered(found: Gathered) -> JSON:
    return {
        "bibliography": [{"place": str(place), "text": text} for text, place in found.bibliography],
        "glossary": [{"term": one.term, "place": str(one.place)} for one in found.glossary],
    }
