"""The type that most of a document is set in: what all other type is measured against."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from silcrow.parse.pdf.drafts import Line, Sheet
from silcrow.parse.pdf.fonts import is_mono

_TRUE = 0.02  # type sizes by which the width of a character may miss that of its font
_NARROWEST = 0.49  # type sizes; the closest type of one width takes half a size a character, text takes less
_COURIER = 0.56  # the same of Courier, whose characters take 0.6
_TELLING = 8  # characters of a line whose width tells that of its font


class Body(NamedTuple):
    """The usual type of a document.

    size     in points
    mono     whether most of the document is set in type of one width
    widths   width of a character by family, for type of one width, in type sizes
    """

    size: float
    mono: bool = False
    widths: Mapping[str, float] = {}

    def is_code(self, line: Line) -> bool:
        """Whether a line is set in type of one width throughout.

        The engine gives a line the font of its first run, so a line of text that opens with a word of code is told
        by its width.
        """
        width = self.widths.get(line.family)
        if width is None or self.mono:
            return False
        return abs(_width(line) - width) < (_TRUE if len(line.text) >= _TELLING else 4 * _TRUE)


def body_of(sheets: Iterable[Sheet]) -> Body:
    """Size and kind of type of most characters."""
    tally: Counter[tuple[float, str]] = Counter()
    widths: dict[str, Counter[float]] = {}
    for sheet in sheets:
        for draft in sheet.drafts:
            for line in draft.lines:
                tally[line.size, line.family] += len(line.text)
                if is_mono(line.family) and len(line.text) >= _TELLING and not line.pieces and not is_narrow(line):
                    widths.setdefault(line.family, Counter())[round(_width(line), 2)] += 1
    sizes: Counter[float] = Counter()
    mono = 0
    for (size, family), count in tally.items():
        sizes[round(size, 1)] += count
        mono += count if is_mono(family) else 0
    size = max(sizes, key=lambda size: sizes[size]) if sizes else 0.0
    usual = {family: max(counts, key=lambda width: counts[width]) for family, counts in widths.items()}
    return Body(size, mono > 0.5 * sizes.total(), usual)


def is_narrow(line: Line) -> bool:
    """Whether a line is set closer than any type of one width is: text that opens with a word of code."""
    narrowest = _COURIER if line.family.lower().startswith(("courier", "nimbusmon")) else _NARROWEST
    return len(line.text) >= _TELLING and _width(line) < narrowest


def _width(line: Line) -> float:
    return (line.right - line.left) / (len(line.text) * line.size) if line.text and line.size else 0.0
