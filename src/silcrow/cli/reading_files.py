"""Small files that a verb is given: notes, questions, templates, states. Bounded, and UTF-8 or said not to be."""

import sys
from pathlib import Path

from silcrow.errors import Damaged, NotFound, TooLarge, Usage

_LARGEST = 64_000_000  # bytes


def read_bytes(path: Path) -> bytes:
    """The bytes of a file; `-` is standard input. NotFound, Usage or TooLarge where it cannot be had."""
    if str(path) == "-":
        if sys.stdin.isatty():
            raise Usage("nothing is piped to standard input", hint="cat note.md | silcrow note DOC --from -")
        data = sys.stdin.buffer.read(_LARGEST + 1)
    elif not path.exists():
        raise NotFound(f"no file {path}", hint="Check the path.")
    elif path.is_dir():
        raise Usage(f"{path} is a folder", hint="Name a file in it.")
    else:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise TooLarge(f"{path} has more than {_LARGEST:,} bytes", hint="Is it the file that was meant?")
    return data


def read_small(path: Path) -> str:
    """The text of a file, as `read_bytes`; Damaged where it is no UTF-8."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Damaged(f"{path} is no UTF-8 text", hint="Save it as UTF-8.") from None
