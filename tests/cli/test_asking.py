"""ask and retrieve on real files: what is searched, what is shown, how it ends."""

from pathlib import Path

import pytest


def test_an_answer_is_a_quote_at_its_place(silcrow, harbour: Path):
    done = silcrow("ask", harbour, "When are fees paid?")
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[0].endswith("no model: quotes only")
    assert lines[1] == "[1] harbour §Item 2. Fees ¶1      harbour:item-2:1"
    assert lines[2] == "    Fees are paid at the office before noon."
    assert lines[-1].endswith("Read on: silcrow read harbour:item-2:1-2")


def test_what_the_answer_says_to_read_on_can_be_read(silcrow, harbour: Path):
    command = silcrow("ask", harbour, "When are fees paid?").out.splitlines()[-1].split("silcrow ")[1]
    done = silcrow(*command.split())
    assert (done.status, done.err) == (0, "")


def test_every_citation_in_json_is_verified(silcrow, harbour: Path):
    found = silcrow("ask", harbour, "When are fees paid?", "--json").json
    assert found["extractive"] is True
    assert {citation["verdict"] for citation in found["citations"]} == {"verified"}


def test_a_question_the_document_does_not_answer_exits_3_and_keeps_its_json(silcrow, harbour: Path):
    question = "Which zebra won the race?"
    done = silcrow("ask", harbour, question)
    assert done.status == 3
    assert done.out.startswith(f'not found in harbour: "{question}"')
    found = silcrow("ask", harbour, question, "--json")
    assert (found.status, found.json["citations"]) == (3, [])
    assert "zebra" in found.json["unsupported"]


def test_no_document_named_means_the_whole_library(silcrow, harbour: Path, tides: Path):
    silcrow("add", harbour, tides)
    found = silcrow("retrieve", "tide gauge noon", "--json").json
    assert {p["place"].split(":")[0] for p in found["passages"]} == {"harbour", "tides"}
    found = silcrow("retrieve", "harbour", "tide gauge noon", "--json").json
    assert {p["place"].split(":")[0] for p in found["passages"]} == {"harbour"}


def test_paths_and_doc_ids_stand_before_the_words(silcrow, harbour: Path, tides: Path):
    silcrow("add", harbour)
    found = silcrow("retrieve", "harbour", tides, "fees", "--json").json
    assert {p["place"].split(":")[0] for p in found["passages"]} == {"harbour", "tides"}


def test_a_folder_before_the_words_stands_for_its_documents(silcrow, harbour: Path, tides: Path):
    found = silcrow("retrieve", harbour.parent, "fees", "--json", "-q").json
    assert {p["place"].split(":")[0] for p in found["passages"]} == {"harbour", "tides"}
    assert tides.exists()


def test_top_k_and_window_set_what_is_shown(silcrow, harbour: Path):
    found = silcrow("retrieve", harbour, "stays longer", "-k", "1", "--window", "0,0", "--json").json
    assert [p["place"] for p in found["passages"]] == ["harbour:item-1:2"]
    found = silcrow("search", harbour, "stays longer", "--top-k", "1", "--window", "1,0", "--json").json
    (passage,) = found["passages"]
    assert passage["place"] == "harbour:item-1:1-2"
    assert [hit["place"] for hit in passage["hits"]] == ["harbour:item-1:2"]
    assert "\n▸ ¶2 A boat" in silcrow("retrieve", harbour, "stays longer", "-k", "1").out


def test_within_keeps_to_sections(silcrow, harbour: Path):
    found = silcrow("retrieve", harbour, "harbour boats fees", "--within", "Item 2", "--in", "Closing", "--json").json
    assert {p["place"].split(":")[1] for p in found["passages"]} <= {"item-2", "closing"}


def test_within_a_section_that_several_documents_have_means_all_of_them(silcrow, harbour: Path, tides: Path):
    found = silcrow("retrieve", harbour, tides, "pays paid fees", "--within", "Item 2", "--json").json
    assert {p["place"].rpartition(":")[0] for p in found["passages"]} == {"harbour:item-2", "tides:item-2"}


def test_within_words_that_fit_twice_in_one_document_is_ambiguous(silcrow, tmp_path: Path):
    twice = tmp_path / "twice.md"
    twice.write_text("# A\n\n## Scope\n\none\n\n# B\n\n## Scope\n\ntwo\n", encoding="utf-8")
    done = silcrow("retrieve", twice, "one", "--within", "Scope", "--json")
    assert (done.status, len(done.json["error"]["candidates"])) == (2, 2)


def test_nothing_found_exits_3_with_an_empty_result(silcrow, harbour: Path):
    done = silcrow("retrieve", harbour, "zebra")
    assert (done.status, done.out) == (3, "")
    assert 'Nothing found for "zebra" in harbour.' in done.err
    assert silcrow("retrieve", harbour, "zebra", "--json").json["passages"] == []


@pytest.mark.parametrize("verb", ["ask", "retrieve"])
def test_a_long_question_is_said_again_on_one_line_only(silcrow, harbour: Path, verb: str):
    done = silcrow(verb, harbour, "zebra \n" * 10_000)
    said = done.out + done.err
    assert done.status == 3
    assert "zebra zebra" in said
    assert '…"' in said
    assert len(said) < 1000


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["harbor", "fees"], 3),  # a mistyped document is not taken for words
        (["gone.pdf", "fees"], 3),
        (["https://example.org/a.pdf", "fees"], 2),
        (["https://example.org/a.pdf"], 2),
        ([""], 2),
        (["fees"], 3),  # the library is empty
    ],
)
def test_a_document_that_is_none_is_an_error_not_a_word(silcrow, words: list[str], status: int):
    assert silcrow("ask", *words).status == status


def test_a_file_without_a_question_asks_for_one(silcrow, harbour: Path):
    done = silcrow("ask", harbour)
    assert done.status == 2
    assert "which question?" in done.err


@pytest.mark.parametrize("window", ["x", "1,2,3", "-1,0", ""])
def test_a_window_that_is_none_is_refused(silcrow, harbour: Path, window: str):
    assert silcrow("retrieve", harbour, "fees", f"--window={window}").status == 2


def test_a_document_alone_is_no_question(silcrow, harbour: Path):
    silcrow("add", harbour)
    done = silcrow("ask", "harbour")
    assert done.status == 2
    assert "which question?" in done.err
    assert silcrow("ask", harbour).status == 2


def test_a_question_without_quotes_is_told_from_a_document_that_is_not_there(silcrow, harbour: Path):
    silcrow("add", harbour)
    done = silcrow("ask", "harbour", "berth", "fees")
    assert done.status == 3
    assert done.err.splitlines()[-1].endswith('Or quote the question: "berth fees"')
    done = silcrow("ask", "harbor", "berth fees")
    assert done.err.splitlines()[-1] == "Did you mean this one?"
