"""Names that lie: of files that hold line ends, and of libraries that are not there."""

from pathlib import Path

import pytest
from commands import HARBOUR

_FORGED = "new      5 sections  contract"


@pytest.fixture
def forging(tmp_path: Path) -> Path:
    """A document whose name goes on in a second line."""
    path = tmp_path / f"a\n{_FORGED}\r\x1b[1m.md"
    path.write_text(HARBOUR, encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [["add"], ["-v", "add"], ["outline"], ["status"], ["retrieve", "fees"]])
def test_no_name_of_a_file_begins_a_line_of_what_is_printed(silcrow, forging: Path, words: list[str]):
    at = words.index("fees") if "fees" in words else len(words)
    done = silcrow(*words[:at], forging, *words[at:])
    assert done.status == 0
    assert not any(line.strip().startswith(_FORGED) for line in (done.out + done.err).split("\n"))
    assert "\x1b" not in done.out + done.err


def test_no_name_of_a_file_begins_a_line_of_an_error(silcrow, tmp_path: Path):
    bad = tmp_path / f"a\n{_FORGED}.pdf"
    for command in (["add", bad], ["add", bad, tmp_path / "b.pdf"], ["outline", bad], ["status", f"a\n{_FORGED}"]):
        done = silcrow(*command)
        assert done.status > 0
        assert not any(line.strip().startswith(_FORGED) for line in (done.out + done.err).split("\n"))


def test_an_error_says_the_ends_of_a_word_that_nobody_would_type(silcrow):
    done = silcrow("outline", "a" * 100_000)
    assert done.status == 3
    assert len(done.err) < 5000
    assert "in the library" in done.err


_READING = [
    ["ls"],
    ["status"],
    ["status", "harbour"],
    ["outline", "harbour"],
    ["read", "harbour"],
    ["ask", "What is paid?"],
    ["retrieve", "harbour", "fees"],
    ["fsck"],
    ["rm", "harbour"],
    ["readings"],
]


@pytest.mark.parametrize("words", _READING, ids=" ".join)
def test_a_named_library_that_is_not_there_is_said_and_not_made(silcrow, tmp_path: Path, monkeypatch, words: list[str]):
    path = tmp_path / "none" / "my.db"
    done = silcrow("--library", path, *words)
    assert done.status == 3
    assert f"no library {path}" in done.err
    assert "silcrow add" in done.err
    monkeypatch.setenv("SILCROW_LIBRARY", str(path))
    assert silcrow(*words, "--json").json["error"]["code"] == "not_found"
    assert not path.parent.exists()


@pytest.mark.parametrize("words", [["add"], ["outline"], ["retrieve", "fees"], ["convert"]])
def test_a_file_makes_the_library_that_was_named(silcrow, harbour: Path, tmp_path: Path, words: list[str]):
    path = tmp_path / "none" / "my.db"
    assert silcrow("--library", path, words[0], harbour, *words[1:]).status == 0
    assert silcrow("--library", path, "ls").status == 0


def test_ones_own_library_is_empty_before_anything_was_added(silcrow):
    done = silcrow("ls")
    assert done.status == 0
    assert "The library is empty" in done.err
