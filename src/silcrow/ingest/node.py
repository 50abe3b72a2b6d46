"""What runs on the nodes of a cluster: a document read as `--jobs` reads it, and paragraphs made into vectors.

Bytes come in and what is stored goes out: a node needs the same Silcrow, and no disk in common with anybody. It sees no
store, and nothing here knows who calls it.
"""

from collections.abc import Sequence
from functools import lru_cache

from silcrow.errors import SilcrowError
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Parsed
from silcrow.ingest.worker import Request
from silcrow.ingest.workers import Lost, Workers
from silcrow.models.embed import Embedder
from silcrow.retrieve.dense import pack, paragraph_vectors


def read(request: Request, limits: Limits) -> Parsed | SilcrowError | Lost:
    """A document read here, in a process with limits of its own; what befell it comes back as a value."""
    try:
        return _workers(limits).submit(request).result()
    except (SilcrowError, Lost) as failure:
        return failure


class Embedding:
    """An embedding model that stays loaded where it is."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    def blocks(self, texts: Sequence[str]) -> list[bytes] | SilcrowError:
        """The vectors of each paragraph as they are kept; see retrieve.dense."""
        return blocks(self._embedder, texts)


def blocks(embedder: Embedder, texts: Sequence[str]) -> list[bytes] | SilcrowError:
    """The same, with a model that is at hand."""
    try:
        return [pack(vectors) for vectors in paragraph_vectors(embedder, texts)]
    except SilcrowError as failure:
        return failure


@lru_cache(maxsize=1)
def _workers(limits: Limits) -> Workers:
    """The reader of this process of the cluster, kept from one document to the next."""
    return Workers(1, limits)
