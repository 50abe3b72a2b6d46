"""Figures of sentences: what counts something, in digits or in words, and what only numbers or names it."""

import pytest

from silcrow import open_library
from silcrow.finding import Kind
from silcrow.rules.ruleset import Extract

SAID = {
    "Either party gives thirty (30) days' notice.": ("number", [("(30) days", "30", "days")]),
    "Either party gives thirty days' notice.": ("number", [("thirty days", "30", "days")]),
    "It lasts for two years and may be renewed for 1 year.": (
        "number",
        [("two years", "2", "years"), ("1 year", "1", "years")],
    ),
    "Within sixty (60) business days it is paid.": ("number", [("60", "60", "")]),
    "(1) See Note 12, Section 4.2 and Item 7 of the 401(k) plan, with 85 ships.": ("number", [("85", "85", "")]),
    "As said in Sections 16.5 or 16.6, Section 2.2(d), 2.3 and Pages 7 and 8, it ends in 9 days.": (
        "number",
        [("9 days", "9", "days")],
    ),
    "a fee of five per cent, or 2.5%, is due": ("percentage", [("five per cent", "5", "%"), ("2.5%", "2.5", "%")]),
    "It is liable for two million dollars at most.": ("amount", [("two million dollars", "2000000", "USD")]),
    "It is liable for two million dollars ($2,000,000) at most.": ("amount", [("$2,000,000", "2000000", "USD")]),
    "Of the three ships one is old.": ("number", [("three", "3", "")]),
}


@pytest.mark.parametrize("said", SAID)
def test_a_figure_counts_in_digits_or_in_words_and_once(said: str):
    kind: Kind
    kind, wanted = SAID[said]  # type: ignore[assignment]
    with open_library(ephemeral=True) as library:
        library.add(f"# A\n\n{said}\n".encode(), doc_id="a", address="/a.md")
        found = library.extract("a", Extract(kind))
    assert [(one.text, f"{one.number:f}", one.unit) for one in found] == wanted
    for one in found:
        start, end = one.citation.offsets or (0, 0)
        assert said[start:end] == one.text


def test_figures_in_one_unit_are_taken_alone():
    said = "After the first three (3) years either party may terminate on ninety (90) days' notice, or pay $500."
    with open_library(ephemeral=True) as library:
        library.add(f"# A\n\n{said}\n".encode(), doc_id="a", address="/a.md")
        for unit, text in (("days", "(90) days"), ("day", "(90) days"), ("years", "(3) years"), ("$", "$500")):
            assert [one.text for one in library.extract("a", Extract("number", unit=unit))] == [text]
