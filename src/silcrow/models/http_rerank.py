"""A judge of texts behind an address.

`POST /rerank` as Cohere, Jina, vLLM and others have it: model, query, documents, top_n -> results of index and
relevance_score. Asked only when the user names it.
"""

from collections.abc import Sequence

from silcrow.errors import ModelFailed
from silcrow.models.http import number, post


class ServedReranker:
    """A judge behind an address such as http://localhost:8000/rerank."""

    def __init__(self, url: str, model: str = "", *, key: str = "", seconds: float = 10.0) -> None:
        self._url = url
        self._model = model
        self._key = key
        self._seconds = seconds

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:
        """How well each text answers. A text that the server leaves out is the worst."""
        payload = {"model": self._model, "query": query, "documents": list(texts), "top_n": len(texts)}
        reply = post(self._url, payload, key=self._key, seconds=self._seconds)
        results = reply.get("results") if isinstance(reply, dict) else None
        if not isinstance(results, list) or not results:
            raise self._failed()
        scores: dict[int, float] = {}
        for one in results:
            index, score = (one.get("index"), one.get("relevance_score")) if isinstance(one, dict) else (None, None)
            value = number(score)
            if type(index) is not int or not 0 <= index < len(texts) or index in scores or value is None:
                raise self._failed()
            scores[index] = value
        worst = min(scores.values())
        return [scores.get(index, worst) for index in range(len(texts))]

    def _failed(self) -> ModelFailed:
        return ModelFailed(f"{self._url} gave no usable results", hint="Check that it is the address of a reranker.")
