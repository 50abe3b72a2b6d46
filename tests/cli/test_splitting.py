"""split, on real files."""

import json
from pathlib import Path

import pytest
from commands import HARBOUR

from silcrow import open as silcrow_open
from silcrow.models.replay import Recorded
from silcrow.testing import ScriptedChat


def budgets(most: int = 60) -> tuple[str, ...]:
    return ("--max-tokens", str(most), "--min-tokens", "0", "--overlap", "12")


def listed(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_document_is_printed_in_parts_with_what_each_follows_on_beside_it(silcrow, harbour: Path):
    done = silcrow("split", harbour, *budgets())
    assert done.status == 0
    assert done.out.count("<!-- part ") == done.out.count(" of 5: ")
    assert "<!-- part 2 of 5: Item 1. Berths · harbour:item-1, harbour:1.1 · " in done.out
    assert "<!-- before: The harbour is open all year. -->" in done.out
    assert "## Item 2. Fees" in done.out


def test_parts_are_lines_of_json_and_put_together_they_are_the_document(silcrow, harbour: Path):
    lines = [json.loads(line) for line in silcrow("split", harbour, *budgets(), "--format", "jsonl").out.splitlines()]
    whole = silcrow("split", harbour, "--json").json["parts"]
    assert [line["index"] for line in lines] == list(range(1, len(lines) + 1))
    assert "".join(line["text"] for line in lines) == whole[0]["text"]
    assert all(line["tokens"] <= 60 and line["doc_id"] == "harbour" for line in lines)


def test_a_folder_holds_a_file_a_part_and_an_index(silcrow, harbour: Path, tmp_path: Path):
    folder = tmp_path / "parts"
    done = silcrow("split", harbour, *budgets(), "--format", "dir", "-o", folder)
    assert done.status == 0
    assert f"Wrote 5 parts to {folder}" in done.err
    index = json.loads((folder / "index.json").read_text())
    files = [part["file"] for part in index["parts"]]
    assert listed(folder) == [*files, "index.json"]
    assert files[1] == "002-item-1-berths.md"
    assert "A boat that stays longer pays twice." in (folder / files[1]).read_text()
    assert "text" not in index["parts"][0]


def test_a_folder_is_written_again_but_nothing_else_is_written_over(silcrow, harbour: Path, tmp_path: Path):
    folder = tmp_path / "parts"
    ask = ("split", harbour, "--format", "dir", "-o", folder)
    assert silcrow(*ask, *budgets()).status == 0
    assert silcrow(*ask).status == 0
    assert listed(folder) == ["001-harbour-rules.md", "index.json"]
    (folder / "notes.txt").write_text("mine")
    refused = silcrow(*ask)
    assert refused.status == 2
    assert "holds other files" in refused.err
    assert (folder / "notes.txt").read_text() == "mine"
    assert not [name for name in listed(tmp_path) if name.startswith(".parts")]


def test_parts_are_written_to_a_file(silcrow, harbour: Path, tmp_path: Path):
    out = tmp_path / "parts.jsonl"
    assert silcrow("split", harbour, "--format", "jsonl", "-o", out).status == 0
    assert json.loads(out.read_text())["total"] == 1


@pytest.mark.parametrize(
    "wrong", [("--format", "pdf"), ("--format", "dir"), ("--max-tokens", "3"), ("--min-tokens", "9000")]
)
def test_what_cannot_be_done_is_refused_with_a_hint(silcrow, harbour: Path, wrong: tuple[str, ...]):
    done = silcrow("split", harbour, *wrong)
    assert done.status == 2
    assert len(done.err.splitlines()) >= 2


def test_a_table_that_is_cut_has_its_header_beside_its_rows(silcrow, tmp_path: Path):
    rows = "\n".join(f"| berth {n} | {n}00 crowns |" for n in range(1, 41))
    path = tmp_path / "fees.md"
    path.write_text(f"# Fees\n\n| Berth | Fee |\n| --- | --- |\n{rows}\n")
    out = silcrow("split", path, *budgets(150)).out
    assert "<!-- table header:\n| Berth | Fee |\n| --- | --- |\n -->" in out


def test_text_that_would_end_a_comment_does_not(silcrow, tmp_path: Path):
    path = tmp_path / "odd.md"
    path.write_text("# A --> B\n\nOne --> two.\n\n# C\n\n" + HARBOUR)
    comments = [line for line in silcrow("split", path, *budgets()).out.splitlines() if line.startswith("<!-- part")]
    assert any("A --&gt; B" in line for line in comments)
    assert all(line.count("-->") == 1 for line in comments)


def test_a_model_says_where_a_stretch_without_headings_is_cut(silcrow, tmp_path: Path):
    tides = "The ebb runs for six hours. Boats that draw two metres wait for the flood at the bridge."
    fees = "A berth costs ten crowns a night. Water is sold by the barrel, and whoever pays late pays more."
    path, folder = tmp_path / "notes.txt", tmp_path / "replies"
    path.write_text(f"{tides}\n\n{fees}\n\n{tides.replace('six', 'seven')}\n\n{fees.replace('ten', 'twelve')}\n")
    cut = {"before": "whoever pays late pays more.", "after": "The ebb runs for seven hours.", "title": "Ebb again"}
    model = Recorded(ScriptedChat([json.dumps({"cuts": [cut]})] * 9), folder, identity="scripted")
    with silcrow_open(path) as doc:
        doc.split(max_tokens=60, min_tokens=10, chat=model)
    asked = ("split", path, "--max-tokens", "60", "--min-tokens", "10", "--replay", folder)
    titles = [part["title"] for part in silcrow(*asked, "--wedges", "--json").json["parts"]]
    assert "Ebb again" in titles
    assert "Ebb again" not in [part["title"] for part in silcrow(*asked, "--json").json["parts"]]


def test_wedges_without_a_model_are_refused(silcrow, harbour: Path):
    done = silcrow("split", harbour, "--wedges")
    assert done.status == 2
    assert "--model" in done.err


def test_a_file_without_headings_gets_passages_that_are_marked_as_doubtful(silcrow, tmp_path: Path):
    path = tmp_path / "notes.txt"
    ebb, fee = "The ebb leaves the channel dry at the bridge", "A berth costs the skipper crowns at the office"
    path.write_text("\n\n".join(f"{text}, as it did on day {n}. " * 3 for text in (ebb, fee) for n in range(30)))
    assert silcrow("add", path, "--cohesion").status == 0
    sections = silcrow("outline", "notes", "--json").json["sections"]
    assert len(sections) > 1
    assert {tuple(section["evidence"]) for section in sections} == {("cohesion",)}
    assert "divided" in [notice["code"] for notice in silcrow("health", "notes", "--json").json["health"]["notices"]]
