"""The library that is served, and what of it lies open: some documents, or all. Shared by all clients of a server."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from silcrow.desk import Desk
    from silcrow.library import Library


@dataclass(frozen=True, slots=True)
class Scope:
    """What is served: all documents of a library, or only some."""

    library: "Library"
    doc_ids: tuple[str, ...] | None = None


class Opened:
    """What lies open, loaded when it is first asked for: a client is greeted before the library is read.

    folders   where documents may be added from, by their real paths
    """

    def __init__(self, load: Callable[[], Scope], *, folders: tuple[Path, ...] = ()) -> None:
        self.folders = folders
        self._load = load
        self._lock = Lock()
        self._scope: Scope | None = None
        self._added: tuple[str, ...] = ()
        self._gone: frozenset[str] = frozenset()

    @property
    def scope(self) -> Scope:
        """The library and its scope."""
        with self._lock:
            if self._scope is None:
                self._scope = self._load()
            return self._scope

    def desk(self) -> "Desk":
        """What lies open now, documents added through this server included."""
        return self.scope.library.desk(*self.named())

    def named(self) -> tuple[str, ...]:
        """The documents that lie open, where not all of the library do; empty where all do."""
        scope = self.scope
        if scope.doc_ids is None:
            return ()
        named = tuple(dict.fromkeys((*scope.doc_ids, *self._added)))
        return tuple(doc_id for doc_id in named if doc_id not in self._gone) or named[-1:]

    def lay_open(self, doc_id: str) -> None:
        """One more document, added through this server."""
        with self._lock:
            self._added = tuple(dict.fromkeys((*self._added, doc_id)))
            self._gone -= {doc_id}

    def put_away(self, doc_id: str) -> None:
        """A document that is not there any more under this name. The last one stays named: no name would be all."""
        with self._lock:
            self._gone |= {doc_id}

    def close(self) -> None:
        """Close the library, if it was opened."""
        with self._lock:
            if self._scope is not None:
                self._scope.library.close()
