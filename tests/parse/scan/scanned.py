"""Scans made on the spot: pages are printed, drawn as pictures, and put into a PDF that holds nothing else."""

import io
from collections.abc import Sequence

import pypdfium2
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

Lines = Sequence[tuple[str, int, str]]
"""Font, size and text of each line, from the top down."""


def printed(*pages: Lines) -> bytes:
    """A PDF of these pages, with their text."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for lines in pages:
        y = 770
        for font, size, text in lines:
            y -= 2 * size
            canvas.setFont(font, size)
            canvas.drawString(72, y, text)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def scanned(data: bytes, *, pages: Sequence[int] | None = None, dpi: int = 150) -> bytes:
    """The same pages as pictures; of a mixed document only `pages` from 1, the others are printed as one line."""
    document = pypdfium2.PdfDocument(data)
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    for number, page in enumerate(document, 1):
        if pages is None or number in pages:
            picture = page.render(scale=dpi / 72, grayscale=True).to_pil()
            canvas.drawImage(ImageReader(picture), 0, 0, *page.get_size())
        else:
            canvas.drawString(72, 700, page.get_textpage().get_text_range().splitlines()[0])
        canvas.setPageSize(page.get_size())
        canvas.showPage()
    canvas.save()
    document.close()
    return file.getvalue()
