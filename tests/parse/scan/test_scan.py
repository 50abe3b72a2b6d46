"""Pages that are pictures are read by OCR, said to be, and only they; without an engine each is named."""

import importlib.util
import shutil
from pathlib import Path

import pytest
from scanned import printed, scanned

from silcrow.document import Document
from silcrow.library import open_library
from silcrow.parse import parse, recipe, renewal
from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.scan.engine import PictureLine
from silcrow.parse.scan.images import draw
from silcrow.parse.scan.languages import code_of
from silcrow.parse.scan.routing import needs_reading
from silcrow.parse.scan.tesseract import lines_of

needs_tesseract = pytest.mark.skipif(shutil.which("tesseract") is None, reason="tesseract is not installed here")

BODY = [
    "A berth is given for one night and is paid at the gate before noon.",
    "Whoever comes after dark calls the harbour office on channel nine.",
    "The quay is kept free for ships that load salt, fish or timber.",
    "Nets are dried on the northern mole and never on the stairs.",
]


def page(heading: str, *lines: str) -> list[tuple[str, int, str]]:
    return [("Helvetica-Bold", 20, heading), *(("Helvetica", 11, line) for line in lines)]


@pytest.fixture(scope="module")
def scan() -> bytes:
    return scanned(printed(page("1 Berths", *BODY), page("2 Quays and moles", *reversed(BODY))))


@pytest.fixture(scope="module")
def found(scan: bytes) -> Document:
    return parse(scan, doc_id="d", name="scan.pdf")


