"""JSON of a comparison: sections with their fate and both places, the paragraphs that differ, their words."""

from collections.abc import Iterable

from silcrow.comparison import Comparison, Edit, ParagraphChange, SectionChange
from silcrow.errors import Notice
from silcrow.place import Coordinate, Span
from silcrow.wire.envelope import JSON, Labels, notices, page_numbers


def comparison(found: Comparison, *, labels: Labels | None = None, said: Iterable[Notice] = ()) -> JSON:
    """Two documents section by section. `edits` give both texts of a reworded paragraph to the letter."""
    labels = labels or {}
    return {
        "old": {"doc_id": found.old, "title": found.old_title},
        "new": {"doc_id": found.new, "title": found.new_title},
        "counts": dict(found.counts),
        "sections": [_section(section, labels) for section in found.sections],
        "notices": notices((*said, *found.notices)),
    }


def _section(change: SectionChange, labels: Labels) -> JSON:
    return {
        "fate": change.fate,
        "renamed": change.renamed,
        "matched_by": list(change.matched_by),
        "likeness": round(change.likeness, 3),
        "old": _side(change.old, change.old_path, change.old_pages, labels),
        "new": _side(change.new, change.new_path, change.new_pages, labels),
        "unchanged": change.unchanged,
        "paragraphs": [_paragraph(paragraph, labels) for paragraph in change.paragraphs],
    }


def _side(span: Span | None, path: tuple[str, ...], pages: tuple[int, ...], labels: Labels) -> JSON | None:
    if span is None:
        return None
    return {"place": str(span), "path": list(path), **page_numbers(pages, labels.get(span.doc_id, ()))}


def _paragraph(change: ParagraphChange, labels: Labels) -> JSON:
    found: JSON = {
        "fate": change.fate,
        "old": _text(change.old, change.old_text, change.old_pages, labels),
        "new": _text(change.new, change.new_text, change.new_pages, labels),
    }
    return found | {"edits": [_edit(edit) for edit in change.edits]} if change.edits else found


def _text(place: Coordinate | None, text: str, pages: tuple[int, ...], labels: Labels) -> JSON | None:
    if place is None:
        return None
    return {"place": str(place), "text": text, **page_numbers(pages, labels.get(place.doc_id, ()))}


def _edit(edit: Edit) -> JSON:
    return {"old": edit.old, "new": edit.new}
