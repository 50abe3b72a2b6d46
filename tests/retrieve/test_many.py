"""Many documents, several wordings, slips of spelling, reasons of a score, and what is kept between searches."""

import math
import time

import pytest

from shelf import shelf, shelve
from silcrow.desk import Desk
from silcrow.errors import NotFound, Usage
from silcrow.passage import Passages
from silcrow.retrieve.passages import retrieve
from silcrow.retrieve.query import parse
from silcrow.retrieve.scope import Scope
from silcrow.store.sqlite import SqliteStore
from silcrow.testing import make_document

ALL = Scope()


def hits(found: Passages) -> list[str]:
    ranked = sorted(found.passages, key=lambda passage: passage.rank)
    return [str(hit.span) for passage in ranked for hit in passage.hits]


def said(found: Passages, code: str) -> list[str]:
    return [notice.message for notice in found.notices if notice.code == code]


def harbours(count: int) -> SqliteStore:
    """Reports of many harbours; the one numbered 41 alone tells of dredging in its fairway."""
    store = SqliteStore.open(None)
    for number in range(count):
        text = f"# Harbour {number}\n\nBoats pay tolls here.\n\n# Depth\n\nThe fairway is {number} metres deep."
        if number == 41:
            text += "\n\nDredging of the fairway began in spring."
        shelve(store, make_document(text, doc_id=f"report-{number:03}", title=f"Port of Skerry {number:03}"))
    return store


def test_of_many_documents_those_that_hold_most_of_the_words_are_looked_into_and_this_is_said() -> None:
    store = harbours(450)
    found = retrieve(store, ALL, "dredging of the fairway", top_k=3, window=(0, 0))
    assert "report-041:depth:2" in hits(found)[:2]
    assert said(found, "documents_chosen") == ["Looked into 400 of 450 documents, those that hold most of the words."]
    (shares,) = said(found, "shares")
    assert shares == "Hits by document: report-041 2, report-000 1."
    assert not said(retrieve(store, Scope(("report-041",)), "dredging"), "documents_chosen")


def test_a_word_of_a_title_leads_to_its_document() -> None:
    assert hits(retrieve(harbours(60), ALL, "tolls 017", top_k=1, window=(0, 0))) == ["report-017:harbour-17:1"]


def test_words_found_nowhere_in_many_documents_are_named() -> None:
    found = retrieve(harbours(450), ALL, "zebra tolls")
    assert said(found, "words_not_found") == ["Found nowhere here: zebra."]


def test_named_documents_are_served_fairly_and_each_share_is_said() -> None:
    many = "\n\n".join(f"Tolls and tolls, number {word}." for word in ("one", "two", "six", "ten"))
    store = shelf(big=f"# A\n\n{many}", small="# B\n\nA word on tolls among others.")
    found = retrieve(store, Scope(("big", "small")), "tolls", top_k=3, window=(0, 0))
    assert sorted(hit.partition(":")[0] for hit in hits(found)) == ["big", "big", "small"]
    assert said(found, "shares") == ["Hits by document: big 2, small 1."]
    assert not said(retrieve(store, Scope(("big",)), "tolls"), "shares")


def test_several_wordings_are_asked_at_once_by_their_weights() -> None:
    store = shelf(d="# A\n\nBoats pay here.\n\n# B\n\nBarges rest there.\n\n# C\n\nNothing else.")
    assert hits(retrieve(store, ALL, ["boats", ("barges", 0.5)], window=(0, 0))) == ["d:a:1", "d:b:1"]
    assert hits(retrieve(store, ALL, [("boats", 0.5), "barges"], window=(0, 0))) == ["d:b:1", "d:a:1"]
    assert hits(retrieve(store, ALL, ["", "barges"], window=(0, 0))) == ["d:b:1"]


def test_a_word_of_several_wordings_counts_once_as_it_weighs_most() -> None:
    words = parse([("net sales", 0.5), ("sales tax", 0.8), "income"]).words
    assert [(word.token, word.weight) for word in words if word.own] == [
        ("income", 1.0),
        ("sales", 0.8),
        ("tax", 0.8),
        ("net", 0.5),
    ]


@pytest.mark.parametrize("queries", [[], [("tolls", 0)], [("tolls", -1)], [("tolls", math.nan)], ["tolls"] * 21, [""]])
def test_wordings_that_cannot_be_weighed_are_refused(queries: list[str]) -> None:
    with pytest.raises(Usage):
        retrieve(shelf(d="# A\n\nTolls."), ALL, queries)


SPELT = "# A\n\nThe harbour receives its equipment.\n\n# B\n\nThe government of the commission.\n\n# C\n\nNo."


