"""Dates, in ISO 8601."""

from collections.abc import Iterator, Sequence
from datetime import date

from silcrow.finding import Value
from silcrow.language.quantities import quantities
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract


def dates(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Every date with day, month and year that there is in a calendar."""
    for line in lines:
        for start, end in line.holding(told.words):
            for found in quantities(line.text[start:end]):
                if found.kind == "date" and _is_date(found.unit):
                    at, until = start + found.start, start + found.end
                    yield Value(line.text[at:until], line.cited(at, until), date=found.unit)


def _is_date(iso: str) -> bool:
    try:
        date.fromisoformat(iso)
    except ValueError:
        return False
    return True
