"""What a heading is not: captions, key: value lines, list items, formulae, code, addresses, prose.

Each rule reads one line of text and knows nothing of style or place. `refuse` names the first rule that holds; these
are refused whatever else speaks for them, bookmarks and explicit levels apart. `doubts` are weighed.
"""

import re
from collections.abc import Sequence
from typing import Final

_CAPTION = re.compile(
    r"(?:figures?|figs?|tables?|charts?|graphs?|plates?|photos?|maps?|schemes?|listings?|algorithms?|equations?|eqs?|"
    r"box(?:es)?|abbildung|abb|tabelle|tab|tableau|figura|tabla|ilustración|illustration|diagrams?)"
    r"\.?[ \u00a0]{0,2}(?:\d{1,3}|(?-i:[A-Z](?=[.:\d-])|[IVX]{1,5}\b))(?:[.\-–]\d{1,3}){0,3}(?-i:[A-Za-z])?"
    r"(?:[.:)|–—-]|\s|$|(?-i:(?<=\d)(?=[A-Z][a-z])))|"
    r"[图表圖図][ \u3000]{0,2}[\d一二三四五六七八九十０-９A-Z]",
    re.IGNORECASE,
)
_SOURCE = re.compile(r"(?:sources?|notes?|n\.b|quelle|fuente|资料来源|出典|注)\s?[:：]", re.IGNORECASE)
_UNIT = re.compile(
    r"\(?(?:amounts? |dollars? |figures? |shares? )?(?:in )?"
    r"(?:thousands|millions|billions|trillions|per ?cent|percentage)\b"
    r"(?: of [\w.]{1,12}(?: [\w.]{1,12})?| points?|,? except .{1,60})?\W*\Z",
    re.IGNORECASE,
)
_CONTINUED = re.compile(r"\W*(?:\(?(?:continued|cont[’']?d?\.?)\)?)\W*\Z", re.IGNORECASE)
_ADDRESS = re.compile(
    r"https?://|www\.|[\w.+-]{1,64}@[\w-]{1,64}\.|\(\d{3}\) ?\d{3}-\d{4}|"
    r", (?:[A-Z]{2}|[A-Z]\.[A-Z]\.|[A-Z][a-z]{2,14}(?: [A-Z][a-z]{2,14})?) {1,3}\d{5}(?:-\d{4})?\W*\Z"
)
_BOX = re.compile(r"[☐☑☒]|Yes [\W_xXo¨þ] ?No\b|(?:if yes, )?indicate by check ?mark\b", re.IGNORECASE)
_FORMULA = re.compile(r"[=≈≤≥∑∫√∂∞±×÷→⇒∈∀∃]")
_CODE = re.compile(
    r"[{};]\s*\Z|^\s*[$#>%]{1,3}\s|\(\)\s*[;{]|::|->|==|&&|\|\||</|/\*|^\s*//|\\begin|^[-+]{2,}\w|^\.{1,2}/|^/\w+/"
)
_FIGURES = re.compile(r"[\d$€£¥%]")
_FIGURE = re.compile(
    r"[(\-–]?[$€£¥]?(?:\d{1,3}(?:,\d{3})+(?:\.\d{1,4})?|\d{1,4}\.\d{1,4}|\d{1,5}(?=%|\)))%?\)?%?\Z|[$€£¥%—–-]\Z"
)
_FEWEST: Final = 2  # figures at the end of a line that make it a row of a table
_CELLS: Final = 60  # characters of a line that may be nothing but figures
_QUANTITY = re.compile(
    r"(?:[$€£¥] ?)?\d[\d,]{0,9}(?:\.\d{1,4})?[ \u00a0-]?(?:(?:business|calendar|working|trading) )?"
    r"(?:months?|days?|weeks?|years?|quarters?|hours?|minutes?|seconds?|per ?cent|dollars?|euros?|pounds?|usd|eur|gbp|"
    r"miles?|feet|inches|kg|km|%)\W*\Z",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]{2,}")
