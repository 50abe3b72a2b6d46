"""Figures: numbers, amounts of money, percentages, with sign, scale and unit; of sentences, and of rows of tables whose
label holds the words asked for.

A number in words counts ("thirty days", "five per cent") unless digits follow in brackets. What only numbers something
is no figure: "(1)" before a note, "Section 12", "401(k)".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from silcrow.finding import Value
from silcrow.language.folding import fold
from silcrow.language.quantities import Quantity, quantities
from silcrow.language.spelt import Spelt, spelt
from silcrow.rules.extractors.cells import valued
from silcrow.rules.extractors.grid import Grid, grid_at
from silcrow.rules.extractors.units import CURRENCIES, SPANS, unit_name
from silcrow.rules.ground import Line
from silcrow.rules.patterns import stands
from silcrow.rules.ruleset import Extract

# The number of a paragraph that has no heading: "2.1 The fee is …", "3) …".
_LABEL = re.compile(r"\d{1,3}(?:(?:\.\d{1,3}){1,5}\.?|[.)])\s+(?=[^\W\d_])")
_NUMBERED = re.compile(
    r"(?:\b(?:section|clause|article|paragraph|item|note|rule|exhibit|schedule|annex|appendix|chapter|part|page|table|figure"
    r"|level|tier|topic|asc|asu|ifrs|ias|no|form)s?\.?|§{1,2})\s?"
    r"(?:[\w.]{1,12}(?:\(\w{1,4}\)){0,4}(?:,|,? (?:and|or|to|through))\s){0,6}\Z",
    re.IGNORECASE,
)
_ROOM: Final = 80  # characters before a number in which its name may stand
_LETTER = re.compile(r"\([a-z]{1,2}\)")
_BEHIND: Final = 40  # characters between a number in words and the same in digits
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_COUNTED = re.compile(r"[\s-]+[^\W\d_]+")
_PER_CENT = re.compile(r"\s(?:percent|per\s?cent)\b", re.IGNORECASE)


def numbers(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Every figure that is no year and no date."""
    yield from _figures(lines, told, ("number", "money", "percent"))


def amounts(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Amounts of money."""
    yield from _figures(lines, told, ("money",))


def percentages(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Percentages; basis points are hundredths of one."""
    for value in _figures(lines, told, ("percent",)):
        points = value.unit == "bps" and value.number is not None
        yield replace(value, number=value.number / 100, unit="%") if points and value.number is not None else value


def _figures(lines: Sequence[Line], told: Extract, kinds: Sequence[str]) -> Iterator[Value]:
    for line in lines:
        if line.paragraph.table is not None:
            if told.words:  # a cell means nothing without the label of its row
                yield from _of_rows(grid_at(line, line.paragraph.table), told, kinds)
            continue
        for start, end in line.holding(told.words):
            yield from _of_sentence(line, start, end, kinds)


def _of_sentence(line: Line, start: int, end: int, kinds: Sequence[str]) -> Iterator[Value]:
    text = line.text[start:end]
    printed, said = quantities(text), spelt(text)
    found = [
        _value(line, one, start)
        for one in printed
        if one.kind in kinds and (one.kind != "number" or _counts(line, one, start, said))
    ]
    again = [one for one in said if not any(_repeats(figure, one) for figure in printed)]
    found += [value for one in again if (value := _in_words(line, one, start, kinds)) is not None]
    yield from sorted(found, key=lambda value: value.citation.offsets or (0, 0))


def _counts(line: Line, found: Quantity, at: int, said: Sequence[Spelt]) -> bool:
    """Whether a bare number counts something, and does not only number or name it."""
    start, end = _ends(line, found, at)
    if (start == 0 and _LABEL.match(line.text)) or _LETTER.match(line.text, end):
        return False
    if found.unit:
        return True
    in_words = any(one.value == found.value and one.end <= found.start for one in said)
    closed = line.text[start:end].isdigit() and line.text[end : end + 1] == ")" and not in_words
    return not closed and not _NUMBERED.search(line.text[max(0, start - _ROOM) : start])


def _value(line: Line, found: Quantity, at: int) -> Value:
    start, end = _ends(line, found, at)
    return Value(line.text[start:end], line.cited(start, end), found.value, unit_name(found.unit))


def _ends(line: Line, found: Quantity, at: int) -> tuple[int, int]:
    """Where a figure begins and ends in its paragraph, without a bracket that is closed and was opened before it."""
    start, end = at + found.start, at + found.end
    text = line.text[start:end]
    return (start, end - 1) if text.endswith(")") and "(" not in text else (start, end)


def _repeats(figure: Quantity, one: Spelt) -> bool:
    """Whether a figure says right behind a number in words the same: "thirty (30)"."""
    return figure.value == one.value and 0 <= figure.start - one.end <= _BEHIND


def _in_words(line: Line, found: Spelt, at: int, kinds: Sequence[str]) -> Value | None:
    """A number in words with what it counts; None where it is of another kind."""
    start, end = at + found.start, at + found.end
    unit = unit_name(found.counts)
    if per_cent := _PER_CENT.match(line.text, end):
        kind, unit, end = "percent", "%", per_cent.end()
    else:
        kind, unit = ("money" if unit in CURRENCIES else "number"), unit if unit in CURRENCIES | SPANS else ""
        counted = _COUNTED.match(line.text, end) if unit else None
        end = counted.end() if counted else end
    return Value(line.text[start:end], line.cited(start, end), found.value, unit) if kind in kinds else None


def _of_rows(grid: Grid, told: Extract, kinds: Sequence[str]) -> Iterator[Value]:
    """The figures of rows whose label, or that of the row above that they stand under, holds one of the words."""
    for row in grid.rows:
        label = fold(f"{row.group} {row.label}" if row.group else row.label)
        if not any(stands(one, label) for one in told.words):
            continue
        for place in row.places:
            figure = grid.figure(row, place)
            if figure is not None and not _YEAR.fullmatch(place.text) and _kind(figure) in kinds:
                yield valued(grid, row, place)


def _kind(figure: tuple[Decimal, str]) -> str:
    return "percent" if figure[1] == "%" else "money" if figure[1] in CURRENCIES else "number"
