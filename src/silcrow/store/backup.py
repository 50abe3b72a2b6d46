"""A copy of a library file that is in use: its rows of one moment, then the bytes that those rows promise."""

import sqlite3
from contextlib import closing
from pathlib import Path

from silcrow.errors import NO_ROOM, Busy, DiskFull, DocumentError, Usage
from silcrow.store.connections import Connections, said_in_ours
from silcrow.store.sources import KeptBytes

_TRIES = 5
_NEEDED = "SELECT DISTINCT s.sha256 FROM source AS s JOIN document AS d ON d.source = s.id WHERE s.kept"


def copy(connections: Connections, kept: KeptBytes, target: Path) -> None:
    """Write the copy: whole when this returns, and under another name until then."""
    if target.exists():
        raise Usage(f"{target} exists", hint="Name a file that is none yet.")
    partial = target.with_name(f"{target.name}.partial")
    copied = KeptBytes(target.with_name(f"{target.name}.sources"))
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for _ in range(_TRIES):
            partial.unlink(missing_ok=True)
            with said_in_ours(partial), closing(sqlite3.connect(partial)) as other:
                connections.copy(other)
                other.execute("PRAGMA journal_mode = DELETE").fetchall()
                needed = [sha256 for (sha256,) in other.execute(_NEEDED)]
            if all(_copied(sha256, kept, copied) for sha256 in needed):
                partial.replace(target)
                return
    except OSError as error:
        kind = DiskFull if error.errno in NO_ROOM else DocumentError
        said = f"the copy could not be written to {target}: {error.strerror or error}"
        raise kind(said, hint="Name another place.") from error
    finally:
        partial.unlink(missing_ok=True)
    raise Busy("documents are removed faster than they can be copied", hint="Try again later; fsck if it stays so.")


def _copied(sha256: str, kept: KeptBytes, copied: KeptBytes) -> bool:
    """Whether bytes were there to be copied; those of a document that was removed meanwhile are not."""
    data = kept.read(sha256)
    if data is None:
        return False
    copied.write(sha256, data)
    return True
