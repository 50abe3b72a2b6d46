"""What repeats at the page edge leaves the text, and only that (bug kinds F: G067, G068)."""

from make_pdf import BODY, Put, pdf, prose

from silcrow.parse.pdf import read


def text_and_furniture(*pages: list[Put]) -> tuple[list[str], list[str]]:
    found = read(pdf(*pages), name="t.pdf", password=None).fragments
    return [f.text for f in found if not f.furniture], [f.text for f in found if f.furniture]


def body(number: int) -> list[Put]:
    """A page of text unlike that of other pages."""
    return prose(
        120 + 7 * number,
        [f"Here page {number} of the register begins, and its words are the same on every page:", *BODY],
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
