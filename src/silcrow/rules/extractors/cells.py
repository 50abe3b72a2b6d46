"""Cells of tables, by the words of their row and of the head of their column, in the unit of their table."""

from collections.abc import Iterator, Sequence

from silcrow.finding import Value
from silcrow.rules.extractors.grid import Grid, Place, Row, grids, holds, told_by
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract


def cells(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each cell whose row holds the words asked for, whatever its column.

    Of all rows in the scope those whose label says no more than the words come first and alone ("Total" is not "Total
    assets"), then those that hold them in their order, then those that hold them; of several words the first that
    are there.
    """
    rows = [(grid, row) for grid in _tables(lines, told) for row in grid.rows]
    for grid, row in _asked(rows, told.row) if told.row else rows:
        for place in row.places:
            if place.text:
                yield valued(grid, row, place)


def column(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each figure of a column, from the top; with `row`, only from a row that holds its words on."""
    for grid in _tables(lines, told):
        at = next((i for i, head in enumerate(grid.heads) if any(holds(head, one) for one in told.column)), None)
        if at is None:
            continue
        begun = not told.row
        for row in grid.rows:
            begun = begun or any(holds(row.label, one) for one in told.row)
            place = next((one for one in row.places if one.column <= at < one.until), None)
            if begun and place is not None and place.text and grid.figure(row, place):
                yield valued(grid, row, place)


def valued(grid: Grid, row: Row, place: Place) -> Value:
    """A cell with the line of the table that it stands in as its quote."""
    start, end = _line_of(grid.line.text, row)
    number, unit = grid.figure(row, place) or (None, "")
    return Value(place.text, grid.line.cited(start, end), number, unit, column=grid.head(place))


def _tables(lines: Sequence[Line], told: Extract) -> Iterator[Grid]:
    """Tables whose caption, or the short line above them, holds the words asked for."""
    for grid in grids(lines):
        if not told.table or any(holds(grid.caption, one) for one in told.table):
            yield grid


def _asked(rows: Sequence[tuple[Grid, Row]], asked: Sequence[str]) -> Sequence[tuple[Grid, Row]]:
    for says in (_alone, _in_order, _anyhow):
        for words in asked:
            if found := [(grid, row) for grid, row in rows if says(row, words)]:
                return found
    return ()


def _alone(row: Row, words: str) -> bool:
    labels = (row.label, f"{row.group} {row.label}") if row.group else (row.label,)
    return told_by(words) in map(told_by, labels)


def _in_order(row: Row, words: str) -> bool:
    run = iter(told_by(row.label))
    return all(word in run for word in told_by(words))


def _anyhow(row: Row, words: str) -> bool:
    return holds(f"{row.group} {row.label}", words)


def _line_of(text: str, row: Row) -> tuple[int, int]:
    """Where the row stands in the Markdown of its table; all of it where no line has all of its cells."""
    wanted = [" ".join(cell.text.split()) for cell in row.cells if cell.text.strip()]
    at = 0
    for printed in text.splitlines(keepends=True):
        line = printed.rstrip("\n")
        held = [" ".join(part.split()) for part in line.strip().strip("|").split("|")]
        if printed.startswith("|") and all(part in held for part in wanted):
            return at, at + len(line)
        at += len(printed)
    return 0, len(text)
