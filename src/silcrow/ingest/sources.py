"""From what a person names (files, folders, patterns) to files in path order, and from a file to its bytes.

An address is the real, absolute path of a file. Knows no store, and of formats only that LaTeX takes in other files.
"""

import glob
import os
import re
import stat
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from silcrow.errors import DocumentError, NotFound, Notice, SilcrowError, TooLarge, Usage
from silcrow.parse import sniff

# The largest document of any format has 500 MB; what is larger is not even read.
LARGEST = 500_000_000

_HEAD = 65_536  # bytes in which a LaTeX source shows a command
PATIENCE = 5.0
"""Seconds that a pipe may stay without anybody who writes to it."""
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_PATTERN = re.compile(r"[*?\[]")
# What lies beside a library file and is its own.
_BESIDE = ("", "-wal", "-shm", "-journal", ".sources", ".uploads")


@dataclass(frozen=True, slots=True)
class Found:
    """Files to read, in path order and each once; what was named in vain; what was passed over, as notices."""

    files: tuple[Path, ...]
    failures: tuple[tuple[str, SilcrowError], ...] = ()
    notices: tuple[Notice, ...] = ()


def find(words: Iterable[str | Path], *, library: Path | None = None) -> Found:
    """The files that words name: a file, a folder with all below it, or a pattern.

    Hidden files and linked folders below a folder are passed over and counted; files of the library itself too.
    """
    files: set[Path] = set()
    failures: list[tuple[str, SilcrowError]] = []
    notices: list[Notice] = []
    for word in words:
        try:
            for path in _named(str(word)):
                files.update(_walk(path, notices) if path.is_dir() else [path])
        except SilcrowError as failure:
            failures.append((str(word), failure))
    kept = {path if path.is_fifo() else _real(path) for path in files}
    kept = {path for path in kept if not _belongs(path, library)}
    return Found(tuple(sorted(kept)), tuple(failures), tuple(notices))


def address_of(path: Path) -> str:
    """The address of a file: its real path; bytes of its name that are no text are written as escapes."""
    return os.fsencode(_real(path)).decode("utf-8", "backslashreplace")


def read_file(path: Path) -> bytes:
    """The bytes of one file, with those it takes in.

    NotFound, Usage (a folder, a URL), TooLarge; DocumentError where it cannot be read.
    """
    _refuse_url(str(path))
    try:
        with open(path, "rb", opener=_at_once) as file:
            status = os.fstat(file.fileno())
            if stat.S_ISREG(status.st_mode) and status.st_size > LARGEST:
                raise _too_large(path)
            if stat.S_ISCHR(status.st_mode) and not path.samefile(os.devnull):
                raise Usage(f"{path} is a device", hint="Name a file, or pipe into: silcrow add -")
            data = _first(file, path) if stat.S_ISFIFO(status.st_mode) else b""
            data += file.read(LARGEST + 1 - len(data))
    except IsADirectoryError:
        raise Usage(f"{path} is a folder: add_many reads folders", hint="Or name a file in it.") from None
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise _missing(str(path)) from None
    except OSError as error:
        hint = "Check that it may be read."
        raise DocumentError(f"{path} cannot be read: {error.strerror or error}", hint=hint) from error
    if len(data) > LARGEST:
        raise _too_large(path)
    return _whole(data, path)


def _at_once(name: str, flags: int) -> int:
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def _first(file: BinaryIO, path: Path) -> bytes:
    """What a pipe says first, or nothing where somebody will write to it; from here on, reading it waits."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            first = os.read(file.fileno(), _HEAD)
        except BlockingIOError:
            first = b""
        else:
            if not first:
                time.sleep(0.01)
                continue
        os.set_blocking(file.fileno(), True)
        return first
    raise DocumentError(f"nobody writes to the pipe {path}", hint="Start what writes to it, or name a file.")


def _whole(data: bytes, path: Path) -> bytes:
    """All of a document that takes in other files of its folder, which a LaTeX source does; else data."""
    head = data[:_HEAD]
    if b"\\" not in head or b"\0" in head or head.startswith(b"%PDF-"):
        return data
    from silcrow.parse.latex.project import gather  # noqa: PLC0415 - most files are no LaTeX

    try:
        return gather(data, path) if sniff(data, path.name) == "latex" else data
    except DocumentError:
        return data  # whoever reads it says what is wrong


def _named(word: str) -> Sequence[Path]:
    _refuse_url(word)
    if os.path.lexists(word):
        return [Path(word)]
    if not _PATTERN.search(word):
        raise _missing(word)
    matches = glob.glob(os.path.expanduser(word), recursive=True)  # noqa: PTH111, PTH207  a pattern is no path yet
    if not matches:
        raise NotFound(f"nothing fits the pattern {word!r}", hint="Check it; hidden files must be named themselves.")
    return [Path(match) for match in matches]


def _walk(folder: Path, notices: list[Notice]) -> Iterator[Path]:
    """Every regular file below a folder; what is hidden or a link to a folder is counted."""
    hidden = linked = count = none = 0
    unreadable: list[str] = []
    for place, folders, names in os.walk(folder, onerror=lambda error: unreadable.append(str(error.filename))):
        hidden += sum(name.startswith(".") for name in (*folders, *names))
        seen = [name for name in folders if not name.startswith(".")]
        folders[:] = [name for name in seen if not Path(place, name).is_symlink()]
        linked += len(seen) - len(folders)
        for name in names:
            path = Path(place, name)
            if name.startswith("."):
                continue
            if path.is_file():
                count += 1
                yield path
            else:
                none += 1
    if hidden:
        notices.append(Notice("hidden", f"hidden files and folders passed over in {folder}: {hidden}"))
    if linked:
        notices.append(Notice("linked", f"links to folders not followed in {folder}: {linked}"))
    if none:
        notices.append(Notice("no_file", f"passed over in {folder}, as links that lead nowhere or no files: {none}"))
    notices.extend(Notice("unreadable", f"the folder {path} cannot be read") for path in unreadable)
    if not count:
        raise NotFound(f"no files in {folder}", hint="Name a folder that holds documents.")


def _real(path: Path) -> Path:
    return Path(os.path.realpath(path))


def _belongs(path: Path, library: Path | None) -> bool:
    if library is None or not path.is_relative_to(library.parent):
        return False
    return path.relative_to(library.parent).parts[:1] in [(f"{library.name}{end}",) for end in _BESIDE]


def _refuse_url(word: str) -> None:
    # A Path has lost one of the two slashes.
    if _URL.match(word) or re.match(r"https?:/", word):
        raise Usage(f"{word} is not fetched: Silcrow reads files", hint="Download it first, then add the file.")


def _missing(word: str) -> NotFound:
    return NotFound(f"no file {word}", hint="Check the path.")


def _too_large(path: Path) -> TooLarge:
    return TooLarge(f"{path} is larger than {LARGEST:,} bytes", hint="Split the document.")