@pytest.fixture
def no_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine without tesseract; rapidocr may be part of this environment."""
    if importlib.util.find_spec("rapidocr"):
        pytest.skip("rapidocr is installed here")
    monkeypatch.setenv("PATH", str(tmp_path))


@needs_tesseract
def test_the_text_of_a_scan_is_read_with_its_places(found: Document):
    text = " ".join(paragraph.text for paragraph in found.paragraphs)
    assert all(line in text for line in BODY)
    (first, *_) = found.paragraphs
    assert first.regions[0].page == 1
    box = first.regions[0].box
    assert box is not None
    assert 70 <= box.left <= 75
    assert 60 < box.top < box.bottom < 300


@needs_tesseract
def test_larger_type_on_a_scan_makes_headings(found: Document):
    assert [(one.level, one.heading) for one in found.sections] == [(1, "1 Berths"), (1, "2 Quays and moles")]


@needs_tesseract
def test_each_page_says_how_sure_its_text_is(found: Document):
    notices = [notice for notice in found.health.notices if notice.code.startswith("ocr")]
    assert [notice.code for notice in notices] == ["ocr", "ocr"]
    assert notices[0].message.startswith("page 1 was read by OCR: mean confidence 0.9")
    assert found.health.pages_without_text == ()


@needs_tesseract
def test_the_engine_is_part_of_the_recipe_of_what_it_read_and_of_nothing_else(scan: bytes, found: Document):
    assert found.recipe.startswith(f"{recipe('pdf')}; ocr tesseract ")
    assert found.recipe.endswith(" eng")
    text = parse(printed(page("1 Berths", *BODY)), doc_id="d")
    assert text.recipe == recipe("pdf")
    assert parse(scan, doc_id="d", name="scan.pdf") == found


@needs_tesseract
def test_only_the_pages_without_text_are_read():
    mixed = scanned(printed(page("1 Berths", *BODY), page("2 Quays", *BODY[:2])), pages=[2])
    found = parse(mixed, doc_id="d")
    assert [n.message[:26] for n in found.health.notices if n.code == "ocr"] == ["page 2 was read by OCR: me"]


@needs_tesseract
def test_a_blank_page_is_not_read():
    blank = printed(page("1 Berths", *BODY), [])
    found = parse(blank, doc_id="d")
    assert (found.recipe, found.health.notices) == (recipe("pdf"), ())
    assert found.health.pages_without_text == (2,)


@needs_tesseract
def test_a_language_that_is_not_there_is_said(scan: bytes):
    found = parse(scan, doc_id="d", languages=("en", "xx"))
    assert found.health.notices[0].message == "The OCR engine has no data for xx; what it has was used."


@pytest.mark.usefixtures("no_engine")
def test_without_an_engine_each_page_without_text_is_named(scan: bytes):
    found = parse(scan, doc_id="d")
    assert [notice.code for notice in found.health.notices] == ["page_without_text", "page_without_text", "ocr_missing"]
    assert found.health.notices[1].message == "page 2 has no text, and no OCR engine is installed."
    assert found.health.pages_without_text == (1, 2)
    assert found.recipe == recipe("pdf")


@needs_tesseract
def test_an_engine_that_comes_later_is_offered_and_used_when_asked(
    scan: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    if importlib.util.find_spec("rapidocr"):
        pytest.skip("rapidocr is installed here")
    with open_library(ephemeral=True) as library:
        with monkeypatch.context() as bare:
            bare.setenv("PATH", str(tmp_path))
            before = library.add(scan, address="/scan.pdf").record
            assert library.add(scan, address="/scan.pdf").notices == ()
        again = library.add(scan, address="/scan.pdf")
        assert (again.outcome, again.record.edition) == ("same", before.edition)
        assert [notice.code for notice in again.notices] == ["older_recipe"]
        assert "some of its pages were not read, and tesseract" in again.notices[0].message
        after = library.add(scan, address="/scan.pdf", reparse=True)
        assert (after.outcome, after.record.paragraphs > 0) == ("changed", True)
        assert library.add(scan, address="/scan.pdf", reparse=True).outcome == "same"


def test_an_engine_that_is_gone_makes_nothing_older(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("PATH", str(tmp_path))
    made_by = recipe("pdf", "ocr rapidocr 0.1")
    if importlib.util.find_spec("rapidocr") is None:
        assert renewal(made_by, "pdf", ()) == ""
    assert renewal(made_by.replace("parse 2", "parse 0"), "pdf", ()).startswith("read by an older recipe")


def sheet(*lines: str) -> Sheet:
    return Sheet(1, 600, 800, [Draft.of("text", 1, [Line(line, 0, 0, 9, 9, 9.0)]) for line in lines])


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((), True),
        (("A berth is given for one night.",), False),
        (("\ufffd\ufffd\ufffd \ufffd\ufffd \ufffd\ufffd\ufffd",), True),
        (("\ue001\ue002\ue003\ue004\ue005 a \ue006\ue007",), True),
        (("(cid:12)(cid:7)(cid:33)(cid:1)",), True),
        (("\uf0b7 A berth is given for one night and is paid at the gate.",), False),
        (("Ein Liegeplatz für eine Nacht, über Nacht",), False),
    ],
)
def test_a_page_is_read_again_where_its_characters_mean_nothing(lines: tuple[str, ...], expected: bool):
    assert needs_reading(sheet(*lines)) is expected


HOCR = b"""<html><body><p class='ocr_par'>
<span class='ocr_line' title='bbox 10 20 110 40; baseline 0 0; x_size 18.5'>
<span class='ocrx_word' title='bbox 10 20 50 40; x_wconf 90'>Mud</span>
<span class='ocrx_word' title='bbox 60 20 110 40; x_wconf 30'><strong>x</strong></span></span>
<span class='ocr_line' title='bbox 1 1 2 2'> </span></p></body></html>"""


def test_a_line_has_its_type_size_and_the_confidence_of_its_letters():
    (line,) = lines_of(HOCR)
    assert line == PictureLine("Mud x", 10, 20, 110, 40, 18.5, 1, (3 * 90 + 30) / 400)


def test_an_empty_answer_holds_no_lines():
    assert lines_of(b"") == lines_of(b"<html></html>") == []


@pytest.mark.parametrize(
    ("word", "code"), [("de", "deu"), ("deu", "deu"), ("zh-CN", "chi_sim"), ("chi_tra", "chi_tra"), ("-l x", "")]
)
def test_languages_go_by_several_names(word: str, code: str):
    assert code_of(word) == code


def test_a_picture_of_a_huge_page_is_bounded():
    from reportlab.pdfgen.canvas import Canvas

    for size in ((14_400, 14_400), (14_400, 3)):
        canvas = Canvas("x", pagesize=size, invariant=1)
        canvas.rect(0, 0, size[0] / 2, size[1])
        ((_, picture),) = draw(canvas.getpdfdata(), [1], password=None)
        assert picture is not None
        assert picture.width * picture.height <= 25_100_000
        assert max(picture.width, picture.height) <= 12_001
        assert len(picture.pixels) == picture.width * picture.height
