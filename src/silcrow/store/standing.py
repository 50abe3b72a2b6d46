"""How a library file stands on its disk: what may be done with it there, and whether it is still the one that was
opened. Knows no SQL.
"""

import os
from pathlib import Path
from typing import NamedTuple

IMMUTABLE = "mode=ro&immutable=1"


class Standing(NamedTuple):
    """A file as it lies at its path. `written` changes with all that is written to it."""

    file: tuple[int, int]
    written: tuple[int, int, int]


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file lies at a path; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  for each transaction, and a third of the time
    except OSError:
        return None
    return found.st_dev, found.st_ino


def standing(path: Path) -> Standing | None:
    """How the file stands now; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return Standing((found.st_dev, found.st_ino), (found.st_size, found.st_mtime_ns, log_size(path)))


def log_size(path: Path) -> int:
    """Bytes of the log beside it; 0 where there is none."""
    try:
        return path.with_name(f"{path.name}-wal").stat().st_size
    except OSError:
        return 0


def how_read(path: Path | None) -> str:
    """How SQLite opens a library that may be read and not written; "" for any other.

    Without a log beside it the library is complete in itself, and is read without a trace. Then SQLite does not notice
    what others write: whoever reads it so has to look. With one, readers meet in files beside it.
    """
    if path is None or not path.exists() or not path.stat().st_size:
        return ""
    if os.access(path.parent, os.W_OK) and os.access(path, os.W_OK):
        return ""
    return "mode=ro" if log_size(path) else IMMUTABLE
