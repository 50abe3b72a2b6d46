"""Where a draft stands among the others of its page: the room above it, and whether it is centred."""

from collections.abc import Sequence

from silcrow.parse.pdf.drafts import Draft, Sheet

_CENTRED = 0.02  # of the column's width
_INDENT = 0.05
_MOST_LINES = 4


def measure(sheet: Sheet) -> None:
    """Set gap and centred of every draft of the page that may be a heading."""
    drafts = [draft for draft in sheet.drafts if not draft.furniture and not draft.hidden]
    for place, draft in enumerate(drafts):
        draft.gap = _gap(draft, drafts, place)
        if draft.table is None and len(draft.lines) <= _MOST_LINES and not _is_flush(draft, drafts, place):
            draft.centred = _is_centred(draft, drafts, sheet.width)
        if 1 < len(draft.lines) <= _MOST_LINES and (draft.level is not None or draft.lines[0].bold > 0.5):
            draft.right = _right_edge(draft, drafts)


def _is_flush(draft: Draft, drafts: Sequence[Draft], place: int) -> bool:
    """Whether it begins where a neighbour of other width begins: a quick answer to most questions."""
    box = draft.box
    for other in (*drafts[place - 1 : place], *drafts[place + 1 : place + 2]):
        if abs(other.box.left - box.left) < 2 and abs(other.box.right - box.right) > 4:
            return True
    return False


def _gap(draft: Draft, drafts: Sequence[Draft], place: int) -> float | None:
    box, first = draft.box, draft.lines[0]
    bottom = None
    if place:
        before = drafts[place - 1].box
        if before.bottom <= box.top + 1 and before.left < box.right and box.left < before.right:
            bottom = before.bottom
    if bottom is None:
        above = [
            other.box.bottom
            for other in drafts
            if other.box.bottom <= box.top + 1 and other.box.left < box.right and box.left < other.box.right
        ]
        if not above:
            return None
        bottom = max(above)
    return round((first.top - bottom) / max(first.bottom - first.top, 1.0), 2)


def _right_edge(draft: Draft, drafts: Sequence[Draft]) -> float | None:
    """Where the paragraphs end that begin flush with it; None where it is centred or stands alone."""
    if draft.centred:
        return None
    reach = 2 * draft.lines[0].size
    edges = sorted(
        other.box.right
        for other in drafts
        if other is not draft
        and len(other.lines) > 1
        and other.table is None
        and abs(other.box.left - draft.box.left) < reach
    )
    return edges[len(edges) // 2] if edges else None


def _is_centred(draft: Draft, drafts: Sequence[Draft], width: float) -> bool:
    box = draft.box
    left, right = box.left, box.right
    for other in drafts:
        if other.box.left < box.right and box.left < other.box.right:
            left, right = min(left, other.box.left), max(right, other.box.right)
    if right - left < 0.3 * width:
        left, right = 0.0, width
    middle, room = (left + right) / 2, right - left
    return box.left - left > _INDENT * room and all(
        abs((line.left + line.right) / 2 - middle) < _CENTRED * room + 1 for line in draft.lines
    )
