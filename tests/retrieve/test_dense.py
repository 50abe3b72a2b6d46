"""Candidates compared by meaning: what is embedded, kept, made anew, and said; and judges that fail."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from shelf import shelf, shelve
from silcrow.desk import Desk
from silcrow.errors import ModelFailed, Usage
from silcrow.passage import Passages
from silcrow.retrieve.ahead import embed_ahead
from silcrow.retrieve.dense import pack, unpack
from silcrow.retrieve.judging import Judges
from silcrow.store.sqlite import SqliteStore
from silcrow.testing import HashEmbedder, make_document

LAMPS = """
# 1 Lamps

The lamp needs oil. The lamp needs a wick. The lamp needs care.

The lamp is illuminated at nightfall.

## 1.1 Empty

# 2 Horns

No lamp is lit in fog; the horn sounds.
"""
SAME = {"illuminated": "lit", "nightfall": "dusk"}
QUERY = "lamp lit dusk"


class Failing:
    """An embedder and a judge that are out of order."""

    identity = "failing"

    def embed(self, texts: Sequence[str]) -> None:  # noqa: ARG002  the protocol's
        raise ModelFailed("the server is gone", hint="Start it.")

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:  # noqa: ARG002  the protocol's
        raise ModelFailed("the server is gone", hint="Start it.")


class ByLength:
    """A judge to whom the shortest text is the best."""

    def rerank(self, query: str, texts: Sequence[str]) -> list[float]:  # noqa: ARG002  the protocol's
        return [-float(len(text)) for text in texts]


def ranked(found: Passages) -> list[str]:
    """The hits' places, best first."""
    hits = [hit for passage in found.passages for hit in passage.hits]
    return [str(hit.span) for hit in sorted(hits, key=lambda hit: -hit.score)]


def retrieve(store: SqliteStore, judges: Judges, query: str = QUERY) -> Passages:
    return Desk(store, judges=judges).retrieve(query, top_k=3, window=(0, 0), explain=True)


def test_what_is_near_in_meaning_comes_first_and_says_so():
    store = shelf(keeper=LAMPS)
    judged = retrieve(store, Judges(HashEmbedder(same=SAME, dimensions=512)))
    plain = retrieve(store, Judges())
    assert ranked(plain)[0] == "keeper:2:1"
    assert "dense" not in {way for p in plain.passages for hit in p.hits for way in hit.found_by}
    hits = {str(hit.span): hit for p in judged.passages for hit in p.hits}
    before = {str(hit.span): hit for p in plain.passages for hit in p.hits}
    near = hits["keeper:1:2"]
    assert "dense" in near.found_by
    assert near.score > before["keeper:1:2"].score
    for hit in hits.values():
        assert sum(reason.score for reason in hit.reasons) == pytest.approx(hit.score, abs=1e-5)
    assert [r.field for r in near.reasons if not r.word] == ["meaning"]


def test_vectors_are_made_once_and_a_result_does_not_change_by_their_being_kept():
    store, model = shelf(keeper=LAMPS), HashEmbedder(same=SAME)
    first = retrieve(store, Judges(model))
    assert len(model.asked) == 1 + 6  # the query; three paragraphs, and the three sentences of one
    assert store.vectors.counts("hash") == {"keeper": 3}
    assert retrieve(store, Judges(model), f"{QUERY} ") == first  # another question, as results are kept
    assert model.asked[7:] == [f"{QUERY} "]
    assert store.generation() == 1


def test_vectors_of_another_model_are_not_mixed_in():
    store = shelf(keeper=LAMPS)
    retrieve(store, Judges(HashEmbedder(identity="one")))
    other = HashEmbedder(identity="two", dimensions=32)
    found = retrieve(store, Judges(other))
    assert len(other.asked) == 7
    assert found.notices == retrieve(store, Judges()).notices
    assert store.vectors.counts("one") == store.vectors.counts("two") == {"keeper": 3}


@pytest.mark.parametrize("fault", ["cut", "empty", "changed", "of another size"])
def test_damaged_vectors_are_made_anew_and_said(fault: str):
    store, model = shelf(keeper=LAMPS), HashEmbedder()
    expected = retrieve(store, Judges(model))
    block = store.vectors.of("hash", "keeper")[1]
    bad = {
        "cut": block[:-2],
        "empty": b"",
        "changed": block[:-1] + bytes([block[-1] ^ 1]),
        "of another size": pack(np.ones((1, 65), np.float32)),
    }[fault]
    store.vectors.keep("hash", "keeper", "0" * 16, {1: bad})
    again = retrieve(store, Judges(model), f"{QUERY} ")  # another question, as results are kept
    assert again.passages == expected.passages
    assert [notice.code for notice in again.notices if notice.code == "vectors_remade"] == ["vectors_remade"]
    assert store.vectors.of("hash", "keeper")[1] == block


def test_when_time_runs_out_fewer_are_compared_and_it_is_said():
    text = "# All\n\n" + "\n\n".join(f"The lamp number {n} is lit." for n in range(30))
    store, model = shelf(doc=text), HashEmbedder()
    found = retrieve(store, Judges(model, seconds=0.0))
    (notice,) = [one for one in found.notices if one.code == "fewer_compared"]
    assert notice.message == "Time ran out: only the first 0 of 30 candidates were compared by meaning."
    assert ranked(found) == ranked(retrieve(store, Judges()))
    assert all(one.code != "fewer_compared" for one in retrieve(store, Judges(model)).notices)


