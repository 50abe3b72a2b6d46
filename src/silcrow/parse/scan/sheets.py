"""Lines of a picture as a sheet of drafts, in points. Type sizes are put in steps, as the eye tells them.

An engine gives lines of one size by turns one pixel more or less; as they stand these would be many sizes of type.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from silcrow.parse.pdf.drafts import Draft, Line, Sheet
from silcrow.parse.scan.engine import Picture, PictureLine

_STEP: Final = math.log(1.12)
_BODY_STEPS: Final = 1  # steps up or down that are still the body's size


def sheets_of(
    pages: Mapping[int, tuple[Picture, Sequence[PictureLine]]], sizes: Mapping[int, tuple[float, float]]
) -> list[Sheet]:
    """A sheet for each page; `sizes` are those of the pages in points."""
    scales = {page: sizes[page][0] / picture.width for page, (picture, _) in pages.items()}
    body = _body([(line.size * scales[page], len(line.text)) for page, (_, lines) in pages.items() for line in lines])
    found = []
    for page, (_, lines) in pages.items():
        scale, (width, height) = scales[page], sizes[page]
        drafts = [
            Draft.of("text", page, [_line(line, scale, body) for line in block])
            for _, block in groupby(lines, key=lambda line: line.block)
        ]
        found.append(Sheet(page, width, height, drafts))
    return found


def _line(line: PictureLine, scale: float, body: float) -> Line:
    left, top, right, bottom = (round(side * scale, 1) for side in (line.left, line.top, line.right, line.bottom))
    return Line(line.text, left, top, right, bottom, _stepped(line.size * scale, body))


def _stepped(size: float, body: float) -> float:
    steps = round(math.log(max(size, 0.1) / body) / _STEP)
    return round(body * math.exp(steps * _STEP) if abs(steps) > _BODY_STEPS else body, 1)


def _body(sizes: Sequence[tuple[float, int]]) -> float:
    """The size that half of all characters do not exceed."""
    half, seen = sum(count for _, count in sizes) / 2, 0.0
    for size, count in sorted(sizes):
        seen += count
        if seen >= half:
            return max(1.0, round(size * 2) / 2)
    return 10.0
