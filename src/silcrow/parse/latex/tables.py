r"""tabular, longtable and their kin: rows and cells with spans, the header told by its rules, to a Table."""

import re
from dataclasses import dataclass, field
from typing import Final

from silcrow.document import Cell, Table
from silcrow.parse.latex.names import TABLES
from silcrow.parse.latex.state import State
from silcrow.parse.latex.tokens import Tokens
from silcrow.render.tables import markdown, merged_header

_RULES: Final = frozenset(
    (r"\hline", r"\toprule", r"\midrule", r"\bottomrule", r"\specialrule", r"\Xhline", r"\firsthline")
)
_RULES_TAKING: Final = {r"\cline": "m", r"\cmidrule": "om", r"\specialrule": "mmm", r"\Xhline": "m"}
_WIDEST: Final = 200  # columns that one cell may take
_TALLEST: Final = 2_000
_ENDS: Final = frozenset((r"\\", r"\tabularnewline", r"\cr"))


@dataclass(slots=True)
class _Row:
    """One row: its cells as tokens, whether a rule stands above it, and whether a longtable repeats it on each page."""

    cells: list[list[str]] = field(default_factory=lambda: [[]])
    ruled: bool = False
    head: bool = False


def table(state: State, name: str, body: list[str]) -> None:
    """One table; inside of an argument, its cells as text."""
    if not state.depth:
        state.end_paragraph()
    inner = Tokens(body)
    for one in TABLES[name]:
        inner.optional() if one == "o" else inner.argument()
    lines = _split(inner)
    grid, ruled, heads = _filled([[_cell(state, cell) for cell in row.cells] for row in lines], lines)
    if state.depth:
        state.text(" " + " ".join(cell[0] for row in grid for cell in row if cell[0]) + " ")
        return
    rows = _placed(grid)
    caption = state.captions.pop() if state.captions else ""
    if max(map(len, rows), default=0) < 2:
        state.write("figure", caption)
        for row in rows:
            state.write("text", "\n".join(cell.text for cell in row))
        state.end_notes()
        return
    heads = heads or _heads(ruled)
    found = Table(merged_header(rows[:heads]) if heads else (), tuple(rows[heads:]), caption)
    state.write("table", markdown(found), table=found)
    state.end_notes()


def _split(tokens: Tokens) -> list[_Row]:
    r"""Rows and cells of a table, by `&` and `\\` outside of braces and of environments inside."""
    rows = [_Row()]
    deep = 0
    while part := tokens.next():
        row = rows[-1]
        if part in ("{", r"\begin"):
            deep += 1
        elif part in ("}", r"\end"):
            deep -= 1
        elif deep <= 0 and part == "&":
            row.cells.append([])
            continue
        elif deep <= 0 and part in _ENDS:
            if tokens.peek().startswith("*"):
                tokens.star()
            if tokens.peek() == "[":
                tokens.optional()
            rows.append(_Row())
            continue
        elif part in _RULES or part in _RULES_TAKING:
            row.ruled = row.ruled or part in _RULES
            for one in _RULES_TAKING.get(part, ""):
                tokens.optional() if one == "o" else tokens.argument()
            if tokens.peek().startswith("("):
                tokens.put_back([re.sub(r"\A\([^()]{0,10}\)", "", tokens.next())])
            if tokens.peek() == "[":
                tokens.optional()
            continue
        elif part in (r"\endfirsthead", r"\endhead", r"\endfoot", r"\endlastfoot"):
            _end_part(rows, part)
            continue
        row.cells[-1].append(part)
    return rows


def _end_part(rows: list[_Row], part: str) -> None:
    """A longtable says what it repeats: the header is taken once, what stands at the foot of each page is not."""
    if not any(row.head for row in rows):
        for row in rows:
            row.head = part in (r"\endfirsthead", r"\endhead")
    elif part != r"\endlastfoot":
        rows[:] = [row for row in rows if row.head]
    rows.append(_Row())


def _cell(state: State, tokens: list[str]) -> tuple[str, int, int]:
    """Text of a cell, its columns and rows."""
    inner = Tokens(tokens)
    columns = rows = 1
    inner.skip_blanks()
    while (part := inner.peek()) in (r"\multicolumn", r"\multirow"):
        inner.next()
        if part == r"\multirow":
            inner.optional()
        count = "".join(inner.argument()).strip().lstrip("-")
        number = int(count) if count.isdecimal() and len(count) < 6 else 1
        if part == r"\multicolumn":
            columns = max(1, min(number, _WIDEST))
            inner.argument()
        else:
            rows = max(1, min(number, _TALLEST))
            inner.optional()
            inner.argument()
            inner.optional()
        rest = inner.argument()
        inner.skip_blanks()
        inner.put_back(rest)
        inner.skip_blanks()
    left: list[str] = []
    while part := inner.next():
        left.append(part)
    return state.line(left), columns, rows


_Grid = list[list[tuple[str, int, int]]]


def _filled(grid: _Grid, lines: list[_Row]) -> tuple[_Grid, list[bool], int]:
    """Rows with text, where rules stand above them and below the last, and how many are a header for certain.

    A rule above a row without text stands above the next.
    """
    rows: _Grid = []
    rules: list[bool] = []
    above, heads = False, 0
    for cells, line in zip(grid, lines, strict=True):
        above = above or line.ruled
        if any(text for text, _, _ in cells):
            rows.append(cells)
            rules.append(above)
            heads += line.head
            above = False
    return rows, [*rules, above], min(heads, max(0, len(rows) - 1))


def _placed(grid: _Grid) -> list[tuple[Cell, ...]]:
    """Cells with their spans: the empty places under one of several rows are part of it."""
    rows: list[list[Cell]] = [[] for _ in grid]
    columns = [dict(_columns(row)) for row in grid]
    covered: set[tuple[int, int]] = set()
    for n, row in enumerate(columns):
        for at, (text, wide, tall) in row.items():
            if (n, at) in covered and not text:
                continue
            height = 1
            while height < tall and n + height < len(grid) and not columns[n + height].get(at, ("",))[0]:
                covered.add((n + height, at))
                height += 1
            rows[n].append(Cell(text, None, height, wide))
    return [tuple(row) for row in rows]


def _columns(row: list[tuple[str, int, int]]) -> list[tuple[int, tuple[str, int, int]]]:
    at, found = 0, []
    for cell in row:
        found.append((at, cell))
        at += cell[1]
    return found


def _heads(ruled: list[bool]) -> int:
    """Rows above the first rule that has rows on both sides; of a table with a rule everywhere, the first."""
    inner = [at for at in range(1, len(ruled) - 1) if ruled[at]]
    return inner[0] if inner and inner[0] <= 4 else 0
