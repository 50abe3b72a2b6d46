"""The folder in which the uploads of one server wait. Several may take uploads to one library: each has a folder of its
own, and holds it as long as it lives. What a server left that is there no more, the next one takes up.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from silcrow.web.refusals import Overloaded

_MOST = 64  # servers of one library on one machine
_LOCK = "lock"


class Held:
    """A folder that is this process's until it ends, or until `release`."""

    def __init__(self, folder: Path, handle: int) -> None:
        self.folder = folder
        self._handle = handle

    def release(self) -> None:
        """Leave it to the next one."""
        os.close(self._handle)


def hold(base: Path) -> Held:
    """The first folder that nobody holds: the base itself, or one in it."""
    for folder in _folders(base):
        folder.mkdir(mode=0o700, exist_ok=True)
        if held := _held(folder):
            return held
    raise Overloaded(f"{_MOST} servers take uploads already", hint="Stop some.")


def take_up(base: Path, own: Held) -> None:
    """Move what waits in folders that nobody holds any more into one's own: a job's row after its bytes, so that one
    that is stopped in the middle of it loses nothing.
    """
    for folder in _folders(base):
        if folder == own.folder or not folder.is_dir():
            continue
        if other := _held(folder):
            for end in ("bytes", "json"):
                for file in sorted(folder.glob(f"*.{end}")):
                    os.replace(file, own.folder / file.name)  # noqa: PTH105
            other.release()


def _folders(base: Path) -> Iterator[Path]:
    yield base
    for number in range(2, _MOST + 1):
        yield base / str(number)


def _held(folder: Path) -> Held | None:
    handle = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    with suppress(OSError):
        _lock(handle)
        return Held(folder, handle)
    os.close(handle)
    return None


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
