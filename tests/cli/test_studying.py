"""A document read through on the command line."""

from pathlib import Path

import pytest

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
