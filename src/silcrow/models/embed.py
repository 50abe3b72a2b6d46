"""The door to an embedding model: one method, from texts to vectors whose products tell how near they are in meaning.

Knows no vendor, no document and no store; the adapters beside it do what is theirs.
"""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from numpy.typing import NDArray

Vectors = NDArray[Any]
"""float32, a row a text, each of length 1 (or 0, for a text that holds nothing)."""


class Embedder(Protocol):
    """A model of texts.

    identity   tells it from every other whose vectors cannot be compared with its own: name and, where they are at
               hand, the sha256 of its weights

    One may also say where it works, as `runs_on`: "processor" (so where it does not say), "gpu" or "server".
    """

    @property
    def identity(self) -> str: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """A vector a text, in order. The same text gives the same vector whatever stands beside it.

        Raises ModelFailed.
        """

    def embed_parts(self, texts: Sequence[Sequence[str]]) -> list[Vectors]:
        """For each text, given as its successive parts, the vector of the whole and then those of its parts.

        A text of one part has one vector. Parts beyond what the model looks at have none. Raises ModelFailed.
        """


def apart(embed: Callable[[Sequence[str]], Vectors], texts: Sequence[Sequence[str]]) -> list[Vectors]:
    """The same, for a model that takes whole texts only: each part is one more text."""
    asked = [[part.strip() for part in ("".join(parts), *(parts if len(parts) > 1 else ()))] for parts in texts]
    vectors = embed([one for some in asked for one in some])
    found, at = [], 0
    for some in asked:
        found.append(vectors[at : at + len(some)])
        at += len(some)
    return found
