"""How the numbers of Word's lists are written: a number and the name of its format to text. Knows no counters."""

from typing import Final

from silcrow.language.numerals import ROMAN_LARGEST, to_roman

_LARGEST: Final = 32_767  # Word counts no further
_CHINESE: Final = "〇一二三四五六七八九"
_LEGAL: Final = "零壹贰叁肆伍陆柒捌玖"
_JAPANESE_LEGAL: Final = "〇壱弐参四伍六七八九"
_STEMS: Final = "甲乙丙丁戊己庚辛壬癸"
_BRANCHES: Final = "子丑寅卯辰巳午未申酉戌亥"
_AIUEO: Final = "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン"
_IROHA: Final = "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセスン"
_GANADA: Final = "가나다라마바사아자차카타파하"
_CHOSUNG: Final = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"
_HEBREW: Final = "אבגדהוזחטיכלמנסעפצקרשת"
_RUSSIAN: Final = "абвгдежзиклмнопрстуфхцчшщыэюя"
_ONES: Final = (
    "", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve", "Thirteen",
    "Fourteen", "Fifteen", "Sixteen", "Seventeen", "Eighteen", "Nineteen",
)  # fmt: skip
_TENS: Final = ("", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety")
_ORDINALS: Final = {
    "One": "First", "Two": "Second", "Three": "Third", "Five": "Fifth", "Eight": "Eighth", "Nine": "Ninth",
    "Twelve": "Twelfth",
}  # fmt: skip

_ALPHABETS: Final = {
    "aiueo": _AIUEO,
    "aiueoFullWidth": _AIUEO,
    "iroha": _IROHA,
    "irohaFullWidth": _IROHA,
    "ganada": _GANADA,
    "chosung": _CHOSUNG,
    "hebrew2": _HEBREW,
    "ideographTraditional": _STEMS,
    "ideographZodiac": _BRANCHES,
    "russianLower": _RUSSIAN,
    "russianUpper": _RUSSIAN.upper(),
}
_COUNTED: Final = {
    "chineseCounting": _CHINESE, "chineseCountingThousand": _CHINESE, "taiwaneseCounting": _CHINESE,
    "taiwaneseCountingThousand": _CHINESE, "japaneseCounting": _CHINESE, "koreanCounting": _CHINESE,
    "ideographLegalTraditional": _LEGAL, "chineseLegalSimplified": _LEGAL, "japaneseLegal": _JAPANESE_LEGAL,
}  # fmt: skip
_BY_DIGIT: Final = ("ideographDigital", "japaneseDigitalTenThousand", "taiwaneseDigital", "koreanDigital2")


def written(number: int, style: str) -> str:
    """The number in a format; unknown formats are decimal, `none` and `bullet` are nothing."""
    if style in ("none", "bullet"):
        return ""
    if not 0 < number <= _LARGEST:
        return str(number)
    if style in ("upperRoman", "lowerRoman") and number <= ROMAN_LARGEST:
        roman = to_roman(number)
        return roman if style == "upperRoman" else roman.lower()
    if style in ("upperLetter", "lowerLetter"):
        return _repeated(
            number, "ABCDEFGHIJKLMNOPQRSTUVWXYZ" if style == "upperLetter" else "abcdefghijklmnopqrstuvwxyz"
        )
    if style in _ALPHABETS:
        return _cycled(number, _ALPHABETS[style])
    if style in _COUNTED:
        return _counted(number, _COUNTED[style])
    if style in _BY_DIGIT:
        return "".join(_CHINESE[int(digit)] for digit in str(number))
    return _in_digits(number, style)


def _in_digits(number: int, style: str) -> str:
    if style == "decimalZero":
        return f"{number:02}"
    if style in ("decimalFullWidth", "decimalFullWidth2"):
        return "".join(chr(ord("０") + int(digit)) for digit in str(number))
    if style in ("decimalEnclosedCircle", "decimalEnclosedCircleChinese") and number <= 20:
        return chr(ord("①") + number - 1)
    if style == "decimalEnclosedParen":
        return f"({number})"
    if style == "decimalEnclosedFullstop":
        return f"{number}."
    if style == "numberInDash":
        return f"- {number} -"
    if style == "ordinal":
        return _ordinal(number)
    if style == "cardinalText" and number < 100:
        return _words(number)
    if style == "ordinalText" and number < 100:
        return _ordinal_words(number)
    return str(number)


def _repeated(number: int, alphabet: str) -> str:
    """From a to z, then aa, bb: Word repeats the letter."""
    times, at = divmod(number - 1, len(alphabet))
    return alphabet[at] * (times + 1) if times < 30 else str(number)


def _cycled(number: int, alphabet: str) -> str:
    return alphabet[(number - 1) % len(alphabet)]


def _counted(number: int, digits: str) -> str:
    """Counting form: 十一, 二十, 一百零五."""
    legal = digits != _CHINESE
    units = ("", "拾", "佰", "仟", "万") if legal else ("", "十", "百", "千", "万")
    if number >= 10_000:
        return str(number)
    out, gap = "", False
    for place in range(3, -1, -1):
        digit = number // 10**place % 10
        if digit:
            out += ("零" if gap and out else "") + digits[digit] + units[place]
            gap = False
        else:
            gap = True
    return out.removeprefix("一") if 10 <= number < 20 and not legal else out


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def _words(number: int) -> str:
    if number < 20:
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return f"{_TENS[tens]}-{_ONES[ones].lower()}" if ones else _TENS[tens]


def _ordinal_words(number: int) -> str:
    tens, ones = divmod(number, 10)
    if number >= 20 and ones:
        return f"{_TENS[tens]}-{_ordinal_words(ones).lower()}"
    plain = _words(number)
    if plain in _ORDINALS:
        return _ORDINALS[plain]
    return plain.removesuffix("y") + "ieth" if plain.endswith("y") else plain + "th"