_KEY_VALUE = re.compile(r"[A-Z][\w ’'/().-]{1,30}: +\S")
_METADATA = re.compile(
    r"(?:(?:authors?|organi[sz]ation|department|date|revision|prepared (?:by|for)|approved by|reviewed by|from|to|cc|"
    r"phone|tel|telephone|fax|e-?mail|document (?:no|number|id)|(?:effective|issue) date|"
    r"作者|日期|版本|编号|部门|作成者|日付)"
    r"\.?\s?[:：]|(?-i:[A-Z])[\w ]{1,24}: \S[^:]{0,60}\s(?-i:[A-Z])\w{1,24}: )\s{0,3}\S",
    re.IGNORECASE,
)
_PAGE_OF = re.compile(r"(?:page|seite|p\.)\s*\d+(?:\s*(?:of|/|von)\s*\d+)?\W*\Z|\d+\s*(?:of|/)\s*\d+\Z", re.IGNORECASE)
_DATE = re.compile(
    r"(?:(?:as of|at|for the|years? ended|fiscal years?|quarter ended|three months ended|six months ended|nine months "
    r"ended|months ended|dated?:?)\b.{0,24})?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.? \d{1,2}(?:, ?\d{4})?"
    r"(?: (?:and|to|through) .{4,24})?\W*\Z",
    re.IGNORECASE,
)
_BULLET = re.compile(r"[•‣▪●○◦■□◆➢➤✓✔☐☒*·–—-]\s")
_SENTENCE = re.compile(r"(?:[^\W\d_]{2}|\))[.!?][”’\")\]]?\s+[A-Z“\"(]")
_REFERENCE = re.compile(
    r"\[\d{1,3}\]\s|\(\d{4}[a-z]?\)\.|\bet al\b|\bpp?\. ?\d|\bvol\. ?\d|\bdoi\b|\bISBN\b", re.IGNORECASE
)
_NAMES: Final = (
    "abstract|introduction|preface|foreword|acknowledgements|acknowledgments|acknowledgement|references|bibliography|"
    "glossary|conclusion|conclusions|summary|executive summary|appendix|appendices|discussion|results|methods|"
    "background|related work|overview|signatures|signature|exhibits|notes|glossary of terms|about the authors|"
    "copyright|methodology|materials and methods|limitations|definitions|scope|index|まえがき|はじめに|序言|前言|绪论|"
    "引言|结论|参考文献|附录|致谢|摘要|索引|おわりに|謝辞|概要|概览"
)
_KNOWN: Final = frozenset(_NAMES.split("|"))
_FINITE: Final = (
    "is are was were has have had will would shall may can could should must does do did been be being became becomes "
    "made make makes includes include included provides provided see"
)
_VERBS: Final = frozenset(_FINITE.split())


_WIDE: Final = "\u2e80"  # from here on scripts have no capitals
SHORT: Final = 8  # words of a title that says by its brevity that it is one


def refuse(text: str, title: str) -> str:
    """The name of the rule that refuses text as a heading, or an empty string; `title` is text without its number."""
    letters = len(_LETTERS.findall(text))
    if not letters:
        return "no letters"
    if _CAPTION.match(text):
        return "caption"
    if len(title) == 1 and title == text:
        return "single letter"
    if _UNIT.match(text):
        return "unit"
    if _SOURCE.match(text):
        return "source line"
    if _ADDRESS.search(text):
        return "address"
    if _BOX.search(text):
        return "box to tick"
    if _PAGE_OF.match(text):
        return "page number"
    if _BULLET.match(text):
        return "bullet"
    if _CONTINUED.match(text):
        return "continued"
    if _QUANTITY.match(text):
        return "quantity"
    if _METADATA.match(title) and title == text:
        return "key: value"
    if _is_row(title):
        return "row"
    if title and len(_FIGURES.findall(title)) > 2 * len(_LETTERS.findall(title)):
        return "figures"
    return ""


def _is_row(title: str) -> bool:
    """Whether a line ends in several figures: "Effective tax rate 23.9 % 17.6 %". Years and dates are none of them."""
    return _figures(title.split()) >= _FEWEST


def is_figures(text: str) -> bool:
    """Whether text is nothing but figures, at least two: the cells of a row whose label stands beside them."""
    words = text[:_CELLS].split()
    return all(map(_FIGURE.match, words)) and _figures(words) >= _FEWEST


def _figures(words: Sequence[str]) -> int:
    """How many figures words end in; one with thousands and decimals is as plain as two."""
    count = 0
    for word in reversed(words):
        if not _FIGURE.match(word):
            break
        count += 2 if "," in word and "." in word else any(map(str.isdigit, word))
    return count


def doubts(text: str, title: str) -> list[str]:
    """Names of what in the wording speaks against a heading; `title` is text without its number."""
    found = []
    words = title.split()
    ending = text[-1:]
    if ending in ".。":
        found.append("full stop")
    elif ending in ":：":
        found.append("colon")
    elif ending in ",;，；、-":
        found.append("comma")
    first = title.lstrip("“\"'(‘[")[:1]
    if first.islower():
        found.append("lower case")
    if len(words) > 14 or len(text) > 120:
        found.append("long")
    if _SENTENCE.search(title):
        found.append("two sentences")
    if len(words) > 4 and sum(word.lower() in _VERBS for word in words) >= 1 and not text.endswith("?"):
        found.append("verb")
    if len(_FIGURES.findall(title)) > len(_LETTERS.findall(title)):
        found.append("more figures than letters")
    if _FORMULA.search(text):
        found.append("formula")
    if _CODE.search(text):
        found.append("code")
    if _KEY_VALUE.match(title):
        found.append("key: value")
    if _DATE.match(text):
        found.append("date")
    if _REFERENCE.search(text):
        found.append("reference")
    if len(words) > 3 and _share_capital(words) < 0.3:
        found.append("few capitals")
    return found


def _share_capital(words: list[str]) -> float:
    long = [word for word in words if len(word) > 3 and word[0].isalpha()]
    return sum(1 for word in long if word[0].isupper()) / len(long) if long else 1.0


def names(title: str, doubts: Sequence[str]) -> list[str]:
    """What the wording says for a heading: one of the usual names of a section, or a short title without a doubt."""
    found = []
    if len(title) < 24 and title.strip(" .:").casefold() in _KNOWN:
        found.append("known title")
    if not doubts and (title[:1].isupper() or title[:1] > _WIDE) and len(title.split()) <= SHORT:
        found.append("short title")
    return found
