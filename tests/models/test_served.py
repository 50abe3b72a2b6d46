"""Models behind an address: what is asked, what is made of the replies, and what of bad ones."""

import json
import time

import numpy as np
import pytest

from servers import Answer, serving
from silcrow.errors import ModelFailed, Usage
from silcrow.models.http_rerank import ServedReranker
from silcrow.models.openai_embed import ServedEmbedder


def embeddings(request: dict) -> object:
    """[length of the text, 1] for each, the last first."""
    rows = [{"index": i, "embedding": [len(text), 1]} for i, text in enumerate(request["input"])]
    return {"data": rows[::-1]}


def by_length(request: dict) -> object:
    """The longer a document, the better; the last is left out."""
    return {"results": [{"index": i, "relevance_score": len(text)} for i, text in enumerate(request["documents"][:-1])]}


def a_json(found: object, **rest: object) -> Answer:
    return Answer(json.dumps(found).encode(), **rest)


def test_vectors_come_in_the_order_of_the_texts_and_of_length_one():
    with serving([embeddings]) as server:
        model = ServedEmbedder(f"{server.url}/v1/", "m", key="secret")
        vectors = model.embed(["abc", "", "abcd" * 3])
        np.testing.assert_allclose(
            vectors, [[0.9486833, 0.3162278], [0.7071068, 0.7071068], [0.9965458, 0.0830455]], 1e-5
        )
        assert vectors.dtype == np.float32
        assert model.identity == f"m at {server.url}/v1/embeddings"
    ((path, headers, request),) = server.asked
    assert (path, headers["Authorization"]) == ("/v1/embeddings", "Bearer secret")
    assert request == {"model": "m", "input": ["abc", " ", "abcdabcdabcd"], "encoding_format": "float"}


def test_many_texts_are_several_requests():
    with serving([embeddings]) as server:
        assert ServedEmbedder(server.url, "m").embed(["a"] * 65).shape == (65, 2)
    assert [len(request["input"]) for _, _, request in server.asked] == [64, 1]


@pytest.mark.parametrize(
    "found",
    [
        [],
        {"data": []},
        {"data": [{"embedding": [1, 2]}, {"index": 0, "embedding": [1, 2]}]},
        {"data": [{"embedding": [1, 2]}, {"embedding": [1]}]},
        {"data": [{"embedding": [1, 2]}, {"embedding": [1, float("nan")]}]},
        {"data": [{"embedding": [1, 2]}, {"embedding": [1, 10**400]}]},
        {"data": [{"embedding": [1, 2]}, {"embedding": ["1", "2"]}]},
        {"data": [{"embedding": [1, 2]}, {"index": 9, "embedding": [1, 2]}]},
        {"data": [{"embedding": [1, 2]}, None]},
    ],
)
def test_what_is_no_vector_a_text_is_refused(found: object):
    with serving([a_json(found)]) as server, pytest.raises(ModelFailed, match="gave"):
        ServedEmbedder(server.url, "m").embed(["a", "b"])


def test_a_judge_gives_a_score_a_text_and_the_worst_to_those_it_leaves_out():
    with serving([by_length]) as server:
        assert ServedReranker(f"{server.url}/rerank", "j").rerank("q", ["aa", "aaaa", "a"]) == [2.0, 4.0, 2.0]
    ((path, headers, request),) = server.asked
    assert path == "/rerank"
    assert "Authorization" not in headers
    assert request == {"model": "j", "query": "q", "documents": ["aa", "aaaa", "a"], "top_n": 3}


@pytest.mark.parametrize(
    "found",
    [
        {},
        {"results": []},
        {"results": [{"index": 2, "relevance_score": 1}]},
        {"results": [{"index": 0, "relevance_score": "high"}]},
        {"results": [{"index": True, "relevance_score": 1}]},
        {"results": [{"index": 0, "relevance_score": float("inf")}]},
        {"results": [{"index": 0, "relevance_score": 1}, {"index": 0, "relevance_score": 2}]},
        {"results": ["x"]},
    ],
)
def test_results_that_are_none_are_refused(found: object):
    with serving([a_json(found)]) as server, pytest.raises(ModelFailed, match="no usable results"):
        ServedReranker(server.url).rerank("q", ["a", "b"])


def test_a_busy_server_is_asked_again_after_the_pause_it_asks_for():
    busy = Answer(b"slow down", 429, (("Retry-After", "0"),))
    with serving([busy, by_length]) as server:
        assert ServedReranker(server.url).rerank("q", ["aa", "a"]) == [2.0, 2.0]
    assert len(server.asked) == 2


def test_a_server_that_stays_busy_is_given_up():
    with serving([Answer(b"slow down", 503)]) as server, pytest.raises(ModelFailed, match="answered 503: slow down"):
        ServedReranker(server.url).rerank("q", ["a"])
    assert len(server.asked) == 3


def test_no_longer_pause_is_made_than_there_is_time():
    with serving([Answer(b"later", 429, (("Retry-After", "3600"),))]) as server:
        started = time.monotonic()
        with pytest.raises(ModelFailed, match="429"):
            ServedReranker(server.url, seconds=2.0).rerank("q", ["a"])
        assert time.monotonic() - started < 2.0
    assert len(server.asked) == 1


def test_a_refusal_is_not_asked_again():
    with serving([Answer(b"who are you?", 401)]) as server, pytest.raises(ModelFailed) as refused:
        ServedReranker(server.url).rerank("q", ["a"])
    assert "401: who are you?" in refused.value.message
    assert refused.value.hint == "Check the key for this server."
    assert len(server.asked) == 1


@pytest.mark.parametrize("slow", [Answer(b"{}", delay=3.0), Answer(b"[" + b" " * 60 + b"]", drip=0.05)])
def test_a_slow_server_is_not_waited_for(slow: Answer):
    with serving([slow]) as server:
        started = time.monotonic()
        with pytest.raises(ModelFailed):
            ServedReranker(server.url, seconds=0.3).rerank("q", ["a"])
        assert time.monotonic() - started < 2.5


@pytest.mark.parametrize("body", [b"<html>", b"", b"\xff\xfe", b"[" * 100_000])
def test_what_is_no_json_is_refused(body: bytes):
    with serving([Answer(body)]) as server, pytest.raises(ModelFailed, match="JSON"):
        ServedReranker(server.url).rerank("q", ["a"])


def test_a_server_that_is_not_there_is_said():
    with serving([Answer(b"")]) as server:
        pass
    with pytest.raises(ModelFailed, match="could not be asked"):
        ServedReranker(server.url, seconds=1.0).rerank("q", ["a"])


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://host/x", "localhost:80", "http://"])
def test_only_http_is_spoken(url: str):
    with pytest.raises(Usage, match="no address"):
        ServedReranker(url).rerank("q", ["a"])
