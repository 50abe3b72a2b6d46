"""Exact arithmetic over figures that stand in documents: `(capex - before) / before`, each operand with its place.

Computes with fractions, so that nothing is rounded but a power with a broken exponent. Numbers written into the
expression are such as belong to arithmetic (2, 100, 365); any other has to be an operand with a place.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction

from silcrow.answer import Figure, Operand
from silcrow.cite.evidence import Place
from silcrow.cite.numbers import number_faults
from silcrow.cite.sheets import Sheets
from silcrow.desk import Desk
from silcrow.errors import Usage
from silcrow.language.folding import fold
from silcrow.language.quantities import quantities
from silcrow.place import Span

MOST_OPERANDS = 50
LONGEST = 500  # characters of an expression

_DEEPEST = 40
_BITS = 4_096  # of a numerator or denominator
_DIGITS = 12  # significant ones shown
_POWER = 200  # largest exponent
_FREE = frozenset((*range(13), 24, 30, 52, 60, 90, 100, 180, 360, 365, 366, 1_000, 10_000, 10**6, 10**9, 10**12))
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[0-9]{1,15}(?:\.[0-9]{1,15})?)|(?P<name>[^\W\d]\w{0,39})|(?P<sign>\*\*|[-+*/%(),]))"
)
_SPELT = str.maketrans({"×": "*", "·": "*", "÷": "/", "−": "-", "–": "-", "[": "(", "]": ")"})
_FUNCTIONS = ("sum", "mean", "min", "max", "round", "abs")


@dataclass(frozen=True, slots=True)
class Named:
    """An operand as it is given: a name of the expression, the value as printed, and where it stands."""

    name: str
    value: str
    place: str | Span


def calculate(expression: str, operands: Sequence[Named], desk: Desk) -> Figure:
    """A computed figure. An operand that does not stand at its place is no error: its `fault` says so.

    Usage for an expression that cannot be computed, and names that do not fit the operands.
    """
    if len(operands) > MOST_OPERANDS:
        raise Usage(f"{len(operands)} operands are too many", hint=f"Give at most {MOST_OPERANDS}.")
    sheets = Sheets(desk)
    placed = tuple(_placed(one, sheets) for one in operands)
    names = {one.name: one.number for one in placed}
    if len(names) < len(placed):
        raise Usage("two operands have one name", hint="Name each operand once.")
    parser = _Parser(expression, names)
    value = parser.result()
    if unused := [name for name in names if name not in parser.used]:
        raise Usage(f"{unused[0]} is not in the expression", hint="Use each operand, or leave it out.")
    text, whole = _written(value)
    return Figure(expression, value, text, whole and parser.exact, placed)


def _placed(given: Named, sheets: Sheets) -> Operand:
    """An operand with its number, and whether it stands at its place."""
    if not re.fullmatch(r"[^\W\d]\w{0,39}", given.name) or given.name in _FUNCTIONS:
        raise Usage(f"{given.name!r} is no name", hint="Name operands by letters: a, capex_2022.")
    text = fold(given.value).strip()
    found = quantities(text)
    if len(found) != 1:
        raise Usage(f"{given.name}: {given.value!r} is not one number", hint="Give the value as it is printed: 1,749.")
    quantity = found[0]
    number = Fraction(quantity.value)
    place = str(given.place)
    try:
        span = given.place if isinstance(given.place, Span) else Span.parse(given.place)
    except Usage as failure:
        return Operand(given.name, given.value, number, place, f"{failure.message}.")
    there = [Place(span, sheets)]
    pages = tuple(dict.fromkeys(page for sheet in sheets.at(span) for page in sheet.passage.pages))
    operand = Operand(given.name, given.value, number, place, pages=pages)
    if not sheets.at(span):
        return replace(operand, fault="There is no such place.")
    faults = [fault for fault in number_faults(text, there) if fault.code not in ("rounded", "sign")]
    return replace(operand, fault=faults[0].message) if faults else operand


def _written(value: Fraction) -> tuple[str, bool]:
    """A fraction as a decimal number, and whether that is all of it."""
    with localcontext() as context:
        context.prec = max(_DIGITS, len(str(abs(value.numerator) // value.denominator)) + 2)
        decimal = Decimal(value.numerator) / Decimal(value.denominator)
        text = f"{decimal:,f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text, Fraction(text.replace(",", "")) == value


class _Parser:
    """One expression, read and computed as it is read."""

    def __init__(self, text: str, names: Mapping[str, Fraction]) -> None:
        self.used: set[str] = set()
        self.exact = True
        self._names = names
        self._depth = 0
        self._tokens = _tokens(text)
        self._at = 0

    def result(self) -> Fraction:
        value = self._sum()
        if self._at < len(self._tokens):
            raise _unreadable(self._tokens[self._at])
        return value

    def _next(self, *signs: str) -> str:
        """The next token, when it is one of these signs; else nothing."""
        if self._at < len(self._tokens) and self._tokens[self._at] in signs:
            self._at += 1
            return self._tokens[self._at - 1]
        return ""

    def _sum(self) -> Fraction:
        value = self._product()
        while sign := self._next("+", "-"):
            other = self._product()
            value = _bounded(value + other if sign == "+" else value - other)
        return value

    def _product(self) -> Fraction:
        value = self._signed()
        while sign := self._next("*", "/", "%"):
            other = self._signed()
            if sign != "*" and not other:
                raise Usage("the expression divides by zero", hint="See which operand is 0.")
            value = _bounded(value * other if sign == "*" else value / other if sign == "/" else value % other)
        return value

    def _signed(self) -> Fraction:
        if sign := self._next("-", "+"):
            self._deeper()
            value = self._signed()
            self._depth -= 1
            return -value if sign == "-" else value
        value = self._atom()
        if self._next("**"):
            self._deeper()
            value = self._power(value, self._signed())
            self._depth -= 1
        return value

    def _power(self, value: Fraction, exponent: Fraction) -> Fraction:
        if abs(exponent) > _POWER:
            raise Usage(f"the exponent {exponent} is too large", hint=f"Exponents go up to {_POWER}.")
        if not value and exponent < 0:
            raise Usage("the expression divides by zero", hint="See which operand is 0.")
        if exponent.denominator == 1:
            size = max(value.numerator.bit_length(), value.denominator.bit_length())
            if size * abs(exponent) > _BITS:
                raise _too_large()
            return value**exponent.numerator
        if value < 0:
            raise Usage("a root of a negative number was asked for", hint="See which operand is negative.")
        self.exact = False
        with localcontext() as context:
            context.prec = 30
            base = Decimal(value.numerator) / Decimal(value.denominator)
            power = base ** (Decimal(exponent.numerator) / Decimal(exponent.denominator))
        if abs(power.adjusted()) > _BITS // 4:
            raise _too_large()
        return Fraction(power)

    def _atom(self) -> Fraction:
        if self._next("("):
            self._deeper()
            value = self._sum()
            self._depth -= 1
            self._close()
            return value
        if self._at == len(self._tokens):
            raise Usage("the expression ends too soon", hint="Write it like (a - b) / b * 100.")
        token = self._tokens[self._at]
        self._at += 1
        if token[0].isdigit():
            return _free(token)
        if self._next("("):
            self._deeper()
            value = self._call(token)
            self._depth -= 1
            return value
        if token not in self._names:
            if not (token[0].isalpha() or token[0] == "_"):
                raise _unreadable(token)
            names = tuple(self._names)
            raise Usage(f"there is no operand {token!r}", hint="Each name needs its value and place.", candidates=names)
        self.used.add(token)
        return self._names[token]

    def _call(self, name: str) -> Fraction:
        if name not in _FUNCTIONS:
            raise Usage(f"there is no function {name!r}", hint=f"Functions: {', '.join(_FUNCTIONS)}.")
        values = [self._sum()]
        while self._next(","):
            values.append(self._sum())
        self._close()
        if name == "round":
            places = values[1] if len(values) == 2 else Fraction(0)
            if len(values) > 2 or places.denominator != 1 or abs(places) > 30:
                raise Usage("round takes a value and a whole number of places", hint="Write round(a / b, 2).")
            return _round(values[0], places.numerator)
        if name == "abs" and len(values) == 1:
            return abs(values[0])
        if name == "abs":
            raise Usage("abs takes one value", hint="Write abs(a - b).")
        if name in ("min", "max"):
            return min(values) if name == "min" else max(values)
        return _bounded(sum(values, Fraction(0)) / (len(values) if name == "mean" else 1))

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise Usage("the expression is nested too deep", hint=f"Nest at most {_DEEPEST} levels.")

    def _close(self) -> None:
        if not self._next(")"):
            raise Usage("a bracket of the expression is not closed", hint="Write it like (a - b) / b * 100.")


def _tokens(text: str) -> list[str]:
    if len(text) > LONGEST:
        raise Usage(f"the expression is longer than {LONGEST} characters", hint="Compute it in steps.")
    text = text.translate(_SPELT).replace("^", "**").rstrip()
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if not match:
            raise _unreadable(text[at:].strip()[:20])
        found.append(match[match.lastgroup or 0])
        at = match.end()
    return found


def _free(token: str) -> Fraction:
    value = Fraction(token)
    if value not in _FREE and value > 1:
        raise Usage(f"{token} has no place", hint="Name it, and give its value and where it stands as an operand.")
    return value


def _round(value: Fraction, places: int) -> Fraction:
    """Half away from zero, as people round."""
    power = Fraction(10) ** places
    scaled = abs(value) * power
    whole = (2 * scaled.numerator + scaled.denominator) // (2 * scaled.denominator)
    return Fraction(whole if value >= 0 else -whole) / power


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _BITS:
        raise _too_large()
    return value


def _too_large() -> Usage:
    return Usage("the figures grow too large", hint="Compute with smaller exponents.")


def _unreadable(token: str) -> Usage:
    hint = "Operators: + - * / % ** and brackets; values go into the operands: (a - b) / b * 100."
    return Usage(f"the expression cannot be read at {token!r}", hint=hint)
