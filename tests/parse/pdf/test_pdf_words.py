"""What becomes of words at a line's end, of ligatures and of marks (bug kinds F: G072-G075, G: G083-G085)."""

import io

import pytest
from make_pdf import Put, column, pdf, prose
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from silcrow.parse.pdf import read

HEBREW_FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def texts(data: bytes) -> list[str]:
    return [fragment.text for fragment in read(data, name="t.pdf", password=None).fragments]


def test_a_word_broken_by_the_line_is_one_word():
    page = column(
        72,
        100,
        ["The new crane has greatly extended the lifting capabili-", "ties of the port since it came into use."],
    )
    assert texts(pdf(page)) == [
        "The new crane has greatly extended the lifting capabilities of the port since it came into use."
    ]


def test_a_compound_printed_elsewhere_with_its_hyphen_keeps_it():
    page = column(
        72,
        100,
        [
            "The port has a plan for the short term and one for the long-",
            "term traffic, and the long-term plan was agreed upon last year.",
        ],
    )
    assert "the long-term traffic, and the long-term plan" in texts(pdf(page))[0]


def test_a_single_letter_before_a_hyphen_keeps_it():
    page = column(
        72, 100, ["The oil in the tanks of the third berth holds some n-", "tridecanal, which is why it smells."]
    )
    assert "some n-tridecanal, which" in texts(pdf(page))[0]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (
            ["De kosten van vracht- en verzending zijn hoog in dit jaar,", "zegt de havenmeester."],
            "vracht- en verzending",
        ),
        (
            ["The rules hold for ships that came in pre-", "and post-war times to the old quay of the town."],
            "pre- and post-war",
        ),
    ],
)
def test_a_suspended_hyphen_stays(lines: list[str], expected: str):
    assert expected in texts(pdf(column(72, 100, lines)))[0]


def test_an_address_broken_after_a_slash_has_no_blank():
    page = column(
        72, 100, ["The tables of this year are at https://harbour.example/tables/", "tides and can be had in print."]
    )
    assert "https://harbour.example/tables/tides and" in texts(pdf(page))[0]


def test_a_capital_after_a_hyphen_keeps_it():
    page = column(72, 100, ["The quay was built by an Anglo-", "American company in the year of the great flood."])
    assert "an Anglo-American company" in texts(pdf(page))[0]


def drawn(*lines: tuple[float, str]) -> bytes:
    """A page of lines in a font that has ligatures and Hebrew."""
    if "Drawn" not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(TTFont("Drawn", HEBREW_FONT))
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(612, 792), invariant=1)
    canvas.setFont("Drawn", 12)
    for down, text in lines:
        canvas.drawString(72, 792 - down, text)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


@pytest.fixture(scope="module")
def _font() -> None:
    try:
        TTFont("Probe", HEBREW_FONT)
    except Exception:  # noqa: BLE001 - reportlab raises its own errors
        pytest.skip("DejaVu Sans is not installed")


@pytest.mark.usefixtures("_font")
def test_ligatures_and_soft_hyphens_become_letters():
    assert texts(drawn((100, "The o\ufb03ce \ufb01les the re\xadports"))) == ["The office files the reports"]


@pytest.mark.usefixtures("_font")
def test_hebrew_set_from_the_left_is_turned_back():
    assert texts(drawn((100, "שלום עולם"[::-1]))) == ["שלום עולם"]


@pytest.mark.usefixtures("_font")
def test_hebrew_set_letter_by_letter_from_the_right_is_left_as_it_is():
    pdfmetrics.registerFont(TTFont("Drawn", HEBREW_FONT))
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(612, 792), invariant=1)
    canvas.setFont("Drawn", 12)
    x = 400.0
    for letter in "שלום עולם":
        x -= pdfmetrics.stringWidth(letter, "Drawn", 12)
        canvas.drawString(x, 600, letter)
    canvas.showPage()
    canvas.save()
    assert texts(file.getvalue()) == ["שלום עולם"]


@pytest.mark.usefixtures("_font")
def test_digits_keep_their_direction_among_arabic():
    assert texts(drawn((100, "مرحبا 123 عالم"[::-1].replace("321", "123")))) == ["مرحبا 123 عالم"]


def test_runs_that_stand_close_are_one_word_and_apart_are_two():
    page = [*prose(100), Put(72, 200, "Tide"), Put(92, 200, "tables"), Put(121, 200, "2024")]
    assert texts(pdf(page))[-1].split() == ["Tide", "tables", "2024"]
