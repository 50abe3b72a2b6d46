"""JSON of what reading and retrieving return."""

from collections.abc import Sequence

from silcrow.passage import Hit, Passage, Passages
from silcrow.wire.envelope import JSON, Labels, left_out_entry, notices, page_numbers


def passages(found: Passages, *, labels: Labels | None = None) -> JSON:
    """What read and retrieve return."""
    return {
        "passages": [_passage(p, (labels or {}).get(p.span.doc_id, ())) for p in found.passages],
        "left_out": left_out_entry(found.left_out),
        "cursor": found.cursor,
        "notices": notices(found.notices),
    }


def _passage(passage: Passage, labels: Sequence[str]) -> JSON:
    return {
        "place": str(passage.span),
        "path": list(passage.path),
        **page_numbers(passage.pages, labels),
        "text": passage.text,
        "rank": passage.rank,
        "hits": [_hit(hit) for hit in passage.hits],
    }


def _hit(hit: Hit) -> JSON:
    """A hit; `reasons`, which add up to its score, only where they were asked for."""
    entry: JSON = {"place": str(hit.span), "score": round(hit.score, 4), "found_by": list(hit.found_by)}
    if hit.reasons:
        entry["reasons"] = [{"word": r.word, "field": r.field, "score": round(r.score, 4)} for r in hit.reasons]
    return entry
