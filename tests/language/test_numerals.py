"""Numerals as printed: roman, Chinese and Japanese, words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.language.numerals import ROMAN_LARGEST, chinese, roman, to_roman, word


@given(st.integers(1, ROMAN_LARGEST))
def test_every_roman_numeral_reads_back(number):
    assert roman(to_roman(number)) == roman(to_roman(number).lower()) == number


@pytest.mark.parametrize("text", ["", "IIII", "VX", "IC", "Iv", "XM", "ABC", "IVI"])
def test_what_is_no_canonical_roman_numeral_has_no_value(text):
    assert roman(text) is None


@pytest.mark.parametrize("number", [0, -1, ROMAN_LARGEST + 1])
def test_numbers_out_of_range_have_no_roman_numeral(number):
    with pytest.raises(ValueError, match="no roman numeral"):
        to_roman(number)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("五", 5),
        ("十", 10),
        ("十二", 12),
        ("二十", 20),
        ("九十九", 99),
        ("一百零一", 101),
        ("一千零一", 1001),  # G050: 零 inside
        ("两千", 2000),
        ("一万二千三百", 12300),
        ("二〇二五", 2025),
        ("１２", 12),  # G052: full-width digits
        ("12", 12),
        ("3百", 300),
        ("壹佰贰拾", 120),
    ],
)
def test_chinese_numerals_have_their_value(text, value):
    assert chinese(text) == value


@pytest.mark.parametrize("text", ["", "章", "一章", "十a", "一" * 25])
def test_other_text_has_no_chinese_value(text):
    assert chinese(text) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [("One", 1), ("TWELVE", 12), ("twenty-two", 22), ("TWENTYTHREE", 23), ("ninety nine", 99), ("hundred", None)],
)
def test_number_words_reach_ninety_nine(text, value):
    assert word(text) == value
