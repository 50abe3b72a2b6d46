"""The grammar of printed numbers: what label a line opens with and what it counts.

One line at a time; which of two readings holds ("i" as roman one or as ninth letter) and whether a run of numbers is
consistent is decided in sequence.py. Every pattern is anchored and bounded, so hostile lines cost no more than others.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from silcrow.language.numerals import CHINESE_NUMERALS, chinese, roman, word

HEAD: Final = 64
"""Characters of a line that may hold its label."""


@dataclass(frozen=True, slots=True)
class Number:
    """One reading of the number a line opens with.

    scheme   what counts: "item", "chapter", "decimal", "letter.", "(roman)", "第章", ...: equal schemes are comparable
    label    as printed, without the point, colon or bracket that only ends it
    title    the rest of the line
    values   (5, 2) of "5.2"; a letter counts from 1; a suffix letter is a further value ("1A" is (1, 1) of "item")
    named    a word or unit says that it is a number (Item, Chapter, 第…章); False for bare numbers and letters
    """

    scheme: str
    label: str
    title: str
    values: tuple[int, ...]
    named: bool


_Reading = tuple[str, tuple[int, ...], int, int, bool]
"""Scheme, values, end of the label, start of the title, named."""

# Words that name a division, by scheme. The scheme says which ones stand on one level.
_WORDS: Final = {
    "part": "part|teil|partie|parte",
    "item": "item",
    "chapter": "chapter|kapitel|chapitre|capítulo|capitolo|lecture|lesson|unit|module",
    "section": "section|abschnitt|sección|sezione|sec",
    "article": "article|artikel|artículo|articolo|rule|clause",
    "appendix": "appendix|annex|anhang|annexe|anexo|appendice|schedule|attachment",
    "exhibit": "exhibit",
    "note": "note",
    "book": "book|volume|title|division|subtitle|subpart|subchapter",
}
_SCHEME: Final = {name: scheme for scheme, names in _WORDS.items() for name in names.split("|")}
_NAMED = re.compile(
    r"(?P<word>" + "|".join(sorted(_SCHEME, key=len, reverse=True)) + r")s?\.?[ \t\u00a0\u3000]{1,4}(?:n[or]\.? ?)?"
    r"(?P<number>\d{1,4}(?:\.\d{1,3}){0,5}[a-z]?|[ivxlc]{1,8}|[a-z](?:\.?\d{1,2}){0,3}|"
    r"[a-z]{5,7}-[a-z]{3,5}|[a-z]{3,9})"
    r"(?P<subs>(?:\([a-z0-9]{1,4}\)){0,4})"
    r"(?P<more>(?:\.?,? ?(?:and|&|to|through|,|\u2013|-) ?(?:item )?\d{1,2}[a-z]?(?=[\s.,:])){0,3})"
    r"(?P<end>[ \t\u00a0\u3000]{0,3}[.:)\u2013\u2014\u2015|-]{1,2}(?=\s|\w|$|\()|[ \t\u00a0\u3000]{1,8}|$)",
    re.IGNORECASE,
)
_DECIMAL = re.compile(
    r"(?P<sign>§{1,2} ?)?(?P<number>\d{1,4}(?:\.\d{1,3}){0,6})(?P<letter>[a-z](?![a-z]))?"
    r"(?P<subs>(?:\([a-z0-9]{1,4}\)){0,4})(?P<end> ?\.(?!\d)|[):、](?!\d)|\uff0e|(?=[\s\u3000])|$)",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"(?P<number>[A-Z]{1,2}(?:\.\d{1,3}){1,6})(?P<end>[.):]?)(?=\s|$)")
_BRACKETED = re.compile(r"[(（](?P<number>\d{1,3}|[a-z]{1,6}|[A-Z]{1,6})[)）]")
_ENDED = re.compile(r"(?P<number>[ivxlcdm]{1,8}|[IVXLCDM]{1,8}|[a-zA-Z]{1,2})(?P<end> ?[.):](?=\s|$)|、)")
_BARE = re.compile(r"(?P<number>[A-Z]|[IVX]{2,5})[ \u00a0]{1,4}(?=[A-Z\u4e00-\u9fff])")
_CJK = r"[" + CHINESE_NUMERALS + r"]{1,12}"
# Units, each with the characters that make another word of it: 第一回合 and 第二条件 count nothing.
_UNITS: Final = {
    "编": "", "編": "", "篇": "文幅", "部": "队隊门門长長件署落下", "卷": "轴軸", "章": "程鱼魚", "节": "课目省",
    "節": "課目省", "条": "件例约", "條": "件例約", "款": "式", "項": "目", "项": "目", "回": "合来來应應到家顾顧",
    "講": "師话", "讲": "师话", "课": "程题", "課": "程題", "話": "題",
}  # fmt: skip
_UNIT = re.compile(
    r"第[ \u3000]{0,3}(?P<number>" + _CJK + r")[ \u3000]{0,3}(?P<unit>"
    + "|".join(f"{unit}(?![{bad}])" if bad else unit for unit, bad in _UNITS.items())
    + r")(?P<rest>分|之[" + CHINESE_NUMERALS + r"]{1,3}|の[" + CHINESE_NUMERALS + r"]{1,3})?"
)  # fmt: skip
_SAME_UNIT: Final = {"編": "编", "節": "节", "條": "条", "項": "项", "講": "讲", "課": "课"}
_CJK_APPENDIX = re.compile(
    r"(?:附录|附錄|付録|附件|附則|附则|別表|别表)[ \u3000]{0,3}(?P<number>[A-Z](?![A-Za-z])|" + _CJK + r")?"
)
_CJK_ENDED = re.compile(r"(?P<number>" + _CJK + r")(?P<end>[、．])")
_CJK_BRACKETED = re.compile(r"[(（](?P<number>" + _CJK + r")[)）]")
_BLANK: Final = " \t\u00a0\u3000\u2002\u2003"
_AFTER_LABEL: Final = " \t.:|\u2013\u2014\u2015\u3000\u00a0、"
_WIDE = {ord("０") + d: ord("0") + d for d in range(10)} | {ord("Ａ") + d: ord("A") + d for d in range(26)}
_WIDE |= {ord("（"): ord("("), ord("）"): ord(")"), ord("："): ord(":"), 0x3000: 32, 0xA0: 32}
LARGEST: Final = 399
"""A bare number above this is a year, a quantity or a page, not the number of a section."""


def _letters(text: str) -> int | None:
    """a=1 … z=26, aa=27, bb=28; None for other pairs."""
    if len(text) == 1:
        return ord(text.lower()) - 96
    return 26 + ord(text[0].lower()) - 96 if len(set(text.lower())) == 1 else None


def _dotted(text: str) -> tuple[int, ...]:
    return tuple(int(part) if part.isdigit() else (_letters(part) or 0) for part in text.split(".") if part)


def _subs(text: str) -> tuple[int, ...]:
    parts = text.strip("()").split(")(") if text else ()
    return tuple(int(part) if part.isdigit() else (roman(part) or _letters(part[:1]) or 0) for part in parts)


def _named(head: str) -> Iterator[_Reading]:
    if not (found := _NAMED.match(head)):
        return
    number, scheme = found["number"], _SCHEME[found["word"].lower()]
    values: tuple[int, ...] | None
    if number[0].isdigit():
        suffix = number[-1] if number[-1].isalpha() else ""
        values = _dotted(number.removesuffix(suffix)) + ((_letters(suffix) or 0,) if suffix else ())
    elif len(number) == 1 or "." in number or number[-1].isdigit():
        # "Part I" is roman one; "Appendix I" follows H: sequence.py sees both.
        yield from _lettered_name(scheme, number, found)
        return
    else:
        value = roman(number) or word(number)
        values = None if value is None else (value,)
    if values is not None and not (scheme == "item" and not number[0].isdigit() and not found["end"].strip()):
        label_end = max(found.end("number"), found.end("subs"), found.end("more"))
        yield scheme, values + _subs(found["subs"]), label_end, found.end(), True


def _lettered_name(scheme: str, number: str, found: re.Match[str]) -> Iterator[_Reading]:
    label_end = max(found.end("number"), found.end("subs"))
    if not (number[0].isupper() or found["word"].isupper() or found["end"].strip()):
        return  # "section a" in prose
    value = roman(number)
    if value is not None and scheme != "appendix":
        yield scheme, (value,), label_end, found.end(), True
    parts = re.findall(r"[A-Za-z]|\d+", number)
    yield scheme, _dotted(".".join(parts)), label_end, found.end(), True
    if value is not None and scheme == "appendix":
        yield scheme, (value,), label_end, found.end(), True


def _decimal(head: str) -> Iterator[_Reading]:
    if not (found := _DECIMAL.match(head)):
        return
    values = _dotted(found["number"])
    if max(values) > LARGEST or (len(values) > 1 and values[0] > 99 and not found["sign"]):
        return
    if found["number"][0] == "0" and len(found["number"]) > 1 and found["number"][1] != ".":
        return
    if found["letter"]:
        if len(values) == 1 and not found["end"].strip():
            return  # 5G, 4G LTE, 3D plots
        values += (_letters(found["letter"]) or 0,)
    end = found["end"].strip()
    scheme = "§" if found["sign"] else "decimal)" if end == ")" else "decimal"
    label_end = max(found.end("number"), found.end("letter"), found.end("subs"))
    yield scheme, values + _subs(found["subs"]), label_end, found.end(), bool(found["sign"])


def _lettered(head: str) -> Iterator[_Reading]:
    if (found := _LETTERED.match(head)) and found["number"][:2] not in ("U.", "E."):
        yield "lettered", _dotted(found["number"]), found.end("number"), found.end(), False


def _letter(head: str) -> Iterator[_Reading]:
    found, form = _BRACKETED.match(head), "({})"
    if not found:
        found = _ENDED.match(head)
        form = "{}" + ((found["end"].strip()[:1] or ".") if found else "")
    if not found:
        return
    number = found["number"]
    label_end = found.end() if form == "({})" else found.end("number")
    if number.isdigit():
        yield "(decimal)", (int(number),), label_end, found.end(), False
        return
    if not (number.isupper() or number.islower()):
        return
    case = "upper" if number.isupper() else "lower"
    value, letter = roman(number), _letters(number) if len(number) <= 2 else None
    readings = [("roman", value), ("letter", letter)]
    if number.lower() not in ("i", "v", "x", "ii", "vv", "xx"):
        readings.reverse()  # a lone c, d, l, m is a letter first
    for name, reading in readings:
        if reading is not None:
            yield form.format(f"{case}-{name}"), (reading,), label_end, found.end(), False


def _cjk(head: str) -> Iterator[_Reading]:
    if found := _UNIT.match(head):
        value = chinese(found["number"])
        rest = found["rest"] or ""
        values = (value or 0,) + ((chinese(rest[1:]) or 0,) if rest and rest != "分" else ())
        yield "第" + _SAME_UNIT.get(found["unit"], found["unit"]), values, found.end(), found.end(), True
    elif found := _CJK_APPENDIX.match(head):
        number = found["number"] or ""
        value = chinese(number) if number and not number.isascii() else (_dotted(number) or (0,))[0]
        end = found.end("number") if number else found.end()
        yield "appendix", (value or 0,), len(head[:end].rstrip(_BLANK)), end, True
    elif found := _CJK_BRACKETED.match(head):
        yield "（一）", (chinese(found["number"]) or 0,), found.end(), found.end(), False
    elif found := _CJK_ENDED.match(head):
        yield "一、", (chinese(found["number"]) or 0,), found.end("number"), found.end(), False


def _alone(head: str) -> Iterator[_Reading]:
    """A number word in capitals with nothing beside it: the number of a chapter, set above its title."""
    if head.isupper() and (value := word(head.strip())) is not None:
        yield "chapter", (value,), len(head), len(head), True


_GRAMMAR: Final[tuple[Callable[[str], Iterator[_Reading]], ...]] = (
    _named, _decimal, _lettered, _letter, _cjk, _alone,
)  # fmt: skip


def readings(text: str) -> tuple[Number, ...]:
    """The ways to read the number that `text` opens with, the likelier first; empty when it opens with none."""
    head = text[:HEAD].translate(_WIDE)
    start = len(head) - len(head.lstrip(_BLANK))
    head = head[start:]
    for rule in _GRAMMAR:
        if found := tuple(rule(head)):
            return tuple(
                Number(
                    scheme=scheme,
                    label=" ".join(text[start : start + label_end].split()),
                    title=text[start + title_start :].strip(_BLANK + "\r\n").lstrip(_AFTER_LABEL),
                    values=values,
                    named=named,
                )
                for scheme, values, label_end, title_start, named in found
            )
    return ()


def bare(text: str) -> tuple[Number, ...]:
    """The readings of a capital or a roman numeral that only a space parts from a title: "A Prompts", "II Methods".

    "A" is an article and "I" a pronoun more often than not, so only their neighbours can tell: see sequence.py.
    """
    found = _BARE.match(text)
    if not found:
        return ()
    letters, title = found["number"], text[found.end() :]
    values = [("letter", _letters(letters) if len(letters) == 1 else None), ("roman", roman(letters))]
    return tuple(
        Number(f"upper-{name}", letters, title, (value,), named=False) for name, value in values if value is not None
    )


def split_label(text: str) -> tuple[str, str]:
    """Label and title of a heading as printed: ("Item 1A", "Risk Factors"), ("第 5 章", "总则"), ("", "Preface")."""
    found = readings(text)
    return (found[0].label, found[0].title) if found else ("", text.strip())


def is_mark(scheme: str) -> bool:
    """Whether a scheme is that of clauses and list points: (a), (1), iv), a."""
    return scheme[:1] in ("(", "（") or scheme.endswith(")") or scheme.startswith("lower")


def scheme(text: str) -> str:
    """Name of the scheme that the label of `text` belongs to, or an empty string."""
    found = readings(text)
    return found[0].scheme if found else ""
