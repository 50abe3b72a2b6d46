"""What is printed at the places that a claim cites: its figures with their scale and unit, and its words.

A table's figures take the unit of its caption, of their column and of their row; a line such as "(in millions)" in or
above the passage holds for the figures that have none of their own. Compares nothing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import NamedTuple

from silcrow.cite.sheets import Sheets
from silcrow.document import Paragraph, Table
from silcrow.language.folding import fold
from silcrow.language.quantities import Quantity, plain, quantities, years
from silcrow.language.spelt import Spelt, spelt
from silcrow.place import Span
from silcrow.render.tables import text_rows

_ROOM = 40  # characters on both sides of a number that may belong to it
_LONGEST = 2_000  # characters of a paragraph in which its unit is looked for
_ABOVE = 3  # paragraphs before a passage in which its unit may be said

_POWERS = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12, "千": 3, "百万": 6, "十亿": 9, "十億": 9}
_POWERS |= {"万": 4, "萬": 4, "億": 8, "亿": 8, "000": 3, "k": 3, "m": 6, "mn": 6, "mio": 6, "bn": 9, "mrd": 9}
_POWERS |= {"tausend": 3, "millionen": 6, "milliarden": 9, "milliers": 3, "millions": 6, "milliards": 9, "mil": 3}
_POWERS |= {"miles": 3, "millones": 6}
_SCALE = (
    r"thousand|million|billion|trillion|tausend|milliarden|milliards|milliers|millionen|millones|miles"
    r"|mio|mrd|mn|bn|百万|十亿|十億|千|[万萬億亿]"
)
_WORD = re.compile(
    rf"(?<![a-z])(?P<word>{_SCALE})s?(?![a-z])|[$€£¥]\s?'?(?P<sign>000|k|m|bn)(?![a-z0-9])|\((?P<zeros>000)",
    re.IGNORECASE,
)
_SAID = re.compile(
    r"\(\s?(?:(?:[a-z]{2,9} )?(?:amounts? |figures? )?(?:are )?in )?(?:us|[a-z]{3} )?[$€£¥]?\s?(?:in )?"
    rf"(?P<bracket>{_SCALE}|000)s?\b[^)]{{0,80}}\)"
    r"|\b(?:stated|expressed|amounts?|figures?|dollars|presented|tables?|data)(?: are| is)? in (?:[a-z$€£¥.]{1,9} )?"
    rf"(?P<said>{_SCALE})s?\b"
    rf"|[$€£¥] ?in (?P<sign>{_SCALE})s?\b"
    r"|(?:单位|單位|単位)\s?[::]?\s?[百十]?(?P<cjk>[千万萬億亿])|\(\s?(?P<ja>百万|[千万萬億亿])",
    re.IGNORECASE,
)
_CURRENCY = re.compile(r"US\$|USD|EUR|GBP|JPY|CHF|CNY|RMB|[$€£¥円元]|dollars?|euros?|pounds?|yen", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*[$€£¥]?\s?\([$€£¥]?\s?(?:[0-9]{2}|[0-9][.,])[0-9.,]*\s?%?\)?\s?%?\s*\Z")  # (1) is a note
_HINTS = (
    "thousand",
    "illion",
    "(000",
    "000)",
    "tausend",
    "milli",
    "millo",
    "miles",
    "mio",
    "mrd",
    " bn",
    " mn",
    *"千百万萬億亿",
)
_NO_DIGIT = re.compile("[^0-9]+")
_DIGITS = re.compile(r"[0-9](?:[0-9]|[.,'](?=[0-9]))*")
_FOREIGN = re.compile(
    r"(?<![\w.,])(?:[0-9]{1,3}(?:[.' ][0-9]{3}){1,5},[0-9]{1,9}|[0-9]{1,3}(?:[.'][0-9]{3}){2,6}|[0-9]{1,3}'[0-9]{3}"
    r"|[0-9]{1,15},[0-9]{1,2})(?![0-9]|[.,][0-9])"
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A figure as printed, and what the words around it say of it.

    digits  without sign and scale
    scale   what its unit multiplies it by ("in millions"): 1 where nothing is said; `mixed` where the unit has
            exceptions ("except per share")
    unit    currency of its table, where it has none of its own
    percent whether its column or row is in per cent
    """

    quantity: Quantity
    digits: Decimal
    scale: Decimal = Decimal(1)
    unit: str = ""
    percent: bool = False
    mixed: bool = False

    @property
    def value(self) -> Decimal:
        """Its full value."""
        return self.quantity.value * self.scale


class Said(NamedTuple):
    """A scale that words state, and whether they make exceptions."""

    scale: Decimal = Decimal(1)
    mixed: bool = False


@dataclass(frozen=True, slots=True)
class _Source:
    """A cell, or some words around a number, with what is said beside it; read only when a number like it is sought.

    digits   its numbers by their significant digits: 1,200 and 1.2 are both 12
    at       of a cell: which table of the place it stands in, and in which row of that
    """

    text: str
    digits: frozenset[str]
    table: str = ""
    near: str = ""
    beside: str = ""
    at: tuple[int, int] = (-1, 0)


