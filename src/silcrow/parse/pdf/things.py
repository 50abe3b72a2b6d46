"""What a page draws, as pdfium tells it: texts, paths, pictures and shadings with their edges.

Hostile input: the number of objects and the depth of forms in forms are bounded.
"""

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import pypdfium2
import pypdfium2.raw as pdfium

from silcrow.place import Box

Edges = tuple[float, float, float, float]
Matrix = tuple[float, float, float, float, float, float]
_DEEPEST: Final = 8  # forms in forms
_MOST: Final = 50_000  # objects of a page that are looked at
_UNITS: Final = 16  # device units a point, to turn places on the page without rounding
_SIDES: Final = tuple(ctypes.c_float() for _ in range(4))  # what pdfium writes into, one at a time under LOCK
_PLAIN: Final[Matrix] = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(slots=True)
class Thing:
    """An object of a page: its handle, what it is, and how the form it stands in is placed on the page."""

    handle: Any
    kind: int
    matrix: Matrix
    known: Edges | None = None

    @property
    def edges(self) -> Edges:
        """Its edges in points from the bottom left, asked for once; at the corner where it has none."""
        if self.known is None:
            left, bottom, right, top = _SIDES
            if pdfium.FPDFPageObj_GetBounds(self.handle, left, bottom, right, top):
                found = (left.value, bottom.value, right.value, top.value)
                self.known = found if self.matrix is _PLAIN else _moved(found, self.matrix)
            else:
                self.known = (0.0, 0.0, 0.0, 0.0)
        return self.known


def things_of(page: Any) -> Iterator[Thing]:
    """Texts, paths, pictures and shadings of a page, also those inside of forms, in the order of drawing."""
    count = pdfium.FPDFPage_CountObjects(page)
    stack: list[tuple[Any, Matrix, int]] = [
        (pdfium.FPDFPage_GetObject(page, n), _PLAIN, 0) for n in range(min(count, _MOST) - 1, -1, -1)
    ]
    seen = 0
    while stack and seen < _MOST:
        handle, matrix, depth = stack.pop()
        seen += 1
        kind = pdfium.FPDFPageObj_GetType(handle)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            inner = pdfium.FS_MATRIX()
            if depth < _DEEPEST and pdfium.FPDFPageObj_GetMatrix(handle, inner):
                both = _times((inner.a, inner.b, inner.c, inner.d, inner.e, inner.f), matrix)
                held = min(pdfium.FPDFFormObj_CountObjects(handle), _MOST)
                stack.extend(
                    (pdfium.FPDFFormObj_GetObject(handle, n), both, depth + 1) for n in range(held - 1, -1, -1)
                )
        else:
            yield Thing(handle, kind, matrix)


def _times(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, e, f = one
    g, h, i, j, k, m = two
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def _moved(edges: Edges, matrix: Matrix) -> Edges:
    a, b, c, d, e, f = matrix
    left, bottom, right, top = edges
    corners = [(a * x + c * y + e, b * x + d * y + f) for x in (left, right) for y in (bottom, top)]
    across, up = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(up), max(across), max(up)


def on_page(page: pypdfium2.PdfPage, edges: Edges) -> Box:
    """Edges in points from the bottom left of the file's plane as a box on the page as it is shown."""
    width, height = (round(side * _UNITS) for side in page.get_size())
    across, down = ctypes.c_int(), ctypes.c_int()
    corners = []
    for x, y in ((edges[0], edges[1]), (edges[2], edges[3])):
        pdfium.FPDF_PageToDevice(page.raw, 0, 0, width, height, 0, x, y, across, down)
        corners.append((across.value / _UNITS, down.value / _UNITS))
    (x, y), (z, w) = corners
    return Box(min(x, z), min(y, w), max(x, z), max(y, w))