def test_a_model_that_fails_costs_its_judgement_and_no_more():
    store = shelf(keeper=LAMPS)
    found = retrieve(store, Judges(Failing(), Failing()))
    assert found.passages == retrieve(store, Judges()).passages
    assert [(one.code, one.message) for one in found.notices if one.code.startswith("not_")] == [
        ("not_compared", "Not compared by meaning: the server is gone. Start it."),
        ("not_reranked", "Not reranked: the server is gone. Start it."),
    ]


def test_a_judge_orders_anew():
    store = shelf(keeper=LAMPS)
    found = retrieve(store, Judges(reranker=ByLength()))
    assert ranked(found) == ["keeper:1:2", "keeper:2:1", "keeper:1:1"]
    best = next(hit for p in found.passages for hit in p.hits if str(hit.span) == "keeper:1:2")
    assert "rerank" in best.found_by


def test_only_what_the_scope_and_the_phrases_allow_is_judged():
    store, model = shelf(keeper=LAMPS, other="# 1 A\n\nThe lamp is lit at dusk."), HashEmbedder()
    found = Desk(store, ["keeper"], judges=Judges(model)).retrieve('"lamp needs" lit', top_k=5, window=(0, 0))
    assert ranked(found) == ["keeper:1:1"]
    assert "other" not in store.vectors.counts("hash")


def test_several_wordings_are_compared_by_their_weights():
    store, model = shelf(keeper=LAMPS), HashEmbedder()
    Desk(store, judges=Judges(model)).retrieve(["lamp", ("horn", 0.5)], top_k=3)
    assert model.asked[:2] == ["lamp", "horn"]


def test_all_is_embedded_ahead_and_what_is_there_is_not_embedded_again():
    store, model = shelf(keeper=LAMPS, other="# 1 A\n\nThe lamp is lit at dusk."), HashEmbedder()
    retrieve(store, Judges(model))
    steps = list(embed_ahead(store, Judges(model), store.records()))
    assert (steps[-1].all_done, steps[-1].all_paragraphs) == (4, 4)
    assert store.vectors.counts("hash") == {"keeper": 3, "other": 1}
    before = len(model.asked)
    again = list(embed_ahead(store, Judges(model), store.records()))
    assert [(one.doc_id, one.done, one.paragraphs) for one in again] == [("keeper", 3, 3), ("other", 1, 1)]
    assert len(model.asked) == before + 1
    with pytest.raises(Usage, match="no embedding model"):
        embed_ahead(store, Judges(), store.records())


def test_what_is_embedded_from_before_counts_from_the_first_step_on():
    store, model = shelf(keeper=LAMPS, other="# 1 A\n\nThe lamp is lit at dusk."), HashEmbedder()
    list(embed_ahead(store, Judges(model), store.records(["other"])))
    assert [one.all_done for one in embed_ahead(store, Judges(model), store.records())] == [1, 4, 4]


def test_a_document_that_goes_while_it_is_embedded_stops_nothing():
    text = "# All\n\n" + "\n\n".join(f"The lamp number {n}." for n in range(70))
    store = shelf(a=text, b=LAMPS)
    steps = embed_ahead(store, Judges(HashEmbedder()), store.records())
    assert [next(steps).done for _ in range(2)] == [0, 32]
    store.remove("a")
    assert [one.doc_id for one in steps] == ["b", "b"]
    assert store.vectors.counts("hash") == {"b": 3}
    shelve(store, make_document(text, doc_id="a"))
    assert store.check() == ()


def test_a_block_is_read_back_as_it_was_packed():
    vectors = np.array([[0.5, -0.25], [1.0, 0.0]], np.float32)
    found = unpack(pack(vectors), 2)
    assert found is not None
    assert found.tolist() == vectors.tolist()
    assert unpack(pack(vectors), 3) is None


def test_a_result_is_kept_unless_a_model_failed_or_ran_out_of_time():
    store, model = shelf(keeper=LAMPS), HashEmbedder()
    late = retrieve(store, Judges(model, seconds=0.0))
    whole = retrieve(store, Judges(model))
    asked = len(model.asked)
    assert retrieve(store, Judges(model)) == whole != late
    assert len(model.asked) == asked
    assert retrieve(store, Judges(HashEmbedder(identity="other"))).passages
    assert retrieve(store, Judges()).notices == whole.notices  # each model, and none, has results of its own


def test_a_model_that_is_only_at_hand_is_asked_about_its_own_language():
    store, model = shelf(keeper=LAMPS), HashEmbedder()
    german = make_document("# 1 Lampen\n\nDie Lampe ist angezündet, weil es dunkel ist.", doc_id="waerter")
    shelve(store, replace(german, language="de"))
    at_hand = Judges(model, languages=("en",), named=False)
    Desk(store, ["waerter"], judges=at_hand).retrieve("Lampe")
    assert not model.asked
    Desk(store, ["keeper"], judges=at_hand).retrieve("lamp")
    assert model.asked


def test_where_a_figure_is_asked_for_nothing_is_compared_by_meaning():
    store, model = shelf(keeper=LAMPS), HashEmbedder()
    found = retrieve(store, Judges(model), "How many lamps are lit?")
    assert not model.asked
    assert found.passages == retrieve(store, Judges(), "How many lamps are lit?").passages
