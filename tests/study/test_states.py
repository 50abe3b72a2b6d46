"""What was noted outlives sessions, names and editions: section P of the notes on bugs, as cases."""

import json
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from reading_through import CUT, NOTE, THESIS, put

from silcrow import open_library
from silcrow.errors import Busy, Damaged, NotFound, Usage
from silcrow.library import Library

INSERTED = THESIS.replace("# 2 Method", "# 1a Ice\n\nIce closes harbours in winter.\n\n# 2 Method")


@pytest.fixture
def library(tmp_path: Path):
    with open_library(tmp_path / "library.db") as opened:
        put(opened)
        opened.study("thesis").begin(**CUT)
        yield opened


def read_all(library: Library) -> None:
    study = library.study("thesis")
    while found := study.next():
        study.note(NOTE if found.part.index == 2 else f"Part {found.part.index}, {found.part.title}.")


def summaries(library: Library, doc_id: str = "thesis") -> list[str]:
    return [part.note.summary if part.note else part.state for part in library.study(doc_id).state().parts]


def test_one_inserted_section_leaves_all_others_done(library: Library):  # G157
    read_all(library)
    put(library, INSERTED)
    state = library.study("thesis").state()
    assert [part.state for part in state.parts] == ["noted", "open", "noted", "noted", "noted", "noted"]
    assert state.parts[2].note is not None
    assert [quote.verdict for quote in state.parts[2].note.quotes] == ["verified", "unsupported"]
    found = library.study("thesis").next()
    assert found is not None
    assert (found.part.title, found.part.changed) == ("1a Ice", False)
    assert library.reading("r0001").documents != library.reading("r0002").documents  # the earlier one stays


def test_a_changed_part_is_listed_with_what_was_noted_and_the_others_stay_done(library: Library):
    read_all(library)
    put(library, THESIS.replace("Tides rose by 4 %", "Tides rose by 5 %"))
    state = library.study("thesis").state()
    assert [part.index for part in state.changed] == [3]
    assert [(one.code, one.message) for one in state.notices] == [
        ("changed", "Parts that have changed since they were read: 3 3 Results.")
    ]
    found = library.study("thesis").next()
    assert found is not None
    assert found.part.former is not None
    assert found.part.former.summary == "Part 3, 3 Results."
    library.study("thesis").note("Five now.")
    assert library.study("thesis").state().current is None


def test_a_part_that_changes_again_before_it_is_read_keeps_the_note_on_what_it_was(library: Library):
    read_all(library)
    for amount in (5, 6, 7):
        put(library, THESIS.replace("Tides rose by 4 %", f"Tides rose by {amount} %"))
        library.study("thesis").begin(questions=[f"Why {amount}?"])  # which writes
        state = library.study("thesis").state()
        assert [part.index for part in state.changed] == [3]
        assert state.parts[2].former is not None
        assert state.parts[2].former.summary == "Part 3, 3 Results."
    library.study("thesis").begin(questions=["Why at all?"])
    assert library.study("thesis").state().changed[0].former is not None


def test_a_part_whose_words_stand_elsewhere_too_stays_open_when_a_state_is_carried():
    with open_library(ephemeral=True) as library:
        names = "\n\n".join(f"Of {word}" for word in ("tides", "ice", "storms")) + "\n\nTwo"
        put(library, f"# Contents\n\n{names}\n\n# Two\n\nOf ice\n\n# Three\n\n" + "Thick it is. " * 6)
        study = library.study("thesis")
        assert study.begin(max_tokens=32, min_tokens=0, overlap=0).parts == 3
        study.skip(why="a list")
        again = study.imported(json.dumps(study.exported()).encode())
        assert [part.state for part in again.parts] == ["skipped", "open", "open"]


def test_what_moved_within_a_long_section_is_read_still():
    body = [f"Paragraph {n} tells of the tide at hour {n}, and of nothing else at all." for n in range(40)]
    with open_library(ephemeral=True) as library:
        put(library, "# Tides\n\n" + "\n\n".join(body))
        study = library.study("thesis")
        total = study.begin(max_tokens=120, min_tokens=0, overlap=0).parts
        while study.next():
            study.note("Read.")
        put(
            library,
            "# Tides\n\n" + "\n\n".join([*body[:3], "One that is new stands here, alone among the old.", *body[3:]]),
        )
        state = study.state()
        assert len(state.parts) in (total, total + 1)
        assert sum(not part.done for part in state.parts) == 1


