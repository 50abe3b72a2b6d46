"""A page as a picture: drawn by pdfium in shades of grey, within bounds. Knows pages and pixels, no text."""

from collections.abc import Iterator, Sequence
from typing import Final

import pypdfium2

from silcrow.parse.pdf.catalog import LOCK
from silcrow.parse.scan.engine import Picture

DPI: Final = 300
"""What engines are trained on; 200 saves a fifth of the time and loses small print."""
_PIXELS: Final = 25_000_000  # an A3 page at 300 dpi has 17
_SIDE: Final = 12_000
_INCH: Final = 72


def draw(pdf: bytes, numbers: Sequence[int], *, password: str | None) -> Iterator[tuple[int, Picture | None]]:
    """The pages of a PDF as pictures, one by one; None for a page on which nothing is drawn, or which cannot be."""
    with LOCK:
        document = pypdfium2.PdfDocument(pdf, password=password)
    try:
        for number in numbers:
            with LOCK:
                picture = _picture(document, number)
            yield number, picture
    finally:
        with LOCK:
            document.close()


def _picture(document: pypdfium2.PdfDocument, number: int) -> Picture | None:
    try:
        page = document[number - 1]
    except (pypdfium2.PdfiumError, IndexError):
        return None
    try:
        width, height = page.get_size()
        if width <= 0 or height <= 0:
            return None
        scale = min(DPI / _INCH, (_PIXELS / (width * height)) ** 0.5, _SIDE / max(width, height))
        bitmap = page.render(scale=scale, grayscale=True, prefer_bgrx=False)
        try:
            grey = bitmap.to_numpy()
            if grey.ndim == 3:
                grey = grey[:, :, 0]
            if grey.min() == grey.max():
                return None
            return Picture(number, grey.shape[1], grey.shape[0], max(70, round(scale * _INCH)), grey.tobytes())
        finally:
            bitmap.close()
    except (pypdfium2.PdfiumError, MemoryError, ValueError):
        return None
    finally:
        page.close()
