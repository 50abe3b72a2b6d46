"""What must hold of values: a table of checks, each a function from named values to an outcome and its reason."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Final, NamedTuple

from silcrow.errors import Usage
from silcrow.finding import Outcome, Value
from silcrow.language.folding import fold_case
from silcrow.rules.patterns import stands
from silcrow.rules.ruleset import COMPARED, Check, written

Values = Mapping[str, Sequence[Value]]
_HOLDS: Final[Mapping[str, Callable[[Decimal, Decimal, Decimal], bool]]] = {
    "==": lambda a, b, t: abs(a - b) <= t,
    "=": lambda a, b, t: abs(a - b) <= t,
    "!=": lambda a, b, t: abs(a - b) > t,
    "<=": lambda a, b, t: a <= b + t,
    ">=": lambda a, b, t: a >= b - t,
    "<": lambda a, b, t: a < b + t,
    ">": lambda a, b, t: a > b - t,
}
_SHOWN = 60
_TELLING = 4  # digits of a figure that is not the same by chance


class Verdict(NamedTuple):
    """An outcome and what led to it."""

    outcome: Outcome
    message: str


def present(values: Values, _check: Check) -> Verdict:
    """Something was found under each name."""
    lacking = [name for name, found in values.items() if not found]
    if lacking:
        return Verdict("fail", "nothing found" if len(values) == 1 else f"nothing found: {', '.join(lacking)}")
    return Verdict("pass", f"found {_shown(next(iter(values.values()))[0])}")


def absent(values: Values, _check: Check) -> Verdict:
    """Nothing was found under any name."""
    found = [value for some in values.values() for value in some]
    return Verdict("fail", f"found {_shown(found[0])}") if found else Verdict("pass", "nothing found")


def matches(values: Values, check: Check) -> Verdict:
    """Any, or every, value holds a pattern."""
    return _quantified(values, check, lambda value: stands(check.told, value.text), f"matches {check.told!r}")


def equals(values: Values, check: Check) -> Verdict:
    """Any, or every, value is a text, a number or a date."""
    return _quantified(values, check, lambda value: _same(value, check), f"equals {check.told!r}")


def compare(values: Values, check: Check) -> Verdict:
    """Two figures, or a figure and a number, stand in a relation, within a tolerance; with a quantifier, any or every
    figure of the left side does.
    """
    found = COMPARED.match(str(check.told))
    if found is None:
        return Verdict("error", f"{check.told!r} compares nothing")
    right = _side(found["right"], values)
    if isinstance(right, Verdict):
        return right
    if check.quantifier and found["left"] in values:
        lefts = [(one.number, one.unit) for one in values[found["left"]] if one.number is not None]
        if not lefts:
            return Verdict("not-found", f"no figure was found as {found['left']!r}")
    else:
        left = _side(found["left"], values)
        if isinstance(left, Verdict):
            return left
        lefts = [left]
    verdicts = [_compared(left, found["sign"], right, check) for left in lefts]
    wanted = "pass" if check.quantifier == "any" else "fail"
    ranked = sorted(verdicts, key=lambda one: (one.outcome != "error", one.outcome != wanted))
    return ranked[0]


def _compared(left: tuple[Decimal, str], sign: str, right: tuple[Decimal, str], check: Check) -> Verdict:
    (one, unit), (other, other_unit) = left, right
    if unit and other_unit and unit != other_unit:
        return Verdict("error", f"{one:f} {unit} and {other:f} {other_unit} are in different units")
    holds = _HOLDS[sign](one, other, _tolerance(check, other))
    said = f"{_number_text(one, unit)} {sign} {_number_text(other, other_unit)}"
    said += f" within {check.tolerance}" if check.tolerance else ""
    return Verdict("pass" if holds else "fail", said if holds else f"not {said}")


def total(values: Values, check: Check) -> Verdict:
    """The figures of a column add up to the last of them, or to that named `total`."""
    named = dict(values)
    given = named.pop("total", None)
    parts = [value for some in named.values() for value in some if value.number is not None]
    sums = [value for value in given or () if value.number is not None]
    if given is None and parts:
        sums = [parts.pop()]
    if not parts or not sums:
        return Verdict("not-found", "no figures to add up")
    if len({value.number for value in sums}) > 1:
        return Verdict("ambiguous", f"several totals: {', '.join(map(_shown, sums[:3]))}")
    added = sum((value.number for value in parts if value.number is not None), Decimal(0))
    wanted = sums[0].number or Decimal(0)
    holds = abs(added - wanted) <= _tolerance(check, wanted)
    said = f"{len(parts)} figures add up to {added:,f}, the total is {wanted:,f}"
    return Verdict("pass" if holds else "fail", said)


def order(values: Values, check: Check) -> Verdict:
    """Dates under some names follow each other."""
    if not isinstance(check.told, list) or len(check.told) < 2:
        return Verdict("error", 'order needs two names or more: order = ["signed", "ends"]')
    run: list[tuple[str, str]] = []
    for name in map(str, check.told):
        if name not in values:
            return Verdict("error", f"nothing is extracted as {name!r}")
        found = {value.date for value in values[name] if value.date}
        if not found:
            return Verdict("not-found", f"no date was found as {name!r}")
        if len(found) > 1:
            return Verdict("ambiguous", f"several dates as {name!r}: {', '.join(sorted(found)[:3])}")
        run.append((name, found.pop()))
    late = [(one, other) for one, other in pairwise(run) if one[1] > other[1]]
    said = ", ".join(f"{name} {when}" for name, when in run)
    return Verdict("fail", f"out of order: {said}") if late else Verdict("pass", said)


CHECKED: Final[Mapping[str, Callable[[Values, Check], Verdict]]] = {
    "present": present,
    "absent": absent,
    "matches": matches,
    "equals": equals,
    "compare": compare,
    "total": total,
    "order": order,
}


def _quantified(values: Values, check: Check, holds: Callable[[Value], bool], said: str) -> Verdict:
    found = [value for some in values.values() for value in some]
    if not found:
        return Verdict("not-found", "nothing found to compare")
    right = [value for value in found if holds(value)]
    if check.quantifier == "every":
        wrong = next((value for value in found if value not in right), None)
        shown = f"all {len(found)}" if wrong is None else f"{_shown(wrong)}: not"
        return Verdict("pass" if wrong is None else "fail", f"{shown} {said}")
    shown = _shown(right[0]) if right else f"none of {len(found)}"
    return Verdict("pass" if right else "fail", f"{shown} {said}")


def _same(value: Value, check: Check) -> bool:
    told = check.told
    if value.date:
        return value.date == str(told)
    if value.number is not None and (number := written(str(told))) is not None:
        return abs(value.number - number) <= _tolerance(check, number)
    return fold_case(value.text).strip(" .,;:") == fold_case(str(told)).strip(" .,;:")


def _side(word: str, values: Values) -> tuple[Decimal, str] | Verdict:
    """A number with its unit: a figure that was extracted, or one that is written."""
    if word not in values:
        number = written(word)
        if number is None:
            return Verdict("error", f"nothing is extracted as {word!r}, and it is no number")
        return number, ""
    found = {(value.number, value.unit): value for value in _scaled(values[word]) if value.number is not None}
    if not found:
        return Verdict("not-found", f"no figure was found as {word!r}")
    if len(found) > 1:
        shown = ", ".join(map(_shown, list(found.values())[:3]))
        return Verdict("ambiguous", f"several figures as {word!r}: {shown}")
    ((number, unit),) = found
    return number or Decimal(0), unit


def _scaled(values: Sequence[Value]) -> Iterator[Value]:
    """Values without those of tables that say no scale where another table prints the same digits and says it.

    Four digits or more, since "24" and "24 million" may well be two things, and 1,503 twice is not.
    """
    most: dict[str, Decimal] = {}
    for value in values:
        if value.number is not None:
            most[value.text] = max(most.get(value.text, Decimal(0)), abs(value.number))
    for value in values:
        digits = sum(character.isdigit() for character in value.text)
        in_table = value.citation.quote.startswith("|")
        if not (in_table and digits >= _TELLING and value.number is not None and abs(value.number) < most[value.text]):
            yield value


def _number_text(number: Decimal, unit: str) -> str:
    return f"{number:,f}{unit}" if unit == "%" else f"{number:,f} {unit}".strip()


def _tolerance(check: Check, of: Decimal) -> Decimal:
    if not check.tolerance:
        return Decimal(0)
    if check.tolerance.endswith("%"):
        return abs(of) * Decimal(check.tolerance[:-1]) / 100
    return Decimal(check.tolerance)


def _shown(value: Value) -> str:
    text = " ".join(value.text.split())
    said = repr(text if len(text) <= _SHOWN else text[: _SHOWN - 1].rstrip() + "…")
    return f"{said} ({value.column[:_SHOWN]})" if value.column else said


def unknown(check: Check) -> Usage:
    """The error for a check that needs a model where none is named."""
    return Usage(f"the check {check.sort!r} needs a model", hint="Name one: --model openai:NAME.")
