"""Text runs to printed lines.

The engine gives runs of one style, already spaced inside; what stands between two runs of a line (a space, nothing)
is decided here from the free room between them. Nothing is known of blocks beyond the one the runs belong to.
"""

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter

from silcrow.parse.pdf.drafts import Line, Piece
from silcrow.parse.pdf.engine import Run
from silcrow.parse.pdf.fonts import face
from silcrow.parse.pdf.letters import is_leftward, is_wide, leftward_share

_SPACE = 0.12  # free room that is a space, in type sizes
_CELL = 0.7  # free room that sets two cells apart
_WIDE_SPACE = 0.75  # the same between two CJK characters
_top, _left = attrgetter("top"), attrgetter("left")
_MOSTLY = 0.5  # share of Hebrew or Arabic from which a row begins on the right
_SAME_ROW = 0.5  # shared height, of the lower of two runs


def print_lines(runs: Sequence[Run]) -> list[Line]:
    """The runs of one block as lines, top to bottom; runs side by side become one line, left to right."""
    if len(runs) == 1:
        return [line_of([runs[0]])]
    rows: list[list[Run]] = []
    top = bottom = 0.0
    for run in sorted(runs, key=_top):
        over, under = run.top, run.bottom
        if rows and min(bottom, under) - max(top, over) > _SAME_ROW * min(bottom - top, under - over):
            rows[-1].append(run)
            top, bottom = min(top, over), max(bottom, under)
        else:
            rows.append([run])
            top, bottom = over, under
    return [line_of(row) for row in rows]


def lines_in_sequence(runs: Sequence[Run]) -> list[Line]:
    """The runs as lines in the order given: a line ends where the next run stands lower or to the left."""
    rows: list[list[Run]] = []
    for run in runs:
        last = rows[-1][-1] if rows else None
        onward = last is not None and (run.left >= last.left or (is_leftward(run.text) and is_leftward(last.text)))
        if onward and last is not None and same_row(last, run):
            rows[-1].append(run)
        else:
            rows.append([run])
    return [line_of(row) for row in rows]


def same_row(one: Run, other: Run) -> bool:
    """Whether two runs stand side by side."""
    shared = min(one.bottom, other.bottom) - max(one.top, other.top)
    return shared > _SAME_ROW * min(one.bottom - one.top, other.bottom - other.top)


def line_of(row: list[Run]) -> Line:
    """One line of runs that stand side by side."""
    run = row[0]
    if len(row) == 1:
        look = face(run.font)
        bold = 1.0 if look.bold else 0.0
        return Line(run.text, run.left, run.top, run.right, run.bottom, run.size, bold, look.italic, look.family)
    row.sort(key=_left)
    size, bold, italic, family = _look(row)
    turned = any(is_leftward(run.text) for run in row)
    text, pieces = _from_both_sides(row, size) if turned else _side_by_side(row, size)
    return Line(
        text,
        row[0].left,
        min([run.top for run in row]),
        max([run.right for run in row]),
        max([run.bottom for run in row]),
        size,
        bold,
        italic,
        family,
        pieces,
    )


def _look(row: Sequence[Run]) -> tuple[float, float, bool, str]:
    """Size and family of most characters, share of bold ones, and whether all are italic."""
    total = bold = most = 0
    size, family, italic = 0.0, "", True
    tally: dict[tuple[float, str], int] = {}
    for run in row:
        look = face(run.font)
        count = len(run.text)
        key = (run.size, look.family)
        tally[key] = held = tally.get(key, 0) + count
        if held > most:
            most, (size, family) = held, key
        total += count
        bold += count if look.bold else 0
        italic = italic and look.italic
    return size, bold / total if total else 0.0, italic, family


def _side_by_side(row: Sequence[Run], size: float) -> tuple[str, tuple[Piece, ...]]:
    """The text of a row of runs, and the pieces that wide room sets apart."""
    first = row[0]
    text, begin, left, right = first.text, 0, first.left, first.right
    pieces: list[Piece] = []
    space, cell = _SPACE * size, _CELL * size
    for run in row[1:]:
        more, room = run.text, run.left - right
        if room > cell:
            pieces.append(Piece(left, right, text[begin:]))
            begin, left = len(text) + 1, run.left
            text = f"{text} {more}"
        elif room > space and not (room < _WIDE_SPACE * size and is_wide(text[-1]) and is_wide(more[0])):
            text = f"{text} {more}"
        else:
            text += more
        right = max(right, run.right)
    if pieces:
        pieces.append(Piece(left, right, text[begin:]))
    return text, tuple(pieces)


def _from_both_sides(row: Sequence[Run], size: float) -> tuple[str, tuple[Piece, ...]]:
    """The same for a row with Hebrew or Arabic in it: cells as they stand, read from where most of the row begins."""
    cells: list[list[Run]] = [[row[0]]]
    for run in row[1:]:
        if run.left - cells[-1][-1].right > _CELL * size:
            cells.append([])
        cells[-1].append(run)
    leftward = leftward_share(" ".join(run.text for run in row)) > _MOSTLY
    pieces = tuple(Piece(cell[0].left, cell[-1].right, _turned(cell, size, leftward=leftward)) for cell in cells)
    order = reversed(pieces) if leftward else pieces
    return " ".join(piece.text for piece in order), pieces if len(pieces) > 1 else ()


def _turned(cell: Sequence[Run], size: float, *, leftward: bool) -> str:
    """The runs of a cell, from the left, in the order of reading: words of the other direction keep their own order."""
    stretches: list[list[Run]] = []
    for run in cell:
        if stretches and _turns(run) == _turns(stretches[-1][-1]):
            stretches[-1].append(run)
        else:
            stretches.append([run])
    order = stretches[::-1] if leftward else stretches
    runs = [run for held in order for run in (reversed(held) if _turns(held[0]) else held)]
    text = runs[0].text
    for before, run in pairwise(runs):
        room = max(run.left - before.right, before.left - run.right)
        text += f" {run.text}" if room > _SPACE * size else run.text
    return text


def _turns(run: Run) -> bool:
    return leftward_share(run.text) > _MOSTLY
