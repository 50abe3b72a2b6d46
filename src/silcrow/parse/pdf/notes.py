"""Footnotes: small type at the foot of a page, below all text of body size in its column."""

import re
from collections.abc import Iterable

from silcrow.parse.pdf.drafts import Draft, Sheet

_MARK = re.compile(r"(?:\d{1,3}|[*†‡§¶∗]{1,3}|\(\d{1,2}\)|\[\d{1,3}\]|[a-z]\)?)[\s.:]?\s*\S")
_SMALL = 0.93  # in body sizes


def mark_notes(sheets: Iterable[Sheet], body: float) -> None:
    """Give footnotes their kind."""
    for sheet in sheets:
        text = [draft for draft in sheet.drafts if not draft.furniture and draft.box.bottom > 0.5 * sheet.height]
        for draft in text:
            if draft.kind in ("text", "list") and draft.lines[0].size < _SMALL * body and _is_note(draft, text):
                draft.kind = "note"
                draft.level = None


def _is_note(draft: Draft, text: Iterable[Draft]) -> bool:
    first = draft.lines[0]
    if not _MARK.match(first.text) or first.bold > 0.8 or draft.contents:
        return False
    box = draft.box
    return not any(
        other.box.top >= box.bottom - 1
        and other.box.left < box.right
        and box.left < other.box.right
        and (other.table is not None or other.lines[0].size > first.size + 0.4)
        for other in text
    )
