"""Help: grouped, with examples that parse, on a screen of 80 columns."""

import shlex

import pytest

from silcrow.cli.app import VERBS, command
from silcrow.cli.flags import arrange
from silcrow.cli.help import GROUPS, PAGES
from silcrow.render.columns import cell_width


def test_help_groups_the_verbs_that_there_are(silcrow):
    done = silcrow("--help")
    assert done.status == 0
    assert [line for line in done.out.splitlines() if line in GROUPS] == [
        "Read",
        "Ask",
        "Study",
        "Check",
        "Library",
        "Serve",
    ]
    for name, page in PAGES.items():
        assert (f"\n  {name} " in done.out) == bool(page.group)


def test_without_a_word_help_is_shown(silcrow):
    assert silcrow().out == silcrow("-h").out


def test_every_verb_has_a_page():
    assert set(PAGES) == set(VERBS)
    assert {page.group for page in PAGES.values()} <= {*GROUPS, ""}


@pytest.mark.parametrize("verb", ["", *VERBS, "toc", "search"])
def test_a_page_fits_eighty_columns_and_says_how_to_write_the_verb(silcrow, verb: str):
    done = silcrow(*verb.split(), "--help")
    assert done.status == 0
    assert done.out.startswith(("Usage: silcrow ", "Silcrow reads"))
    assert [line for line in done.out.splitlines() if cell_width(line) > 80] == []


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_a_page_fits_a_narrow_screen_too(silcrow, verb: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("COLUMNS", "60")
    out = silcrow(*verb.split(), "--help").out
    assert [line for line in out.splitlines() if cell_width(line) > 60] == []
    whole = out.replace(" \\\n      ", " ")  # a command over several lines is the same command
    assert all(f"  {example}\n" in whole for example in (PAGES[verb].examples if verb else ()))


@pytest.mark.parametrize(
    "example", [line.split("|")[0] for page in PAGES.values() for line in page.examples], ids=lambda line: line
)
def test_the_examples_of_help_are_understood(example: str):
    _, words = arrange(shlex.split(example)[1:], VERBS)
    verb = command().commands[words[0]]
    assert verb.make_context(words[0], words[1:], resilient_parsing=False)


def test_the_version_is_one_line(silcrow):
    assert silcrow("--version").out == "silcrow 0.1.0\n"


def test_help_as_a_verb_is_help_as_a_flag(silcrow):
    assert silcrow("help").out == silcrow("--help").out
    assert silcrow("help", "ask").out == silcrow("ask", "--help").out
    assert silcrow("help", "toc").out == silcrow("outline", "--help").out
    assert silcrow("help", "nonsense").status == 2
