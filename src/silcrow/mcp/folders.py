"""Which files a client may have read: those that really lie in folders allowed by name. Nothing else, and no URL.

Real paths are compared a component at a time, and once more when the file is open. Knows no document.
"""

import os
import re
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path

from silcrow.errors import DocumentError, NotFound, TooLarge, Usage
from silcrow.ingest.sources import LARGEST

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def allowed(folders: Iterable[str]) -> tuple[Path, ...]:
    """The real paths of folders; Usage where one is none."""
    real = tuple(Path(os.path.realpath(folder)) for folder in folders)
    for path in real:
        if not path.is_dir():
            raise Usage(f"{path} is no folder", hint="Allow folders that exist: --allow-add DIR.")
    return real


def real_path(text: str, folders: Sequence[Path]) -> Path:
    """The real path of what a client named; Usage when it lies outside, whether or not there is such a file."""
    if _SCHEME.match(text):
        raise Usage("a URL is not read, nor fetched", hint="Give the path of a file or folder.")
    if "\0" in text or not text.strip():
        raise Usage("that is no path", hint="Give the path of a file or folder.")
    # A relative path is meant from the folder that has it; joining keeps an absolute one as it is.
    named = [folder / text for folder in folders]
    path = next((one for one in named if os.path.lexists(one)), named[0])
    real = Path(os.path.realpath(path))
    if not is_inside(real, folders):
        raise _outside(folders)
    return real


def is_inside(real: Path, folders: Sequence[Path]) -> bool:
    """Whether a real path is one of the folders or lies below one."""
    return any(real.is_relative_to(folder) for folder in folders)


def read_inside(real: Path, folders: Sequence[Path]) -> bytes:
    """The bytes of a regular file. What was opened is what lies at the path: it was no link, and is none now."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(real, flags), "rb") as file:
            opened = os.fstat(file.fileno())
            if not stat.S_ISREG(opened.st_mode):
                raise Usage(f"{real.name} is no regular file", hint="Give the path of a document.")
            there = os.stat(real)  # noqa: PTH116  beside fstat
            same = (opened.st_dev, opened.st_ino) == (there.st_dev, there.st_ino)
            if not same or os.path.realpath(real) != str(real) or not is_inside(real, folders):
                raise _outside(folders)
            data = file.read(LARGEST + 1)
    except (FileNotFoundError, NotADirectoryError):
        raise NotFound(f"no file {real}", hint="Check the path.") from None
    except OSError as error:
        raise DocumentError(f"{real} cannot be read: {error.strerror}", hint="Check that it may be read.") from error
    if len(data) > LARGEST:
        raise TooLarge(f"{real} is larger than {LARGEST:,} bytes", hint="Split the document.")
    return data


def _outside(folders: Sequence[Path]) -> Usage:
    names = ", ".join(map(str, folders)) or "none"
    return Usage("that path lies outside the folders that may be added from", hint=f"Allowed: {names}.")
