"""Columns without a head that may be the one asked for: a figure that is passed over for want of a head is said.

Columns of a table that has a head over others only. Where no column has one, none is chosen by its head either.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.finding import Value

_SHOWN: Final = 40  # characters of a cell


def unheaded(found: Sequence[Value], chosen: Sequence[Value], kept: Sequence[Value]) -> Iterator[str]:
    """Why the values that were kept may be the wrong ones.

    found    the cells of the rows asked for, whatever their column
    chosen   those of them that stand in the column asked for; all of them where the latest is asked for
    """
    headed = {one.citation.span for one in found if one.column}
    settled = {_row(one) for one in chosen} if len(chosen) < len(found) else set()
    known = {one.number for one in kept}
    units = {one.unit for one in kept if one.number is not None}
    said: set[object] = set()
    for one in found:
        rival = one.number not in known and (not units or one.unit in units)
        if one.column or one.number is None or not rival or one.citation.span not in headed:
            continue
        if _row(one) not in settled and one.number not in said:
            said.add(one.number)
            pages = f" (p. {one.citation.pages[0]})" if one.citation.pages else ""
            yield f"{_which(one)} of the table at {one.citation.span}{pages} has no head"


def _row(value: Value) -> tuple[object, str]:
    return value.citation.span, value.citation.quote


def _which(value: Value) -> str:
    """Which column of its table, counted from 1 where the row is printed so, and what it holds."""
    text = " ".join(value.text.split())
    cells = [" ".join(cell.split()) for cell in value.citation.quote.strip().strip("|").split("|")]
    number = f" {cells.index(text) + 1}" if cells.count(text) == 1 else ""
    return f"column{number}, with {text[:_SHOWN]!r},"
