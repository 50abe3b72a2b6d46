"""A study without a model: surveyed, handed out part by part, noted, put together; every step saved."""

from dataclasses import replace
from pathlib import Path

import pytest
from reading_through import CUT, NOTE, put

from silcrow import open_library
from silcrow.errors import NotFound, Usage
from silcrow.library import Library


@pytest.fixture
def library(tmp_path: Path):
    with open_library(tmp_path / "library.db") as opened:
        put(opened)
        yield opened


def test_the_survey_finds_introduction_and_conclusion_by_what_they_do(library: Library):
    found = library.study("thesis").begin(**CUT)
    assert [(one.role, one.path[-1]) for one in found.landmarks] == [
        ("introduction", "1 Water"),
        ("conclusion", "4 What it means"),
    ]
    assert "its name" not in found.landmarks[0].reasons
    assert found.order[:2] == (1, 4)
    assert found.order[-1] == found.parts  # the references


def test_the_survey_maps_every_section_to_its_parts(library: Library):
    found = library.study("thesis").begin(**CUT)
    assert [one.place for one in found.sections][:2] == ["thesis:1", "thesis:2"]
    assert all(one.parts for one in found.sections)
    assert found.terms[0].term.casefold() in ("tide gauge", "harbour", "tides", "gauge")
    assert found.terms[0].places


def test_a_name_alone_makes_no_conclusion_of_a_section_in_the_middle():
    text = "# A\n\nx\n\n# Conclusions of law\n\nOne.\n\n# Facts\n\nTwo.\n\n# More\n\nThree.\n\n# Last\n\nFour."
    with open_library(ephemeral=True) as library:
        put(library, text)
        assert library.study("thesis").begin().landmarks == ()


def test_parts_are_handed_out_in_order_until_all_are_done(library: Library):
    study = library.study("thesis")
    total = study.begin(**CUT).parts
    seen = []
    while found := study.next():
        seen.append(found.part.index)
        study.skip() if found.part.index % 2 else study.note(f"Part {found.part.index}.")
    assert seen == list(range(1, total + 1))
    assert study.state().current is None
    with pytest.raises(Usage, match="all parts of thesis are done"):
        study.skip()


