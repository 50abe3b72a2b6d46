"""Plain text: what blank lines, rulers, indents and form feeds report."""

import pytest

from silcrow.parse.fragment import Fragment
from silcrow.parse.text import read
from silcrow.place import Region

PROSE = (
    "A berth is given for one night and not for longer, and the harbour\n"
    "master may give it to another boat when the night is over. The fee\n"
    "is paid at the gate.\n"
)
JOINED = " ".join(PROSE.split())


def fragments(text: str) -> list[Fragment]:
    return read(text.encode(), name="", password=None).fragments


def texts(text: str) -> list[str]:
    return [fragment.text for fragment in fragments(text)]


def test_wrapped_lines_are_one_paragraph():
    assert texts(PROSE + "\n" + PROSE) == [JOINED, JOINED]


def test_long_lines_are_paragraphs_each():
    assert texts("word " * 60 + "\n" + "more " * 60) == [("word " * 60).strip(), ("more " * 60).strip()]


def test_chinese_lines_are_joined_without_a_blank():
    assert texts("泊位每晚分配一次,船只不得停留更长\n时间。费用在门口支付,船长应当在离开\n之前支付。") == [
        "泊位每晚分配一次,船只不得停留更长时间。费用在门口支付,船长应当在离开之前支付。"
    ]


@pytest.mark.parametrize(
    ("end", "start", "expected"),
    [
        ("sever-", "al berths", "several berths"),  # the word stands elsewhere in one piece
        ("self-", "made berths", "self-made berths"),  # it does not
        ("pre- and post-", "war berths", "pre- and post-war berths"),
        ("pre-", "and post-war", "pre- and post-war"),
    ],
)
def test_a_word_broken_over_two_lines_is_made_whole(end: str, start: str, expected: str):
    known = "There are several berths and none of them is free for a longer time."
    text = f"{'x' * (65 - len(end))} {end}\n{start} {'z' * 55}\n\n{known}\n"
    assert expected in texts(text)[0]


def test_a_heading_glued_to_its_text_is_a_part_of_its_own():
    (found,) = fragments("1. Berths\n" + PROSE)
    assert found.text == "1. Berths\n" + JOINED
    assert [part.start for part in found.clues.parts] == [0, 10]
    assert [part.clues.lines for part in found.clues.parts] == [1, 3]


@pytest.mark.parametrize(("ruler", "level"), [("=====", 1), ("-----", 2), ("~~~~~", 3)])
def test_an_underlined_line_says_how(ruler: str, level: int):
    found = fragments(f"Fees\n{ruler}\n{PROSE}")
    assert [(f.text, f.clues.underline) for f in found] == [("Fees", level), (JOINED, None)]


def test_a_ruler_alone_is_kept_apart():
    assert [(f.text, f.furniture) for f in fragments("a\n\n-----\n\n* * *\n\nb")] == [
        ("a", False),
        ("-----", True),
        ("* * *", True),
        ("b", False),
    ]


def test_capitals_gaps_and_centring_are_reported():
    text = "\n" + " " * 25 + "HARBOUR RULES\n\n\n" + PROSE
    found = fragments(text)[0]
    assert (found.text, found.clues.caps, found.clues.centred, found.clues.gap) == ("HARBOUR RULES", True, True, None)
    assert fragments(text)[1].clues.gap == 2


def test_bullets_are_a_paragraph_each():
    text = "Rules:\n" + "".join(
        f"  * {word} boats pay the fee that is named in the table, at the gate of\n    the quay.\n"
        for word in ("Long", "Wide")
    )
    assert [(f.kind, f.text) for f in fragments(text)][1:] == [
        ("list", "* Long boats pay the fee that is named in the table, at the gate of the quay."),
        ("list", "* Wide boats pay the fee that is named in the table, at the gate of the quay."),
    ]


def test_columns_are_kept_as_printed():
    table = "Berth     Summer\n-----     ------\nNorth     12"
    (found,) = fragments(table + "\n")
    assert (found.kind, found.text) == ("code", table)


def test_an_address_keeps_its_lines():
    assert texts(PROSE + "\nAda Quay\n1 Sluice Street\nPort") == [JOINED, "Ada Quay\n1 Sluice Street\nPort"]


def test_form_feeds_are_pages():
    source = read(b"One.\n\f\n\n\fThree.\n", name="", password=None)
    assert (source.pages, source.pages_without_text) == (3, (2,))
    assert [f.regions for f in source.fragments] == [(Region(1),), (Region(3),)]


def test_a_paragraph_goes_on_over_a_page():
    source = read(b"A berth is given for one\n\fnight only.\n\nPaid.\n", name="", password=None)
    assert [(f.text, [r.page for r in f.regions]) for f in source.fragments] == [
        ("A berth is given for one night only.", [1, 2]),
        ("Paid.", [2]),
    ]


def numbered(form: str, gaps: list[int]) -> str:
    return "".join(
        "Word " * (gap // 5) + f"end.\n\n{form.format(number)}\n\n" for number, gap in enumerate(gaps, start=7)
    )


@pytest.mark.parametrize("form", ["{}", "- {} -", "Page {} of 90", "[{}]"])
def test_numbers_a_page_apart_are_page_numbers(form: str):
    assert sum(f.furniture for f in fragments(numbered(form, [3000, 2800, 3100, 2900, 3000, 3200]))) == 6


def test_numbers_of_chapters_are_not():
    assert not any(f.furniture for f in fragments(numbered("{}", [3000, 9800, 21000, 5000, 14000, 8000])))


def test_a_line_that_cuts_sentences_at_every_page_is_furniture():
    page = "Word " * 500 + "and so\n\nSource: ACME CORP, 10-Q, 5/9/2019\n\nit goes on.\n\n"
    found = fragments(page * 5)
    assert [f.text for f in found if f.furniture] == ["Source: ACME CORP, 10-Q, 5/9/2019"] * 5
    assert [f.text for f in found if not f.furniture] == ["Word " * 500 + "and so it goes on."] * 5


def test_a_line_that_comes_again_between_sentences_is_text():
    found = fragments(("Word " * 500 + "end.\n\nChapter summary\n\nIt goes on.\n\n") * 5)
    assert not any(f.furniture for f in found)


PAGE = "Vessels wait outside.\n\nThe pilot boards at the buoy.\n\nFees are due.\n\nNo fee at night.\n\nThat is all."


def test_pages_that_are_copies_have_no_heads_and_feet():
    assert not any(f.furniture for f in fragments(f"{PAGE}\f{PAGE}\fOther words.\n\nOn the last page."))


def headed(*others: tuple[str, str]) -> list[str]:
    """Pages with the same head, each with words of its own."""
    return ["Harbour rules\n\n" + PAGE.replace("e", e).replace("i", i) for e, i in others]


def test_a_copy_does_not_hide_the_heads_of_other_pages():
    pages = headed(("e", "i"), ("a", "o"), ("e", "i"))
    assert [f.text for f in fragments("\f".join(pages)) if f.furniture] == ["Harbour rules"] * 3


def test_what_is_filled_in_twice_is_no_head():
    forms = [f"Name:\n\n{name}\n\nPort:\n\n{port}" for name, port in (("Ada", "Hull"), ("Ben", "Kiel"))]
    assert not any(f.furniture for f in fragments("\f".join(forms)))


def test_the_numbers_of_copies_are_page_numbers():
    found = fragments("\f".join(f"{PAGE}\n\n{number}" for number in (1, 2, 3)))
    assert [f.text for f in found if f.furniture] == ["1", "2", "3"]
