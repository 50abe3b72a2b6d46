"""Columns without a head that may be the one asked for: a figure that is passed over for want of a head is said.

Columns of a table that has a head over others only: where no column has one, none is chosen by its head either. The
latest is chosen by years, and so is doubtful only in tables that have years over others.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.finding import Value
from silcrow.language.quantities import years

_SHOWN: Final = 40  # characters of a cell


def unheaded(found: Sequence[Value], chosen: Sequence[Value], kept: Sequence[Value]) -> Iterator[str]:
    """Why the values that were kept may be the wrong ones.

    found    the cells of the rows asked for, whatever their column
    chosen   those of them that stand in the column asked for; all of them where the latest is asked for
    """
    latest = len(chosen) == len(found)
    headed = {one.citation.span for one in found if (years(one.column) if latest else one.column)}
    settled = set() if latest else {_row(one) for one in chosen}
    known = {one.number for one in kept}
    printed = {_digits(one) for one in kept}
    units = {one.unit for one in kept if one.number is not None}
    said: set[object] = set()
    for one in found:
        rival = one.number not in known and _digits(one) not in printed and (not units or one.unit in units)
        if one.column or one.number is None or not rival or one.citation.span not in headed:
            continue
        if _row(one) not in settled and one.number not in said:
            said.add(one.number)
            pages = f" (p. {one.citation.pages[0]})" if one.citation.pages else ""
            yield f"{_which(one)} of the table at {one.citation.span}{pages} has no head"


def _digits(value: Value) -> str:
    """A figure as printed, without sign: a table that says no scale prints the same digits as one that does."""
    return "".join(letter for letter in value.text if letter.isdigit() or letter == ".")


def _row(value: Value) -> tuple[object, str]:
    return value.citation.span, value.citation.quote


def _which(value: Value) -> str:
    """Which column of its table, counted from 1 where the row is printed so, and what it holds."""
    text = " ".join(value.text.split())
    cells = [" ".join(cell.split()) for cell in value.citation.quote.strip().strip("|").split("|")]
    number = f" {cells.index(text) + 1}" if cells.count(text) == 1 else ""
    return f"column{number}, with {text[:_SHOWN]!r},"
