"""Figures in running text: amounts with scale and unit, percentages, money, years, fiscal years and dates.

Reads what is printed and converts nothing: "$1.7 billion" is 1,700,000,000 in "$". A bare number from 1900 to 2099 is
a year, not an amount. A decimal comma is one before a percent sign, a euro or the name of a currency. Knows nothing of
tables, whose unit often stands in a caption, and where a bare "(820)" is negative.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Kind = Literal["number", "percent", "money", "year", "date"]

_YEAR = "(?:19|20)[0-9]{2}"
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DATE = (
    rf"\b(?P<m1>{_MONTH})\s(?P<d1>[0-3]?[0-9])(?:st|nd|rd|th)?,?\s(?P<y1>{_YEAR})(?!\w)"
    rf"|(?<![\w.,])(?P<d2>[0-3]?[0-9])(?:\.|st|nd|rd|th)?\s(?:of\s)?(?P<m2>{_MONTH}),?\s(?P<y2>{_YEAR})(?!\w)"
    rf"|(?<![\w-])(?P<y3>{_YEAR})-(?P<m3>[01][0-9])-(?P<d3>[0-3][0-9])(?![\w-])"
    rf"|(?<![0-9])(?P<y4>{_YEAR})\s?年\s?(?P<m4>[0-9]{{1,2}})\s?月\s?(?P<d4>[0-9]{{1,2}})\s?日"
)
# FY2022, FY 22, fiscal year 2022, Q2 of FY2024, 2Q23, H1 2023; then 2019, 2019-20, 2022年.
_FISCAL = (
    rf"\b(?:FYE?|CY|fiscal(?:\s+years?)?)[\s-]?['’]?(?P<fiscal>{_YEAR}|[0-9]{{2}})(?![\w%]|[.,][0-9])"
    rf"|\b(?:[QH][1-4]|[1-4][QH])[\s-]?(?:of\s)?['’]?(?P<quarter>{_YEAR}|[0-9]{{2}})(?![\w%]|[.,][0-9])"
    rf"|(?<![\w.,$€£¥])(?P<year>{_YEAR})(?:[-–/](?P<tail>[0-9]{{2}}))?(?![A-Za-z_0-9%]|[.,][0-9]|\s?(?:[mb]illion|%))"
)
_MONEY = "USD|EUR|GBP|JPY|CHF|CNY|RMB"
_AMOUNT = (
    rf"(?:(?P<symbol>(?:US|CA|AU|HK|NZ|[AC])?\$|[€£¥]|\b(?:{_MONEY})\b)\s?)?"
    r"(?P<minus>(?<![\w)])[-−–]|\()?(?<![\w.,])"
    r"(?P<digits>[0-9]{1,3}(?:,[0-9]{3}){1,6}(?:\.[0-9]{1,9})?"
    rf"|(?P<comma>(?:[0-9]{{1,3}}(?:[.'][0-9]{{3}}){{1,5}}|[0-9]{{1,9}}),[0-9]{{1,2}}(?=\)?\s?(?:%|€|(?:{_MONEY})\b)))"
    r"|[0-9]{1,15}(?:\.[0-9]{1,9})?|\.[0-9]{1,9})"
    r"(?![0-9]|[.,][0-9])(?P<closed>\))?"
    r"(?:\s?(?P<scale>(?:thousands?|millions?|billions?|trillions?|mn|mm|bn|tn|[kmb])(?!\w)|[百千]?[万亿億兆]))?"
    r"(?:\s?(?P<percent>%|per\s?cent\b|percentage\spoints?\b|bps\b|basis\spoints?\b)"
    rf"|\s?(?P<paid>(?:{_MONEY}|dollars|euros?|pounds|yen)\b|[円元€])"
    r"|\s?(?P<unit>(?:[kmµc]?[gml]|[km]?w|kwh|[kmgt]b|mmhg|°c|°f|hours?|days?|weeks?|months?|years?)"
    r"(?:/[a-z]{1,4}[0-9²]?)?(?!\w)))?(?![A-Za-z_])"
)
_FIGURE = re.compile(f"(?P<date>{_DATE})|{_FISCAL}|{_AMOUNT}", re.IGNORECASE)
_MONTH_DAY = re.compile(
    r"\b(?:Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)(?:uary|ruary|ch|il|ust|ember|ober)?\.?\s[0-3]?[0-9](?![0-9])"
)
_BARE_NUMBER = re.compile(r"(?<![\w.])[0-9][0-9,]*(?:\.[0-9]+)?(?!\w|\.[0-9])")
_BARE_YEAR = re.compile(r"(?:19|20)[0-9]{2},?\Z")
_DECIMAL_COMMA = re.compile(r",[0-9]{1,2}\Z")
_TO = re.compile(r"\s?(?:[-–—]|to|through|until)\s?\Z", re.IGNORECASE)
_POWER = {"k": 3, "t": 3, "m": 6, "b": 9, "万": 4, "亿": 8, "億": 8, "兆": 12, "百": 2, "千": 3}
_LONGEST_RANGE = 30  # years; "1900-2099" names two years, not two hundred


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure at text[start:end].

    value  its amount with sign and scale; the year of a year or a date
    unit   "%" or "bps", the currency or the measure as printed; a date's ISO form; else empty
    """

    kind: Kind
    start: int
    end: int
    value: Decimal
    unit: str = ""