def test_a_renamed_file_goes_on_and_another_under_an_old_name_does_not(library: Library):
    read_all(library)
    put(library, address="/moved/thesis-final.md", doc_id="again")  # the same bytes
    assert [record.doc_id for record in library.documents()] == ["thesis"]
    library.rename("thesis", "book")
    assert summaries(library, "book")[1] == "It says how the tide was measured."
    assert library.study("book").state().parts[1].note.quotes[0].place == "book:2:1"


@pytest.mark.parametrize("names", [["book"], ["book", "tome"], ["book", "thesis"]], ids=" ".join)
def test_a_renamed_document_that_changes_then_keeps_what_was_read(library: Library, names: list[str]):
    read_all(library)
    before = "thesis"
    for name in names:
        library.rename(before, name)
        before = name
    library.add(INSERTED.encode(), address="/thesis.md")
    assert [record.doc_id for record in library.documents()] == [before]
    state = library.study(before).state()
    assert [part.state for part in state.parts] == ["noted", "open", "noted", "noted", "noted", "noted"]
    assert state.parts[2].note is not None
    assert [quote.place for quote in state.parts[2].note.quotes] == [f"{before}:2:1", f"{before}:2:1"]
    assert library.studied_in("r0001") == (before,)
    assert library.study(before).note("Ice.").reading == "r0002"


def test_another_document_that_takes_a_name_that_was_given_up_has_a_study_of_its_own(library: Library):
    read_all(library)
    library.rename("thesis", "book")
    put(library, "# Cooking\n\nBoil water.\n", address="/cooking.md")
    with pytest.raises(NotFound, match="thesis is not under study"):
        library.study("thesis").state()
    library.study("thesis").begin()
    library.add(THESIS.replace("1990", "1991").encode(), address="/thesis.md")
    assert library.study("thesis").state().notices == ()
    assert [part.index for part in library.study("book").state().changed] == [2, 5]


def test_a_synthesis_across_follows_a_document_that_was_renamed(library: Library):
    put(library, "# Storms\n\nStorms are rare here.\n", doc_id="other", address="/other.md")
    library.study("thesis").note("So.")
    library.study("other").note("So.")
    quotes = '- thesis:3:1 "Tides rose by 4 %"\n- other:1:1 "Storms are rare here."'
    library.study("thesis", "other").synthesis(f"Both.\n\n## Comparisons\n- They differ [1] [2]\n\n## Quotes\n{quotes}")
    library.rename("thesis", "book")
    found = library.study("book", "other").synthesis()
    assert found.note is not None
    assert [one.place for one in found.note.quotes] == ["book:3:1", "other:storms:1"]
    assert library.studied_in("r0003") == ("book", "other")


def test_a_state_is_known_without_reading_a_single_note(library: Library, tmp_path: Path):
    read_all(library)
    library.close()
    with closing(sqlite3.connect(tmp_path / "library.db")) as rows, rows:  # as a bad disk would
        rows.execute("UPDATE step SET data = substr(data, 1, length(data) - 20) WHERE kind = 'note'")
    with open_library(tmp_path / "library.db") as opened:
        state = opened.study("thesis").state()
        assert state.completed == (1, 2, 3, 4, 5)
        with pytest.raises(Damaged, match=r"the note on part 2, saved at .* cannot be read"):
            state.parts[1].note  # noqa: B018
        assert [(one.place, one.message) for one in opened.fsck()] == [
            ("r0001", "a saved step of it cannot be read: silcrow readings --forget r0001")
        ]
        put(opened, THESIS.replace("in 1990", "in 1991"))  # and to another edition none of them comes along
        assert [part.index for part in opened.study("thesis").state().changed] == [1, 2, 3, 4, 5]
        for part in state.parts:
            opened.study("thesis").note("Once more.", number=part.index)
        assert summaries(opened) == ["Once more."] * 5


def test_a_study_whose_steps_make_no_sense_is_told_of_and_can_be_forgotten(library: Library, tmp_path: Path):
    read_all(library)
    library.close()
    with closing(sqlite3.connect(tmp_path / "library.db")) as rows, rows:
        rows.execute("UPDATE step SET data = replace(data, '.3\"', '.99\"') WHERE number = 4")
    with open_library(tmp_path / "library.db") as opened:
        with pytest.raises(Damaged, match="a step of the study r0001 cannot be read") as failure:
            opened.study("thesis").state()
        assert "silcrow readings --forget r0001" in failure.value.hint
        opened.forget("r0001")
        assert opened.study("thesis").begin(**CUT).parts == 5


