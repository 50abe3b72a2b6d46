"""What repeats at the page edge over the document: running heads and feet, page numbers."""

import re
from collections import defaultdict
from collections.abc import Sequence

from silcrow.parse.pdf.drafts import Draft

_NUMBER = re.compile(r"\d+|\b[ivxlcdm]+\b", re.IGNORECASE)
_EDGE = 3


def set_aside(drafts: Sequence[Draft]) -> None:
    """Mark drafts near the top or foot of the page whose text, digits apart, repeats over the pages."""
    pages: dict[int, list[Draft]] = defaultdict(list)
    for draft in drafts:
        pages[draft.page].append(draft)
    groups: dict[tuple[str, bool, int], list[Draft]] = defaultdict(list)
    for held in pages.values():
        order = sorted(held, key=lambda draft: draft.box.top)
        for top, edge in ((True, order[:_EDGE]), (False, order[-_EDGE:])):
            for draft in edge:
                if len(draft.lines) <= 2 and draft.table is None:
                    key = _NUMBER.sub("#", " ".join(line.text for line in draft.lines)).casefold()
                    groups[key, top, round(draft.box.top / 8)].append(draft)
    for same in groups.values():
        numbers = {draft.page for draft in same}
        if len(numbers) >= max(3, min(len(pages) // 10, 8)):
            for draft in same:
                draft.furniture = True
