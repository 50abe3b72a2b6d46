"""What folding makes the same, and what it never does: scripts, pages, boilerplate; quotes cut out at random."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shelf import shelf
from silcrow.answer import Citation
from silcrow.cite import check
from silcrow.desk import Desk
from silcrow.place import Span

NOTES = """
=== page 1

# One

The eﬃciency of the oﬃce was “ﬁne” — 5 % better than in 2021, the re-elected board said.

The expen- ditures of the well-known firm rose; pre- and post-war rules differ.

=== page 2

## Two

בשנת 2022 עלו ההכנסות ב־12% לעומת השנה הקודמת.

وارتفعت الإيرادات بنسبة 12٪ في عام 2022.

売上高は
前年より10%増えた。営業利益は1,234百万円となった。

The parties shall keep all terms of this agreement confidential.

=== page 3

## Three

The parties shall keep all terms of this agreement confidential.

The licence ends on the day that

=== page 4

the last royalty is paid by the licensee.

Café naïve Å 10² 1½ x₂.
"""
DESK = Desk(shelf(n=NOTES))


def checked(quote: str, place: str) -> Citation:
    return check(quote, Span.parse(place), DESK)


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ('The efficiency of the office was "fine" - 5 % better', "n:one:1"),
        ("the re-\nelected board said", "n:one:1"),
        ("The expenditures of the well-known firm", "n:one:2"),
        ("The expendi-\ntures of the well-known firm rose", "n:one:2"),
        ("pre- and post-war rules", "n:one:2"),
        ("“The expenditures of the well-known firm rose”", "n:one:2"),
        ("בשנת 2022 עלו ההכנסות ב-12%", "n:two:1"),
        ("\u200fבשנת 2022 עלו\u200f ההכנסות", "n:two:1"),
        ("وارتفعت الإيرادات بنسبة 12٪", "n:two:2"),
        ("ﻭﺍﺭﺗﻔﻌﺖ الإيرادات", "n:two:2"),
        ("売上高は前年より10%増えた。", "n:two:3"),
        ("売上高は\n  前年より10%増えた", "n:two:3"),
        ("営業利益は１，２３４百万円", "n:two:3"),
        ("Cafe\u0301 nai\u0308ve Å", "n:three:4"),
    ],
)
def test_what_is_printed_otherwise_is_the_same(quote: str, place: str) -> None:
    found = checked(quote, place)
    assert (found.verdict, str(found.span)) == ("verified", place)


@pytest.mark.parametrize(
    ("quote", "place"),
    [
        ("the reelected board said", "n:one:1"),
        ("the expenditures of the wellknown firm", "n:one:2"),
        ("5 % better than in 2012", "n:one:1"),
        ("10%増えた。営業利益は1,23", "n:two:3"),
        ("営業利益は1,2", "n:two:3"),
        ("売上高は前年より10%増えない", "n:two:3"),
        ("Café naïve Å 102", "n:three:4"),
        ("Café naïve Å 10² 11/2", "n:three:4"),
    ],
)
def test_other_letters_and_cut_numbers_are_not_the_same(quote: str, place: str) -> None:
    assert checked(quote, place).verdict not in ("verified", "moved")


def test_boilerplate_is_verified_where_it_is_cited() -> None:
    quote = "The parties shall keep all terms of this agreement confidential."
    for place, page in (("n:two:4", 2), ("n:three:1", 3)):
        found = checked(quote, place)
        assert (found.verdict, str(found.span), found.pages) == ("verified", place, (page,))


def test_a_quote_over_two_pages_has_the_boxes_of_both() -> None:
    found = checked("ends on the day that the last royalty is paid", "n:three")
    assert (found.verdict, str(found.span), found.pages) == ("verified", "n:three:2-3", (3, 4))
    assert [region.page for region in found.regions] == [3, 4]
    assert found.offsets == (12, 24)


def test_a_quote_that_moved_to_another_section_is_found_however_far() -> None:
    filler = "\n\n".join(f"## Section {n}\n\nThe royalty is paid by the licensee on day {n}." for n in range(60))
    desk = Desk(
        shelf(n=f"# Old\n\nNothing stands here.\n\n{filler}\n\n## End\n\nThe royalty is paid, of late, by the King.")
    )
    found = check("The royalty is paid, of late, by the King.", Span.parse("n:old:1"), desk)
    assert (found.verdict, str(found.span), found.given) == ("moved", "n:end:1", "n:old:1")


def test_a_short_quote_is_not_anchored_anew() -> None:
    assert checked("2022", "n:one:1").verdict == "unsupported"


PRINTED = (
    "The firm paid 1,749 of $2.5 million (35) in “May” 2022 — it’s oﬃce-wide; naïve 売上 עלו re-\u00adelected a. b, 12%"
)
WORDS = st.sampled_from(PRINTED.split())
TEXTS = st.lists(WORDS, min_size=8, max_size=40).map(" ".join)


@settings(deadline=None, max_examples=120)
@given(st.lists(TEXTS, min_size=1, max_size=3), st.data())
def test_a_quote_cut_out_at_random_is_verified_and_its_offsets_give_the_letters_back(
    texts: list[str], data: st.DataObject
) -> None:
    desk = Desk(shelf(r="# A\n\n" + "\n\n".join(texts)))
    paragraphs = desk.read("r:a").passages[0].paragraphs
    at = data.draw(st.integers(0, len(paragraphs) - 1))
    text = paragraphs[at].text
    words = [0, *(i + 1 for i, c in enumerate(text) if c == " ")]
    start = data.draw(st.sampled_from(words))
    ends = [i for i, c in enumerate(f"{text} ") if c == " " and i > start]
    quote = text[start : data.draw(st.sampled_from(ends))]
    assume(any(c.isalnum() for c in quote))
    found = check(quote, Span("r", "a", at + 1, at + 1), desk)
    assert found.verdict == "verified"
    assert found.offsets is not None
    begin, end = found.offsets
    stood = text[begin:end]
    assert stood == quote or text.find(stood) <= text.find(quote)
    assert check(stood, found.span, desk).verdict == "verified"


@settings(deadline=None, max_examples=60)
@given(TEXTS, st.data())
def test_a_quote_with_a_changed_digit_is_never_verified(text: str, data: st.DataObject) -> None:
    text = f"In 2019 it paid {text}"
    desk = Desk(shelf(r=f"# A\n\n{text}"))
    digits = [i for i, c in enumerate(text) if c.isascii() and c.isdigit()]
    at = data.draw(st.sampled_from(digits))
    other = data.draw(st.sampled_from([d for d in "0123456789" if d != text[at]]))
    quote = text[:at] + other + text[at + 1 :]
    found = check(quote, Span.parse("r:a:1"), desk)
    assert found.verdict == "near"
    assert found.difference
