"""add, ls, status, rename, rm, fsck and config."""

from pathlib import Path

from commands import HARBOUR, apart


def test_add_says_what_became_of_each_file(silcrow, harbour: Path, tides: Path, tmp_path: Path):
    done = silcrow("add", harbour, tides)
    assert done.status == 0
    assert [line.split() for line in done.out.splitlines()[:2]] == [
        ["new", "5", "sections", "harbour", str(harbour)],
        ["new", "3", "sections", "tides", str(tides)],
    ]
    harbour.write_text(HARBOUR + "\nMore.\n", encoding="utf-8")
    copy = tmp_path / "copy.md"
    copy.write_bytes(tides.read_bytes())
    again = silcrow("add", tmp_path, "--json").json
    assert [(d["doc_id"], d["outcome"]) for d in again["documents"]] == [
        ("tides", "address"),
        ("harbour", "changed"),
        ("tides", "same"),
    ]


def test_a_new_edition_says_what_became_of_its_sections(silcrow, harbour: Path):
    silcrow("add", harbour)
    harbour.write_text(HARBOUR.replace("## Closing", "## Storms"), encoding="utf-8")
    assert "sections: 1 added (storms), 1 gone (closing), 4 as before" in silcrow("add", harbour).out
    harbour.write_text(HARBOUR, encoding="utf-8")
    (changed,) = silcrow("add", harbour, "--json").json["documents"]
    assert changed["changes"] == {"added": ["closing"], "changed": [], "gone": ["storms"], "moved": [], "kept": 4}


