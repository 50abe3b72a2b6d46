"""The verb about families of documents."""

from pathlib import Path

import pytest
from commands import HARBOUR


@pytest.fixture
def rules(tmp_path: Path) -> list[Path]:
    """The rules of three harbours."""
    paths = []
    for name in ("north", "east", "south"):
        path = tmp_path / f"{name}.md"
        path.write_text(HARBOUR.replace("Harbour Rules", f"Rules of the {name}"), encoding="utf-8")
        paths.append(path)
    return paths


def test_learn_writes_a_file_that_show_puts_into_words(silcrow, rules: list[Path], tmp_path: Path):
    out = tmp_path / "rules.profile.toml"
    assert silcrow("profile", "learn", *rules, "-o", out).out == f"{out}: 3 sections expected, learned of 3 documents\n"
    shown = silcrow("profile", "show", out).out
    assert shown.splitlines()[:5] == [
        "rules: learned of 3 documents (north, east, south).",
        "3 sections expected, 3 of them in every document:",
        "    Item 1. Berths",
        "    Item 2. Fees",
        "    Closing",
    ]
    assert silcrow("ls", "--json").json["documents"] == []


def test_a_file_that_lacks_what_is_expected_exits_5(silcrow, rules: list[Path], harbour: Path, tmp_path: Path):
    out = tmp_path / "rules.profile.toml"
    silcrow("profile", "learn", *rules, "-o", out)
    good = silcrow("profile", "test", out, harbour)
    assert (good.status, good.out) == (0, "ok    harbour  3 of 3 required, 3 found\n")
    harbour.write_text(HARBOUR.replace("## Item 2. Fees", ""), encoding="utf-8")
    bad = silcrow("profile", "test", out, harbour, rules[0], "--json")
    assert bad.status == 5
    assert [(one["doc_id"], one["missing"]) for one in bad.json["documents"]] == [
        ("harbour", ["Item 2. Fees"]),
        ("north", []),
    ]


def test_a_bad_file_does_not_stop_the_others(silcrow, rules: list[Path], tmp_path: Path):
    out, broken = tmp_path / "rules.profile.toml", tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 and nothing")
    silcrow("profile", "learn", *rules, "-o", out)
    done = silcrow("profile", "test", out, broken, rules[0])
    assert done.status == 1
    assert [line.split()[:2] for line in done.out.splitlines()] == [["ok", "north"], ["fail", str(broken)]]


def test_add_reads_by_a_profile_and_says_when_a_known_document_was_not(silcrow, rules: list[Path], tmp_path: Path):
    out = tmp_path / "rules.profile.toml"
    silcrow("profile", "learn", *rules, "-o", out)
    text = tmp_path / "west.txt"
    text.write_text("Item 1. Berths\n\nOne night.\n\nItem 2. Fees\n\nPaid at noon.\n\nClosing\n\nIn a storm.\n")
    silcrow("add", text)
    known = silcrow("add", text, "--profile", out, "--json").json
    assert [notice["code"] for notice in known["notices"]] == ["profile_not_used"]
    silcrow("add", text, "--profile", out, "--reparse")
    assert "; profile rules " in silcrow("status", "west", "--json").json["recipe"]
    assert silcrow("status", "--json").json["outdated"] == []


def test_add_says_how_many_were_read_by_a_profile_that_was_named(silcrow, rules: list[Path], tmp_path: Path):
    out, text, other = (tmp_path / name for name in ("rules.profile.toml", "west.txt", "other.txt"))
    silcrow("profile", "learn", *rules, "-o", out)
    text.write_text("Item 1. Berths\n\nOne night.\n\nItem 2. Fees\n\nPaid at noon.\n\nClosing\n\nIn a storm.\n")
    other.write_text("1. Recipes\n\nBoil it.\n", encoding="utf-8")
    added = silcrow("add", text, other, "--profile", out).out
    said = "1 read by the profile rules, 1 read as without a profile: none fits, or its format says what a heading is"
    assert added.splitlines()[-1] == said
    assert "profile" not in silcrow("add", rules[1]).out


@pytest.mark.parametrize("words", [["learn"], ["test", "x.toml"], ["forget", "x"], ["show", "a", "b"]])
def test_words_that_say_nothing_are_explained(silcrow, words: list[str]):
    done = silcrow("profile", *words)
    assert done.status == 2
    assert "silcrow profile learn" in done.err


def test_a_profile_that_is_not_there_is_not_found(silcrow, harbour: Path):
    assert silcrow("profile", "show", "none.toml").status == 3
    assert silcrow("add", harbour, "--profile", "none.toml").status == 3