def quantities(text: str) -> list[Quantity]:
    """All figures of a text, in order. Digits inside a word or a code ("B12", "1A", "1.0.21") are no figures."""
    return [_dated(m) if m["date"] else _amount(m) if m["digits"] else _year(m) for m in _FIGURE.finditer(text)]


def amounts(text: str) -> int:
    """How many numbers a text holds that are no year and no day of a month; quick, for weighing many texts."""
    return sum(not _BARE_YEAR.match(number) for number in _BARE_NUMBER.findall(_MONTH_DAY.sub("", text)))


def years(text: str) -> frozenset[int]:
    """All years a text names, calendar or fiscal; those between the ends of a range ("FY2017 - FY2019") too."""
    found: set[int] = set()
    previous: Quantity | None = None
    for quantity in quantities(text):
        if quantity.kind not in ("year", "date"):
            continue
        year = int(quantity.value)
        found.add(year)
        if quantity.unit.isdigit():  # "2019-20"
            found.add(year // 100 * 100 + int(quantity.unit))
        if previous is not None and _TO.match(text[previous.end : quantity.start]):
            begun = int(previous.value)
            found.update(range(begun, year) if 0 < year - begun <= _LONGEST_RANGE else ())
        previous = quantity
    return frozenset(found)


def plain(digits: str) -> Decimal:
    """Printed digits as a number: `1,234.5`, and `1.234,5` where the last mark is a comma before one or two digits."""
    if _DECIMAL_COMMA.search(digits) and "." not in digits.partition(",")[2]:
        return Decimal(re.sub("[.']", "", digits).replace(",", "."))
    return Decimal(digits.replace(",", ""))


def _dated(match: re.Match[str]) -> Quantity:
    form = next(n for n in "1234" if match["y" + n])
    year, month, day = match["y" + form], match["m" + form], match["d" + form]
    number = int(month) if month.isdigit() else _MONTHS.index(month[:3].casefold()) + 1
    return Quantity("date", match.start(), match.end(), Decimal(year), f"{year}-{number:02}-{int(day):02}")


def _year(match: re.Match[str]) -> Quantity:
    printed = match["fiscal"] or match["quarter"] or match["year"]
    value = int(printed) if len(printed) == 4 else 2000 + int(printed)
    if len(printed) == 2 and value > 2060:
        value -= 100
    return Quantity("year", match.start(), match.end(), Decimal(value), match["tail"] or "")


def _amount(match: re.Match[str]) -> Quantity:
    value = plain(match["digits"])
    scale = (match["scale"] or "").casefold()
    if scale in ("tn", "trillion", "trillions"):
        value *= 10**12
    elif scale.isascii():
        value *= 10 ** _POWER.get(scale[:1], 0)
    else:
        value *= 10 ** sum(_POWER[c] for c in scale)
    sure = not match["digits"].isdigit() or match["symbol"] or match["scale"]
    bracketed = match["minus"] == "(" and match["closed"] and sure
    if bracketed or match["minus"] in ("-", "−", "–"):  # "(1,234)" and "$(820)" are negative, "(1)" is a note
        value = -value
    start = match.start("digits") if match["minus"] == "(" and not bracketed and not match["symbol"] else match.start()
    behind = match["scale"] or match["percent"] or match["paid"] or match["unit"]
    if match["closed"] and match["minus"] == "(" and not bracketed and behind:
        start = match.start()  # "(30) days", with both brackets or none
    end = match.end("digits") if match["closed"] and match["minus"] != "(" else match.end()
    if percent := match["percent"]:
        return Quantity("percent", start, end, value, "bps" if percent[:1] in "bB" else "%")
    if currency := match["symbol"] or match["paid"]:
        return Quantity("money", start, end, value, currency)
    return Quantity("number", start, end, value, match["unit"] or "")
