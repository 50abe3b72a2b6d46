"""Embeddings from any server that speaks OpenAI's `POST /v1/embeddings` (vLLM, llama.cpp, Ollama, OpenAI).

Asked only when the user names it. Texts leave this machine when the address does.
"""

from collections.abc import Sequence

import numpy as np

from silcrow.errors import ModelFailed
from silcrow.models.embed import Vectors, apart
from silcrow.models.http import number, post

_AT_ONCE = 64  # texts in a request
_MOST_NUMBERS = 16_384


class ServedEmbedder:
    """A model behind an address such as http://localhost:8000/v1."""

    runs_on = "server"

    def __init__(self, url: str, model: str, *, key: str = "", seconds: float = 60.0) -> None:
        self._url = url.rstrip("/") + "/embeddings"
        self._model = model
        self._key = key
        self._seconds = seconds

    @property
    def identity(self) -> str:
        """The address and the name: what else the server may change cannot be seen from here."""
        return f"{self._model} at {self._url}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A vector a text, of length 1. Raises ModelFailed."""
        rows = [row for at in range(0, len(texts), _AT_ONCE) for row in self._some(texts[at : at + _AT_ONCE])]
        if len({len(row) for row in rows}) > 1:
            raise self._failed("vectors of several sizes")
        vectors = np.array(rows, np.float32).reshape(len(rows), -1)
        lengths = np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-9)
        return np.asarray(vectors / lengths, np.float32)

    def embed_parts(self, texts: Sequence[Sequence[str]]) -> list[Vectors]:
        """For each text the vectors of the whole and of its parts. Raises ModelFailed."""
        return apart(self.embed, texts)

    def _some(self, texts: Sequence[str]) -> list[list[float]]:
        # An empty text is refused by some servers.
        payload = {"model": self._model, "input": [text or " " for text in texts], "encoding_format": "float"}
        reply = post(self._url, payload, key=self._key, seconds=self._seconds)
        data = reply.get("data") if isinstance(reply, dict) else None
        if not isinstance(data, list) or len(data) != len(texts):
            raise self._failed(f"no list of {len(texts)} vectors")
        rows: list[list[float] | None] = [None] * len(texts)
        for place, one in enumerate(data):
            index = one.get("index", place) if isinstance(one, dict) else None
            row = _row(one.get("embedding")) if isinstance(one, dict) else None
            if type(index) is not int or not 0 <= index < len(texts) or row is None:
                raise self._failed("what is no vector")
            rows[index] = row
        if any(row is None for row in rows):
            raise self._failed("one vector twice")
        return [row for row in rows if row is not None]

    def _failed(self, what: str) -> ModelFailed:
        return ModelFailed(f"{self._url} gave {what}", hint="Check that it serves an embedding model.")


def _row(found: object) -> list[float] | None:
    if not isinstance(found, list) or not 0 < len(found) <= _MOST_NUMBERS:
        return None
    row = [value for one in found if (value := number(one)) is not None]
    return row if len(row) == len(found) else None