def test_add_goes_on_after_a_bad_file_and_lists_it_at_the_end(silcrow, harbour: Path, tmp_path: Path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and no more")
    done = silcrow("add", tmp_path / "bad.pdf", harbour)
    assert done.status == 1
    assert "1 new, 1 failed" in done.out
    assert "bad.pdf" in done.err.splitlines()[-1]
    found = silcrow("add", tmp_path / "bad.pdf", harbour, "--json").json
    assert [d["outcome"] for d in found["documents"]] == ["same"]
    assert found["failed"][0]["address"].endswith("bad.pdf")
    assert found["failed"][0]["error"]["code"] == "damaged"


def test_one_file_that_fails_ends_with_its_own_status(silcrow, tmp_path: Path):
    assert silcrow("add", tmp_path / "gone.pdf").status == 3
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 and no more")
    assert silcrow("add", tmp_path / "bad.pdf", "--json").json["error"]["code"] == "damaged"


def test_add_takes_patterns_that_the_shell_did_not(silcrow, harbour: Path, tides: Path):
    assert silcrow("add", harbour.parent / "*.md").out.splitlines()[-1].startswith("2 new, in ")
    assert tides.exists()


def test_add_takes_standard_input():
    done = apart("--ephemeral", "add", "-", "--json", data=HARBOUR.encode())
    assert done.json["documents"][0]["doc_id"] == "stdin"


def test_no_keep_stores_no_copy(silcrow, harbour: Path):
    silcrow("add", harbour, "--no-keep")
    assert silcrow("status", "harbour", "--json").json["kept"] is False


def test_ls_is_a_table_and_says_when_there_is_nothing(silcrow, harbour: Path):
    empty = silcrow("ls")
    assert (empty.status, empty.out) == (0, "")
    assert "silcrow add" in empty.err
    silcrow("add", harbour)
    assert silcrow("ls").out.splitlines() == [
        "document  pages  paragraphs  title",
        "harbour       –           7  Harbour Rules",
    ]
    (listed,) = silcrow("ls", "--json").json["documents"]
    assert listed["addresses"] == [str(harbour)]


def test_status_of_a_document_names_its_health(silcrow, harbour: Path):
    done = silcrow("status", harbour)
    assert "  health   5 headings by explicit" in done.out
    assert silcrow("status", harbour, "--json").json["health"]["evidence"] == {"explicit": 5}


def test_status_without_a_document_is_that_of_the_library(silcrow, harbour: Path, tmp_path: Path):
    library = tmp_path / "my.db"
    silcrow("--library", library, "add", harbour)
    found = silcrow("--library", library, "status", "--json").json
    assert (found["path"], found["documents"], found["health"]) == (str(library), 1, {"sound": 1})
    assert "holds   1 document, 0 pages" in silcrow("--library", library, "status").out


def test_the_library_says_which_documents_are_flat_or_doubtful(silcrow, harbour: Path, tmp_path: Path):
    (tmp_path / "notes.txt").write_text("a line of notes, and no heading\n", encoding="utf-8")
    silcrow("add", harbour, tmp_path / "notes.txt")
    found = silcrow("status", "--json").json
    assert (found["doubtful"], found["flat"]) == ([], ["notes"])
    assert "  flat    notes\n" in silcrow("status").out
    assert silcrow("status", "notes", "--json").json["state"] == "flat"
    assert "flat: no heading was found" in silcrow("status", "notes").out
    assert [one["state"] for one in silcrow("ls", "--json").json["documents"]] == ["sound", "flat"]
    assert [line.split()[3] for line in silcrow("ls").out.splitlines()] == ["health", "sound", "flat"]


def test_a_document_is_renamed_and_read_under_its_new_name(silcrow, harbour: Path):
    silcrow("add", harbour)
    assert silcrow("rename", "harbour", "rules-2025").out == "harbour is now rules-2025\n"
    assert silcrow("read", "rules-2025:closing").status == 0
    assert silcrow("rename", harbour, "rules").status == 0
    assert silcrow("rename", "rules", "no good").status == 2
    assert silcrow("rename", "gone", "rules").status == 3


def test_rm_forgets_by_doc_id_or_path_and_leaves_the_file(silcrow, harbour: Path, tides: Path):
    silcrow("add", harbour, tides)
    assert silcrow("rm", "tides", harbour).out == "removed tides\nremoved harbour\n"
    assert silcrow("ls", "--json").json["documents"] == []
    assert harbour.exists()


def test_rm_of_a_file_that_is_gone_from_disk_works_by_its_path(silcrow, harbour: Path):
    silcrow("add", harbour)
    harbour.unlink()
    assert silcrow("rm", harbour).status == 0


def test_rm_removes_nothing_when_one_of_its_words_is_wrong(silcrow, harbour: Path):
    silcrow("add", harbour)
    assert silcrow("rm", "harbour", "gone").status == 3
    assert len(silcrow("ls", "--json").json["documents"]) == 1


def test_fsck_finds_a_sound_library_sound_and_a_lost_copy_lost(silcrow, harbour: Path, tmp_path: Path):
    library = tmp_path / "my.db"
    silcrow("--library", library, "add", harbour)
    assert silcrow("--library", library, "fsck").out == "No faults.\n"
    for copy in (tmp_path / "my.db.sources").iterdir():
        copy.unlink()
    done = silcrow("--library", library, "fsck", "--json")
    assert (done.status, len(done.json["faults"])) == (1, 1)


def test_config_says_where_each_setting_came_from(silcrow, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("SILCROW_TOP_K", "7")
    rows = {row["name"]: (row["value"], row["from"]) for row in silcrow("config", "--json").json["settings"]}
    assert rows["top_k"] == ("7", "SILCROW_TOP_K")
    assert rows["window"] == ("2,2", "default")
    done = silcrow("config", "--library", tmp_path / "a.db")
    assert any(line.split() == ["library", str(tmp_path / "a.db"), "--library"] for line in done.out.splitlines())


def test_config_says_where_its_file_lies_and_changes_nothing(silcrow, tmp_path: Path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    path = tmp_path / "silcrow" / "config.toml"
    assert silcrow("config").out.endswith(f"\n{path}: not there\n")
    assert silcrow("config", "--json").json["file"] == {"path": str(path), "exists": False}
    done = silcrow("config", "top_k", "3")
    assert done.status == 2
    assert done.err.splitlines()[-1] == f"Write top_k = 3 in {path}, or set SILCROW_TOP_K."
    path.parent.mkdir()
    path.write_text("top_k = 3", encoding="utf-8")
    assert silcrow("config").out.endswith(f"\n{path}: read\n")
