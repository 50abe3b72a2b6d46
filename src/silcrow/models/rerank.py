"""The door to a model that judges how well texts answer a query: one method. None is used unless the user names one."""

from collections.abc import Sequence
from typing import Protocol


class Reranker(Protocol):
    """A judge of texts."""

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers, in their order; the higher, the better. Raises ModelFailed."""
