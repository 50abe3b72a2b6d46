"""Where a library is: what people call one, and the store that is there."""

import os
from pathlib import Path

from silcrow.errors import Usage
from silcrow.store.postgres.server import Server, is_server
from silcrow.store.protocol import Store
from silcrow.store.sqlite import SqliteStore


def opened(place: Path | Server | None, *, wait: float) -> Store:
    """The store at a place, made where there is none; None is one in memory."""
    return _on_server(place, wait) if isinstance(place, Server) else SqliteStore.open(place, wait=wait)


def named(name: str | Path | Server) -> Path | Server:
    """A library as people name it: the path of a file, or the address of a database."""
    if isinstance(name, Server):
        return name
    if isinstance(name, str) and is_server(name):
        return Server.parse(name)
    if isinstance(name, str) and "://" in name:
        raise Usage(f"{name.partition('://')[0]}:// is no library", hint="Name a file, or postgresql://USER@HOST/NAME.")
    return Path(name).expanduser()


def default_path() -> Path:
    """The user's own library, in the data folder of the XDG base directory specification."""
    folder = os.environ.get("XDG_DATA_HOME", "")
    data = Path(folder) if Path(folder).is_absolute() else Path.home() / ".local" / "share"
    return data / "silcrow" / "library.db"


def _on_server(server: Server, wait: float) -> Store:
    try:
        from silcrow.store.postgres.store import PostgresStore  # noqa: PLC0415  who has a file does not pay for it
    except ImportError as missing:
        raise Usage(
            f"{server} needs a package that is not installed: {missing.name}", hint="pip install 'silcrow[postgres]'"
        ) from missing
    return PostgresStore.open(server, wait=wait)