class Place:
    """What is printed in a span, with the headings above it. Read at once, understood when it is asked for."""

    def __init__(self, span: Span, sheets: Sheets) -> None:
        self._sheets = sheets
        passages = [sheet.passage for sheet in sheets.at(span)]
        self._spans = [passage.span for passage in passages]
        self._paragraphs = [paragraph for passage in passages for paragraph in passage.paragraphs]
        self._path = [fold(heading) for passage in passages for heading in passage.path]
        self._span = span
        self.pages = frozenset(page for passage in passages for page in passage.pages)

    @cached_property
    def words(self) -> str:
        """All that stands there, without case."""
        return "\n".join([str(self._span), *self._path, *self._texts]).casefold()

    @cached_property
    def years(self) -> frozenset[int]:
        """Years it names, also those inside a range."""
        return frozenset().union(*(years(text) for text in self._numbered))

    @cached_property
    def dates(self) -> frozenset[str]:
        """Dates it names, in their ISO form."""
        found = (one for text in self._numbered for one in quantities(text))
        return frozenset(one.unit for one in found if one.kind == "date")

    def figures(self, digits: str = "") -> Iterator[Printed]:
        """Its figures, or only those with the same significant digits."""
        for source in self._sources:
            if not digits or digits in source.digits:
                yield from self._read(source)

    def prints(self, value: Decimal, digits: str) -> bool:
        """Whether a number of this value is printed, whatever its unit is."""
        for source in self._sources:
            if digits in source.digits:
                found = (one for one in _understood(source.text) if one.kind not in ("year", "date"))
                if any(one.value == value for one in found):
                    return True
        return False

    @cached_property
    def spelt(self) -> tuple[Spelt, ...]:
        """Its numbers in words."""
        return tuple(one for text in (*self._path, *self._texts) for one in spelt(text))

    def counts(self, word: str) -> Iterator[str]:
        """The numbers, as printed, that stand right before a word."""
        stem = re.escape(word.rstrip("s"))
        before = re.compile(rf"(?<![\w.,])([0-9][0-9,]*)\s{stem}(?:s\b|\b)|([0-9]+)\s?{stem}(?![a-z])")
        yield from (found[1] or found[2] for text in self._texts for found in before.finditer(text.casefold()))
        yield from (f"{one.value:f}" for one in self.spelt if one.counts.rstrip("s") == word.rstrip("s"))

    @cached_property
    def tables(self) -> tuple[tuple[Span, Paragraph], ...]:
        """Its tables with the place of each."""
        found: list[tuple[Span, Paragraph]] = []
        paragraphs = iter(self._paragraphs)
        for span in self._spans:
            for number in range(span.first or 0, (span.last or 0) + 1):
                paragraph = next(paragraphs)
                if paragraph.table is not None:
                    found.append((Span(span.doc_id, span.sec_id, number, number), paragraph))
        return tuple(found)

    def rows(self, value: Decimal, digits: str) -> Iterator[tuple[int, int]]:
        """Where a number of these digits and this amount is printed: (table, row); (-1, 0) outside of tables."""
        for source in self._sources:
            if digits in source.digits:
                found = [one for one in _understood(source.text) if one.kind not in ("year", "date")]
                if any(abs(one.value) == value or mantissa(one, source.text) == value for one in found):
                    yield source.at

    @cached_property
    def _texts(self) -> list[str]:
        return [fold(paragraph.text) for paragraph in self._paragraphs]

    @cached_property
    def _numbered(self) -> list[str]:
        return [window for text in (*self._path, *self._texts) for window in _windows(text)]

    @cached_property
    def _sources(self) -> list[_Source]:
        found: list[_Source] = []
        table = 0
        for paragraph in self._paragraphs:
            if paragraph.table is not None:
                found.extend(_cells(paragraph.table, table))
                table += 1
            else:
                windows = _windows(fold(paragraph.text))
                found.extend(_Source(window, _significant(window)) for window in windows)
        return found

    @cached_property
    def _said(self) -> Said:
        """The scale that a line of it states, or one right above it."""
        own = scale_said([*self._texts, *reversed(self._path)])
        return own or next(filter(None, (_above(span, self._sheets) for span in self._spans)), Said())

    def _read(self, source: _Source) -> Iterator[Printed]:
        in_words = stated(source.near) or stated(source.table)
        in_all = currency(source.near) or currency(source.table)
        percent = "%" in source.near or source.beside == "%" or ("%" in source.table and not in_all)
        for quantity in _understood(source.text):
            digits = mantissa(quantity, source.text)
            own = Said()
            if quantity.kind in ("number", "money") and abs(quantity.value) == digits:
                own = in_words or self._said
            yield Printed(quantity, digits, own.scale, in_all, percent, own.mixed)


