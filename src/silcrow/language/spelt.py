"""Numbers in words: "three", "twenty-one", "two hundred million" in English, 三百 and 十二 in Chinese and Japanese.

Only what is a number for sure: "one" is more often a pronoun, and a single 三 counts only before a counting word.
Ordinals and other languages are not read.
"""

import re
from dataclasses import dataclass
from decimal import Decimal

from silcrow.language.numerals import chinese, word

_TEENS = "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
_TENS = "(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
_BELOW = rf"(?:{_TENS}(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?|{_TEENS})"
_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_ENGLISH = re.compile(
    rf"\b(?:(?P<hundreds>one|{_BELOW})\shundred(?:\s(?:and\s)?(?P<rest>one|{_BELOW}))?|(?P<below>{_BELOW})"
    rf"|one(?=\s(?:{'|'.join(_SCALES)})\b))(?:\s(?P<scale>{'|'.join(_SCALES)}))?\b(?![-'])",
    re.IGNORECASE,
)
_DIGIT = "一二三四五六七八九〇零两"
_CJK = re.compile(
    rf"(?<![第{_DIGIT}十百千万億亿])(?:[{_DIGIT}十百千万億亿]{{0,12}}[{_DIGIT}][{_DIGIT}十百千万億亿]{{1,12}}|十[{_DIGIT}]"
    r"|[二三四五六七八九十两](?=[年月日人个個名件条條次家倍割台枚隻艘所間点本]))"
)
_COUNTED = re.compile(r"[\s-]+(?:%|([^\W\d_]{3,}))|\s?([%円元年月日人个個名件条條次家倍割台枚隻艘所間点本])")


@dataclass(frozen=True, slots=True)
class Spelt:
    """A number in words at text[start:end]; `counts` is the word behind it, without case."""

    start: int
    end: int
    value: Decimal
    counts: str = ""


def spelt(text: str) -> list[Spelt]:
    """The numbers in words of a text, in order."""
    found = [Spelt(m.start(), m.end(), Decimal(_english(m)), _behind(text, m.end())) for m in _ENGLISH.finditer(text)]
    for match in _CJK.finditer(text):
        value = chinese(match[0])
        if value is not None:
            found.append(Spelt(match.start(), match.end(), Decimal(value), _behind(text, match.end())))
    return sorted(found, key=lambda one: one.start)


def _behind(text: str, end: int) -> str:
    """The word behind a number that ends there, without case; empty where none follows at once."""
    found = _COUNTED.match(text, end)
    return (found[1] or found[2] or "%").casefold() if found else ""


def _english(match: re.Match[str]) -> int:
    if match["hundreds"]:
        value = 100 * (word(match["hundreds"]) or 0) + (word(match["rest"]) or 0 if match["rest"] else 0)
    else:
        value = (word(match["below"]) or 0) if match["below"] else 1
    return int(value * 10 ** _SCALES.get((match["scale"] or "").casefold(), 0))
