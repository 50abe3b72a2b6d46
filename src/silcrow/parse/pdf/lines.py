"""Text runs to printed lines.

The engine gives runs of one style, already spaced inside; what stands between two runs of a line (a space, nothing)
is decided here from the free room between them. Nothing is known of blocks beyond the one the runs belong to.
"""

from collections.abc import Sequence

from liteparse.types import TextItem

from silcrow.parse.pdf.drafts import Line, Piece
from silcrow.parse.pdf.fonts import face
from silcrow.parse.pdf.letters import is_wide, trimmed

_SPACE = 0.12  # free room that is a space, in type sizes
_CELL = 0.7  # free room that sets two cells apart
_WIDE_SPACE = 0.75  # the same between two CJK characters
_TALL = 1.4  # height in type sizes of a run that holds larger type than its first
_BOX = 0.9  # usual type size in heights of a run
_SAME_ROW = 0.5  # shared height, of the lower of two runs


def print_lines(runs: Sequence[TextItem]) -> list[Line]:
    """The runs of one block as lines, top to bottom; runs side by side become one line, left to right."""
    if len(runs) == 1:
        return [line_of([runs[0]])]
    rows: list[list[TextItem]] = []
    top = bottom = 0.0
    for run in sorted(runs, key=_top):
        over, under = run.y, run.y + run.height
        if rows and min(bottom, under) - max(top, over) > _SAME_ROW * min(bottom - top, under - over):
            rows[-1].append(run)
            top, bottom = min(top, over), max(bottom, under)
        else:
            rows.append([run])
            top, bottom = over, under
    return [line_of(row) for row in rows]


def lines_in_sequence(runs: Sequence[TextItem]) -> list[Line]:
    """The runs as lines in the order given: a line ends where the next run stands lower or to the left."""
    rows: list[list[TextItem]] = []
    for run in runs:
        last = rows[-1][-1] if rows else None
        if last is not None and run.x >= last.x and same_row(last, run):
            rows[-1].append(run)
        else:
            rows.append([run])
    return [line_of(row) for row in rows]


def same_row(one: TextItem, other: TextItem) -> bool:
    """Whether two runs stand side by side."""
    shared = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return shared > _SAME_ROW * min(one.height, other.height)


def line_of(row: list[TextItem]) -> Line:
    """One line of runs that stand side by side."""
    if len(row) == 1:
        run = row[0]
        look = face(run.font_name)
        return Line(
            trimmed(run.text),
            run.x,
            run.y,
            run.x + run.width,
            run.y + run.height,
            size_of(run),
            float(look.bold),
            look.italic,
            look.family,
        )
    row.sort(key=_left)
    size, bold, italic, family = _look(row)
    text, pieces = _side_by_side(row, size)
    return Line(
        text,
        row[0].x,
        min([run.y for run in row]),
        max([run.x + run.width for run in row]),
        max([run.y + run.height for run in row]),
        size,
        bold,
        italic,
        family,
        pieces,
    )


def size_of(run: TextItem) -> float:
    """The type size as printed.

    That of a font that is scaled on the page says nothing, and a run that opens with a raised mark gives the mark's.
    """
    size, height = run.font_size or 0.0, run.height
    return size if 0.5 * size < height < _TALL * size else round(_BOX * height, 1)


def _top(run: TextItem) -> float:
    return run.y


def _left(run: TextItem) -> float:
    return run.x


def _look(row: Sequence[TextItem]) -> tuple[float, float, bool, str]:
    """Size and family of most characters, share of bold ones, and whether all are italic."""
    total = bold = most = 0
    size, family, italic = 0.0, "", True
    tally: dict[tuple[float, str], int] = {}
    for run in row:
        look = face(run.font_name)
        count = len(run.text)
        key = (size_of(run), look.family)
        tally[key] = held = tally.get(key, 0) + count
        if held > most:
            most, (size, family) = held, key
        total += count
        bold += count if look.bold else 0
        italic = italic and look.italic
    return size, bold / total if total else 0.0, italic, family


def _side_by_side(row: Sequence[TextItem], size: float) -> tuple[str, tuple[Piece, ...]]:
    """The text of a row of runs, and the pieces that wide room sets apart."""
    text = trimmed(row[0].text)
    begin, left, right = 0, row[0].x, row[0].x + row[0].width
    pieces: list[Piece] = []
    for run in row[1:]:
        more = trimmed(run.text)
        room = run.x - right
        wide = bool(text and more) and is_wide(text[-1]) and is_wide(more[0])
        if room > _CELL * size:
            pieces.append(Piece(left, right, text[begin:]))
            begin, left = len(text) + 1, run.x
        text += (" " if room > (_WIDE_SPACE if wide else _SPACE) * size else "") + more
        right = max(right, run.x + run.width)
    if pieces:
        pieces.append(Piece(left, right, text[begin:]))
    return text, tuple(pieces)
