"""One name for the ways a unit is printed."""

import re
from typing import Final

CURRENCY = re.compile(
    r"(?:US|CA|AU|HK)?\$|[€£¥]|\b(?:USD|EUR|GBP|JPY|CHF|CNY|RMB|dollars?|euros?|pounds?|yen)\b", re.IGNORECASE
)
_NAMES: Final = {
    "$": "USD", "us$": "USD", "usd": "USD", "dollar": "USD", "dollars": "USD", "€": "EUR", "eur": "EUR", "euro": "EUR",
    "euros": "EUR", "£": "GBP", "gbp": "GBP", "pound": "GBP", "pounds": "GBP", "¥": "JPY", "jpy": "JPY", "yen": "JPY",
    "ca$": "CAD", "au$": "AUD", "hk$": "HKD", "chf": "CHF", "rmb": "CNY", "cny": "CNY", "元": "CNY", "円": "JPY",
    "percent": "%",
}  # fmt: skip
CURRENCIES: Final = frozenset(_NAMES.values()) - {"%"}
_PLURAL: Final = {"hour": "hours", "day": "days", "week": "weeks", "month": "months", "year": "years"}
SPANS: Final = frozenset(_PLURAL.values())
"""Measures of time, by the one name each has."""


def unit_name(printed: str) -> str:
    """One name for the ways a unit is printed: `$` and `dollars` are USD, `day` is days."""
    low = printed.casefold().strip()
    return _NAMES.get(low) or _PLURAL.get(low, low)
