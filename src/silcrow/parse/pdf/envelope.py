"""What the bytes are, before any engine sees them: where the PDF begins, and whether its end is whole."""

import re

from silcrow.errors import Damaged, Notice

_MAGIC = b"%PDF-"
_HEAD = 1024
_STARTXREF = re.compile(rb"startxref\s{0,8}(\d{1,12})")
_TABLE = re.compile(rb"\s{0,8}(?:xref\b|\d{1,10}\s\d{1,5}\sobj\b)")
_CATALOG = re.compile(rb"/Type\s{0,4}/Catalog\b")
_OBJECT = re.compile(rb"(\d{1,10})\s{1,4}(\d{1,5})\s{1,4}obj\b")
_NEAR = 4096  # bytes between the head of an object and what it says of its type


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
    found = _STARTXREF.match(data, max(0, data.rfind(b"startxref")))
    if found and data.find(b"%%EOF", found.end()) >= 0:
        offset = int(found[1])
        if any(_TABLE.match(data, place) for place in (offset, offset - cut) if 0 <= place < len(data)):
            return ()
    return (Notice("repaired", "the file is damaged or cut off; what could be recovered was read"),)


def with_trailer(data: bytes) -> bytes | None:
    """A file that lost its end, with a trailer that names its catalogue; None where the catalogue is lost too."""
    starts = [found.start() for found in _CATALOG.finditer(data)]
    heads = list(_OBJECT.finditer(data, max(0, starts[-1] - _NEAR), starts[-1])) if starts else []
    if not heads:
        return None
    number, generation = heads[-1][1].decode(), heads[-1][2].decode()
    return data + f"\ntrailer\n<</Root {number} {generation} R>>\nstartxref\n0\n%%EOF\n".encode()
