"""Where paragraphs begin and end, and in which order they are read (bug kinds A: G007, G011; F: G076, G078)."""

from collections.abc import Sequence

from make_pdf import BODY, Put, column, pdf, prose
from reportlab.pdfbase.pdfmetrics import stringWidth

from silcrow.parse.fragment import Fragment
from silcrow.parse.pdf import read


def fragments(*pages: list[Put]) -> list[Fragment]:
    return read(pdf(*pages), name="t.pdf", password=None).fragments


LEFT = [
    "The left column is read first and to its end,",
    "before any line of the right one is looked at,",
    "as people do who have learnt how to read it.",
]
RIGHT = [
    "The right column comes after it, though every",
    "line of it stands beside one of the left, and",
    "that is all there is to say about this page.",
]


def test_columns_are_read_one_after_the_other():
    assert [f.text for f in fragments([*column(72, 100, LEFT), *column(320, 100, RIGHT)])] == [
        " ".join(LEFT),
        " ".join(RIGHT),
    ]


def test_a_title_in_two_sizes_on_one_line_is_one_fragment():
    found = fragments([Put(72, 80, "1", 18, "Helvetica-Bold"), Put(90, 80, "hello", 14, "Helvetica-Bold"), *prose(110)])
    assert found[0].text == "1 hello"


def test_a_heading_set_close_to_its_body_is_cut_from_it():
    page = [Put(72, 100, "Berths and fees", 10, "Times-Bold"), *prose(112)]
    assert [f.text for f in fragments(page)] == ["Berths and fees", " ".join(BODY)]


def test_list_points_are_parted_and_keep_their_marks():
    points = [
        "(a) the name of the vessel and of her master;",
        "(b) the port of registry and the draught; and",
        "(c) the tide.",
    ]
    found = fragments([*prose(100), *column(90, 160, points)])
    assert [f.text for f in found[1:]] == points


def test_a_paragraph_over_a_page_break_is_one_with_two_regions():
    first = [*BODY[:3], "and it is for the clerk to say whether a copy may be taken from the register by"]
    rest = ["whoever asks for it at the window, and at what price.", "Nothing else is sold there."]
    found = fragments([*prose(640, first), Put(300, 760, "1")], [*column(72, 72, rest), Put(300, 760, "2")])
    joined = next(f for f in found if not f.furniture)
    assert joined.text == " ".join([*first, *rest])
    assert [region.page for region in joined.regions] == [1, 2]


def test_a_sentence_that_ended_is_not_joined_to_the_next_page():
    found = fragments([*prose(640), Put(300, 760, "1")], [*prose(72), Put(300, 760, "2")])
    assert [[r.page for r in f.regions] for f in found if not f.furniture] == [[1], [2]]


def test_code_is_told_by_its_type_and_keeps_its_indents():
    code = ["def tide(hour):", "    if hour < 6:", '        return "low"', '    return "high"']
    found = fragments([*prose(100), *column(90, 170, code, font="Courier"), *prose(260)])
    assert [(f.kind, f.text) for f in found] == [
        ("text", " ".join(BODY)),
        ("code", "\n".join(code)),
        ("text", " ".join(BODY)),
    ]


def test_a_document_set_in_one_width_throughout_is_not_code():
    lines = [
        "The harbour master keeps a register of all",
        "vessels that lie at the quay for longer than",
        "one tide, and it is open to inspection here.",
    ]
    assert [f.kind for f in fragments(column(72, 100, lines, font="Courier"))] == ["text"]


def test_small_type_at_the_foot_is_a_footnote_of_its_own():
    found = fragments(
        [
            *prose(100),
            Put(72, 730, "1 Kept since 1893, with a gap in the years of the great flood.", 7),
            Put(72, 739, "2 Copies are made by hand.", 7),
        ]
    )
    assert [(f.kind, f.text) for f in found[1:]] == [
        ("note", "1 Kept since 1893, with a gap in the years of the great flood."),
        ("note", "2 Copies are made by hand."),
    ]


def test_a_contents_page_read_by_columns_is_made_whole_by_rows():
    names = ["Berths", "Fees", "Pilots", "Towage", "Tides", "Appeals"]
    page = [Put(72, 80, "Contents", 16, "Helvetica-Bold")]
    for n, name in enumerate(names):
        page += [Put(72, 120 + 14 * n, f"{n + 1}."), Put(100, 120 + 14 * n, f"{name} {'. ' * 60}{n * 3 + 1}")]
    found = [f for f in fragments(page) if f.clues.contents]
    assert [f.text.split(" .")[0] for f in found] == [f"{n + 1}. {name}" for n, name in enumerate(names)]
    assert [f.text.split()[-1] for f in found] == ["1", "4", "7", "10", "13", "16"]


