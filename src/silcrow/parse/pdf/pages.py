"""One page: the engine's blocks and text runs to drafts in reading order, no run lost.

A run belongs to the block whose box holds its centre; where boxes overlap, or none holds it, the block whose text
contains it. What is left becomes drafts of its own.
"""

from collections.abc import Sequence

from liteparse.types import LayoutBlock, ParsedPage, TextItem

from silcrow.document import Kind
from silcrow.parse.pdf.drafts import Draft, around
from silcrow.parse.pdf.lines import print_lines
from silcrow.parse.pdf.tables import table_of
from silcrow.place import Box

_SLACK = 1.0
_MARKUP = str.maketrans("", "", "*\\~$`_ \t\n")
_KINDS: dict[str, Kind] = {
    "heading": "text",
    "paragraph": "text",
    "list_item": "list",
    "code": "code",
    "grid_fallback": "code",
    "table": "table",
    "figure": "figure",
    "rule": "text",
}


def drafts_of(page: ParsedPage) -> list[Draft]:
    """The page's drafts in reading order."""
    blocks = page.blocks or []
    owned, lone = _share_out(blocks, page.text_items)
    drafts: list[Draft] = []
    for block, runs in zip(blocks, owned, strict=True):
        if runs:
            drafts.append(_draft(block, runs, page.page_num))
    for runs in _clusters(lone):
        _insert(drafts, _text(runs, page.page_num))
    for draft in drafts:
        box = draft.box
        draft.hidden = box.right <= 0 or box.bottom <= 0 or box.left >= page.width or box.top >= page.height
    return drafts


def _draft(block: LayoutBlock, runs: list[TextItem], page: int) -> Draft:
    draft = _text(runs, page)
    draft.kind = _KINDS.get(block.kind, "text")
    if block.kind == "heading":
        draft.level = block.level
    elif block.kind == "table":
        draft.table = table_of(block)
    return draft


def _text(runs: list[TextItem], page: int) -> Draft:
    lines = print_lines(runs)
    return Draft("text", page, around(lines), lines)


def _share_out(blocks: Sequence[LayoutBlock], runs: Sequence[TextItem]) -> tuple[list[list[TextItem]], list[TextItem]]:
    """The runs of each block, and those of none."""
    boxes = [_edges(block) for block in blocks]
    texts: dict[int, str] = {}
    owned: list[list[TextItem]] = [[] for _ in blocks]
    lone: list[TextItem] = []
    for run in runs:
        if not run.text or run.text.isspace():
            continue
        across, down = run.x + run.width / 2, run.y + run.height / 2
        held = [n for n, box in enumerate(boxes) if box[1] <= down <= box[3] and box[0] <= across <= box[2]]
        if len(held) > 1:
            held = _by_text(held, run, blocks, texts) or [min(held, key=lambda n: _area(boxes[n]))]
        elif not held:
            near = [n for n in range(len(blocks)) if _distance(boxes[n], across, down) < 2.5 * run.height]
            near.sort(key=lambda n: _distance(boxes[n], across, down))
            held = _by_text(near, run, blocks, texts)
        if held:
            owned[held[0]].append(run)
        else:
            lone.append(run)
    return owned, lone


def _edges(block: LayoutBlock) -> tuple[float, float, float, float]:
    at = block.bbox
    if at is None:
        return (0.0, 0.0, -1.0, -1.0)
    return (at.x - _SLACK, at.y - _SLACK, at.x + at.width + _SLACK, at.y + at.height + _SLACK)


def _area(edges: tuple[float, float, float, float]) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


def _distance(edges: tuple[float, float, float, float], across: float, down: float) -> float:
    left, top, right, bottom = edges
    return max(left - across, across - right, 0.0) + max(top - down, down - bottom, 0.0)


def _by_text(numbers: Sequence[int], run: TextItem, blocks: Sequence[LayoutBlock], texts: dict[int, str]) -> list[int]:
    wanted = run.text.translate(_MARKUP)
    found = []
    for n in numbers:
        if n not in texts:
            texts[n] = _all_text(blocks[n])
        if wanted in texts[n]:
            found.append(n)
    return found


def _all_text(block: LayoutBlock) -> str:
    parts = [block.marker or "", block.text or "", *(block.lines or ())]
    parts += [cell.text for cell in block.header or ()]
    parts += [cell.text for row in block.rows or () for cell in row]
    return "".join(parts).translate(_MARKUP)


def _clusters(runs: list[TextItem]) -> list[list[TextItem]]:
    """Runs of no block, grouped where they stand close together."""
    groups: list[list[TextItem]] = []
    for run in runs:
        last = groups[-1][-1] if groups else None
        if last and abs(run.y - last.y) < 1.6 * max(run.height, last.height) and run.rotation == last.rotation:
            groups[-1].append(run)
        else:
            groups.append([run])
    return groups


def _insert(drafts: list[Draft], new: Draft) -> None:
    """Put a draft after the last one that stands above it in the same column."""
    place = len(drafts)
    after = [n for n, draft in enumerate(drafts) if _above(draft.box, new.box)]
    if after:
        place = after[-1] + 1
    else:
        below = [n for n, draft in enumerate(drafts) if _above(new.box, draft.box)]
        if below:
            place = below[0]
    drafts.insert(place, new)


def _above(upper: Box, lower: Box) -> bool:
    return upper.bottom <= lower.top + 2 and upper.left < lower.right and lower.left < upper.right
