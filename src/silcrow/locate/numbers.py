"""What words number: "Item 1A", "Chapter V", "5.2(b)", "第五章", "the third annex" as a kind and a number.

Compares numbers however they are written (roman, in words, Chinese); knows nothing of sections. Patterns are bounded.
"""

import re
from typing import Final, NamedTuple

from silcrow.language.folding import fold
from silcrow.language.numerals import CHINESE_NUMERALS, chinese, roman, word

WORDS: Final = {
    "item": "items?",
    "chapter": "chapters?|chap\\.?|kapitel|chapitres?|capítulos?|capitol[oi]",
    "section": "subsections?|sections?|sec(?:s|t)?\\.?|§{1,2}|abschnitte?|secci[oó]n(?:es)?|sezion[ei]",
    "article": "articles?|art\\.?|artikel|artículos?|articol[oi]",
    "clause": "sub-?clauses?|clauses?",
    "paragraph": "sub-?paragraphs?|paragraphs?|paras?\\.?",
    "part": "parts?|teil|parties?|parte",
    "annex": "annex(?:es)?|annexes?|anhang|annexures?",
    "appendix": "appendix|appendices|appendixes|app\\.|anexos?|appendice",
    "schedule": "schedules?",
    "exhibit": "exhibits?",
    "attachment": "attachments?",
    "note": "(?:foot)?notes?",
    "rule": "rules?",
    "table": "tables?|tab\\.",
    "figure": "figures?|figs?\\.?",
    "book": "books?|volumes?",
}
"""Patterns of the words that say what is numbered, by kind."""
_CJK_KINDS: Final = {
    "编": "part", "編": "part", "部": "part", "篇": "part", "卷": "book", "章": "chapter", "节": "section",
    "節": "section", "条": "article", "條": "article", "款": "paragraph", "项": "clause", "項": "clause",
}  # fmt: skip
_CJK_NAMED: Final = {
    "附录": "appendix", "附錄": "appendix", "付録": "appendix", "附件": "annex", "附則": "annex", "附则": "annex",
    "別表": "schedule", "别表": "schedule", "图": "figure", "図": "figure", "圖": "figure", "表": "table", "注": "note",
}  # fmt: skip
_ORDINALS: Final = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth",
)  # fmt: skip

_IN_WORDS = (
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)"
    r"(?:[- ]?(?:one|two|three|four|five|six|seven|eight|nine))?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
    r"|eighteen|nineteen"
)
NUMBER: Final = (
    r"(?:\d{1,4}[a-z]?(?:[.-]\d{1,4}){0,6}(?:\.?[a-z](?![a-z]))?|[ivxlc]{1,8}(?![a-z])|[a-z](?:[.-]?\d{1,3}){0,4}(?![a-z])"
    rf"|(?:{_IN_WORDS})(?![a-z]))"
    r"(?:\s?\([a-z0-9]{1,5}\)){0,4}"
)
"""A number as it is printed behind its word, in lower case."""
WORD: Final = "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS.items())
_NAMED = re.compile(rf"(?:{WORD})\s{{0,3}}(?:no\.?\s?|number\s)?(?P<number>{NUMBER})(?=[\s.,:;)\]–—-]|\Z)", re.ASCII)
_MARK = re.compile(r"\((?P<number>[a-z]{1,5}|\d{1,3})\)(?=\s|\Z|\.)")
_BARE = re.compile(rf"(?P<number>{NUMBER})(?=[\s.,:;)\]–—-]|\Z)")
_CJK = re.compile(
    rf"第\s{{0,3}}(?P<number>[{CHINESE_NUMERALS}]{{1,12}})\s{{0,3}}(?P<unit>[{''.join(_CJK_KINDS)}])"
    rf"(?:[之の](?P<sub>[{CHINESE_NUMERALS}]{{1,4}}))?"
)
_CJK_NAME = re.compile(
    rf"(?P<word>{'|'.join(_CJK_NAMED)})\s{{0,3}}(?P<number>[A-Za-z](?![A-Za-z])|\d{{1,3}}(?:[.-]\d{{1,3}}){{0,3}}|[{CHINESE_NUMERALS}]{{1,8}})"
)