def cell_quantities(text: str) -> list[Quantity]:
    """The figures of a cell of a table: a number that stands alone in brackets is negative; "(1)" is a note."""
    found = quantities(text)
    if len(found) == 1 and found[0].value > 0 and _BRACKETED.match(text):
        return [replace(found[0], kind="number" if found[0].kind == "year" else found[0].kind, value=-found[0].value)]
    return found


def _understood(text: str) -> list[Quantity]:
    found = cell_quantities(text)
    begun = {one.start for one in found}
    return [*found, *(one for one in _foreign(text) if one.start not in begun)]


def significant(number: str) -> str:
    """The digits of a number without the zeros at its ends: equal for 1,200 and 1.2."""
    return _NO_DIGIT.sub("", number).strip("0") or "0"


def _significant(text: str) -> frozenset[str]:
    return frozenset(map(significant, _DIGITS.findall(text)))


def _windows(text: str) -> Iterator[str]:
    """The words around each number of a text: all that a figure takes to be understood."""
    start = end = -1
    for match in _DIGITS.finditer(text):
        if end >= 0 and match.start() <= end + _ROOM:
            end = match.end() + _ROOM
            continue
        if end >= 0:
            yield text[start:end]
        start = match.start() - _ROOM
        start = text.find(" ", start, match.start()) + 1 if start > 0 else 0
        end = match.end() + _ROOM
    if end >= 0:
        yield text[start:end]


def _cells(table: Table, which: int) -> Iterator[_Source]:
    rows = [[cell if cell.isascii() else fold(cell) for cell in row] for row in text_rows(table)]
    heads = rows[0] if rows else []
    whole = f"{fold(table.caption)} {fold(table.unit)} {heads[0] if heads else ''}"
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if found := _significant(cell):
                head = heads[column] if number and column < len(heads) else ""
                beside = row[column + 1].strip() if column + 1 < len(row) else ""
                near = f"{head} {row[0] if column else ''}"
                yield _Source(cell, found, whole, near, beside, (which, number))


def _foreign(text: str) -> list[Quantity]:
    """Figures written 1.234,5 or 1'234, which are read as 1,234.5 and 1,234."""
    found = []
    for match in _FOREIGN.finditer(text):
        digits = re.sub("[.' ]", "", match[0]).replace(",", ".")
        percent = text[match.end() : match.end() + 2].strip().startswith("%")
        written = (match.start(), match.end(), Decimal(digits))
        found.append(Quantity("percent", *written, "%") if percent else Quantity("number", *written))
    return found


def mantissa(quantity: Quantity, text: str) -> Decimal:
    """The digits of a figure as printed, without scale and sign."""
    found = re.search(r"[0-9](?:[0-9]|[.,'](?=[0-9]))*|\.[0-9]+", text[quantity.start : quantity.end])
    try:
        return plain(found[0]) if found else abs(quantity.value)
    except InvalidOperation:  # 1.234.567 and the like
        return abs(quantity.value)


def own_scale(quantity: Quantity, text: str) -> Decimal:
    """What the scale printed with a figure multiplies it by."""
    digits = mantissa(quantity, text)
    return abs(quantity.value) / digits if digits and quantity.kind in ("number", "money") else Decimal(1)


def currency(text: str) -> str:
    """The first currency that a text names, by its sign; "" for none."""
    found = _CURRENCY.search(text)
    return signed(found[0]) if found else ""


def signed(unit: str) -> str:
    """A currency by its sign, whatever it is written as; other units as they are."""
    low = unit.casefold().rstrip("s")
    known = {"usd": "$", "us$": "$", "dollar": "$", "eur": "€", "euro": "€", "gbp": "£", "pound": "£", "jpy": "¥"}
    known |= {"yen": "¥", "円": "¥", "cny": "元", "rmb": "元", "us": "$"}
    return known.get(low, "$" if low.endswith("$") else low)


def stated(text: str) -> Said | None:
    """The scale that the words of a table's caption, unit, column or row state; None where they state none."""
    found = _WORD.search(text)
    return Said(_power(found), "except" in text.casefold()) if found else None


def scale_said(texts: Iterable[str]) -> Said | None:
    """The scale that a line such as "(in millions)" in the first of some texts that has one states."""
    for text in texts:
        low = text[:_LONGEST].casefold()
        if any(hint in low for hint in _HINTS) and (found := _SAID.search(text[:_LONGEST])):
            return Said(_power(found), "except" in found[0].casefold())
    return None


def _power(found: re.Match[str]) -> Decimal:
    word = next(group for group in found.groups() if group).casefold().lstrip("(")
    return Decimal(10) ** _POWERS.get(word, _POWERS.get(word.rstrip("s"), 0))


def _above(span: Span, sheets: Sheets) -> Said | None:
    """The scale said in the paragraphs right above a passage, the nearest first."""
    first = span.first or 0
    if first <= 1:
        return None
    above = Span(span.doc_id, span.sec_id, max(1, first - _ABOVE), first - 1)
    texts = [fold(p.text) for sheet in sheets.at(above) for p in sheet.passage.paragraphs]
    return scale_said(reversed(texts))