@pytest.mark.parametrize(
    "query, place",
    [("recieves", "d:a:1"), ("equipmnet", "d:a:1"), ("goverment", "d:b:1"), ("commisssion", "d:b:1")],
)
def test_one_slip_of_a_word_that_stands_nowhere_is_seen_through_and_said(query: str, place: str) -> None:
    found = retrieve(shelf(d=SPELT), ALL, query, window=(0, 0))
    assert hits(found) == [place]
    assert [hit.found_by for passage in found.passages for hit in passage.hits] == [("spelling",)]
    assert query in said(found, "spelling")[0]
    assert said(found, "words_not_found") == [f"Found nowhere here: {query}."]


def test_a_word_that_stands_somewhere_is_taken_as_it_is_spelt() -> None:
    store = shelf(d="# A\n\nThe harbor has a crane.\n\n# B\n\nThe harbour has none.")
    assert hits(retrieve(store, ALL, "harbor", window=(0, 0))) == ["d:a:1"]


@pytest.mark.parametrize("query", ["boat2s", "123456", "bots", "equpmnet"])
def test_numbers_short_words_and_two_slips_are_not_guessed_at(query: str) -> None:
    assert retrieve(shelf(d=SPELT + "\n\nBoats 123457."), ALL, query).passages == ()


def test_a_word_longer_than_any_is_not_guessed_at_and_costs_little() -> None:
    start = time.process_time()
    assert retrieve(shelf(d=SPELT), ALL, "a" * 20_000).passages == ()
    assert time.process_time() - start < 2


def test_more_hits_may_be_asked_for_than_a_machine_counts() -> None:
    store = shelf(d="# A\n\nOne boat.\n\n# B\n\nAnother boat.")
    assert hits(retrieve(store, ALL, "boat", top_k=10**20)) == hits(retrieve(store, ALL, "boat", top_k=2))


def test_a_label_is_found_with_its_number() -> None:
    text = "# A\n\nA figure of 2 boats, and 2.\n\n# B\n\nSee Figure 2 for it all, in a row.\n\n# C\n\nTS 24.008, 10 mg."
    store = shelf(d=text)
    assert hits(retrieve(store, ALL, "figure 2", window=(0, 0)))[0] == "d:b:1"
    assert hits(retrieve(store, ALL, "TS 24.008", window=(0, 0))) == ["d:c:1"]
    assert hits(retrieve(store, ALL, "10mg", window=(0, 0))) == ["d:c:1"]


PAGED = "# Tolls of boats\n\n=== page 1\n\nTolls 12 of boats.\n\nBoats 7, tolls 9.\n\n=== page 2\n\n# B\n\nTolls."


@pytest.mark.parametrize("query", ["how much are tolls of boats", "tolls on page 2", "barges or tols of boats"])
def test_the_reasons_of_a_score_add_up_to_it(query: str) -> None:
    store = shelf(one=PAGED, tolls="# C\n\nTolls again, and a barge.")
    found = retrieve(store, ALL, query, top_k=9, explain=True)
    scored = [hit for passage in found.passages for hit in passage.hits]
    assert len(scored) > 1
    for hit in scored:
        assert math.fsum(reason.score for reason in hit.reasons) == pytest.approx(hit.score, abs=1e-5)
    assert not any(hit.reasons for passage in retrieve(store, ALL, query).passages for hit in passage.hits)


def test_reasons_name_the_word_and_the_field() -> None:
    found = retrieve(shelf(d="# Tolls\n\nBoats pay.\n\nA row.\n\n# B\n\nNo."), ALL, "boats tolls", explain=True)
    fields = {str(hit.span): {(r.word, r.field) for r in hit.reasons} for p in found.passages for hit in p.hits}
    assert fields["d:tolls:1"] == {("boats", "text"), ("tolls", "heading")}
    assert fields["d:tolls:2"] == {("boats", "beside"), ("tolls", "heading")}


def test_the_same_search_is_answered_from_memory_until_something_changes() -> None:
    store = shelf(d="# A\n\nBoats.")
    first = retrieve(store, ALL, "boats")
    assert retrieve(store, ALL, "boats") is first
    assert retrieve(store, ALL, "boats", top_k=4) is not first
    shelve(store, make_document("# B\n\nBoats, boats.", doc_id="e"))
    assert len(retrieve(store, ALL, "boats").passages) == 2
    store.remove("d")
    assert hits(retrieve(store, ALL, "boats")) == ["e:b:1"]


def test_documents_removed_between_searches_are_not_found_and_leave_the_others() -> None:
    store = shelf(d="# A\n\nBoats.", e="# B\n\nBoats.")
    desk, every = Desk(store, ("d", "e")), Desk(store)
    assert len(desk.retrieve("boats").passages) == 2
    store.remove("d")
    with pytest.raises(NotFound, match="'d'"):
        desk.retrieve("boats")
    assert hits(every.retrieve("boats")) == ["e:b:1"]
    store.remove("e")
    assert every.retrieve("boats").passages == ()
