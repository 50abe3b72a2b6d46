"""Bookmarks to the drafts they point at."""

import re
import unicodedata
from collections.abc import Sequence

from rapidfuzz import fuzz

from silcrow.parse.pdf.catalog import Bookmark
from silcrow.parse.pdf.drafts import Draft

_ALIKE = 88
_NOT_WORD = re.compile(r"[\W_]+")


def mark(drafts: Sequence[Draft], bookmarks: Sequence[Bookmark]) -> None:
    """Give each draft the level of the bookmark that names it, on its page or the one before or after."""
    by_page: dict[int, list[Draft]] = {}
    for draft in drafts:
        if draft.kind in ("text", "list") and len(draft.lines) <= 6:
            by_page.setdefault(draft.page, []).append(draft)
    for entry in bookmarks:
        wanted = _key(entry.title)
        if not wanted:
            continue
        for page in (entry.page, entry.page + 1, entry.page - 1):
            best, score = None, float(_ALIKE)
            for draft in by_page.get(page, ()):
                if draft.bookmark is None:
                    alike = fuzz.ratio(wanted, _key(" ".join(line.text for line in draft.lines)), score_cutoff=score)
                    if alike > score or (alike and best is None):
                        best, score = draft, alike
            if best is not None:
                best.bookmark = entry.level
                break


def _key(text: str) -> str:
    return _NOT_WORD.sub(" ", unicodedata.normalize("NFKC", text).casefold()).strip()
