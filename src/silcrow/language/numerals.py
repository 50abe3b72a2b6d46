"""Numerals as printed: roman, Chinese and Japanese, full-width digits, numbers in words.

Values only; what a numeral counts (chapters, items, clauses) is not known here.
"""

import re

_ROMAN = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})\Z")
_ROMAN_VALUES = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip
_ROMAN_DIGITS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
ROMAN_LARGEST = 3999

_COUNTING = re.compile(r"(?<=[^\W\d_])[ \u00a0]n[or](?:\. ?| )(?=[\divx])")

_DIGIT_FORMS = [
    "零〇０0",
    "一壹１1",
    "二贰貳弐两兩２2",
    "三叁參参３3",
    "四肆４4",
    "五伍５5",
    "六陆陸６6",
    "七柒７7",
    "八捌８8",
    "九玖９9",
]
_DIGITS = {digit: value for value, digits in enumerate(_DIGIT_FORMS) for digit in digits}
_TENS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
CHINESE_NUMERALS = "".join([*_DIGITS, *_TENS, *_MYRIADS])
"""Every character of a Chinese or Japanese numeral, for a regex class."""
CHINESE_LONGEST = 24  # characters; longer runs of numerals are data, not a number

_TEENS = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_UNITS = _TEENS.split()
_WORDS = {word: value for value, word in enumerate(_UNITS, start=1)}
for _ten, _word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], start=2):
    _WORDS[_word] = 10 * _ten
    _WORDS |= {f"{_word}{unit}": 10 * _ten + value for value, unit in enumerate(_UNITS[:9], start=1)}


def roman(text: str) -> int | None:
    """Value of a canonical roman numeral in one case ("IV", "xii"), or None ("IIII", "Iv", "")."""
    if not text or not (text.isupper() or text.islower()):
        return None
    upper = text.upper()
    if not _ROMAN.match(upper):
        return None
    values = [_ROMAN_DIGITS[c] for c in upper]
    return sum(-v if v < after else v for v, after in zip(values, [*values[1:], 0], strict=True))


def to_roman(number: int) -> str:
    """Upper-case roman numeral of 1-3999; ValueError outside."""
    if not 1 <= number <= ROMAN_LARGEST:
        raise ValueError(f"{number} has no roman numeral")
    out = []
    for value, letters in _ROMAN_VALUES:
        count, number = divmod(number, value)
        out.append(letters * count)
    return "".join(out)


def chinese(text: str) -> int | None:
    """Value of a Chinese or Japanese numeral, or None.

    Counting form (一千零一), digit by digit (二〇二五), digits of either width (１２) and mixtures (3百) are read.
    """
    if not text or len(text) > CHINESE_LONGEST:
        return None
    if all(c in _DIGITS for c in text):
        return int("".join(str(_DIGITS[c]) for c in text))
    total = below_myriad = 0
    digit: int | None = None
    for c in text:
        if c in _DIGITS:
            digit = (digit or 0) * 10 + _DIGITS[c]
        elif c in _TENS:
            below_myriad += (1 if digit is None else digit) * _TENS[c]
            digit = None
        elif c in _MYRIADS:
            total += (below_myriad + (digit or 0)) * _MYRIADS[c]
            below_myriad, digit = 0, None
        else:
            return None
    return total + below_myriad + (digit or 0)


def word(text: str) -> int | None:
    """Value of an English number word up to ninety-nine ("One", "TWENTY-TWO", "twentytwo"), or None."""
    return _WORDS.get(text.lower().replace("-", "").replace(" ", ""))


def uncounted(text: str) -> str:
    """Folded text without a "no." that only says that a number follows: "item no. 1a" is "item 1a"."""
    return _COUNTING.sub(" ", text, count=1)
