"""What repeats at the page edge leaves the text, and only that (bug kinds F: G067, G068)."""

from hypothesis import given, settings
from hypothesis import strategies as st
from make_pdf import BODY, Put, pdf, prose

from silcrow.parse.pdf import read

SHIPS = ("Aurora", "Borealis", "Calypso", "Dione", "Eunomia", "Faustina", "Galatea", "Hygieia", "Isis", "Janus", "Klio")


def text_and_furniture(*pages: list[Put]) -> tuple[list[str], list[str]]:
    found = read(pdf(*pages), name="t.pdf", password=None).fragments
    return [f.text for f in found if not f.furniture], [f.text for f in found if f.furniture]


def body(number: int) -> list[Put]:
    """A page of text unlike that of other pages."""
    return prose(
        120 + 7 * number,
        [f"Here the register of {SHIPS[number % len(SHIPS)]} begins, and other words are the same everywhere:", *BODY],
    )


def test_running_heads_and_page_numbers_are_furniture():
    pages = [[Put(72, 40, "Harbour rules"), *body(n), Put(300, 760, str(n))] for n in range(1, 6)]
    text, furniture = text_and_furniture(*pages)
    assert len(text) == 5
    assert furniture == [part for n in range(1, 6) for part in ("Harbour rules", str(n))]


def test_heads_that_alternate_left_and_right_are_furniture():
    pages = [
        [Put(72, 40, f"{n}   Harbour rules") if n % 2 == 0 else Put(420, 40, f"Part {n // 4 + 1}   {n}"), *body(n)]
        for n in range(1, 13)
    ]
    text, furniture = text_and_furniture(*pages)
    assert (len(text), len(furniture)) == (12, 12)


def test_roman_page_numbers_are_furniture():
    pages = [[*body(n), Put(300, 760, roman)] for n, roman in enumerate(("i", "ii", "iii", "iv"), start=1)]
    assert text_and_furniture(*pages)[1] == ["i", "ii", "iii", "iv"]


def test_a_heading_at_the_top_of_one_page_is_text():
    pages = [[Put(72, 40, "Harbour rules"), *body(n)] for n in range(1, 6)]
    pages[2] = [Put(72, 40, "Fees", 14, "Helvetica-Bold"), *body(3)]
    text, furniture = text_and_furniture(*pages)
    assert "Fees" in text
    assert furniture == ["Harbour rules"] * 4


def test_numbers_at_the_foot_that_do_not_count_pages_are_text():
    pages = [[*body(n), Put(300, 760, str(total))] for n, total in enumerate((418, 12, 977, 35), start=1)]
    assert text_and_furniture(*pages)[1] == []


def at_any_height(*numbers: int) -> list[list[Put]]:
    """Pages that end where their text does, each with a number below it."""
    tops = (120, 330, 240, 410, 180, 290)
    return [[*prose(top), Put(300, top + 90, str(number))] for top, number in zip(tops, numbers, strict=False)]


def test_page_numbers_below_the_text_of_pages_of_any_length_are_furniture():
    numbers = (100, 101, 102, 103, 104)
    assert text_and_furniture(*at_any_height(*numbers))[1] == [str(number) for number in numbers]


def test_numbers_below_the_text_that_do_not_go_on_with_the_pages_are_text():
    assert text_and_furniture(*at_any_height(100, 140, 102, 17, 9))[1] == []


def test_numbers_that_start_anew_with_a_chapter_are_furniture():
    pages = [
        [*body(n), Put(300, 760, f"{chapter}-{page}")]
        for n, (chapter, page) in enumerate([(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3), (2, 4)], start=1)
    ]
    assert len(text_and_furniture(*pages)[1]) == 8


def test_a_large_title_that_opens_each_chapter_is_text():
    pages = [[Put(72, 60, f"Chapter {n}", 20, "Helvetica-Bold"), *body(n)] for n in (1, 2, 3, 4)]
    pages = [page for chapter in pages for page in (chapter, body(9), body(10))]
    assert text_and_furniture(*pages)[1] == []


def test_one_page_has_no_furniture():
    assert text_and_furniture([Put(72, 40, "Harbour rules"), *prose(120), Put(300, 760, "1")])[1] == []


def test_pages_that_are_copies_have_no_heads_and_feet():
    page = [Put(72, 40, "Delivery note"), *prose(60), *prose(700)]
    other = [Put(72, 60, "Terms", 14), *prose(300)]
    assert text_and_furniture(page, page)[1] == []
    assert text_and_furniture(page, page, page, other)[1] == []


def test_a_copy_does_not_hide_the_heads_of_other_pages():
    pages = [[Put(72, 40, "Harbour rules"), *body(n)] for n in (1, 2, 2, 3)]
    assert text_and_furniture(*pages)[1] == ["Harbour rules"] * 4


def test_the_numbers_of_copies_are_page_numbers():
    pages = [[*prose(60), *prose(690), Put(300, 770, str(n))] for n in range(1, 5)]
    assert text_and_furniture(*pages)[1] == ["1", "2", "3", "4"]


def test_a_title_alone_on_its_page_where_heads_stand_is_text():
    pages = [[Put(72, 40, f"Part {'one' if n < 4 else 'two'}"), *body(n)] for n in (1, 2, 3, 5, 6, 7)]
    text, furniture = text_and_furniture(*pages[:3], [Put(72, 40, "Of fees")], *pages[3:], [Put(72, 40, "Part two")])
    assert "Of fees" in text
    assert furniture == ["Part one"] * 3 + ["Part two"] * 4


@settings(max_examples=40, deadline=None)
@given(st.lists(st.lists(st.integers(2, 47), max_size=12, unique=True), min_size=1, max_size=3), st.integers(1, 2))
def test_the_words_of_a_document_are_never_all_furniture(pages: list[list[int]], times: int):
    made = [[Put(72, 16 * row, f"the quay of {SHIPS[row % 11]}") for row in rows] for rows in pages] * times
    text, furniture = text_and_furniture(*made)
    assert text or not furniture
