"""A kept PDF as paper: the sizes of its pages, their pictures, and each letter with its box. Knows no sections.

pdfium is not safe for threads, so all use of it is behind the lock of parse.pdf. Few files are held open, and of few
pages the letters.
"""

import ctypes
import io
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from silcrow.errors import NotFound
from silcrow.parse.pdf.catalog import LOCK
from silcrow.place import Box

_OPEN: Final = 4  # files
_READ: Final = 64  # pages whose letters are held
_PIXELS: Final = 12_000_000
_WIDEST: Final = 3000
_LETTERS: Final = 40_000  # of one page; what is more is not selectable
_GREY: Final = 24  # how far apart the channels of a grey pixel may be
_FINE: Final = 100  # device units in a point, since pdfium rounds them
_HYPHEN: Final = ("\x02", "\ufffe", "\u00ad")  # how pdfium says that a word goes on in the next line

Size = tuple[float, float]

Image.preinit()  # its formats are loaded now, and not while the first page is waited for


@dataclass(frozen=True, slots=True)
class Letters:
    """The letters of a page in reading order, and as many boxes in points from its top left."""

    text: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """Letters on one line without a gap."""

    text: str
    box: Box


class Paper:
    """One open file. Who still holds it after it was closed may go on: it is opened again for a moment."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._is_kept = True
        self._pdf: pypdfium2.PdfDocument | None = None
        with LOCK:
            self.sizes: tuple[Size, ...] = tuple(map(self._size, range(len(self._opened()))))
        self._letters: OrderedDict[int, Letters] = OrderedDict()

    def _opened(self) -> pypdfium2.PdfDocument:
        if self._pdf is None:
            self._pdf = pypdfium2.PdfDocument(self._data)
        return self._pdf

    def _shut(self) -> None:
        if self._pdf is not None and not self._is_kept:
            self._pdf.close()
            self._pdf = None

    def _size(self, index: int) -> Size:
        try:
            width, height = self._opened().get_page_size(index)
        except pypdfium2.PdfiumError:
            return 612.0, 792.0  # a page that is damaged still has its place between the others
        return (float(width), float(height)) if width > 0 and height > 0 else (612.0, 792.0)

    def close(self) -> None:
        """Let the file go."""
        with LOCK:
            self._is_kept = False
            self._shut()

    def _page(self, number: int) -> pypdfium2.PdfPage:
        if not 1 <= number <= len(self.sizes):
            raise NotFound(f"there are {len(self.sizes)} pages, not {number}", hint="Ask for a page it has.")
        try:
            return self._opened()[number - 1]
        except pypdfium2.PdfiumError:
            raise NotFound(f"page {number} cannot be drawn", hint="Read it as text.") from None

    def picture(self, number: int, width: int) -> tuple[bytes, str]:
        """A page, from 1, as an image of about so many pixels across, and its media type."""
        wide, high = self.sizes[number - 1] if 1 <= number <= len(self.sizes) else (1.0, 1.0)
        scale = min(min(width, _WIDEST) / wide, (_PIXELS / (wide * high)) ** 0.5)
        with LOCK:
            page = self._page(number)
            try:
                bitmap = page.render(scale=scale, rev_byteorder=True)
                image = bitmap.to_pil().convert("RGB")  # a copy: the bitmap's memory goes with it
                bitmap.close()
            except (pypdfium2.PdfiumError, MemoryError, ValueError):
                raise NotFound(f"page {number} cannot be drawn", hint="Read it as text.") from None
            finally:
                page.close()
                self._shut()
        return _packed(image)

    def letters(self, number: int) -> Letters:
        """The letters of a page, from 1."""
        with LOCK:
            if (held := self._letters.get(number)) is not None:
                self._letters.move_to_end(number)
                return held
            page = self._page(number)
            try:
                found = _letters(page, *self.sizes[number - 1])
            finally:
                page.close()
                self._shut()
            self._letters[number] = found
            while len(self._letters) > _READ:
                self._letters.popitem(last=False)
            return found


class Papers:
    """The files that were looked at last, open."""

    def __init__(self) -> None:
        self._open: OrderedDict[str, Paper] = OrderedDict()

    def get(self, key: str, source: Callable[[], bytes | None]) -> Paper | None:
        """The paper of a source; None where it was not kept, or cannot be opened without a password."""
        if (held := self._open.get(key)) is not None:
            return held
        data = source()
        if data is None:
            return None
        try:
            paper = Paper(data)
        except pypdfium2.PdfiumError:
            return None
        self._open[key] = paper
        while len(self._open) > _OPEN:
            self._open.popitem(last=False)[1].close()
        return paper


def runs(letters: Letters) -> list[Run]:
    """The letters as runs that can be selected: broken at line ends and at gaps as wide as those between columns."""
    found: list[Run] = []
    text, box = "", None
    for letter, at in zip(letters.text, letters.boxes, strict=True):
        blank = letter.isspace()
        if box is not None and (letter in "\r\n" or (not blank and _apart(box, at))):
            if text.strip():
                found.append(Run(text.rstrip(), box))
            text, box = "", None
        if blank and (letter in "\r\n" or box is None):
            continue
        text += letter
        if not blank:
            box = at if box is None else _around(box, at)
    if box is not None and text.strip():
        found.append(Run(text.rstrip(), box))
    return found


def _apart(line: Box, box: Box) -> bool:
    high = max(line.bottom - line.top, 1.0)
    middle = (box.top + box.bottom) / 2
    return not line.top - high / 4 <= middle <= line.bottom + high / 4 or not -high <= box.left - line.right <= high * 2


def _around(one: Box, other: Box) -> Box:
    return Box(
        min(one.left, other.left),
        min(one.top, other.top),
        max(one.right, other.right),
        max(one.bottom, other.bottom),
    )


def _packed(image: Image.Image) -> tuple[bytes, str]:
    """Grey pages as PNG, which keeps their letters sharp and is small; others as JPEG without loss of colour detail."""
    small = image.reduce(4)
    red, green, blue = small.split()
    extremes = (part.getextrema() for part in _differences(red, green, blue))
    out = io.BytesIO()
    if all(isinstance(high, int | float) and high <= _GREY for _, high in extremes):
        image.convert("L").save(out, "PNG", compress_level=3)
        return out.getvalue(), "image/png"
    image.save(out, "JPEG", quality=90, subsampling=0)
    return out.getvalue(), "image/jpeg"


def _differences(red: Image.Image, green: Image.Image, blue: Image.Image) -> tuple[Image.Image, ...]:
    from PIL import ImageChops  # noqa: PLC0415  with the rest of Pillow, when a page is first drawn

    return ImageChops.difference(red, green), ImageChops.difference(green, blue)


def _letters(page: pypdfium2.PdfPage, width: float, height: float) -> Letters:
    text = page.get_textpage()
    try:
        right, up, start = _axes(page, width, height)
        characters: list[str] = []
        boxes: list[Box] = []
        rect = pdfium.FS_RECTF()
        for index in range(min(text.count_chars(), _LETTERS)):
            character = _character(pdfium.FPDFText_GetUnicode(text.raw, index))
            if not pdfium.FPDFText_GetLooseCharBox(text.raw, index, rect):
                rect.left = rect.right = rect.top = rect.bottom = 0
            corners = [
                (start[0] + x * right[0] + y * up[0], start[1] + x * right[1] + y * up[1])
                for x, y in ((rect.left, rect.top), (rect.right, rect.bottom))
            ]
            (x0, y0), (x1, y1) = corners
            characters.append(character)
            boxes.append(Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)))
        return Letters("".join(characters), tuple(boxes))
    finally:
        text.close()


def _character(code: int) -> str:
    if not 0 < code <= 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return "\ufffd"
    return "-" if chr(code) in _HYPHEN else chr(code)


def _axes(page: pypdfium2.PdfPage, width: float, height: float) -> tuple[Size, Size, Size]:
    """Where a step right, a step up and the origin of the page's own space lead on the page as it is shown."""

    def shown(x: float, y: float) -> Size:
        across, along = ctypes.c_int(), ctypes.c_int()
        wide, high = round(width * _FINE), round(height * _FINE)
        pdfium.FPDF_PageToDevice(page.raw, 0, 0, wide, high, 0, x, y, across, along)
        return across.value / _FINE, along.value / _FINE

    start, right, up = shown(0, 0), shown(1000, 0), shown(0, 1000)
    return (
        ((right[0] - start[0]) / 1000, (right[1] - start[1]) / 1000),
        ((up[0] - start[0]) / 1000, (up[1] - start[1]) / 1000),
        start,
    )
