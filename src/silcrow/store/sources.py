"""Kept source bytes: NAME.sources/SHA beside a library file, or in memory. Knows no rows.

All of it is called with the library's write lock held, so nothing here races with another process.
"""

import hashlib
import os
from contextlib import suppress
from pathlib import Path

from silcrow.errors import NO_ROOM, NOT_WRITABLE, DiskFull, LibraryError, NotPermitted, ReadOnly

# A file under this name is being written; one that is found by a sweep was left by a process that died.
_PARTIAL = ".partial"
_READ_ONLY = "It may be read only there. Copy it where you may write."


class KeptBytes:
    """Bytes by their sha256. Without a folder they are held in memory."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self._held: dict[str, bytes] = {}

    def write(self, sha256: str, data: bytes) -> None:
        """Keep bytes: whole and safe on disk when this returns, or not there at all."""
        if self.folder is None:
            self._held[sha256] = data
            return
        target = self.folder / sha256
        partial = self.folder / f"{sha256}{_PARTIAL}"
        try:
            if self.is_whole(sha256):
                return
            if not self.folder.is_dir():
                self.folder.mkdir(mode=0o700, exist_ok=True)
                _sync_folder(self.folder.parent)
            with partial.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(target)
            _sync_folder(self.folder)
        except OSError as error:
            with suppress(OSError):
                partial.unlink(missing_ok=True)
            kind = _unkept(error.errno)
            raise kind(
                f"the source could not be kept in {self.folder}: {error.strerror or error}",
                hint=_READ_ONLY if kind is ReadOnly else "Free some space there, or add it with --no-keep.",
            ) from error

    def read(self, sha256: str) -> bytes | None:
        """The bytes, or None when they are not there."""
        if self.folder is None:
            return self._held.get(sha256)
        try:
            return (self.folder / sha256).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            kind = NotPermitted if isinstance(error, PermissionError) else LibraryError
            said = f"the kept source cannot be read in {self.folder}: {error.strerror or error}"
            raise kind(said, hint="Check who may read it, and the disk.") from error

    def drop(self, sha256: str) -> None:
        """Forget bytes that no document needs."""
        if self.folder is None:
            self._held.pop(sha256, None)
            return
        with suppress(OSError):  # what stays behind is swept later
            (self.folder / sha256).unlink(missing_ok=True)

    def names(self) -> tuple[str, ...]:
        """All that is kept, unfinished writes included."""
        if self.folder is None:
            return tuple(sorted(self._held))
        return tuple(sorted(file.name for file in self.folder.iterdir())) if self.folder.is_dir() else ()

    def is_whole(self, sha256: str) -> bool:
        """Whether the kept bytes are the very bytes."""
        if self.folder is None:
            return sha256 in self._held
        try:
            with (self.folder / sha256).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == sha256
        except OSError:
            return False


def _unkept(number: int | None) -> type[LibraryError]:
    if number in NO_ROOM:
        return DiskFull
    return ReadOnly if number in NOT_WRITABLE else LibraryError


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
