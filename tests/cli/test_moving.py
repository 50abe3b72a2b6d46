"""copy."""

from pathlib import Path


def test_copy_moves_a_library_to_a_server_and_back(silcrow, harbour: Path, tides: Path, tmp_path: Path, address: str):
    here, back = tmp_path / "here.db", tmp_path / "back.db"
    silcrow("--library", here, "add", harbour, tides)
    done = silcrow("copy", here, address)
    assert (done.status, done.out) == (0, f"2 documents: 2 copied\nin {address}\n")
    assert silcrow("copy", here, address).out.startswith("2 documents: 2 same\n")
    assert silcrow("--library", address, "fsck").out == "No faults.\n"
    assert silcrow("--library", address, "ls").out == silcrow("--library", here, "ls").out
    copied = silcrow("copy", address, back, "--json").json["copied"]
    assert [(one["kind"], one["name"], one["outcome"], len(one["sha256"])) for one in copied] == [
        ("document", "harbour", "copied", 64),
        ("document", "tides", "copied", 64),
    ]


def test_a_copy_that_fails_in_part_says_what_and_exits_1(silcrow, harbour: Path, tides: Path, tmp_path: Path):
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    silcrow("--library", here, "add", harbour)
    silcrow("--library", there, "add", tides)
    silcrow("--library", there, "rename", "tides", "harbour")
    done = silcrow("copy", here, there)
    assert (done.status, done.out.splitlines()[0]) == (1, "1 document: 1 failed")
    assert "another document is called 'harbour' there" in done.err


def test_a_library_that_is_not_there_is_not_made_to_be_copied(silcrow, tmp_path: Path):
    assert silcrow("copy", tmp_path / "none.db", tmp_path / "there.db").status == 3
    assert list(tmp_path.glob("*.db")) == []