def test_a_part_comes_with_its_text_at_places_and_what_it_says_by_itself(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    found = study.next(3)
    assert found is not None
    assert [str(line.place) for line in found.lines] == ["thesis:3:0", "thesis:3:1", "thesis:3:2"]
    assert {one.place for one in found.gist.sentences} <= {"thesis:3:1", "thesis:3:2"}
    assert "4 %" in found.gist.figures[0][0]
    assert "## Key claims" in found.form
    assert library.desk().read("thesis:3:1").passages[0].text.startswith(found.lines[1].text[:20])


def test_what_was_noted_before_is_told_and_kept_short(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    for number in range(1, 4):
        study.note(f"Part {number} says so. " + "Very much so. " * 200, number=number)
    found = study.next(5)
    assert found is not None
    assert "3. " in found.so_far
    assert len(found.so_far) < 4_000


def test_each_quote_of_a_note_is_compared_and_what_lacks_one_is_marked(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    note = study.note(NOTE, number=3).parts[2].note
    assert note is not None
    assert [quote.verdict for quote in note.quotes] == ["verified", "unsupported"]
    assert [entry.fault for entry in note.entries("key_claims")] == ["", "its quote stands nowhere"]
    assert study.note("No quotes.\n\n## Key claims\n- So it is", number=3).parts[2].note.entries("key_claims")[0].fault


def test_a_note_may_be_json_and_bare_places_are_of_the_document(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    quote = '{"place": "3:1", "quote": "Tides rose by 4 %"}'
    text = f'{{"summary": "It rose.", "key_claims": ["It rose [1]"], "quotes": [{quote}]}}'
    note = study.note(text, number=4).parts[3].note
    assert note is not None
    assert [(one.place, one.verdict) for one in note.quotes] == [("thesis:3:1", "verified")]


@pytest.mark.parametrize(
    "text",
    ["", "   ", "{", "[1]", '{"summary": ""}', '{"summary": "x", "quotes": {}}', "So.\n\n## Quotes\n- no place at all"],
)
def test_what_is_no_note_is_refused_and_nothing_is_saved(library: Library, text: str):
    study = library.study("thesis")
    study.begin(**CUT)
    before = library.readings()
    if text == "[1]":
        assert study.note(text).parts[0].note.summary == "[1]"
        return
    with pytest.raises(Usage):
        study.note(text)
    assert library.readings() == before


def test_a_second_note_takes_the_place_of_the_first_and_says_so_and_skipping_never_does(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    assert study.note("First.", number=2).notices == ()
    again = study.note("Second.", number=2)
    assert [notice.message for notice in again.notices] == ["Part 2 had a note; this one takes its place."]
    assert again.parts[1].note.summary == "Second."
    with pytest.raises(Usage, match="part 2 of thesis has a note"):
        study.skip(number=2)
    assert study.state().parts[1].note.summary == "Second."
    study.skip(number=3, why="a list")
    assert study.note("Read after all.", number=3).parts[2].state == "noted"


def test_a_part_that_is_not_there_is_not_found(library: Library):
    study = library.study("thesis")
    with pytest.raises(NotFound, match="is not under study"):
        study.state()
    study.begin(**CUT)
    with pytest.raises(NotFound, match="has 5 parts, not 99"):
        study.next(99)


def test_the_whole_gathers_notes_bibliography_terms_and_where_questions_are_treated(library: Library):
    study = library.study("thesis")
    study.begin(**CUT, questions=["How deep must a harbour be?"])
    study.note(NOTE, number=3)
    found = study.synthesis()
    assert [text for text, _ in found.gathered.bibliography] == [
        "[1] Thorne, A. (1990). Tides of the north. Corran Press.",
        "[2] Hale, B. (2001). Gauges. Corran Press.",
    ]
    assert [one.term for one in found.gathered.glossary] == ["Tide"]
    assert found.gaps[0].leads
    assert [notice.code for notice in found.notices] == ["unread"]
    assert found.note is None


def test_a_synthesis_that_a_reader_writes_is_compared_and_ends_the_study(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    while study.next():
        study.note("Read.")
    found = study.synthesis(
        "It is about depth.\n\n## Contradictions\n- Safe and not safe [1] [2]\n- One place [1]\n\n## Quotes\n"
        '- thesis:3:2 "A harbour of less than 3 metres is not safe."\n- thesis:4:1 "harbours must be deeper"'
    )
    assert found.note is not None
    assert [entry.fault for entry in found.note.entries("contradictions")] == ["", "one place only"]
    assert [reading.state for reading in library.readings()] == ["done"]
    assert study.note("Once more.", number=2).reading == "r0002"  # what ended stays as it was
    assert library.reading("r0001").state == "done"
    assert len(study.state().completed) == len(study.state().parts)


def test_questions_and_another_template_keep_what_was_noted(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    study.note(NOTE, number=3)
    study.begin(questions=["Why?"], template="Say who speaks.\n\n## Speakers {quoted}\n\nWho speaks.")
    state = study.state()
    assert (state.questions, state.completed, state.split["max_tokens"]) == (("Why?",), (3,), 60)
    found = study.next()
    assert found is not None
    assert "## Speakers" in found.form
    with pytest.raises(Usage, match="has 0 fields"):
        study.begin(template="nothing")


def test_the_same_document_gives_the_same_survey_and_parts():
    found = []
    for _ in range(2):
        with open_library(ephemeral=True) as library:
            put(library)
            study = library.study("thesis")
            survey, handed = study.begin(**CUT), study.next(3)
            found.append((survey, replace(handed, study=replace(handed.study, started=""))))
    assert found[0] == found[1]


def test_a_flat_text_is_read_through_too():
    with open_library(ephemeral=True) as library:
        library.add(("Nothing is as it was. " * 400).encode(), doc_id="flat", address="/flat.txt")
        study = library.study("flat")
        assert study.begin(max_tokens=500).parts > 2
        assert study.next() is not None
