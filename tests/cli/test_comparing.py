"""The verb that sets two documents side by side."""

from pathlib import Path

import pytest
from commands import HARBOUR, on_terminal

DEARER = HARBOUR.replace("pays twice", "pays three times").replace("## Closing", "## Storms")


@pytest.fixture
def dearer(tmp_path: Path) -> Path:
    """The rules a year later."""
    path = tmp_path / "dearer.md"
    path.write_text(DEARER, encoding="utf-8")
    return path


def test_compare_says_what_was_reworded_word_by_word(silcrow, harbour: Path, dearer: Path):
    done = silcrow("compare", harbour, dearer)
    assert done.status == 0
    assert done.out.splitlines() == [
        "harbour → dearer",
        "5 sections: 3 unchanged, 2 reworded",
        "",
        "~ dearer §Harbour Rules › Item 1. Berths  reworded; 1 paragraph differs, 1 as before",
        "    reworded  harbour:item-1:2 → dearer:item-1:2",
        "      A boat that stays longer pays [-twice-] {+three times+}.",
        '~ dearer §Harbour Rules › Storms  reworded; was "Closing"',
    ]


def test_compare_stores_nothing(silcrow, harbour: Path, dearer: Path):
    assert silcrow("compare", harbour, dearer).err == ""
    assert silcrow("ls", "--json").json["documents"] == []


def test_a_document_against_its_changed_file_shows_what_adding_it_again_would_change(silcrow, harbour: Path):
    silcrow("add", harbour)
    harbour.write_text(DEARER, encoding="utf-8")
    found = silcrow("compare", "harbour", harbour, "--json").json
    assert found["counts"] == {"unchanged": 3, "reworded": 2, "moved": 0, "added": 0, "removed": 0}
    assert "pays twice" in silcrow("read", "harbour:item-1").out


def test_brief_is_a_line_a_section_and_all_shows_the_unchanged_ones(silcrow, harbour: Path, dearer: Path):
    brief = silcrow("compare", harbour, dearer, "--brief", "--all").out.splitlines()
    assert [line[:1] for line in brief[3:]] == ["=", "~", "=", "=", "~"]


def test_markdown_strikes_out_what_is_gone(silcrow, harbour: Path, dearer: Path):
    page = silcrow("compare", harbour, dearer, "--format", "md").out
    assert page.startswith("# Harbour Rules → Harbour Rules\n")
    assert "A boat that stays longer pays ~~twice~~ **three times**." in page


def test_one_section_of_both(silcrow, harbour: Path, tides: Path):
    found = silcrow("compare", harbour, tides, "--within", "Item 2", "--json").json
    assert [(s["old"]["place"], s["new"]["place"]) for s in found["sections"]] == [("harbour:item-2", "tides:item-2")]
    missing = silcrow("compare", harbour, tides, "--within", "Closing")
    assert missing.status == 3
    assert "no section 'Closing' in 'tides'" in missing.err


def test_equal_documents_differ_in_nothing(silcrow, harbour: Path):
    assert silcrow("compare", harbour, harbour).out.splitlines()[-1] == "Nothing differs."


def test_what_is_gone_and_what_came_are_coloured_on_a_terminal(harbour: Path, dearer: Path):
    shown = on_terminal("--ephemeral", "compare", harbour, dearer)
    assert "\x1b[1;31m[-twice-]" in shown
    assert "\x1b[1;33m{+three times+}" in shown


def test_an_unknown_form_or_document_is_an_error_with_a_hint(silcrow, harbour: Path):
    assert silcrow("compare", harbour, harbour, "--format", "pdf").status == 2
    assert silcrow("compare", harbour, "nothing").status == 3
