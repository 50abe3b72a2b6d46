"""The lines of a piece of code, with the indents and blank lines that the page shows."""

from collections.abc import Sequence
from itertools import pairwise

from silcrow.parse.pdf.drafts import Line

_DEEPEST = 60  # characters of indent or of room inside a line
_MOST_BLANK = 2  # blank lines kept in a row


def listing(lines: Sequence[Line]) -> str:
    """Code as printed: one width a character, so room becomes spaces."""
    widths = sorted((line.right - line.left) / len(line.text) for line in lines if len(line.text) > 3)
    width = widths[len(widths) // 2] if widths else 0.0
    if width <= 0:
        return "\n".join(line.text for line in lines)
    left = min(line.left for line in lines)
    steps = sorted(after.top - line.top for line, after in pairwise(lines) if after.top > line.top)
    step = steps[len(steps) // 2] if steps else 0.0
    out: list[str] = []
    for n, line in enumerate(lines):
        if n and step > 0:
            blank = round((line.top - lines[n - 1].top) / step) - 1
            out += [""] * max(0, min(blank, _MOST_BLANK))
        out.append(_spaces(line.left - left, width) + _inside(line, width))
    return "\n".join(out)


def _inside(line: Line, width: float) -> str:
    if not line.pieces:
        return line.text
    text, right = "", line.left
    for piece in line.pieces:
        text += (_spaces(piece.left - right, width) or " ") if text else ""
        text += piece.text
        right = piece.right
    return text


def _spaces(room: float, width: float) -> str:
    return " " * max(0, min(_DEEPEST, round(room / width)))
