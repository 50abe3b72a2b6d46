"""A document read through on the command line."""

import json
import sys
from pathlib import Path

import pytest

from silcrow import open as silcrow_open
from silcrow.models.replay import Recorded

sys.path.append(str(Path(__file__).parent.parent / "study"))
from models_that_read import Reader

CUT = ("--max-tokens", "60", "--min-tokens", "0", "--overlap", "10")


@pytest.fixture
def begun(silcrow, harbour: Path) -> str:
    """A document under study, in five parts or so."""
    assert silcrow("study", harbour, *CUT).status == 0
    return "harbour"


def test_study_shows_the_map_and_how_to_go_on(silcrow, harbour: Path):
    done = silcrow("study", harbour, *CUT)
    assert done.status == 0
    assert "Key terms: " in done.out
    assert "Read in this order: " in done.out
    assert "study r0001" in done.out
    assert done.out.rstrip().endswith("Next: silcrow next harbour")
    found = silcrow("study", "harbour", "--json").json["studies"][0]
    assert (found["doc_id"], found["reading"], found["parts"]) == ("harbour", "r0001", 5)
    assert len(silcrow("readings", "--json").json["readings"]) == 1  # looking again begins nothing


def test_parts_are_handed_out_noted_and_skipped(silcrow, begun: str, tmp_path: Path):
    first = silcrow("next", begun)
    assert first.out.startswith("Part 1 of 5: ")
    assert "[harbour:harbour-rules:1] The harbour is open all year." in first.out
    assert "silcrow note harbour --part 1 --from FILE" in first.err
    noted = silcrow("note", begun, "It opens the rules.")
    assert noted.out.splitlines() == [
        "Noted part 1 (Harbour Rules): no quotes",
        "1 of 5 parts done; next is 2, Item 1. Berths",
    ]
    note = tmp_path / "note.md"
    note.write_text(
        'Berths.\n\n## Key claims\n- One night [1]\n\n## Quotes\n- item-1:1 "A berth is given for two nights."\n'
    )
    done = silcrow("note", begun, "--from", note)
    assert "Noted part 2 (Item 1. Berths): 0 of 1 quote stand" in done.out
    assert "its quote stands nowhere: One night [1]" in done.out
    assert silcrow("skip", begun, "--why", "known").out.startswith("Part 3 ")
    found = silcrow("status", begun, "--json").json["study"]
    assert (found["completed"], found["current"]) == ([1, 2, 3], 4)
    assert [part["state"] for part in found["parts"]] == ["noted", "noted", "skipped", "open", "open"]
    assert "3 of 5 parts done" in silcrow("status", begun).out


def test_without_a_study_status_says_what_it_said(silcrow, harbour: Path):
    assert silcrow("status", harbour, "--json").json["study"] is None
    assert "parts done" not in silcrow("status", harbour).out


def test_when_all_is_done_it_says_so_and_the_whole_is_put_together(silcrow, begun: str):
    for _ in range(5):
        assert silcrow("note", begun, "Read.").status == 0
    done = silcrow("next", begun)
    assert done.out == "All 5 parts of harbour are done. Put them together: silcrow synthesis harbour\n"
    assert silcrow("next", begun, "--json").json["part"] is None
    whole = silcrow("synthesis", begun)
    assert "No synthesis is written yet; these are the notes." in whole.out
    assert "harbour 5. Closing: Read." in whole.out
    again = silcrow("note", begun, "Once more.")
    assert (again.status, again.err) == (2, "error: all parts of harbour are done\nSay which one is meant: --part N.\n")


def test_questions_and_templates_come_from_files(silcrow, harbour: Path, tmp_path: Path):
    questions, template = tmp_path / "q.txt", tmp_path / "t.md"
    questions.write_text("# mine\nWho pays for water?\n")
    template.write_text("Note who decides.\n\n## Deciders {quoted}\n\nWho.\n")
    assert silcrow("study", harbour, "--questions", questions, "--template", template, *CUT).status == 0
    assert "## Deciders" in silcrow("next", "harbour", "--json").json["form"]
    assert "Question: Who pays for water?" in silcrow("synthesis", "harbour").out
    questions.write_text("\n")
    assert silcrow("study", harbour, "--questions", questions).status == 2
    assert silcrow("study", harbour, "--questions", tmp_path / "none.txt").status == 3


def test_what_is_noted_has_to_be_given_once(silcrow, begun: str):
    assert silcrow("note", begun).status == 2
    assert silcrow("note", begun, "a", "--from", "b.md").status == 2
    assert silcrow("next", begun, "--part", "9").status == 3
    assert silcrow("synthesis", "nothing").status == 3


@pytest.fixture
def replayed(silcrow, harbour: Path, tmp_path: Path) -> tuple[str, ...]:
    """The flags of a model whose replies were recorded."""
    kept = tmp_path / "kept"
    with silcrow_open(harbour) as doc:
        doc.study().begin(max_tokens=60, min_tokens=0, overlap=10)
        doc.study().read(Recorded(Reader(), kept, identity="ollama:reader"), parallel=4)
    return ("--model", "ollama:reader", "--replay", str(kept))


def test_a_model_reads_all_of_it_and_what_was_stopped_is_resumed(silcrow, begun: str, replayed: tuple[str, ...]):
    stopped = silcrow("study", begun, *replayed, "--max-total-tokens", "4000")
    assert stopped.status == 1
    assert "go beyond 4,000 tokens" in stopped.err
    assert "silcrow resume r0001" in stopped.err
    done = silcrow("resume", "r0001", *replayed)
    assert done.status == 0, done.err
    assert "Synthesis" in done.out
    assert "600 tokens in, 120 out" in done.err
    assert "(its quote stands nowhere)" in done.out
    assert silcrow("status", begun, "--json").json["study"]["synthesis"] is True
    assert silcrow("readings", "--json").json["readings"][0]["state"] == "done"


def test_a_state_is_carried_to_another_library_and_damaged_ones_are_set_aside(silcrow, begun: str, tmp_path: Path):
    silcrow("note", begun, "It opens.")
    state = tmp_path / "state.json"
    assert silcrow("study", begun, "--export", state).err == f"Wrote the state of harbour to {state}\n"
    known = json.loads(state.read_text())
    assert (known["document"], known["total_sections"]) == ("harbour.md", 5)
    assert (known["completed"], known["current"]) == ([0], 1)
    assert known["summaries"] == {"0": "Harbour Rules: It opens."}
    other = ("--library", tmp_path / "other.db")
    renamed = tmp_path / "renamed.md"
    (tmp_path / "harbour.md").rename(renamed)
    done = silcrow("study", renamed, "--import", state, *other)
    assert "1 of 5 parts done" in done.out
    assert silcrow("next", renamed, *other).out.startswith("Part 2 of 5")
    state.write_text('{"document": "harbour.md", "total_sec')
    torn = silcrow("study", renamed, "--import", state, *other)
    assert (torn.status, state.read_text()[:12]) == (1, '{"document":')
    again = silcrow("study", renamed, "--export", state, *other)
    assert "held no state that can be read" in again.err
    assert (tmp_path / "state.json.damaged-1").read_text().endswith('"total_sec')
    tides = tmp_path / "tides.md"
    tides.write_text("# Tides\n\nTwice a day.\n")
    assert silcrow("study", tides, "--import", state, *other).status == 2  # of another document
    assert silcrow("study", tides, "--export", state, *other).status == 2
    nowhere = tmp_path / "none" / "state.json"
    failed = silcrow("study", renamed, "--export", nowhere, *other)
    assert (failed.status, failed.err.splitlines()[0]) == (1, f"error: No such file or directory: {nowhere}")
