"""Text that is in a page and not to be seen on it: drawn in no colour or the paper's, or standing off the page.

Only pages that show signs are looked at (traces.py, and what the engine says of a page's bounds). Whether letters in
the colour of paper can be seen is told by what lies under them; where no object tells it, by drawing the page small.
Text without colour over a picture that fills the page is the layer that OCR put there, and counts as seen.
"""

import ctypes
import io
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import pypdfium2
import pypdfium2.raw as pdfium

from silcrow.parse.pdf.catalog import LOCK
from silcrow.parse.pdf.letters import trimmed
from silcrow.parse.pdf.things import Edges, Thing, on_page, things_of
from silcrow.parse.pdf.traces import LIGHT, traces
from silcrow.place import Box

_UNLOCK: Final = 3  # FPDF_REMOVE_SECURITY
_MODES: Final = frozenset((pdfium.FPDF_TEXTRENDERMODE_INVISIBLE, pdfium.FPDF_TEXTRENDERMODE_CLIP))
_FAINT: Final = 26  # of 255, the opacity below which nothing is seen
_PALE: Final = 255 * LIGHT
_COLOUR: Final = tuple(ctypes.c_uint() for _ in range(4))  # what pdfium writes into, one at a time under LOCK
_DRAWN: Final = 300  # pages of a document that are drawn; behind them what is doubtful counts as unseen
_FLAT: Final = 16  # of 255, the range of greys of a place where nothing is to be seen
_FILLS: Final = 0.5  # share of the page from which a picture is taken for a scan


@dataclass(frozen=True, slots=True)
class Unseen:
    """What nobody can see of a page: text on it and text off it, each with its place in points from the top left."""

    hidden: tuple[tuple[str, Box], ...] = ()
    beyond: tuple[tuple[str, Box], ...] = ()


NOTHING: Final = Unseen()


def find_unseen(data: bytes, pages: int, spilling: Collection[int], *, password: str | None) -> dict[int, Unseen]:
    """What nobody can see, by page from 1. `spilling`: pages that draw beyond their edges."""
    with LOCK, pypdfium2.PdfDocument(data, password=password) as pdf:
        suspects = traces(_unlocked(pdf, data), pages)
        looker = _Looker(pdf)
        found = {
            number: looker.look(number, faint=number in suspects, spills=number in spilling)
            for number in sorted({*suspects, *spilling})
            if number <= pages
        }
    return {number: seen for number, seen in found.items() if seen != NOTHING}


def _unlocked(pdf: pypdfium2.PdfDocument, data: bytes) -> bytes:
    if b"/Encrypt" not in data:
        return data
    out = io.BytesIO()
    pdf.save(out, flags=_UNLOCK)
    return out.getvalue()


class _Looker:
    """Looks at the pages of one open file."""

    def __init__(self, pdf: pypdfium2.PdfDocument) -> None:
        self._pdf = pdf
        self._drawn = 0

    def look(self, number: int, *, faint: bool, spills: bool) -> Unseen:
        """What nobody can see of a page: `faint` where its bytes show a sign of that, `spills` where it draws beyond
        its edges. Nothing if it cannot be loaded.
        """
        try:
            page = self._pdf[number - 1]
        except pypdfium2.PdfiumError:
            return NOTHING
        with suppress(pypdfium2.PdfiumError):
            return self._look(page, faint=faint, spills=spills)
        return NOTHING

    def _look(self, page: pypdfium2.PdfPage, *, faint: bool, spills: bool) -> Unseen:
        things = list(things_of(page.raw))
        texts = [thing for thing in things if thing.kind == pdfium.FPDF_PAGEOBJ_TEXT]
        left, bottom, right, top = sheet = page.get_bbox()
        beyond = [thing for thing in texts if _is_off(thing.edges, sheet)] if spills else []
        off = set(map(id, beyond))
        doubtful = [thing for thing in texts if _is_faint(thing) and id(thing) not in off] if faint else []
        whole = (right - left) * (top - bottom)
        for thing in things if doubtful else ():
            if thing.kind != pdfium.FPDF_PAGEOBJ_TEXT:
                held = [text for text in doubtful if _holds(thing.edges, text.edges)]
                shown = {id(text) for text in held if _shows(thing, text, whole)}
                doubtful = [text for text in doubtful if id(text) not in shown] if shown else doubtful
        if doubtful:
            doubtful = self._flat(page, doubtful)
        return Unseen(tuple(_lines(page, doubtful)), tuple(_lines(page, beyond)))

    def _flat(self, page: pypdfium2.PdfPage, things: list[Thing]) -> list[Thing]:
        """Those in whose places nothing is to be seen when the page is drawn."""
        if self._drawn >= _DRAWN:
            return things
        self._drawn += 1
        bitmap = page.render(scale=1, grayscale=True, may_draw_forms=False)
        grey, stride = bytes(bitmap.buffer), bitmap.stride
        width, height = bitmap.width, bitmap.height
        flat = []
        for thing in things:
            box = on_page(page, thing.edges)
            inset = 0.15 * (box.bottom - box.top)
            first, last = max(0, int(box.left)), min(width, int(box.right) + 1)
            rows = range(max(0, int(box.top + inset)), min(height, int(box.bottom - inset) + 1))
            low = min((min(grey[row * stride + first : row * stride + last], default=255) for row in rows), default=0)
            high = max((max(grey[row * stride + first : row * stride + last], default=0) for row in rows), default=0)
            if high - low < _FLAT:
                flat.append(thing)
        return flat


