"""JSON of a document in parts."""

from collections.abc import Mapping

from silcrow.part import Cut, Part, Parts
from silcrow.wire.envelope import JSON, notices, page_numbers

_TEXTS = ("text", "context_prefix", "table_header")


def parts(found: Parts, *, files: Mapping[int, str] | None = None) -> JSON:
    """A document in parts. Where they were written to files (names by index), the texts are in those."""
    return {
        "doc_id": found.doc_id,
        "edition": found.edition,
        "title": found.title,
        "max_tokens": found.max_tokens,
        "min_tokens": found.min_tokens,
        "overlap": found.overlap,
        "parts": [_part(found, one) if files is None else _listed(found, one, files[one.index]) for one in found.parts],
        "notices": notices(found.notices),
    }


def part(found: Parts, one: Part) -> JSON:
    """One part, with its document."""
    return {"doc_id": found.doc_id, "edition": found.edition, **_part(found, one)}


def _listed(found: Parts, one: Part, file: str) -> JSON:
    return {"file": file} | {key: value for key, value in _part(found, one).items() if key not in _TEXTS}


def _part(found: Parts, one: Part) -> JSON:
    stretches = [{"place": str(s.span), "begins": _cut(s.begins), "ends": _cut(s.ends)} for s in one.stretches]
    return {
        "index": one.index,
        "total": one.total,
        "title": one.title,
        "path": list(one.path),
        "stretches": stretches,
        **page_numbers(one.pages, found.page_labels),
        "tokens": one.tokens,
        "start": one.start,
        "end": one.end,
        "context_prefix": one.context_prefix,
        "table_header": one.table_header,
        "text": one.text,
    }


def _cut(cut: Cut | None) -> JSON | None:
    return None if cut is None else {"unit": cut.unit, "number": cut.number, "offset": cut.offset}
