"""How near paragraphs are to a query in meaning, by an embedding model; what was computed once is kept.

A paragraph has a vector of its whole text and one of each of its first sentences, if it has several; its nearness is
half that of the whole and half that of its nearest sentence. Knows the store and the door to a model; nothing of words
and ranks.
"""

import struct
import time
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from silcrow.errors import LibraryError, Notice
from silcrow.language.sentences import sentences
from silcrow.models.embed import Embedder
from silcrow.retrieve.packing import Array
from silcrow.retrieve.spots import Spot, texts
from silcrow.store.protocol import Store

_SENTENCES = 12  # of a paragraph; what follows counts in its whole only
_WHOLE = 0.5  # weight of the whole text, beside that of its nearest sentence
_LONGEST = 20_000  # characters of a paragraph that are looked at
_STEP = 8  # paragraphs between two looks at the clock
_HEADER = struct.Struct("<HHI")  # vectors, numbers in each, crc32 of what follows: float16


class Nearness(NamedTuple):
    """Nearness of the first so many of the paragraphs asked for, in their order: all, where time did not run out."""

    values: Array
    notices: tuple[Notice, ...]


def vector_of(embedder: Embedder, queries: Sequence[tuple[str, float]]) -> Array:
    """The vector of a query: of its wordings by their weights. Raises ModelFailed."""
    asked = np.array([weight for _, weight in queries]) @ embedder.embed([text for text, _ in queries])
    return np.asarray(asked / max(float(np.linalg.norm(asked)), 1e-9))


def nearness(
    store: Store,
    embedder: Embedder,
    asked: Array,
    spots: Sequence[Spot],
    *,
    known: Mapping[Spot, float],
    seconds: float | None = None,
) -> Nearness:
    """How near paragraphs are to the vector of a query; of some that is `known`.

    Paragraphs come with the best first, as those at the end may be left out for lack of time. What had to be computed
    is kept when the calling thread's transaction is over. Raises ModelFailed.
    """
    started = time.monotonic()
    unread = [spot for spot in spots if spot not in known]
    kept = store.vectors.some(embedder.identity, unread)
    found = {**known, **_compared(kept, asked)}
    missing = [spot for spot in unread if spot not in found]
    damaged = sum(spot in kept for spot in missing)
    fresh: dict[Spot, bytes] = {}
    together = _STEP if seconds is not None else max(1, len(missing))
    for at in range(0, len(missing), together):
        if seconds is not None and time.monotonic() - started > seconds:
            break
        step = missing[at : at + together]
        blocks = map(pack, paragraph_vectors(embedder, texts(store, step)))
        made = dict(zip(step, blocks, strict=True))
        found.update(_compared(made, asked))  # as they will be read, so that no result changes by their being kept
        fresh.update(made)
    if fresh:
        _keep_afterwards(store, embedder.identity, fresh)
    reached = next((i for i, spot in enumerate(spots) if spot not in found), len(spots))
    values = np.array([found[spot] for spot in spots[:reached]])
    return Nearness(values, tuple(_notices(reached, len(spots), damaged)))


def kept_nearness(store: Store, model: str, asked: Array, spots: Sequence[Spot]) -> dict[Spot, float]:
    """How near those paragraphs are whose vectors are kept and whole."""
    return _compared(store.vectors.some(model, spots), asked)


def _compared(kept: Mapping[Spot, bytes], asked: Array) -> dict[Spot, float]:
    found = {spot: data for spot, block in kept.items() if (data := _numbers(block, len(asked))) is not None}
    if not found:
        return {}
    vectors = np.frombuffer(b"".join(found.values()), "<f2").reshape(-1, len(asked))
    # Not a product of matrices, which gives a row another last bit beside other rows.
    products = np.einsum("ij,j->i", vectors.astype(np.float32), asked)
    sizes = np.array([len(data) for data in found.values()]) // (2 * len(asked))
    wholes = np.cumsum(sizes) - sizes
    of_whole = products[wholes]
    products[wholes[sizes > 1]] = -np.inf
    nearest = np.maximum.reduceat(products, wholes)
    return dict(zip(found, (_WHOLE * of_whole + (1 - _WHOLE) * nearest).tolist(), strict=True))


def paragraph_vectors(embedder: Embedder, texts: Sequence[str]) -> list[Array]:
    """For each text the vectors of the whole and of its sentences, in one call of the model."""
    return embedder.embed_parts([_parts(text[:_LONGEST]) for text in texts])


def _parts(text: str) -> list[str]:
    """The first sentences, each with the space behind it; the last with all the rest."""
    starts = [0, *(first for first, _ in sentences(text)[1:_SENTENCES]), len(text)]
    return [text[first:end] for first, end in pairwise(starts)]


def pack(vectors: Array) -> bytes:
    """The block of a paragraph's vectors."""
    data = vectors.astype("<f2").tobytes()
    return _HEADER.pack(*vectors.shape, zlib.crc32(data)) + data


def unpack(block: bytes, width: int | None = None) -> Array | None:
    """The vectors of a block; None for one that is cut, changed, or not of vectors so long (None: as it says)."""
    data = _numbers(block, width)
    if data is None:
        return None
    _, numbers, _ = _HEADER.unpack_from(block)
    return np.frombuffer(data, "<f2").reshape(-1, numbers).astype(np.float32)


def whole_of(block: bytes) -> Array | None:
    """The vector of a paragraph's whole text, as it is kept; None as for `unpack`."""
    data = _numbers(block, None)
    return None if data is None else np.frombuffer(data, "<f2", count=_HEADER.unpack_from(block)[1])


def _numbers(block: bytes, width: int | None) -> memoryview | None:
    if len(block) < _HEADER.size:
        return None
    count, numbers, check = _HEADER.unpack_from(block)
    data = memoryview(block)[_HEADER.size :]
    if not count or not numbers or numbers != (width or numbers) or len(data) != 2 * count * numbers:
        return None
    return data if zlib.crc32(data) == check else None


def _keep_afterwards(store: Store, identity: str, fresh: Mapping[Spot, bytes]) -> None:
    editions = {one.doc_id: one.edition for one in store.records(sorted({doc_id for doc_id, _ in fresh}))}

    def keep() -> None:
        # A library that cannot be written now, or ever, still gives its results.
        with suppress(LibraryError), store.writing():
            for doc_id, edition in editions.items():
                blocks = {order: block for (one, order), block in fresh.items() if one == doc_id}
                store.vectors.keep(identity, doc_id, edition, blocks)

    store.afterwards(keep)


def _notices(reached: int, wanted: int, damaged: int) -> Iterator[Notice]:
    if damaged:
        message = f"Kept vectors of {damaged} paragraphs were damaged or of another size; they were made anew."
        yield Notice("vectors_remade", message)
    if reached < wanted:
        message = f"Time ran out: only the first {reached} of {wanted} candidates were compared by meaning."
        yield Notice("fewer_compared", message)
