"""Words to sections."""

import pytest

from silcrow.address import alike, nearest, resolve
from silcrow.testing import make_document

REPORT = make_document(
    """
Cover.

# Part I

## Item 1. Business

## Item 1A. Risk Factors

### Competition

# Part II

## Item 1. Legal Proceedings

## Item 5.2 “Net” sales – quarterly

# [5.2] Scope

# [第五章] 风险

# Business

# A > B
"""
).sections


@pytest.mark.parametrize(
    "words, found",
    [
        ("Item 1A", ["item-1a"]),
        ("item 1a.", ["item-1a"]),
        ("ITEM 1A. RISK FACTORS", ["item-1a"]),
        ("risk factors", ["item-1a"]),
        ("item-1a", ["item-1a"]),
        ("Part I > Item 1A", ["item-1a"]),
        ("part i › competition", ["competition"]),
        ("Part I > Item 1A > Competition", ["competition"]),
        ("Part II > Competition", []),
        ("Part I > Part II", []),
        ("Item 1", ["item-1", "part-ii.item-1"]),
        ("item-1", ["item-1"]),
        ("Part II > Item 1", ["part-ii.item-1"]),
        ("Business", ["item-1", "business"]),
        ('"Net" sales - quarterly', ["item-5.2"]),
        ("5.2", ["5.2"]),
        ("§ 5.2", ["5.2"]),
        ("Section 5.2", ["5.2"]),
        ("第五章", ["第五章"]),
        ("风险", ["第五章"]),
        ("A > B", ["a-b"]),
        ("Risk", []),
        ("", []),
        (" > ", []),
    ],
)
def test_words_name_these_sections(words: str, found: list[str]) -> None:
    assert [section.sec_id for section in resolve(words, REPORT)] == found


def test_what_is_nearest_comes_first() -> None:
    assert nearest("risk factor", REPORT)[0] == "item-1a"
    assert nearest("Compettition", REPORT) == ("competition",)
    assert nearest("Part I > Item 1B", REPORT, n=1) == ("item-1",) or nearest("Item 1B", REPORT, n=1) == ("item-1a",)
    assert nearest("zzz", REPORT) == ()
    assert nearest("", REPORT) == ()


def test_names_that_hold_the_words_come_before_names_spelt_like_them() -> None:
    sections = make_document(
        """
# 12.1 Determination

# 15.2 Termination for convenience

# 15.3 Early termination

# 15.4 Termination for cause
"""
    ).sections
    assert nearest("Termination", sections) == ("15.2", "15.4", "15.3")
    assert alike("Termination", [(one.sec_id, (one.title,)) for one in sections], 1) == ("15.2",)


def test_names_are_compared_within_bounds() -> None:
    assert alike("x" * 100_000, [("a", ("x" * 200,)), ("b", ("y",))]) == ("a",)
