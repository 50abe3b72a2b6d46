"""silcrow.open, and tools for a model: what a program or a notebook sees of a document."""

import importlib.util

import pytest

import silcrow
from silcrow import tools
from silcrow.errors import Ambiguous, NotFound, Usage
from silcrow.testing import ScriptedChat

HANDBOOK = b"""# Handbook

Read this first.

## 1 Boats

### 1.1 The fleet

Three boats lie at the mole.

| Boat | Crew | Range (miles) |
| --- | --- | --- |
| Tern | 2 | 1,240 |
| Gull | 4 | 300 |

### 1.2 Fuel

Fuel is kept ashore. Ask the warden.

The tank holds 900 litres.

## 2 Notes

### Fuel

Diesel is dear.
"""


@pytest.fixture
def doc():
    with silcrow.open(HANDBOOK) as opened:
        yield opened


def test_a_section_is_found_by_label_title_or_path(doc):
    assert doc["1.1"].title == "The fleet"
    assert doc["The fleet"].label == "1.1"
    assert doc["2 Notes > Fuel"].paragraphs[0].text == "Diesel is dear."


def test_words_that_fit_two_sections_are_ambiguous_and_name_both(doc):
    with pytest.raises(Ambiguous) as failure:
        doc["Fuel"]
    assert len(failure.value.candidates) == 2


def test_a_section_that_is_not_there_names_the_nearest(doc):
    with pytest.raises(NotFound) as failure:
        doc["The fleets"]
    assert any("1.1" in place for place in failure.value.candidates)
    assert "The fleets" not in doc
    assert "The fleet" in doc


def test_paragraphs_are_sliced_from_zero_as_python_does(doc):
    assert [p.text for p in doc["1.2"].paragraphs[1:]] == ["The tank holds 900 litres."]


def test_tables_of_a_subtree_are_rows_of_texts_at_their_place(doc):
    (table,) = doc["1 Boats"].tables
    assert table.header == ["Boat", "Crew", "Range (miles)"]
    assert table.rows == [["Tern", "2", "1,240"], ["Gull", "4", "300"]]
    assert str(table.place).endswith(":1.1:2")


def test_sections_below_a_section_are_its_children_only(doc):
    assert [section.title for section in doc["1 Boats"].sections] == ["The fleet", "Fuel"]


def test_retrieval_inside_a_section_finds_nothing_of_another(doc):
    found = doc["2 Notes"].retrieve("fuel litres diesel")
    assert {passage.span.sec_id for passage in found.passages} == {doc["2 Notes > Fuel"].span.sec_id}


def test_a_document_in_hand_can_be_asked_with_a_model(doc):
    seen = []
    said = "Not found: who built it."
    answer = doc.ask("Who built it?", chat=ScriptedChat([said]), watch=lambda _, step: seen.append(step.kind))
    assert (answer.text, answer.extractive) == (said, False)
    assert seen == ["open", "reply", "end"]


def test_ask_quotes(doc):
    answer = doc.ask("How many litres does the tank hold?")
    assert answer.citations[0].quote == "The tank holds 900 litres."
    assert answer.citations[0].verdict == "verified"


def test_the_outline_prints_and_iterates(doc):
    assert [section.title for section in doc.outline][-2:] == ["Notes", "Fuel"]
    assert "The fleet" in str(doc.outline)
    assert len(repr(doc.outline)) < 80
    assert len(repr(doc)) < 120


def test_without_pandas_a_frame_is_refused_with_what_to_install(doc):
    if importlib.util.find_spec("pandas"):
        frame = doc["1.1"].tables[0].to_frame()
        assert list(frame.columns) == ["Boat", "Crew", "Range (miles)"]
    else:
        with pytest.raises(Usage, match="pandas") as failure:
            doc["1.1"].tables[0].to_frame()
        assert failure.value.hint == "pip install pandas"


def test_a_document_of_a_given_library_is_kept_there_and_opened_by_its_id(tmp_path):
    file = tmp_path / "boats.md"
    file.write_bytes(HANDBOOK)
    path = tmp_path / "library.db"
    with silcrow.open(file, library=path) as kept:
        assert kept.doc_id == "boats"
    file.unlink()
    with silcrow.open("boats", library=path) as again:
        assert again["1.2"].noun.count == 2


def test_a_file_that_is_not_there_is_not_found(tmp_path):
    with pytest.raises(NotFound):
        silcrow.open(str(tmp_path / "none.pdf"))


@pytest.mark.parametrize(
    ("style", "name_of"),
    [
        ("openai", lambda one: one["function"]["name"]),
        ("anthropic", lambda one: one["name"]),
        ("plain", lambda one: one["name"]),
    ],
)
def test_tools_are_defined_in_the_form_of_each_sdk(doc, style, name_of):
    box = tools(doc, style=style)
    names = [name_of(one) for one in box.definitions]
    assert {"documents", "outline", "retrieve", "read_section", "find_section"} <= set(names)


def test_a_tool_call_by_name_answers_in_text_and_says_what_is_wrong(doc):
    box = tools(doc)
    assert "900 litres" in box.call("read_section", {"section": "1.2"})
    assert "Known tools" in box.call("delete_everything", {})
    assert "no argument" in box.call("retrieve", {"query": "x", "colour": "red"})


def test_tools_see_only_what_they_were_given(doc):
    box = tools(doc.desk.inside(doc["2 Notes"].span))
    assert "900 litres" not in box.call("retrieve", {"query": "tank litres"})


def test_an_unknown_style_names_the_known(doc):
    with pytest.raises(Usage, match="style"):
        tools(doc, style="xml")


def test_a_document_in_the_hand_is_split():
    with silcrow.open(b"# Fees\n\n" + b"Ten a night. " * 40 + b"\n\n# Dues\n\n" + b"Two a week. " * 40) as doc:
        found = doc.split(max_tokens=250, min_tokens=0)
        assert [part.title for part in found.parts] == ["Fees", "Dues"]
        assert found.parts[1].context_prefix.endswith("Ten a night.")