def _is_off(edges: Edges, sheet: Edges) -> bool:
    return edges[0] >= sheet[2] or edges[2] <= sheet[0] or edges[1] >= sheet[3] or edges[3] <= sheet[1]


def _is_faint(thing: Thing) -> bool:
    """Whether text has nothing or next to nothing that would show on paper, and is more than a blank."""
    if not (_is_invisible(thing) or _is_light(thing.handle)):
        return False
    left, bottom, right, top = thing.edges
    return right - left >= 1 and top - bottom >= 0.5


def _is_invisible(thing: Thing) -> bool:
    return pdfium.FPDFTextObj_GetTextRenderMode(thing.handle) in _MODES


def _is_light(handle: Any) -> bool:
    red, green, blue, opacity = _COLOUR
    if not pdfium.FPDFPageObj_GetFillColor(handle, red, green, blue, opacity):
        return False
    return opacity.value < _FAINT or (red.value >= _PALE and green.value >= _PALE and blue.value >= _PALE)


def _shows(thing: Thing, text: Thing, page: float) -> bool:
    """Whether an object is a ground on which faint letters can be seen, or a picture of what invisible ones say."""
    if thing.kind == pdfium.FPDF_PAGEOBJ_IMAGE:
        left, bottom, right, top = thing.edges
        return (right - left) * (top - bottom) >= _FILLS * page or not _is_invisible(text)
    if thing.kind != pdfium.FPDF_PAGEOBJ_PATH:
        return bool(thing.kind == pdfium.FPDF_PAGEOBJ_SHADING)
    mode, stroke = ctypes.c_int(), ctypes.c_int()
    return bool(pdfium.FPDFPath_GetDrawMode(thing.handle, mode, stroke) and mode.value and not _is_light(thing.handle))


def _holds(outer: Edges, inner: Edges) -> bool:
    across, up = (inner[0] + inner[2]) / 2, (inner[1] + inner[3]) / 2
    return outer[0] <= across <= outer[2] and outer[1] <= up <= outer[3]


def _lines(page: pypdfium2.PdfPage, things: list[Thing]) -> Iterator[tuple[str, Box]]:
    """The text of some objects with its place, those that stand on one line in one."""
    if not things:
        return
    held: list[tuple[str, Box]] = []
    textpage = page.get_textpage()
    for thing in things:
        size = pdfium.FPDFTextObj_GetText(thing.handle, textpage.raw, None, 0)
        buffer = (ctypes.c_ushort * max(1, size))()
        pdfium.FPDFTextObj_GetText(thing.handle, textpage.raw, buffer, size)
        text = trimmed(bytes(buffer).decode("utf-16-le", errors="ignore").split("\0")[0])
        if not text:
            continue
        box = on_page(page, thing.edges)
        if (
            held
            and abs(held[-1][1].bottom - box.bottom) < 1
            and -1 < box.left - held[-1][1].right < box.bottom - box.top
        ):
            before, at = held.pop()
            text = f"{before} {text}"
            box = Box(at.left, min(at.top, box.top), box.right, max(at.bottom, box.bottom))
        held.append((text, box))
    yield from held
