"""A query as an embedder understands it: worked out in a thread of its own while its words are looked up.

Knows the door to a model and what is nearest; nothing of words and ranks.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future
from functools import cache, cached_property, partial
from itertools import islice
from threading import Thread
from typing import TypeVar

from silcrow.errors import ModelFailed, Notice
from silcrow.models.embed import Embedder
from silcrow.retrieve.dense import vector_of
from silcrow.retrieve.nearest import nearest
from silcrow.retrieve.packing import Array
from silcrow.retrieve.scope import Scope
from silcrow.retrieve.spots import Spot
from silcrow.store.protocol import Store

_NEAREST = 5

Queries = Sequence[tuple[str, float]]
"""The wordings of one question with their weights."""
T = TypeVar("T")


class Meaning:
    """What a query means. `notices`: why there is nothing more to be had of the embedder."""

    def __init__(self, store: Store, scope: Scope, queries: Queries, embedder: Embedder, *, known_here: bool) -> None:
        """`known_here`: whether the embedder knows the languages of the scope."""
        self.embedder = embedder
        self.notices: tuple[Notice, ...] = ()
        self._store, self._scope, self._known_here = store, scope, known_here
        compute = partial(vector_of, embedder, queries)
        # A server is asked when its answer is needed, as whoever stops meanwhile would have to wait for it.
        begins = known_here and getattr(embedder, "runs_on", "processor") != "server"
        self.vector: Callable[[], Array] = begun(compute) if begins else cache(compute)

    @cached_property
    def known(self) -> Mapping[Spot, float]:
        """How near some paragraphs are to it, nearest first: the nearest of what was embedded ahead."""
        if not self._known_here:
            return {}
        try:
            return nearest(self._store, self.embedder.identity, self.vector, self._scope)
        except ModelFailed as failure:
            self.notices = (not_compared(failure),)
            return {}

    @property
    def near(self) -> tuple[Spot, ...]:
        """The nearest of all."""
        return tuple(islice(self.known, _NEAREST))

    def documents(self) -> Collection[str]:
        """Those that the nearest stand in."""
        return {doc_id for doc_id, _ in self.near}


def begun(act: Callable[[], T]) -> Callable[[], T]:
    """Something that is being done by another thread; what is given back waits for what came of it."""
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(act())
        except BaseException as error:  # noqa: BLE001  raised where it is waited for
            future.set_exception(error)

    # Not a daemon: a process that ended inside a model would be torn down under it.
    Thread(target=run, name="silcrow meaning").start()
    return future.result


def not_compared(failure: ModelFailed) -> Notice:
    """What is said when an embedder failed."""
    return Notice("not_compared", f"Not compared by meaning: {failure.message}. {failure.hint}")
