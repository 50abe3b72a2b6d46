"""Selectors: what they select, and where they are wrong."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.desk import Desk
from silcrow.errors import Usage
from silcrow.locate.scope import scope
from silcrow.locate.selectors import parsed

BOOK = """
# Item 1A. Start

One.

# 5 Risk

Opening.

## 5.1 Risk of credit

A.

B.

| a | b |
| 1 | 2 |

### Risk of more

C.

## 5.2 Other

| c | d |
| 3 | 4 |
"""


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(shelf(b=BOOK))


@pytest.mark.parametrize(
    "selector, places",
    [
        ("#item-1a", ["item-1a"]),
        ("#5 > section[2]", ["5.2"]),
        ('5 > "Risk*" > table[1]', ["5.1:3"]),
        ("5 // table[1-2]", ["5.1:3", "5.2:1"]),
        ("5 // table[-1]", ["5.2:1"]),
        ("5.1 > paragraph[1-2]", ["5.1:1", "5.1:2"]),
        ('//"Risk*"', ["5", "5.1", "risk-of-more"]),
        ('"risk of *" > "risk*"', ["risk-of-more"]),
        ("section[1]", ["item-1a"]),
    ],
)
def test_a_selector_selects_exactly(desk: Desk, selector: str, places: list[str]):
    found = scope(desk, selector)
    assert [str(one.span)[2:] for one in found.sections] == places
    assert {one.way for one in found.sections} == {"selector"}
    assert found.result == ("one" if len(places) == 1 else "several")


@pytest.mark.parametrize("selector", ["#item-1b", "5 > table[9]", '5 > "Riks*"', "section[9]"])
def test_what_is_not_selected_is_not_guessed(desk: Desk, selector: str):
    assert scope(desk, selector).result == "none"


@pytest.mark.parametrize(
    "selector, position",
    [
        ('"Risk', 6),
        ("5 > ", 5),
        ("5 > [1]", 5),
        ("table[0]", 7),
        ("table[x]", 7),
        ("paragraph[5-3]", 11),
        ('5 "Risk*"', 3),
    ],
)
def test_an_error_names_the_position_and_what_is_expected(selector: str, position: int):
    with pytest.raises(Usage, match=rf"position {position}: .* expected"):
        parsed(selector)


@given(st.text(alphabet='#>/"[]*-12 ab', max_size=30))
def test_any_text_is_parsed_or_refused(text: str):
    with contextlib.suppress(Usage):
        assert parsed(text)


@pytest.mark.parametrize("words", ["table[x]", "table[1", "5 > table[a]", "5 > > x", "5 >", "> x"])
def test_words_that_are_no_selector_for_a_slip_say_what_it_is(words: str):
    found = scope(Desk(shelf(b=BOOK)), words)
    assert found.result == "none"
    said = next(notice.message for notice in found.notices if notice.code == "selector")
    assert said.startswith("Read as a selector,")