def test_another_file_under_an_old_name_begins_anew(library: Library):
    read_all(library)
    put(library, "# Cooking\n\nBoil water. Add salt.\n")  # at the same address, under the same doc_id
    found = library.study("thesis")
    assert found.state().completed == ()
    assert [notice.code for notice in found.state().notices] == ["other_document"]
    found.note("Salt.")
    assert len(found.state().completed) == 1
    assert library.reading("r0001").steps[1].kind == "note"  # what was read of the other one is kept


def test_a_document_that_comes_back_finds_its_study_again(library: Library):
    read_all(library)
    library.remove("thesis")
    put(library, doc_id="back", address="/elsewhere.md")
    assert len(library.study("back").state().completed) == 5


def test_a_state_carries_all_of_it_and_the_keys_that_people_know(library: Library):
    read_all(library)
    library.study("thesis").begin(questions=["Why?"])
    library.study("thesis").synthesis('All.\n\n## Themes\n- Tides [1]\n\n## Quotes\n- thesis:3:1 "Tides rose by 4 %"')
    state = library.study("thesis").exported()
    assert list(state)[:7] == [
        "document", "total_sections", "completed", "current", "summaries", "themes", "open_questions",
    ]  # fmt: skip
    assert (state["completed"], state["current"], state["themes"]) == ([0, 1, 2, 3, 4], None, ["Tides [1]"])
    assert state["summaries"]["1"] == "2 Method: It says how the tide was measured."
    assert (state["schema"], state["schema_version"]) == ("silcrow-study", 1)
    assert state["document_hash"].startswith("sha256:")
    assert state["split"] == {"max_tokens": 60, "min_tokens": 0, "overlap": 10}
    assert state["parts"][1]["note"]["quotes"][0]["place"] == "thesis:2:1"
    assert state["parts"][1]["note"]["at"]
    with open_library(ephemeral=True) as other:
        put(other, INSERTED, doc_id="renamed", address="/renamed.md")
        found = other.study("renamed").imported(json.dumps(state).encode())
        assert [part.state for part in found.parts] == ["noted", "open", "noted", "noted", "noted", "noted"]
        assert found.parts[2].note is not None
        assert found.parts[2].note.quotes[0].place == "renamed:2:1"
        assert found.questions == ("Why?",)


def test_a_state_of_other_programs_is_read_where_the_parts_are_as_many(library: Library):
    known = {"document": "thesis.pdf", "total_sections": 5, "completed": [0, 2], "current": 3}
    known["summaries"] = {"0": "1 Water: about harbours"}
    found = library.study("thesis").imported(json.dumps(known).encode())
    assert [part.state for part in found.parts] == ["noted", "open", "skipped", "open", "open"]
    assert found.parts[0].note is not None
    assert found.parts[0].note.summary == "about harbours"
    with pytest.raises(Usage, match="counts 12 sections"):
        library.study("thesis").imported(json.dumps(known | {"total_sections": 12}).encode())


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text[: len(text) // 2],
        lambda _: "",
        lambda _: "[]",
        lambda text: text.replace('"noted"', '"perhaps"'),
        lambda text: text.replace('"units"', '"items"'),
        lambda text: text.replace('"summary": "', '"summary": 7, "was": "'),
        lambda _: "[" * 100_000,
        lambda text: text.replace('"completed": [0', '"completed": [9'),
        lambda text: text.replace('"total_sections": 5', '"total_sections": true'),
        lambda text: text.replace('"total_sections": 5', '"total_sections": 6'),
        lambda text: text.replace('"schema_version": 1', '"schema_version": "1"'),
        lambda text: text.replace('"tokens": ', '"tokens": 1e999, "was": '),
        lambda text: text.replace('"units": ["', '"units": ["x'),
        lambda text: text.replace('"questions": []', f'"questions": ["{"q" * 5_000}"]'),
    ],
)
def test_a_damaged_state_is_refused_whole_and_changes_nothing(library: Library, damage):  # G149, G150
    read_all(library)
    text = json.dumps(library.study("thesis").exported())
    before = library.readings()
    with pytest.raises(Damaged):
        library.study("thesis").imported(damage(text).encode())
    assert library.readings() == before
    newer = json.loads(text) | {"schema_version": 99}
    with pytest.raises(Usage, match="newer than this Silcrow"):
        library.study("thesis").imported(json.dumps(newer).encode())


