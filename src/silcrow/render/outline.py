"""An outline as text: a list that fits a token budget, for prompts and pipes, and a map that fits a screen."""

from collections.abc import Sequence

from silcrow.document import Health, Section
from silcrow.errors import Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.outline import Folded, Outline, Row, fold
from silcrow.render.columns import Paint, cell_width, clip, counted, pad, plain
from silcrow.render.places import FRONT, pages_text

LEAST_TOKENS = 60  # a budget below this holds no outline worth the name
DOUBTFUL = 0.5  # headings of a lower confidence are marked

_LONGEST = 100  # columns of a heading in the list
_TOKENS = 24  # and its tokens, when there is a budget
_TITLE_TOKENS = 16
_DEEPEST = 10  # levels that a map still indents


def outline_list(outline: Outline, *, max_tokens: int | None = None, depth: int | None = None) -> str:
    """The outline as a Markdown list of `sec_id: heading (size, pages)`, never above max_tokens (at least 60).

    Where a budget does not hold all top sections, sizes and pages are left away before sections are.
    """
    if max_tokens is None:
        rows = fold(outline, depth=depth).rows
        return _listed(outline, rows, None, terse=False)
    if max_tokens < LEAST_TOKENS:
        raise Usage(f"an outline does not fit {max_tokens} tokens", hint=f"Give it {LEAST_TOKENS} or more.")
    # The sum of estimates over lines is never below the estimate of the whole.
    frame = (_head(outline, _TITLE_TOKENS), _foot(len(outline.sections), len(outline.sections)))
    budget = max_tokens - sum(estimate_tokens(line + "\n") for line in frame)
    rows, terse = _fold(outline, budget, depth, terse=False), False
    if not rows or any(row.section is None and row.depth == 0 for row in rows):
        rows, terse = _fold(outline, budget, depth, terse=True), True
    return _listed(outline, rows, _TOKENS, terse=terse)


def _fold(outline: Outline, budget: int, depth: int | None, *, terse: bool) -> tuple[Row, ...]:
    def cost(row: Row) -> int:
        return estimate_tokens(_item(row, outline, _TOKENS, terse=terse) + "\n")

    return fold(outline, depth=depth, budget=budget, cost=cost).rows


def _listed(outline: Outline, rows: Sequence[Row], limit: int | None, *, terse: bool) -> str:
    lines = [_head(outline, limit and _TITLE_TOKENS), *(_item(row, outline, limit, terse=terse) for row in rows)]
    if folded := len(outline.sections) - sum(row.section is not None for row in rows):
        lines.append(_foot(folded, len(outline.sections)))
    return "\n".join(lines)


def _head(outline: Outline, limit: int | None) -> str:
    title = _clip_tokens(outline.title or outline.doc_id, limit)
    size = counted(len(outline.sections), "section") + (f", {counted(outline.pages, 'page')}" if outline.pages else "")
    return f"# {title} ({size})"


def _foot(folded: int, total: int) -> str:
    return f"… {folded} of {total} sections folded"


def _item(row: Row, outline: Outline, limit: int | None, *, terse: bool) -> str:
    indent = "  " * row.depth
    if row.section is None:
        return f"{indent}- … {row.folded} more"
    section = row.section
    facts = [] if terse else _facts(section, outline)
    if section.confidence < DOUBTFUL:
        facts.append("doubtful")
    if row.folded:
        facts.append(f"{row.folded} folded")
    heading = _clip_tokens(clip(section.heading or FRONT, _LONGEST), limit)
    return f"{indent}- {section.sec_id}: {heading}" + (f" ({', '.join(facts)})" if facts else "")


def _facts(section: Section, outline: Outline) -> list[str]:
    facts = [f"{section.count} ¶"] if section.count else []
    if section.tokens:
        facts.append(f"~{section.tokens:,} tokens")
    if section.pages:
        facts.append(pages_text(section.pages, outline.page_labels))
    return facts


def _clip_tokens(text: str, limit: int | None) -> str:
    if limit is None or estimate_tokens(text) <= limit:
        return text
    text = text[: 4 * limit]
    while estimate_tokens(text + "…") > limit:
        text = text[:-1]
    return text.rstrip() + "…"


def outline_map(
    outline: Outline, *, width: int = 80, height: int | None = None, depth: int | None = None, paint: Paint = plain
) -> str:
    """The outline in columns (mark, page, heading, sec_id), folded to so many lines; `?` marks doubtful headings."""
    return "\n".join(map_lines(outline, fold(outline, depth=depth, budget=height), width=width, paint=paint))


def map_lines(outline: Outline, folded: Folded, *, width: int = 80, paint: Paint = plain) -> list[str]:
    """The lines of a map: one a row."""
    numbers = [_page(row.section, outline) for row in folded.rows]
    paper = max(map(cell_width, numbers), default=0)
    gap = "  " if paper else ""
    lines = []
    for row, number in zip(folded.rows, numbers, strict=True):
        section = row.section
        indent = "  " * min(row.depth, _DEEPEST)
        if section is None:
            lines.append(paint("quiet", " " * (2 + paper) + f"{gap}{indent}… {row.folded} more"))
            continue
        doubt = section.confidence < DOUBTFUL
        margin = paint("doubt", "?") if doubt else " "
        more = f" +{row.folded}" if row.folded else ""
        left = 2 + paper + len(gap) + len(indent)
        room = max(width - left - cell_width(section.sec_id) - len(more) - 2, 12)
        heading = clip(section.heading or FRONT, room)
        blank = width - left - cell_width(heading) - len(more) - cell_width(section.sec_id)
        lines.append(
            f"{margin} {paint('quiet', pad(number, paper, right=True))}{gap}{indent}"
            + paint("heading" if row.depth == 0 else "plain", heading)
            + paint("quiet", more)
            + " " * max(blank, 2)
            + paint("coordinate", section.sec_id)
        )
    return lines


def _page(section: Section | None, outline: Outline) -> str:
    if section is None or not section.pages:
        return ""
    page = section.pages[0]
    return outline.page_labels[page - 1] if 0 < page <= len(outline.page_labels) else str(page)


def health_text(health: Health, *, sections: int, pages: int = 0) -> str:
    """How far the structure can be trusted, on one line."""
    headings = sum(count for _, count in health.evidence)
    if health.flat:
        parts = ["no headings found: one flat run of paragraphs"]
    elif len(health.evidence) == 1:
        parts = [f"{counted(headings, 'heading')} by {health.evidence[0][0]}"]
    else:
        clues = ", ".join(f"{name} {count:,}" for name, count in health.evidence)
        parts = [f"{counted(headings, 'heading')}: {clues}" if clues else counted(sections, "section")]
    if health.doubtful:
        parts.append(f"{len(health.doubtful):,} doubtful (?)")
    if health.pages_without_text:
        parts.append(f"{len(health.pages_without_text):,} of {counted(pages, 'page')} without text")
    if health.notices:
        parts.append(counted(len(health.notices), "notice"))
    return "; ".join(parts)
