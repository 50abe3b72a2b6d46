"""What the bytes are, before any engine sees them: where the PDF begins, and whether its end is whole."""

import re

from silcrow.errors import Damaged, Notice

_MAGIC = b"%PDF-"
_HEAD = 1024
_TAIL = 2048
_STARTXREF = re.compile(rb"startxref\s+(\d{1,12})\s*%%EOF")
_TABLE = re.compile(rb"\s*(?:xref\b|\d+\s+\d+\s+obj\b)")


def trim(data: bytes, *, name: str) -> bytes:
    """The bytes from %PDF on; Damaged where there is none in the first 1,024 bytes."""
    if not data.strip(b"\0\t\n\f\r "):
        raise Damaged(f"{name} is empty", hint="Fetch or export the file again.")
    start = data.find(_MAGIC, 0, _HEAD)
    if start < 0:
        raise Damaged(f"{name} does not begin like a PDF", hint="Check that it is one; a download may have failed.")
    return data[start:] if start else data


def repairs(data: bytes, *, cut: int) -> tuple[Notice, ...]:
    """A notice where the cross-reference table is not where the file says, so that it had to be rebuilt.

    `cut` is the number of bytes that stood before the PDF: offsets may count them or not.
    """
    ends = list(_STARTXREF.finditer(data, max(0, len(data) - _TAIL)))
    if ends:
        offset = int(ends[-1][1])
        if any(_TABLE.match(data, place) for place in (offset, offset - cut) if 0 <= place < len(data)):
            return ()
    return (Notice("repaired", "the file is damaged or cut off; what could be recovered was read"),)
