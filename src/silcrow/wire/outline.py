"""JSON of an outline and of how far it can be trusted."""

from collections.abc import Callable, Sequence

from silcrow.document import Health, Section
from silcrow.language.tokens import estimate_tokens
from silcrow.outline import Folded, Outline, Row, fold, oversized, skipped
from silcrow.passage import LeftOut
from silcrow.wire.envelope import JSON, dumps, left_out_entry, notices, page_numbers


def health(found: Outline, edition: str) -> JSON:
    """How far a structure can be trusted: where each heading came from, what is odd, what fell back."""
    return {
        "doc_id": found.doc_id,
        "edition": edition,
        "title": found.title,
        "health": health_report(found.health),
        "skipped_levels": list(skipped(found.sections)),
        "oversized": list(oversized(found.sections)),
        "headings": [
            {"sec_id": s.sec_id, "title": s.heading, "level": s.level, "evidence": list(s.evidence)}
            | {"confidence": round(s.confidence, 3)}
            for s in found.sections
            if s.heading
        ],
        "notices": notices(found.notices),
    }


def health_report(health: Health) -> JSON:
    """A report as it was made, with its notices."""
    return {
        "evidence": dict(health.evidence),
        "doubtful": list(health.doubtful),
        "flat": health.flat,
        "pages_without_text": list(health.pages_without_text),
        "notices": notices(health.notices),
    }


def _health_short(health: Health) -> JSON:
    """A report in figures: an outline marks each heading itself, and its notices are its own."""
    counts = {"doubtful": len(health.doubtful), "pages_without_text": len(health.pages_without_text)}
    return {"evidence": dict(health.evidence), "flat": health.flat, **counts}


def section(found: Section, labels: Sequence[str] = ()) -> JSON:
    """One section, without those below it; `pages` are its first and its last."""
    return {
        "sec_id": found.sec_id,
        "label": found.label,
        "title": found.title,
        "level": found.level,
        "path": list(found.path),
        "paragraphs": found.count,
        "tokens": found.tokens,
        **page_numbers(found.pages or (), labels),
        "evidence": list(found.evidence),
        "confidence": round(found.confidence, 3),
    }


def outline(found: Outline, *, depth: int | None = None, max_tokens: int | None = None) -> JSON:
    """Sections inside sections. What depth or budget hides is counted; `tokens` is what its entries would take."""

    def entry_tokens(row: Row) -> int:
        entry = section(row.section, found.page_labels) if row.section else {}
        return estimate_tokens(dumps(entry | {"sections": []}) + ", ") if row.section else 0

    envelope = estimate_tokens(dumps(_outline(found, [], LeftOut(10**6, 10**8))))
    budget = None if max_tokens is None else max_tokens - envelope
    folded = fold(found, depth=depth, budget=budget, cost=entry_tokens)
    shown = nested(folded, lambda s: section(s, found.page_labels))
    left_out = None
    if folded.folded:
        kept = {s.ord for s in folded.sections}
        hidden = (s for s in found.sections if s.ord not in kept)
        left_out = LeftOut(folded.folded, sum(entry_tokens(Row(s, 0)) for s in hidden))
    return _outline(found, shown, left_out)


def _outline(found: Outline, sections: list[JSON], left_out: LeftOut | None) -> JSON:
    return {
        "doc_id": found.doc_id,
        "sections": sections,
        "health": _health_short(found.health),
        "left_out": left_out_entry(left_out),
        "notices": notices(found.notices),
    }


def nested(folded: Folded, one: Callable[[Section], JSON]) -> list[JSON]:
    """Entries of sections inside those above them, as `sections`."""
    tops: list[JSON] = []
    chain: list[list[JSON]] = [tops]
    for row in folded.rows:
        if row.section is None:
            continue
        below: list[JSON] = []
        del chain[row.depth + 1 :]
        chain[row.depth].append(one(row.section) | {"sections": below})
        chain.append(below)
    return tops
