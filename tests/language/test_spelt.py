"""Numbers in words, and what only looks like one."""

import pytest

from silcrow.language.spelt import spelt


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("three vessels", [("three", 3, "vessels")]),
        ("Twenty-one years and forty two days", [("Twenty-one", 21, "years"), ("forty two", 42, "days")]),
        ("two hundred and five million dollars", [("two hundred and five million", 205_000_000, "dollars")]),
        ("one hundred percent", [("one hundred", 100, "percent")]),
        ("one million people", [("one million", 1_000_000, "people")]),
        ("fourteen percent", [("fourteen", 14, "percent")]),
        ("三百万元", [("三百万", 3_000_000, "元")]),
        ("十二个月", [("十二", 12, "个")]),
        ("三年", [("三", 3, "年")]),
        ("no one knows", []),
        ("a six-month term", []),
        ("two-thirds of it", []),
        ("at sixes and sevens", []),
        ("第三章", []),
        ("十分重要", []),
        ("一般", []),
    ],
)
def test_numbers_in_words(text: str, found: list[tuple[str, int, str]]):
    assert [(text[one.start : one.end], int(one.value), one.counts) for one in spelt(text)] == found


def test_a_long_text_of_numerals_takes_linear_time():
    assert spelt("三" * 100_000) == []
    assert len(spelt("three " * 20_000)) == 20_000
