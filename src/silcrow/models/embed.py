"""The door to an embedding model: one method, from texts to vectors whose products tell how near they are in meaning.

Knows no vendor, no document and no store; the adapters beside it do what is theirs.
"""

from collections.abc import Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

Vectors = NDArray[Any]
"""float32, a row a text, each of length 1 (or 0, for a text that holds nothing)."""


class Embedder(Protocol):
    """A model of texts.

    identity   tells it from every other whose vectors cannot be compared with its own: name and, where they are at
               hand, the sha256 of its weights
    """

    @property
    def identity(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A vector a text, in order. The same text gives the same vector whatever stands beside it.

        Raises ModelFailed.
        """
