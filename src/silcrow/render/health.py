"""The report on a document's structure: where each heading came from, how sure it is, what is odd, what fell back."""

from collections.abc import Iterator, Sequence

from silcrow.outline import Outline, oversized, skipped
from silcrow.render.columns import Paint, clip, grid, plain
from silcrow.render.listing import notice_text, render_facts
from silcrow.render.outline import DOUBTFUL, health_text

_SAID = "of ten headings at 0.70 the authors' own outlines name about seven; 1.00 was stated by the document"
_MANY = 8


def render_health(outline: Outline, *, width: int | None = None, paint: Paint = plain) -> str:
    """The facts of the whole, then a line a heading: ? where it is doubtful, confidence, clues, sec_id, heading."""
    headings = [section for section in outline.sections if section.heading]
    report = render_facts(list(_facts(outline)), head=outline.doc_id, width=width, paint=paint)
    if not headings:
        return report
    rows = [("", "sure", "from", "sec_id", "heading")]
    for section in headings:
        doubt = "?" if section.confidence < DOUBTFUL else ""
        heading = "  " * min(len(section.path) - 1, 8) + section.heading
        rows.append(
            (doubt, f"{section.confidence:.2f}", ", ".join(section.evidence), section.sec_id, clip(heading, 60))
        )
    return "\n".join([report, "", *grid(rows, width=width)])


def _facts(outline: Outline) -> Iterator[tuple[str, str]]:
    health = outline.health
    yield "structure", health_text(health, sections=len(outline.sections), pages=outline.pages)
    if health.flat:
        yield "fallback", "passages of about 200 words, cut where sentences end, read with their neighbours"
    else:
        yield "sure", _SAID
    for name, sec_ids in (
        ("doubtful", health.doubtful),
        ("level skipped", skipped(outline.sections)),
        ("very long", oversized(outline.sections)),
        ("no text", [f"page {page}" for page in health.pages_without_text]),
    ):
        if sec_ids:
            yield name, f"{len(sec_ids):,}: {_some(sec_ids)}"
    for notice in outline.notices:
        yield "notice", notice_text(notice)


def _some(names: Sequence[str]) -> str:
    return ", ".join(names[:_MANY]) + (f" and {len(names) - _MANY} more" if len(names) > _MANY else "")
