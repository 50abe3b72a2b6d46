"""Figures of running text and of table cells: numbers, amounts of money, percentages, with sign, scale and unit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Final

from silcrow.cite.evidence import cell_quantities, stated
from silcrow.document import Table
from silcrow.finding import Value
from silcrow.language.quantities import Quantity, quantities
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract

# The number of a paragraph that has no heading: "2.1 The fee is …", "3) …".
_LABEL = re.compile(r"\d{1,3}(?:(?:\.\d{1,3}){1,5}\.?|[.)])\s+(?=[^\W\d_])")
_CURRENCY = re.compile(
    r"(?:US|CA|AU|HK)?\$|[€£¥]|\b(?:USD|EUR|GBP|JPY|CHF|CNY|RMB|dollars?|euros?|pounds?|yen)\b", re.IGNORECASE
)
_NAMES: Final = {
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "€": "EUR", "eur": "EUR", "euro": "EUR",
    "euros": "EUR", "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY",
    "ca$": "CAD", "au$": "AUD", "hk$": "HKD", "rmb": "CNY", "cny": "CNY", "元": "CNY", "円": "JPY", "percent": "%",
}  # fmt: skip


def unit_name(printed: str) -> str:
    """One name for the ways a unit is printed: `$` and `dollars` are USD."""
    return _NAMES.get(printed.casefold().strip(), printed.casefold().strip())


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
            continue  # a cell means nothing without its row and column
        for start, end in line.holding(told.words):
            for found in quantities(line.text[start:end]):
                if found.kind in kinds and not (start + found.start == 0 and _LABEL.match(line.text)):
                    yield _value(line, found, start)


def _value(line: Line, found: Quantity, at: int) -> Value:
    start, end = at + found.start, at + found.end
    return Value(line.text[start:end], line.cited(start, end), found.value, unit_name(found.unit))


def cell_figure(text: str, table: Table, above: str = "") -> tuple[Decimal, str] | None:
    """The figure of a cell in the unit and scale that its table says, or the line `above` it, with the name of the
    unit; None where there is none, or several.
    """
    found = [one for one in cell_quantities(text) if one.kind in ("number", "money", "percent", "year")]
    if len(found) != 1:
        return None
    figure = found[0]
    if figure.kind == "percent" or "%" in text:
        return figure.value, "%"
    said = " ".join((table.unit, table.caption, above, *(cell.text for cell in table.header)))
    unit = unit_name(figure.unit) if figure.unit and figure.kind == "money" else ""
    if not unit and (currency := _CURRENCY.search(said)):
        unit = unit_name(currency[0])
    scale = stated(said)
    return figure.value * (scale.scale if scale else 1), unit
