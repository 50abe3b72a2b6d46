"""Opening a library file: refusing what is none, or a newer one, without a trace; making and updating our own."""

import os
import sqlite3
from collections.abc import Sequence
from pathlib import Path

from silcrow.errors import LibraryDamaged, LibraryError, NewerLibrary, NotPermitted, ReadOnly, Usage
from silcrow.store import schema
from silcrow.store.connections import Connections, said_in_ours
from silcrow.store.standing import how_read

_MAGIC = b"SQLite format 3\0"


def open_connections(path: Path | None, *, wait: float) -> Connections:
    """Connections to a library with all its tables; None is a library in memory that leaves nothing behind."""
    if sqlite3.sqlite_version_info < (3, 38):
        raise LibraryError(
            f"this Python has SQLite {sqlite3.sqlite_version}; Silcrow needs 3.38",
            hint="Use a Python that was built with a newer one, such as python.org's.",
        )
    if path is not None:
        _refuse_foreign(path)
        _make_folder(path.parent)
    connections = Connections(path, wait=wait, only_read=how_read(path))
    try:
        if path is not None and not connections.only_read:
            connections.use_log()
        with connections.reading() as connection:
            current = set(schema.MIGRATIONS) <= set(schema.applied(connection))
        if not current:
            with connections.writing() as connection:
                schema.migrate(connection)
        # A newer Silcrow may bring the tables up to date while this process has them open.
        connections.before_writing = lambda connection: _refuse_newer(schema.applied(connection), path)
    except BaseException:
        connections.close()
        raise
    return connections


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise Usage(f"the folder {folder} cannot be made: {error.strerror}", hint="Choose another library.") from error


def _refuse_foreign(path: Path) -> None:
    """Raise for what is no library, or a newer one, without changing a byte of it or beside it."""
    if path.is_dir():
        raise Usage(f"{path} is a folder", hint="Name a library file, such as library.db.")
    try:
        if not path.exists():
            return
        if not path.stat().st_size:
            _refuse_emptied(path)
            return
        with path.open("rb") as file:
            magic = file.read(len(_MAGIC))
    except OSError as error:
        kind = NotPermitted if isinstance(error, PermissionError) else LibraryError
        raise kind(f"{path} cannot be read: {error.strerror}", hint="Check who may read it.") from error
    if magic != _MAGIC:
        raise _no_library(path)
    _refuse_left_open(path)
    # Without a log beside it the file is complete in itself, and an immutable open leaves no trace at all.
    mode = "mode=ro" if path.with_name(f"{path.name}-wal").exists() else "mode=ro&immutable=1"
    with said_in_ours(path):
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)
        try:
            (application,) = connection.execute("PRAGMA application_id").fetchone()
            (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
            names = schema.applied(connection) if application == schema.APPLICATION_ID else ()
        finally:
            connection.close()
    if tables and application != schema.APPLICATION_ID:
        raise _no_library(path)
    _refuse_newer(names, path)


def _refuse_newer(names: Sequence[str], path: Path | None) -> None:
    if unknown := [name for name in names if name not in schema.MIGRATIONS]:
        raise NewerLibrary(
            f"{path} was written by a newer Silcrow ({', '.join(unknown)})",
            hint="Update Silcrow, or name another library with --library. This one was left as it is.",
        )


def _refuse_emptied(path: Path) -> None:
    """Raise where an empty file held a library, as what lies beside it tells: a new one would sweep that away."""
    kept = path.with_name(f"{path.name}.sources")
    if kept.is_dir() and any(kept.iterdir()):
        raise LibraryDamaged(
            f"{path} is empty, and {kept.name} beside it is not",
            hint=f"Restore a copy. For a new library remove the file, and move {kept.name}: it holds what was added.",
        )


def _refuse_left_open(path: Path) -> None:
    """Raise where a log is beside a library whose readers have no place to meet: it holds what the file lacks."""
    log, meeting = (path.with_name(f"{path.name}-{end}") for end in ("wal", "shm"))
    if log.exists() and log.stat().st_size and not meeting.exists() and not os.access(path.parent, os.W_OK):
        raise ReadOnly(
            f"{path} was not closed, and nothing can be written where it lies",
            hint=f"Copy it, with {log.name} and its sources, to where you may write.",
        )


def _no_library(path: Path) -> Usage:
    return Usage(f"{path} is not a Silcrow library", hint="It was left as it is. Name another file with --library.")
