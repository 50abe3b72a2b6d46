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


def standing(path: Path) -> Standing | None:
    """How it stands now; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116  for each transaction, and a third of the time
    except OSError:
        return None
    return Standing((found.st_dev, found.st_ino), (found.st_size, found.st_mtime_ns, log_size(path)))


def log_size(path: Path) -> int:
    """Bytes of the log beside it; 0 where there is none."""
    try:
        return os.stat(f"{path}-wal").st_size  # noqa: PTH116  as above
    except OSError:
        return 0


def how_read(path: Path | None) -> str:
    """How SQLite opens a library that may be read and not written; "" for any other.

    In a folder where nothing can be written there is no place for the files that readers meet in; without a log beside
    it, the library is complete in itself, and needs none. Then SQLite does not notice what others write.
    """
    if path is None or not path.exists() or not path.stat().st_size:
        return ""
    folder = os.access(path.parent, os.W_OK)
    if folder and os.access(path, os.W_OK):
        return ""
    return "mode=ro" if folder or log_size(path) else IMMUTABLE