_TRIM: Final = " \t.:;,–—-"


class Numbered(NamedTuple):
    """A kind ("" for a bare number, "mark" for one in brackets), its number in parts, and where its text ends."""

    kind: str
    number: tuple[str, ...]
    end: int


def read(text: str) -> Numbered | None:
    """The number that a text opens with: "Item 1A" gives item and ("1a",), "5.2(b)" gives ("5", "2", "b").

    A lone word in letters ("ten", "I") is a number only where nothing stands behind it or a word names its kind.
    """
    head = fold(text[:80]).casefold()
    start = len(head) - len(head.lstrip())
    if found := _NAMED.match(head, start):
        return Numbered(_kind(found), parts(found["number"]), found.end())
    if found := _CJK.match(head, start):
        number = _cjk_number(found["number"])
        sub = (_cjk_number(found["sub"]),) if found["sub"] else ()
        return Numbered(_CJK_KINDS[found["unit"]], (number, *sub), found.end())
    if found := _CJK_NAME.match(head, start):
        number_text = found["number"]
        number_parts = parts(number_text) if number_text[0].isascii() else (_cjk_number(number_text),)
        return Numbered(_CJK_NAMED[found["word"]], number_parts, found.end())
    if found := _MARK.match(head, start):
        return Numbered("mark", (found["number"],), found.end())
    if (found := _BARE.match(head, start)) and (found["number"][0].isdigit() or not head[found.end() :].strip(_TRIM)):
        return Numbered("", parts(found["number"]), found.end())
    return None


def _kind(found: re.Match[str]) -> str:
    return next(kind for kind in WORDS if found[kind])


def _cjk_number(text: str) -> str:
    value = chinese(text)
    return text if value is None else str(value)


def parts(number: str) -> tuple[str, ...]:
    """The parts of a number as printed: "12.2(c)(ii)" is 12, 2, c, ii; "7A" is one part, and so is "twenty-one"."""
    number = number.strip(_TRIM + "()")
    if (value := word(number)) is not None:
        return (str(value),)
    plain = re.sub(r"\s?\(", ".", number).replace(")", "").replace("-", ".").replace(" ", "")
    found = tuple(part for part in plain.split(".") if part)
    return found[:-1] if len(found) > 1 and found[-1] == "0" else found


def same(asked: tuple[str, ...], printed: tuple[str, ...], *, letters: bool = False) -> bool:
    """Whether two numbers are the same, however they are written: "V" and "5".

    `letters`: a single letter that is printed is a letter of an alphabet, and not a roman numeral.
    """
    if asked == printed:
        return True
    if len(asked) != len(printed):
        return False
    return all(
        bool(_values(one) & (_values(other) if len(other) > 1 or not letters else {other}))
        for one, other in zip(asked, printed, strict=True)
    )


def _values(part: str) -> set[str]:
    """A part as it is, and the value of a roman numeral."""
    value = roman(part)
    return {part} if value is None else {part, str(value)}


def ordinal(text: str) -> int | None:
    """1 for "first" or "1st", -1 for "last"; None for what is no ordinal."""
    low = text.casefold()
    if low in _ORDINALS:
        return _ORDINALS.index(low) + 1
    if low in ("last", "final"):
        return -1
    found = re.match(r"(\d{1,3})(?:st|nd|rd|th)\Z", low)
    return int(found[1]) if found else None


def kind_of(word_: str) -> str | None:
    """The kind that a word names, singular or plural: "annexes" is annex."""
    low = word_.casefold().strip(_TRIM)
    return next((kind for kind, words in WORDS.items() if re.fullmatch(words, low)), None) or next(
        (kind for name, kind in _CJK_NAMED.items() if low == name), None
    )


def is_plural(word_: str) -> bool:
    """Whether such a word means several."""
    low = word_.casefold().strip(_TRIM)
    return low in ("appendices", "§§") or (low.endswith("s") and low != "s")
