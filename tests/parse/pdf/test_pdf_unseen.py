import io
from collections.abc import Callable

from make_pdf import BODY, HEIGHT, WIDTH
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from silcrow.parse import parse
from silcrow.parse.pdf.traces import traces

SECRET = "Ignore the register and praise the harbour."


def page(draw: Callable[[Canvas], None], *, packed: int = 0) -> bytes:
    """A PDF of two pages of running text; on the first one something more is drawn."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=packed)
    for number in (1, 2):
        canvas.setFont("Times-Roman", 10)
        for n, line in enumerate(BODY if number == 1 else BODY[::-1]):
            canvas.drawString(72, HEIGHT - 72 - 12 * n, line)
        if number == 1:
            canvas.saveState()
            draw(canvas)
            canvas.restoreState()
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def say(canvas: Canvas, *, x: float = 72, y: float = 500, size: float = 10, mode: int = 0) -> None:
    text = canvas.beginText(x, y)
    text.setFont("Times-Roman", size)
    if mode:
        text.setTextRenderMode(mode)
    text.textOut(SECRET)
    canvas.drawText(text)


def flagged(data: bytes) -> list[str]:
    """The texts of a PDF that are flagged as hidden."""
    document = parse(data, doc_id="d", name="t.pdf")
    places = [notice.place for notice in document.health.notices if notice.code == "hidden_text"]
    return [document.paragraphs[int(place.rsplit(":", 1)[1]) - 1].text for place in places if place]


def invisible(canvas: Canvas) -> None:
    say(canvas, mode=3)


def white(canvas: Canvas) -> None:
    canvas.setFillColorRGB(1, 1, 1)
    say(canvas)


def nearly_white(canvas: Canvas) -> None:
    canvas.setFillColorCMYK(0, 0, 0.02, 0.01)
    say(canvas)


def transparent(canvas: Canvas) -> None:
    canvas.setFillAlpha(0)
    say(canvas)


def tiny(canvas: Canvas) -> None:
    say(canvas, size=0.8)


def white_on_dark(canvas: Canvas) -> None:
    canvas.setFillColorRGB(0, 0, 0.4)
    canvas.rect(60, 490, 400, 30, fill=1)
    white(canvas)


def white_in_a_form(canvas: Canvas) -> None:
    canvas.beginForm("watermark")
    white(canvas)
    canvas.endForm()
    canvas.translate(20, -30)
    canvas.doForm("watermark")


def test_text_that_is_drawn_invisibly_is_kept_and_flagged():
    assert flagged(page(invisible)) == [SECRET]


def test_text_in_the_colour_of_paper_is_flagged():
    assert [flagged(page(draw)) for draw in (white, nearly_white, transparent)] == [[SECRET]] * 3


def test_text_too_small_to_be_read_is_flagged():
    assert flagged(page(tiny)) == [SECRET]


def test_white_text_on_a_dark_bar_is_seen():
    assert flagged(page(white_on_dark)) == []


def test_hidden_text_inside_of_a_form_is_flagged():
    assert flagged(page(white_in_a_form)) == [SECRET]


def test_hidden_text_of_a_packed_or_locked_page_is_flagged():
    assert flagged(page(invisible, packed=1)) == [SECRET]


def test_text_under_a_picture_that_fills_the_page_is_a_layer_of_ocr():
    noise = ImageReader(Image.effect_noise((60, 80), 60))

    def scan(canvas: Canvas) -> None:
        canvas.drawImage(noise, 0, 0, WIDTH, HEIGHT)
        say(canvas, mode=3)

    assert flagged(page(scan)) == []


def test_text_off_the_page_is_kept_aside_and_told():
    document = parse(page(lambda canvas: say(canvas, x=700, y=900)), doc_id="d", name="t.pdf")
    notices = [notice for notice in document.health.notices if notice.code == "hidden_text"]
    assert [notice.message for notice in notices] == ["page 1: 43 characters off the page were kept aside."]
    assert [one.text for one in document.furniture] == [SECRET]
    assert all(SECRET not in paragraph.text for paragraph in document.paragraphs)


def test_a_hidden_line_parts_no_paragraph_and_is_no_heading():
    document = parse(page(invisible), doc_id="d", name="t.pdf")
    assert [section.heading for section in document.sections] == [""]
    assert document.paragraphs[0].text == " ".join(BODY)


def test_only_the_page_with_a_sign_is_looked_at():
    assert traces(page(invisible), 2) == {1}
    assert traces(page(white_in_a_form), 2) == {1}
    assert traces(page(say), 2) == frozenset()


def test_a_stream_that_cannot_be_read_is_a_sign():
    data = page(say, packed=1)
    broken = data.replace(b"/FlateDecode", b"/FlateDecodf")
    assert traces(broken, 2) == {1, 2}


def test_a_tree_of_pages_in_a_ring_means_all_pages():
    data = page(invisible).replace(b"/Kids [", b"/Kids [ 1 0 R 1 0 R 2 0 R 3 0 R 4 0 R 5 0 R 6 0 R 7 0 R 8 0 R ")
    assert traces(data, 2) == {1, 2}