def test_what_a_state_says_of_quotes_is_not_believed(library: Library):
    read_all(library)
    state = json.loads(json.dumps(library.study("thesis").exported()))
    note = state["parts"][1]["note"]
    assert [quote["verdict"] for quote in note["quotes"]] == ["verified", "unsupported"]
    for quote in note["quotes"]:
        quote["verdict"] = "verified"
    note["fields"][0]["entries"][1].pop("fault")
    note["quotes"].append({"place": "no place", "quote": "Never said.", "verdict": "verified", "pages": []})
    found = library.study("thesis").imported(json.dumps(state).encode()).parts[1].note
    assert found is not None
    assert [quote.verdict for quote in found.quotes] == ["verified", "unsupported", "unsupported"]
    assert [entry.fault for entry in found.entries("key_claims")] == ["", "its quote stands nowhere"]


def test_an_entry_whose_quote_fell_with_another_edition_lacks_it_then(library: Library):
    library.study("thesis").note(
        'Safe.\n\n## Key claims\n- Not safe [1]\n\n## Quotes\n- 1:2 "a harbour is safe"', number=2
    )
    put(library, THESIS.replace("when a harbour is safe", "when a haven is safe"))
    note = library.study("thesis").state().parts[1].note
    assert note is not None
    assert [entry.fault for entry in note.entries("key_claims")] == ["its quote stands nowhere"]


def test_a_state_adds_to_what_was_noted_here_and_takes_nothing_away(library: Library):
    library.study("thesis").note("There.", number=2)
    library.study("thesis").skip(number=3, why="there")
    state = json.dumps(library.study("thesis").exported()).encode()
    with open_library(ephemeral=True) as other:
        put(other)
        other.study("thesis").begin(**CUT)
        for number in (3, 5):
            other.study("thesis").note("Here.", number=number)
        other.study("thesis").imported(state)
        assert summaries(other) == ["open", "There.", "Here.", "open", "Here."]
        foreign = {"total_sections": 5, "completed": [0], "summaries": {"0": "Elsewhere."}}
        other.study("thesis").imported(json.dumps(foreign).encode())
        assert summaries(other) == ["Elsewhere.", "There.", "Here.", "open", "Here."]


def test_a_synthesis_comes_along_where_the_bytes_are_the_same(library: Library):
    read_all(library)
    library.study("thesis").synthesis('All.\n\n## Themes\n- Tides [1]\n\n## Quotes\n- 3:1 "Tides rose by 4 %"')
    state = json.dumps(library.study("thesis").exported()).encode()
    with open_library(ephemeral=True) as other:
        put(other, doc_id="book")
        found = other.study("book").imported(state)
        assert found.ended
        assert found.synthesis is not None
        assert [one.place for one in found.synthesis.quotes] == ["book:3:1"]
        put(other, INSERTED, doc_id="book")
        assert other.study("book").imported(state).synthesis is None


def test_a_template_of_a_state_has_to_be_one(library: Library):
    read_all(library)
    state = json.dumps(library.study("thesis").exported() | {"template": "## A {nonsense}\n\nx"}).encode()
    with pytest.raises(Usage, match="nothing that a field can need"):
        library.study("thesis").imported(state)


def test_a_state_of_another_document_is_refused(library: Library):
    read_all(library)
    state = json.dumps(library.study("thesis").exported()).encode()
    put(library, "# Cooking\n\nBoil water.\n", doc_id="cooking", address="/cooking.md")
    with pytest.raises(Usage, match="of another document"):
        library.study("cooking").imported(state)


def test_two_that_note_at_once_lose_nothing(library: Library):  # G152, G153
    failures: list[Exception] = []

    def noting(numbers: range) -> None:
        for number in numbers:
            for _ in range(50):
                try:
                    library.study("thesis").note(f"By one of two: {number}.", number=number)
                    break
                except Busy:
                    continue
                except Exception as fault:  # noqa: BLE001  told below
                    failures.append(fault)
                    return

    threads = [threading.Thread(target=noting, args=[numbers]) for numbers in (range(1, 6), range(1, 6))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert summaries(library) == [f"By one of two: {number}." for number in range(1, 6)]
    assert len(library.readings()) == 1
    assert library.fsck() == ()


def test_a_study_is_begun_whole_or_not_at_all(tmp_path: Path):  # G151
    with open_library(tmp_path / "library.db") as library:
        put(library)
        library.study("thesis").begin(**CUT)
        read_all(library)
        reading = library.reading("r0001")
        bad = [*reading.steps[:2], type(reading.steps[0])(9, "note", {"part": {1, 2}})]  # JSON cannot hold a set
        with pytest.raises(TypeError):
            library.begin(type(reading)("", "study", "torn", reading.documents, steps=tuple(bad)))
        assert [one.title for one in library.readings()] == [reading.title]
