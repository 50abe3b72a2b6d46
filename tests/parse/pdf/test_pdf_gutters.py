"""A page whose columns the engine reads across is read column by column (bug kinds A: G014, F: G077)."""

from itertools import pairwise

from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.pdf.gutters import part_columns

LEFT = [
    "the clerk keeps a register of all",
    "vessels that lie at the quay and",
    "writes down when each of them is",
    "to sail and with what cargo aboard",
]
RIGHT = [
    "fees are due before a vessel is",
    "let go from the quay and are paid",
    "to the clerk in coin or by a note",
    "drawn on a bank of this town only",
]


def line(text: str, left: float, top: float) -> Line:
    return Line(text, left, top, left + 5 * len(text), top + 10, 10.0, family="Times")


def sheet(*drafts: Draft) -> Sheet:
    return Sheet(1, 612, 792, list(drafts))


def test_lines_read_from_side_to_side_are_put_in_columns():
    rows = zip(LEFT, RIGHT, strict=True)
    mixed = [
        Draft.of("text", 1, [line(text, left, 100 + 12 * n)])
        for n, row in enumerate(rows)
        for left, text in zip((72, 330), row, strict=True)
    ]
    page = sheet(*mixed)
    part_columns(page)
    assert [draft.lines[0].text for draft in page.drafts] == LEFT + RIGHT


def test_columns_read_one_after_the_other_are_left_alone():
    left = Draft.of("text", 1, [line(text, 72, 100 + 12 * n) for n, text in enumerate(LEFT)])
    right = Draft.of("text", 1, [line(text, 330, 100 + 12 * n) for n, text in enumerate(RIGHT)])
    page = sheet(left, right)
    part_columns(page)
    assert page.drafts == [left, right]


def test_a_list_in_two_columns_is_read_by_rows():
    terms = [
        ("berth", "a place at the quay"),
        ("draught", "depth below the water line"),
        ("tow", "to pull a vessel"),
        ("tide", "rise and fall of the sea"),
        ("lock", "a basin with gates"),
        ("pilot", "who brings vessels in"),
    ]
    drafts = [
        Draft.of("text", 1, [line(text, left, 100 + 12 * n)])
        for n, row in enumerate(terms)
        for left, text in zip((72, 330), row, strict=True)
    ]
    page = sheet(*drafts)
    part_columns(page)
    assert all(one is other for one, other in zip(page.drafts, drafts, strict=True))
    assert all(one.box.top <= other.box.top for one, other in pairwise(page.drafts))
