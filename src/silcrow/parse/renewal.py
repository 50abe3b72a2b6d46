"""Whether the same bytes would be read otherwise today: by a newer Silcrow, or by an OCR engine that came since.

Looks at what a document says it was made by, and never at its bytes. An engine that is gone makes nothing older.
"""

from collections.abc import Iterable, Sequence

from silcrow.errors import Notice, Usage
from silcrow.parse.formats import recipe, without_profile

DIVIDED = "; cohesion 1"
"""The end of the recipe of a document without headings that was divided into passages after it was read."""
_OCR = "ocr "
_UNREAD = "ocr_missing"


def renewal(made_by: str, format_name: str, notices: Iterable[Notice], *, languages: Sequence[str] = ()) -> str:
    """Why reading a document anew would give another edition; "" where it would not, or cannot be read at all."""
    try:
        today = recipe(format_name)
    except Usage:
        return ""
    made_by = without_profile(made_by.removesuffix(DIVIDED))
    base, engine = made_by, ""
    if (at := made_by.rfind(f"; {_OCR}")) >= 0:
        base, engine = made_by[:at], made_by[at + 2 + len(_OCR) :]
    if base != today:
        return f"read by an older recipe ({made_by})"
    unread = any(notice.code == _UNREAD for notice in notices)
    if not engine and not unread:
        return ""
    from silcrow.parse.scan.choosing import choose, installed  # noqa: PLC0415 - asks the machine what is there

    if unread:
        return f"some of its pages were not read, and {installed()} is there now" if installed() else ""
    found = choose(languages).engine if languages else None
    if found is not None and found.name != engine:
        return f"its pictures were read by {engine}, and would be by {found.name}"
    now = installed()
    return f"its pictures were read by {engine}, and {now} is there now" if now and not engine.startswith(now) else ""
