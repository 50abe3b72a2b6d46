"""Titles near in meaning, where the user named an embedding model: the nearest, if it is near and leads.

The bounds were set on a small model for sentences (MiniLM); another model has other nearnesses, so they are high.
"""

from typing import Final

from silcrow.errors import ModelFailed
from silcrow.locate.contents import Area, Entry
from silcrow.locate.sight import Asked, Hit, Sight

_LEAST: Final = 0.6
_MARGIN: Final = 0.06
_SUREST: Final = 0.7
_TITLES: Final = 1_000  # compared in a document


def dense(asked: Asked) -> Sight | None:
    """The section whose title means the same."""
    judges = asked.tools.desk.judges
    embedder = judges.embedder
    if embedder is None or not judges.named or asked.exact:
        return None
    hits: list[Hit] = []
    for area in asked.areas:
        entries = [entry for entry in area.entries() if entry.section.title][:_TITLES]
        try:
            vectors = embedder.embed([asked.words, *(entry.section.title for entry in entries)])
        except ModelFailed as failure:
            asked.tools.said.append(f"Not compared by meaning: {failure.message}.")
            return None
        near = (vectors[1:] @ vectors[0]).tolist()
        hits.extend(
            _leading(area, sorted(zip(near, entries, strict=True), key=lambda one: (-one[0], one[1].section.ord)))
        )
    return Sight(tuple(hits)) if hits else None


def _leading(area: Area, ranked: list[tuple[float, Entry]]) -> list[Hit]:
    if not ranked or ranked[0][0] < _LEAST:
        return []
    best = ranked[0][0]
    return [
        Hit(area.contents, entry, "dense", round(min(_SUREST, near), 2), (_trace(entry, near),))
        for near, entry in ranked
        if near > best - _MARGIN and near >= _LEAST
    ]


def _trace(entry: Entry, near: float) -> str:
    return f"title {entry.section.title!r} is near in meaning ({near:.2f})"
