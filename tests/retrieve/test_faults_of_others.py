"""Faults that other search tools had (bug corpus, section N) and that no other test here is about."""

import pytest

from shelf import shelf, shelve
from silcrow.desk import Desk
from silcrow.library import open_library
from silcrow.passage import Passages
from silcrow.testing import make_document

SIGNALS = """
# 1 Signals

The lamp 😀 is lit at dusk, 灯 and all.

The horn sounds when the lamp is out.
"""


def hits(found: Passages) -> list[str]:
    """The hits' places by rank of their passages."""
    ranked = sorted(found.passages, key=lambda one: one.rank)
    return [str(hit.span) for passage in ranked for hit in passage.hits]


@pytest.mark.parametrize("query", ["lamp \ud800", "\ud83dlamp dusk", "😀 lamp dusk", "lamp\x00dusk", "\u202elamp dusk"])
def test_half_a_character_in_a_query_harms_nothing(query: str):
    assert "k:1:1" in hits(Desk(shelf(k=SIGNALS)).retrieve(query))


def test_names_that_differ_by_a_space_and_an_underscore_are_two_documents():
    with open_library(ephemeral=True) as library:
        one = library.add(b"# 1 A\n\nThe lamp is red.\n", address="/a/night_watch.md").record.doc_id
        other = library.add(b"# 1 A\n\nThe lamp is green.\n", address="/b/night watch.md").record.doc_id
        assert one != other
        assert hits(library.desk(one).retrieve("red lamp")) == [f"{one}:1:1"]
        assert hits(library.desk(other).retrieve("red lamp")) == [f"{other}:1:1"]


def test_a_document_that_was_replaced_is_searched_as_it_is_now():
    store = shelf(k=SIGNALS)
    assert sorted(hits(Desk(store, ["k"]).retrieve("lamp", window=(0, 0)))) == ["k:1:1", "k:1:2"]
    shelve(store, make_document("# 1 A\n\n# 2 Horns\n\nThe horn is brass.", doc_id="k", edition="1" * 16))
    found = Desk(store, ["k"]).retrieve("horn", window=(0, 0))
    assert hits(found) == ["k:2:1"]
    assert found.passages[0].text == "The horn is brass."
    assert not Desk(store, ["k"]).retrieve("lamp").passages


def test_counts_ranks_and_scores_agree():
    text = "# 1 A\n\n" + "\n\n".join(f"Row {n} of the lamp{' lamp' * (n % 4)} is lit." for n in range(30))
    found = Desk(shelf(k=text)).retrieve("lamp", top_k=7, window=(1, 1))
    each = [(passage.rank, max(hit.score for hit in passage.hits)) for passage in found.passages]
    assert sum(len(passage.hits) for passage in found.passages) == 7
    assert sorted(rank for rank, _ in each) == list(range(1, len(each) + 1))
    assert [score for _, score in sorted(each)] == sorted((score for _, score in each), reverse=True)