def test_clues_say_how_a_heading_looks():
    found = fragments([Put(256, 80, "BERTHS AND FEES", 14, "Helvetica-Bold"), *prose(130)])
    clues = found[0].clues
    assert (clues.size, clues.weight, clues.caps, clues.lines, clues.gap) == (14.0, 1.0, True, 1, None)
    assert found[1].clues.gap is not None
    assert (found[1].clues.size, found[1].clues.weight, found[1].clues.font) == (10.0, 0.0, "Times")


def test_what_stands_in_the_middle_of_its_column_is_centred():
    left, right = 72, 72 + stringWidth(BODY[3], "Times-Roman", 10)
    title = "Harbour rules"
    middle = (left + right - stringWidth(title, "Times-Bold", 10)) / 2
    found = fragments([Put(middle, 80, title, 10, "Times-Bold"), *prose(130)])
    assert found[0].clues.centred
    assert not found[1].clues.centred


def test_a_heading_over_two_full_lines_is_one():
    title = ["Rules of the harbour, its basins, quays and locks, for", "the masters of all vessels and their crews"]
    page = [
        Put(72, 80, title[0], 18, "Helvetica-Bold"),
        Put(72, 100, title[1], 18, "Helvetica-Bold"),
        *prose(150),
    ]
    assert fragments(page)[0].text == " ".join(title)


def test_a_line_that_begins_with_the_number_its_sentence_ends_with_is_no_list_point():
    first = "The pier is closed to walkers in winds above force 8, and to high-sided vehicles above force"
    second = "7. Work on the light tower and the mast stops above force 4, or when lightning has been"
    found = fragments([*prose(100), *column(72, 170, [first, second, "seen within the hour."])])
    assert [f.text for f in found] == [" ".join(BODY), f"{first} {second} seen within the hour."]


def test_the_points_of_a_numbered_list_stay_apart():
    points = [
        f"{n}. The master of the vessel signs the register before she is towed to her berth at the" for n in (1, 2, 3)
    ]
    found = fragments([*prose(100), *column(72, 170, points, step=12)])
    assert [f.text for f in found][-3:] == points


def test_a_line_that_opens_with_a_word_of_code_stays_in_its_paragraph():
    word = "slip_2025.csv"
    wide = stringWidth(word, "Courier", 9)
    lines = ["A file is named by its series and by the place and the day of the record, in that order, as in"]
    page = [
        *prose(100),
        Put(72, 170, lines[0]),
        Put(72, 182, word, 9, "Courier"),
        Put(72 + wide, 182, ". Times are in UTC the whole year round, and all units are those of the"),
        Put(72, 194, "International System, with two exceptions."),
    ]
    found = fragments(page)
    assert found[-1].text == (
        f"{lines[0]} {word}. Times are in UTC the whole year round, and all units are those of the "
        "International System, with two exceptions."
    )


WAGES = [
    "Wages of all who work on the quay are paid at the end of the month in which they were earned,",
    "and those of the pilots are paid by the vessels that they bring in, at rates which the council of the port",
    "sets once a year and makes known on the gate.",
]


def opened(down: float, words: str, lines: Sequence[str] = WAGES, *, indent: float = 26) -> list[Put]:
    """A paragraph that opens with words in bold; the engine takes its first line for a block of its own."""
    room = stringWidth(f"{words} ", "Times-Bold", 10)
    first = [Put(72 + indent, down, words, 10, "Times-Bold"), Put(72 + indent + room, down, lines[0])]
    return [*first, *column(72, down + 11.5, lines[1:], step=11.5)]


def test_a_paragraph_that_opens_in_bold_is_one_and_has_the_look_of_its_text():
    found = fragments([*opened(100, "Employees."), *prose(200)])
    assert [f.text for f in found] == [" ".join(["Employees.", *WAGES]), " ".join(BODY)]
    assert (found[0].clues.weight, found[0].clues.engine, found[0].clues.parts) == (0.0, None, ())


def test_a_line_that_cannot_end_its_sentence_goes_on_in_a_capital():
    first = "Wages of all who work on the quay are paid on the last day of the month by the cashier of the"
    lines = [first, f"Harbour {WAGES[1]}", WAGES[2]]
    found = fragments([*opened(100, "Employees.", lines), *prose(200)])
    assert [f.text for f in found] == [" ".join(["Employees.", *lines]), " ".join(BODY)]


def test_a_full_title_is_not_joined_to_the_text_below_it():
    title = "Wages of All Who Work on the Quay and in the Sheds, Those of the Pilots and the Mates Excepted"
    page = [Put(72, 100, title, 10, "Times-Bold"), *column(72, 111.5, ["Wages are paid at the end", *BODY], step=11.5)]
    assert fragments(page)[0].text == title


def test_what_is_left_short_above_a_paragraph_is_not_its_first_line():
    lines = [
        "Wages of all who work",
        "and live on the quay are paid at the end of the month in which they were earned, as is",
    ]
    found = fragments([*opened(100, "Employees.", [*lines, *WAGES[2:]]), *prose(200)])
    assert [f.text for f in found][:2] == ["Employees. Wages of all who work", " ".join([lines[1], *WAGES[2:]])]
