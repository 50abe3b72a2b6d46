"""What every store promises of readings: steps in order, each saved once, whoever writes."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from stores import a_source, an_index, flat

from silcrow.errors import Busy, Damaged, NotFound, Usage
from silcrow.reading import Journal, Kept, MemoryJournal, Reading, Step, id_of, leading, number_of
from silcrow.store.journal import StoreJournal
from silcrow.store.protocol import Store

ASKED = Reading(
    "",
    "ask",
    "Who pays § 5 – «Miete»?",
    documents=(("lease", "1" * 16),),
    scope=("lease:5",),
    settings={"model": "test:a", "max_rounds": 20, "names": ["x", None]},
)


def test_a_reading_is_what_was_begun_with_a_name_and_a_start(store: Store):
    begun = store.begin_reading(ASKED)
    assert begun.reading_id == "r0001"
    assert re.fullmatch(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", begun.started)
    assert store.one_reading("r0001") == begun
    assert (begun.documents, begun.scope, begun.settings) == (ASKED.documents, ASKED.scope, ASKED.settings)
    assert (begun.state, begun.steps, begun.usage) == ("open", (), {})
    assert store.begin_reading(ASKED).reading_id == "r0002"
    assert store.one_reading(" R1 ") == store.one_reading("1") == begun


def test_steps_come_back_as_they_were_saved_and_their_fold_is_the_state(store: Store):
    store.begin_reading(ASKED)
    data = {"call": "read_section", "text": "€ 5 – “so”\n\udc80", "nested": [{"a": 1.5}, [], True]}
    first = store.save_step("r0001", Step(1, "look", data, {"input": 10}))
    assert first.at
    reading = store.one_reading("r0001")
    assert reading.steps == (first,)
    assert reading.steps[0].data == data
    assert reading.state == "open"
    store.save_step("r0001", Step(2, "end", {}, {"input": 5, "output": 2}))
    reading = store.one_reading("r0001")
    assert (reading.state, reading.usage) == ("done", {"input": 15, "output": 2})


def test_the_list_of_readings_has_their_steps_without_data(store: Store):
    for title in ("first", "second"):
        store.begin_reading(Reading("", "study", title))
    store.save_step("r0002", Step(1, "look", {"text": "long"}, {"input": 3}))
    first, second = store.readings()
    assert (first.title, first.steps, second.title) == ("first", (), "second")
    assert [(s.number, s.kind, s.data, s.usage) for s in second.steps] == [(1, "look", {}, {"input": 3})]


def test_the_heads_of_readings_have_no_steps(store: Store):
    begun = store.begin_reading(ASKED)
    store.save_step("r0001", Step(1, "look", {"text": "long"}))
    assert store.reading_heads() == (begun,)


def test_studies_go_with_a_document_that_is_renamed_and_what_was_asked_stays_as_it_was_said(store: Store):
    for doc_id in ("lease", "annex"):
        store.put(flat(doc_id, 2), an_index(), a_source(doc_id.encode(), f"/{doc_id}.md"))
    both = (("lease", "1" * 16), ("annex", "2" * 16))
    for kind, documents in (("study", both[:1]), ("study", both), ("study", both[1:]), ("ask", both)):
        store.begin_reading(Reading("", kind, "title", documents=documents))
    store.rename("lease", "rent")
    there = [[doc_id for doc_id, _ in reading.documents] for reading in store.reading_heads()]
    assert there == [["rent"], ["rent", "annex"], ["annex"], ["lease", "annex"]]


def test_the_key_of_a_step_is_known_without_its_data_and_what_is_no_object_is_damaged():
    assert Kept('{"part": "7f.1", "note": {"torn').leading("part") == "7f.1"
    assert Kept('{"part": "7\\u20ac.1", "note": {}}').leading("part") == "7€.1"
    assert Kept('{"part": 7, "note": {}}').leading("part") == 7
    assert Kept('{"note": {}, "part": "b"}').leading("part") == "b"
    assert leading({"part": "c"}, "part") == "c"
    for torn in ('{"part": "7', '{"part": "7", ', "[1]", "", "[" * 100_000):
        with pytest.raises(Damaged):
            dict(Kept(torn))


def test_a_step_that_is_not_the_next_one_is_refused(store: Store):
    store.begin_reading(ASKED)
    store.save_step("r0001", Step(1, "look", {"by": "one"}))
    for number in (1, 3):
        with pytest.raises(Busy, match="another process goes on with the reading r0001"):
            store.save_step("r0001", Step(number, "look", {"by": "another"}))
    assert [s.data for s in store.one_reading("r0001").steps] == [{"by": "one"}]


def test_of_two_that_resume_at_once_one_goes_on(store: Store):
    store.begin_reading(ASKED)
    journals = [StoreJournal(store, "r0001") for _ in range(8)]
    for journal in journals:
        assert journal.steps() == ()
    ready = threading.Barrier(8)

    def save(journal: StoreJournal) -> bool:
        ready.wait()
        try:
            journal.save("look", {})
        except Busy:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(save, journals)) == [False] * 7 + [True]
    assert len(store.one_reading("r0001").steps) == 1


def test_a_reading_that_is_not_there_is_not_found(store: Store):
    calls: list[Callable[[], object]] = [
        lambda: store.one_reading("r0009"),
        lambda: store.one_reading("rent"),
        lambda: store.remove_reading("r0009"),
        lambda: store.save_step("r0009", Step(1, "look", {})),
    ]
    store.begin_reading(ASKED)
    for call in calls:
        with pytest.raises(NotFound) as caught:
            call()
        assert caught.value.candidates == ("r0001",)


def test_a_removed_reading_leaves_nothing_and_its_name_is_not_given_again(store: Store):
    store.begin_reading(ASKED)
    store.save_step("r0001", Step(1, "look", {}))
    store.remove_reading("r0001")
    assert store.readings() == ()
    assert store.begin_reading(ASKED).reading_id == "r0002"
    assert store.check() == ()


def test_readings_outlive_their_documents_and_change_no_generation(store: Store):
    store.put(flat("lease", 2), an_index(), a_source(b"lease", "/lease.md"))
    before = store.generation()
    store.begin_reading(ASKED)
    store.save_step("r0001", Step(1, "look", {}))
    assert store.generation() == before
    store.remove("lease")
    assert store.one_reading("r0001").title == ASKED.title
    assert store.check() == ()


def test_a_reading_is_kept_as_it_stood_elsewhere_and_its_name_is_taken(store: Store):
    steps = (Step(1, "look", {"text": "€\0"}, {"input": 3}, "2026-01-01T00:00:01Z"), Step(2, "end", {}))
    elsewhere = replace(ASKED, reading_id="r0007", started="2026-01-01T00:00:00Z", steps=steps[:1])
    store.keep_reading(elsewhere)
    assert store.one_reading("r0007") == elsewhere
    store.keep_reading(replace(elsewhere, steps=steps))
    assert store.one_reading("r0007").steps == steps
    assert store.begin_reading(ASKED).reading_id == "r0008"
    store.keep_reading(replace(elsewhere, reading_id="r0002"))
    assert store.begin_reading(ASKED).reading_id == "r0009"


def test_a_reading_is_still_there_when_the_library_is_opened_again(
    reopened: Callable[[], Store], request: pytest.FixtureRequest
):
    if "memory" in request.node.callspec.params.values():
        pytest.skip("a library in memory is gone")
    store = reopened()
    store.begin_reading(ASKED)
    StoreJournal(store, "r0001").save("look", {"n": 1})
    store.close()
    again = reopened()
    journal = StoreJournal(again, "r0001")
    assert [step.data for step in journal.steps()] == [{"n": 1}]
    assert journal.save("look", {"n": 2}).number == 2
    again.close()


def test_both_journals_number_their_steps_from_one(store: Store):
    store.begin_reading(ASKED)
    journals: list[Journal] = [StoreJournal(store, "r0001"), MemoryJournal()]
    for journal in journals:
        assert journal.steps() == ()
        assert [journal.save("look", {"n": n}, usage={"calls": 1}).number for n in (1, 2)] == [1, 2]
        assert [(s.number, s.data, s.usage) for s in journal.steps()] == [
            (1, {"n": 1}, {"calls": 1}),
            (2, {"n": 2}, {"calls": 1}),
        ]


@pytest.mark.parametrize(("typed", "number"), [("r0012", 12), ("R12", 12), (" 12 ", 12), ("r12345", 12345)])
def test_a_name_may_be_typed_shorter(typed: str, number: int):
    assert number_of(typed) == number
    assert number_of(id_of(number)) == number


@pytest.mark.parametrize("typed", ["", "r", "0", "r0", "12a", "r-1", "１２", "r1234567890"])
def test_what_is_no_name_is_refused(typed: str):
    with pytest.raises(Usage):
        number_of(typed)
