"""What looks at the best of a search where nobody brings a judge: the local model, where its extra is installed."""

import os
from typing import Literal

from silcrow.errors import Usage
from silcrow.models import minilm
from silcrow.models.rerank import Reranker
from silcrow.retrieve.judging import NONE, Judges

VARIABLE = "SILCROW_EMBEDDER"

Embedder = Literal["auto", "minilm", "none"]


def unnamed(reranker: Reranker | None = None, seconds: float | None = None) -> Judges:
    """The local model if it is installed, asked only about what it knows; beside it a reranker that was named."""
    if not minilm.installed():
        return Judges(None, reranker, seconds)
    return Judges(minilm.MiniLM(), reranker, seconds, languages=minilm.LANGUAGES, named=False)


def local(embedder: Embedder | None = None) -> Judges:
    """What a word names: auto (as `unnamed`), minilm or none; without one what the environment says, else auto.

    A server that the environment names is not asked from here, as it takes more than its address: auto stands for it.
    Usage for another word, ModelFailed for minilm where it is not installed.
    """
    said = embedder or os.environ.get(VARIABLE, "")
    match said:
        case "none":
            return NONE
        case "minilm":
            return Judges(minilm.required())
        case _ if said in ("", "auto") or embedder is None:
            return unnamed()
    raise Usage(f"no embedder {said!r} here", hint="auto, minilm or none; others are given as judges.")
