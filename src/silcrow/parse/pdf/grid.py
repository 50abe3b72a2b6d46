"""A table of figures set anew from where its pieces stand.

The engine reads columns of figures that stand close together as one, and parts a table at its header and its total.
Figures tell their columns themselves: those of one column overlap from row to row. Only tables in which most cells
right of the labels are figures are set here; what else there is, the engine reads better, since it sees the rulings.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from silcrow.document import Cell, Table
from silcrow.parse.pdf.drafts import Line, Piece
from silcrow.place import Box
from silcrow.render.tables import merged_header

_FIGURE = re.compile(
    r"[-+–(]*\s?(?:US|C|A)?[$€£¥]?\s?[-+–(]*\s?\d[\d,. ]*\)?\s?(?:%|x|bps|pts)?\s?\)?\s?(?:\([\da-z]\)|[*†‡]+)?\Z"
)
_NONE = re.compile(r"(?:US)?[$€£¥]?\s?[-–—]+\s?%?\Z|n/?[am]\Z", re.IGNORECASE)
YEAR = re.compile(r"\(?(?:fy\s?|q[1-4]\s?|fiscal\s)?(?:19|20)\d\d(?:[ae]|[-–/](?:19|20)?\d\d)?\)?\Z", re.IGNORECASE)
CURRENCY = re.compile(r"(?:US)?[$€£¥]\Z")

_TAIL = re.compile(r"(.*\S)\s+((?:US)?[$€£¥])\Z")
_SHARE = 0.6  # of the cells right of the labels that must be figures
_NAMELESS = 0.35  # of the body rows that may lack a label: more are labels set over two lines
_OVERLAP = 0.3
_MIDDLE = 0.12  # of the width of columns by which what heads them all may miss their middle
_FEWEST_DEALT = 3  # columns
_EDGE = 0.25  # share of a text that may stand in the column beside its own
_STRAY = 40.0  # points from its column at which a piece belongs to none


Column = tuple[float, float]


class Row(NamedTuple):
    """The pieces of one printed row."""

    top: float
    bottom: float
    pieces: list[Piece]


def rows_of(lines: Iterable[Line]) -> list[Row]:
    """The lines as rows of pieces; lines side by side are one row."""
    rows: list[Row] = []
    for line in sorted(lines, key=lambda line: line.top):
        pieces = list(line.pieces or (Piece(line.left, line.right, line.text),))
        last = rows[-1] if rows else None
        if last and min(last.bottom, line.bottom) - line.top > 0.5 * min(
            line.bottom - line.top, last.bottom - last.top
        ):
            rows[-1] = Row(last.top, max(last.bottom, line.bottom), last.pieces + pieces)
        else:
            rows.append(Row(line.top, line.bottom, pieces))
    return [Row(row.top, row.bottom, _whole(sorted(row.pieces))) for row in rows]


def _whole(pieces: Sequence[Piece]) -> list[Piece]:
    """Currency signs put before their figure, signs after it behind it."""
    out: list[Piece] = []
    sign = ""
    for piece in pieces:
        text = piece.text
        if CURRENCY.match(text) and not sign:
            sign = text
            continue
        if text in ("%", ")", ")%", ") %") and out:
            out[-1] = Piece(out[-1].left, piece.right, f"{out[-1].text}{'' if text[0] == ')' else ' '}{text}")
            continue
        if sign:
            text, sign = f"{sign} {text}", ""
        if (tail := _TAIL.match(text)) and is_figure(tail[1]):
            text, sign = tail[1], tail[2]
        out.append(Piece(piece.left, piece.right, text))
    if sign:
        out.append(Piece(pieces[-1].left, pieces[-1].right, sign))
    return out


@lru_cache(maxsize=8192)
def is_figure(text: str) -> bool:
    """Whether a cell holds a figure: an amount, a share, a dash for none."""
    return 0 < len(text) < 40 and bool(_FIGURE.match(text) or _NONE.match(text))


def columns_of(rows: Sequence[Row]) -> list[Column]:
    """Left and right of each column; empty where the rows are no table of figures."""
    figures: list[Piece] = []
    texts: list[Piece] = []
    for row in rows:
        here = [piece for piece in row.pieces[1:] if is_figure(piece.text)]
        if all(YEAR.match(piece.text) for piece in here):
            continue  # a header: years are set over their columns, not in them
        figures += here
        if here:
            texts += [piece for piece in row.pieces if not is_figure(piece.text)]
            texts += [piece for piece in row.pieces[:1] if is_figure(piece.text)]
    columns = _clusters(figures)
    apart = [piece for piece in texts if not any(piece.left < right and left < piece.right for left, right in columns)]
    return sorted([*columns, *_clusters(apart)]) if columns else []


def _clusters(pieces: Iterable[Piece]) -> list[Column]:
    """The intervals that pieces cover, those that overlap made one."""
    out: list[Column] = []
    for piece in sorted(pieces):
        if out and piece.left < out[-1][1] - _OVERLAP * min(piece.right - piece.left, out[-1][1] - out[-1][0]):
            out[-1] = (out[-1][0], max(out[-1][1], piece.right))
        else:
            out.append((piece.left, piece.right))
    return out


def set_anew(rows: Sequence[Row]) -> Table | None:
    """The rows as a table of figures, or None where they are none or would not fit its columns."""
    columns = columns_of(rows)
    if len(columns) < 2 or len(rows) < 2:
        return None
    placed = [place(row, columns) for row in rows]
    if any(cells is None for cells in placed):
        return None
    cells = [row for row in placed if row is not None]
    right = [cell for row in cells for cell in row[1:] if cell.text]
    if sum(is_figure(cell.text) for cell in right) < _SHARE * len(right):
        return None
    first = header_rows(cells)
    heads = [head_row(row, columns) for row in rows[:first]]
    body = cells[first:]
    if sum(not row[0].text for row in body) > _NAMELESS * len(body):
        return None
    header = merged_header(spread(heads)) if first else ()
    return Table(header, tuple(rejoined(body)))


def place(row: Row, columns: Sequence[Column]) -> tuple[Cell, ...] | None:
    """The pieces of a row in their columns; None where one has no column, or two figures would share a cell."""
    cells: list[Cell | None] = [None] * len(columns)
    for piece in row.pieces:
        over = [n for n, (left, right) in enumerate(columns) if piece.left < right and left < piece.right]
        words = piece.text.split()
        if len(over) == len(words) > 1 and all(is_figure(word) or YEAR.match(word) for word in words):
            shared: list[tuple[int, int, str]] = [(n, 1, word) for n, word in zip(over, words, strict=True)]
        elif not over:
            n = min(range(len(columns)), key=lambda n: _away(piece, columns[n]))
            if _away(piece, columns[n]) > _STRAY:
                return None
            shared = [(n, 1, piece.text)]
        elif is_figure(piece.text):
            n = max(over, key=lambda n: min(piece.right, columns[n][1]) - max(piece.left, columns[n][0]))
            shared = [(n, 1, piece.text)]
        else:
            over = _mostly(piece, columns, over)
            shared = [(over[0], len(over), piece.text)]
        for n, span, text in shared:
            held = cells[n]
            box = Box(piece.left, row.top, piece.right, row.bottom)
            if held is None:
                cells[n] = Cell(text, box, 1, span)
            elif is_figure(held.text) and is_figure(text):
                return None
            else:
                left = min(held.box.left, box.left) if held.box else box.left
                cells[n] = Cell(f"{held.text} {text}", box._replace(left=left), 1, max(held.colspan, span))
    return tuple(cell or Cell("") for cell in cells)


def _mostly(piece: Piece, columns: Sequence[Column], over: list[int]) -> list[int]:
    """The one of two columns that holds nearly all of a text, or both; a label may always run over."""
    if len(over) == 2 and over[0] > 0:
        shares = [min(piece.right, columns[n][1]) - max(piece.left, columns[n][0]) for n in over]
        if min(shares) < _EDGE * (piece.right - piece.left) < max(shares) / 2:
            return [over[shares.index(max(shares))]]
    return over


def head_row(row: Row, columns: Sequence[Column]) -> tuple[Cell, ...]:
    """A header row in its columns: a text over a group of columns heads them all, though it is narrower than they are.

    Two texts or more over columns that they divide evenly head a group each; a lone text in the middle heads all.
    """
    right = [piece for piece in row.pieces if piece.right > columns[1][0] - 2]
    left = [piece for piece in row.pieces if piece.right <= columns[1][0] - 2]
    count, size = len(columns) - 1, (len(columns) - 1) // max(len(right), 1)
    groups = [columns[1 + n * size : 1 + (n + 1) * size] for n in range(len(right))]
    even = right and size > 1 and count == size * len(right)
    if not even or not all(_over(piece, group) for piece, group in zip(right, groups, strict=True)):
        return place(dealt(row, columns), columns) or tuple(Cell("") for _ in columns)
    cells = [Cell(" ".join(piece.text for piece in left)), *(Cell("") for _ in range(count))]
    for n, piece in enumerate(right):
        cells[1 + n * size] = Cell(piece.text, Box(piece.left, row.top, piece.right, row.bottom), 1, size)
    return tuple(cells)


def dealt(row: Row, columns: Sequence[Column]) -> Row:
    """A header row with a text that runs over several columns, a word or two a column, cut where these begin.

    Short heads set close look like one text. A group's title has too few words, or does not reach its outer columns.
    """
    out: list[Piece] = []
    for piece in row.pieces:
        over = [n for n, (left, right) in enumerate(columns) if piece.left < right and left < piece.right]
        out += _words_by_column(piece, [columns[n] for n in over]) if over and over[0] > 0 else [piece]
    return Row(row.top, row.bottom, out)


def _words_by_column(piece: Piece, columns: Sequence[Column]) -> list[Piece]:
    words = piece.text.split()
    if not _FEWEST_DEALT <= len(columns) <= len(words) <= 2 * len(columns):
        return [piece]
    if piece.left > sum(columns[0]) / 2 or piece.right < sum(columns[-1]) / 2:
        return [piece]
    width = (piece.right - piece.left) / len(piece.text)
    at = piece.left
    shares: list[list[Piece]] = [[] for _ in columns]
    for word in words:
        one = Piece(at, at + width * len(word), word)
        shares[min(range(len(columns)), key=lambda n: (_away(one, columns[n]), n))].append(one)
        at = one.right + width
    if not all(shares):
        return [piece]
    return [
        Piece(left, right, " ".join(one.text for one in share))
        for (left, right), share in zip(columns, shares, strict=True)
    ]


def _over(piece: Piece, group: Sequence[Column]) -> bool:
    """Whether a text stands over the middle of a group of columns."""
    left, right = group[0][0], group[-1][1]
    return abs((piece.left + piece.right) / 2 - (left + right) / 2) < _MIDDLE * (right - left)


def _away(piece: Piece, column: Column) -> float:
    return max(column[0] - piece.right, piece.left - column[1])


def header_rows(cells: Sequence[Sequence[Cell]], *, whole: bool = False) -> int:
    """The number of header rows: those down to the last one, before any amount, that heads a column.

    `whole` says that a cell holds all its lines, so that a row that heads every column is the last.
    """
    first = 0
    for n, row in enumerate(cells):
        right = [cell.text for cell in row[1:] if cell.text]
        if any(is_figure(text) and not YEAR.match(text) for text in right):
            break
        if right:
            first = n + 1
        if whole and len(right) == len(row) - 1:
            break
    return first if first < len(cells) else 0


def spread(rows: Iterable[Sequence[Cell]]) -> list[tuple[Cell, ...]]:
    """Header rows as merged_header wants them: a cell over several columns takes the place of those after it."""
    out = []
    for row in rows:
        cells: list[Cell] = []
        covered = 0
        for cell in row:
            if covered and not cell.text:
                covered -= 1
                continue
            if covered:
                cells[-1] = Cell(cells[-1].text, cells[-1].box, 1, cells[-1].colspan - covered)
            cells.append(cell)
            covered = cell.colspan - 1
        out.append(tuple(cells))
    return out


def rejoined(rows: Iterable[tuple[Cell, ...]]) -> list[tuple[Cell, ...]]:
    """The rows, with a label that runs over two lines in one."""
    out: list[tuple[Cell, ...]] = []
    for row in rows:
        label = row[0].text
        last = out[-1] if out else None
        if last and label[:1].islower() and last[0].text:
            alone, before = not any(cell.text for cell in row[1:]), not any(cell.text for cell in last[1:])
            if alone or before:
                joined = Cell(f"{last[0].text} {label}", last[0].box)
                out[-1] = (joined, *(last[1:] if alone else row[1:]))
                continue
        out.append(tuple(Cell(cell.text, cell.box) for cell in row))
    return out
