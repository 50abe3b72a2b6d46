"""Phrases and expressions, in linear time."""

import time

import pytest

from silcrow.errors import Usage
from silcrow.rules.patterns import spans, stands


@pytest.mark.parametrize(
    ("written", "text", "found"),
    [
        ("governed by", "It is GOVERNED\n  by law.", ["GOVERNED\n  by"]),
        ("governed * law", "governed by and under the law", ["governed by and under the law"]),
        ("governed * law", "governed by one two three four five six seven eight law", []),
        ("begins ** ends", f"begins {'so ' * 30}ends", [f"begins {'so ' * 30}ends"]),
        ("begins ** ends", f"begins {'so ' * 31}ends", []),
        ("renew~", "it renews, renewed and renewal", ["renews", "renewed", "renewal"]),
        ("(may|shall not) assign", "It may assign; he shall  not assign.", ["may assign", "shall  not assign"]),
        ("law", "lawyers outlaw the law", ["law"]),
        ("/(?:five|5) days/", "within 5 days or five days", ["5 days", "five days"]),
        ("管轄", "本契約の管轄裁判所", ["管轄"]),
    ],
)
def test_a_pattern_stands_where_it_reads(written: str, text: str, found: list[str]):
    assert [text[start:end] for start, end in spans(written, text)] == found


@pytest.mark.parametrize("written", ["", " ", "*", "/(?=a)b/", "/[/", "a" * 1001])
def test_what_is_no_pattern_is_refused(written: str):
    with pytest.raises(Usage):
        stands(written, "anything")


def test_a_pattern_that_backtracking_would_take_ages_for_takes_no_time():
    start = time.process_time()
    assert not stands("/(a+)+b/", "a" * 100_000)
    assert time.process_time() - start < 1
