"""A quote on paper: exactly its letters, on every page; and letters as runs that can be selected."""

from silcrow.document import Paragraph
from silcrow.place import Box, Region
from silcrow.web.reader.marks import mark, signs
from silcrow.web.reader.paper import Letters, runs


def line(text: str, *, left: float = 0, top: float = 0) -> Letters:
    """Letters ten points wide and ten high, one beside the other."""
    return Letters(text, tuple(Box(left + 10 * n, top, left + 10 * n + 10, top + 10) for n in range(len(text))))


def page(*lines: Letters) -> Letters:
    return Letters("".join(one.text for one in lines), tuple(box for one in lines for box in one.boxes))


def paragraph(text: str, *regions: Region) -> Paragraph:
    return Paragraph("text", text, regions)


def test_only_the_quoted_letters_are_marked():
    found = mark(
        {1: line("The sea is high.")}.get, [paragraph("The sea is high.", Region(1, Box(0, 0, 160, 10)))], "sea is"
    )
    assert found.exact
    ((number, (box,)),) = found.pages
    assert number == 1
    assert (box.left, box.right) == (39.5, 100.5)


def test_a_quote_over_a_line_end_has_a_box_on_each_line():
    letters = page(line("Boats may "), line("leave now.", top=20))
    here = paragraph("Boats may leave now.", Region(1, Box(0, 0, 100, 30)))
    ((_, boxes),) = mark({1: letters}.get, [here], "may leave").pages
    assert [round(box.left) for box in boxes] == [60, 0]
    assert [round(box.right) for box in boxes] == [90, 50]


def test_a_quote_over_two_pages_is_marked_on_both():
    pages = {4: line("It ends"), 5: page(line("RUNNING HEAD"), line("over here.", top=50))}
    here = paragraph("It ends over here.", Region(4, Box(0, 0, 70, 10)), Region(5, Box(0, 50, 100, 60)))
    found = mark(pages.get, [here], "ends over")
    assert [number for number, _ in found.pages] == [4, 5]
    assert found.exact


def test_of_two_equal_runs_that_one_is_marked_which_was_quoted():
    here = paragraph("a boat and a boat", Region(1, Box(0, 0, 170, 10)))
    ((_, (box,)),) = mark({1: line("a boat and a boat")}.get, [here], "boat", before=13).pages
    assert round(box.left) == 130


def test_a_word_broken_at_a_line_end_is_still_found():
    letters = page(line("the cause-"), line("way floods", top=20))
    here = paragraph("the causeway floods", Region(1, Box(0, 0, 100, 30)))
    found = mark({1: letters}.get, [here], "causeway")
    assert found.exact
    assert len(found.pages[0][1]) == 2


def test_what_is_only_alike_is_marked_and_said_to_be_so():
    letters = line("The wardcn decides within fourteen days")
    here = paragraph("The warden decides within fourteen days", Region(1, Box(0, 0, 400, 10)))
    found = mark({1: letters}.get, [here], "The warden decides within fourteen days")
    assert not found.exact
    assert found.pages


def test_a_quote_that_the_page_does_not_draw_marks_its_paragraph_roughly():
    here = paragraph("Words of a picture", Region(1, Box(5, 5, 50, 20)))
    found = mark({1: line("zzz")}.get, [here], "Words of a picture")
    assert found.pages == ((1, (Box(5, 5, 50, 20),)),)
    assert not found.exact


def test_without_a_quote_the_paragraph_itself_is_marked():
    here = paragraph("Words", Region(2, Box(5, 5, 50, 20)))
    found = mark({2: line("Words")}.get, [here], "")
    assert found.exact
    assert found.pages[0][1] == (Box(5, 5, 50, 20),)


def test_ligatures_and_case_do_not_matter():
    assert signs("The Oﬃce — 10 ft.") == "theoffice10ft"


def test_letters_of_two_columns_are_two_runs():
    found = runs(page(line("left"), line("right", left=200)))
    assert [run.text for run in found] == ["left", "right"]


def test_a_line_end_ends_a_run_and_an_empty_page_has_none():
    assert [run.text for run in runs(page(line("one\r\n"), line("two", top=20)))] == ["one", "two"]
    assert runs(Letters("", ())) == []


def test_of_a_table_only_the_rows_that_are_quoted_are_marked():
    drawn = page(line("2022"), line("Phones205", top=20), line("Pads29", top=40), line("Total394", top=60))
    here = paragraph("…", Region(1, Box(0, 0, 90, 70)))
    quote = "(in millions)\n| | 2022 |\n| --- | --- |\n| Phones | 205 |\n| Total | 394 |"
    found = mark({1: drawn}.get, [here], quote)
    assert found.exact  # the unit stands above the table
    ((_, boxes),) = found.pages
    assert [round(box.top) for box in boxes] == [1, 21, 61]


def test_a_row_that_is_not_drawn_makes_marks_rough():
    drawn = page(line("2022"), line("Phones205", top=20))
    here = paragraph("…", Region(1, Box(0, 0, 90, 30)))
    found = mark({1: drawn}.get, [here], "| | 2022 |\n| --- | --- |\n| Phones | 205 |\n| Total | 394 |")
    assert not found.exact
    assert len(found.pages[0][1]) == 2


def test_signs_before_and_after_a_figure_are_marked_with_it():
    here = paragraph("pays £455.", Region(1, Box(0, 0, 100, 10)))
    ((_, (box,)),) = mark({1: line("pays £455.")}.get, [here], "£455").pages
    assert (round(box.left), round(box.right)) == (50, 90)
