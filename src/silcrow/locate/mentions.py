"""Where a text names a numbered place, by its words alone: which kind and number, and whether of another document.

Knows no document. Each pattern looks at a bounded stretch, so a hostile text costs no more than its length.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from silcrow.language.numerals import CHINESE_NUMERALS
from silcrow.locate import numbers

_KIND = (
    r"items?|chapters?|sub-?sections?|sections?|sec\.|§{1,2}|articles?|sub-?clauses?|clauses?|sub-?paragraphs?"
    r"|paragraphs?|parts?|annex(?:es)?|appendix|appendices|schedules?|exhibits?|attachments?|notes?|rules?|tables?"
    r"|figures?|figs?\."
)
_CJK = (
    rf"第\s?[{CHINESE_NUMERALS}]{{1,8}}\s?[编編部篇卷章节節条條款项項]|附[录錄件]\s?[A-Z{CHINESE_NUMERALS}]"
    rf"|別表第?[{CHINESE_NUMERALS}]|[图図圖表]\s?\d{{1,3}}(?:[.-]\d{{1,3}}){{0,2}}"
)
_NUMBER = (
    r"(?:\d{1,4}+(?:[.-]\d{1,4}){0,6}+[A-Za-z]?+(?![\w%])|[IVXLC]{1,7}(?![\w.]\w)|[A-Z](?:[.-]\d{1,3}){0,4}(?![\w’']))"
    r"(?:\s?\([A-Za-z0-9]{1,5}\)){0,4}"
)
_MARK = r"\((?:[a-z]{1,4}|[A-Z]|\d{1,2})\)"
_START = re.compile(
    rf"(?<!\w)(?P<kind>{_KIND})(?:[ \u00a0\n]|(?=[\d(]))(?P<number>{_NUMBER}|{_MARK})|(?P<cjk>{_CJK})", re.IGNORECASE
)
_EXACT = re.compile(rf"{_NUMBER}|{_MARK}")
_LINK = re.compile(r"(?P<to>\s?(?:–|—|-|through|to)\s?)|\s?(?:,\s?(?:and|or|&)?|and|or|&|,)\s{1,2}")
_NEXT = re.compile(rf"(?:(?P<kind>{_KIND})\s)?(?P<number>{_NUMBER})(?=[\s.,;:)\]]|\Z)")
_OUTER: Final = ("part", "exhibit", "schedule", "annex", "appendix", "attachment")
_OPENING = re.compile(r"[(（图図圖表]|tab|fig", re.IGNORECASE)
# Whether a text has any mention at all, for most have none.
_HINT = re.compile(
    r"(?:item|chapter|s(?:ection|ec\.|ub|chedule)|a(?:rticle|nnex|ppendi|ttachment)|clause|pa(?:ragraph|rt)|exhibit|note"
    r"|rule|table|fig)[a-z.-]{0,12}[\s]?(?:[\d(]|[a-z]{1,7}(?![a-z]))"
)
_UNITS = re.compile(r"\s?(?:days?|months?|years?|percent|%|million|billion)")
_JOINS = re.compile(r"and|or|to|through|–")
_MOST_LINKED: Final = 12

# What stands behind a mention and says whose it is. "of this Agreement" is here, "of the Exchange Act" is not.
_AFTER = re.compile(r"\s?,?\s?(?:of|to|under|in|from|within)\s(?P<owner>[^.;:()\n]{1,90})")
_HERE = re.compile(
    r"(?:this|these|the\spresent|our|such|any|each|either|part|item|section|article|chapter|note|schedule|annex|appendix)\b"
    r"|the\s(?:notes|accompanying|consolidated|foregoing|agreement\b|report|same|company's\sconsolidated)",
    re.IGNORECASE,
)
_WORKS = re.compile(
    r"\b(?:Act|Code|Regulations?|Rules?|Law|Directive|Statute|Treaty|Convention|Constitution|ERISA|U\.?S\.?C\.?|C\.?F\.?R\.?|"
    r"Form\s\d|ASC|ASU|GAAP|IFRS|Agreement|Indenture|Plan|Contract|Lease|Amendment|Guidelines?|Standards?|Bylaws|Certificate|"
    r"Registration\sStatement|Annual\sReport|Quarterly\sReport|Proxy|Manual|FAQ|Ordinance|Bulletin|RFC|ISO)\b"
)
_BEFORE = re.compile(
    r"(?:\b(?:Act|Code|IRC|ERISA|ASC|ASU|Topic|Regulation\sS-[KXT],?|Regulation\s[A-Z]|CFR|C\.F\.R\.|U\.S\.C\.|Law|Rule|Directive|FAQ|Manual"
    r"|Agreement|Plan|Indenture|Treasury|RFC|ISO)\.?,?\s?|\d\s(?:CFR|U\.?S\.?C\.?)\s?(?:part\s)?)\Z"
)
_USC = re.compile(r"\s?(?:U\.?S\.?C|C\.?F\.?R)\b")
_TITLE = re.compile(r"\s?[,–-]?\s?(?:\[(?P<square>[^\]\n]{3,90})\]|[“\"](?P<quoted>[^”\"\n]{3,90})[”\"])")
_LEGAL: Final = ("section", "article", "rule", "part", "chapter", "paragraph", "clause")
_ABOUT: Final = 60  # characters looked at before a mention


@dataclass(frozen=True, slots=True)
class Mention:
    """A numbered place that a text names.

    kind      as numbers.WORDS has it, or "mark" for "paragraph (b)"
    within    the number of what it is said to be in: ("part", ("ii",)) of "Part II, Item 8"
    external  why it is of another document; empty where it may be of this one
    title     what is given as its title, in brackets or quotation marks behind it
    lists     it opens a line, so the line may be one of a list of contents
    """

    kind: str
    number: tuple[str, ...]
    start: int
    end: int
    within: tuple[str, tuple[str, ...]] | None = None
    external: str = ""
    title: str = ""
    lists: bool = False
    bracketed: bool = False


def mentions(text: str) -> Iterator[Mention]:
    """All mentions of a text, in order; a list or a range gives one for each number that it prints."""
    if text.isascii() and not _HINT.search(text.lower()):
        return
    at = 0
    outer: Mention | None = None
    while found := _START.search(text, at):
        every, at = _run(text, found)
        if not every:
            at = found.end()
            continue
        whose = _whose(text, every[0].start, at, every[0])
        title = _TITLE.match(text, at)
        if title and len(every) == 1:
            every = [replace(every[0], title=(title["square"] or title["quoted"]).strip(" ,."))]
        before = outer if outer and _is_around(outer, text[outer.end : every[0].start]) else None
        for one in every:
            yield replace(one, external=whose, within=(before.kind, before.number) if before else None)
        outer = every[-1]


def _is_around(outer: Mention, between: str) -> bool:
    """Whether what is named next is in this one: "Part II, Item 8", "Exhibit 11 Clause 1.2"."""
    return outer.kind in _OUTER and between.strip() in ((",", "") if outer.kind == "part" else ("",))


def opens(text: str) -> numbers.Numbered | None:
    """The number that a paragraph opens with: of a caption ("Table 3: …"), or a mark ("(b) …")."""
    head = text[:60].lstrip("| *_")
    opening = numbers.read(head) if _OPENING.match(head) else None
    if opening is None or opening.kind not in ("table", "figure", "mark"):
        return None
    if opening.kind == "mark":
        return opening
    behind = head[opening.end :]
    return (
        opening
        if not behind.strip() or behind[:1] in ".:–—-" or behind.lstrip()[:1].isupper() or not behind[:2].isascii()
        else None
    )


def _run(text: str, found: re.Match[str]) -> tuple[list[Mention], int]:
    """A mention and those that it is joined with: "Sections 3.1 through 3.4", "Items 7 and 7A"."""
    if found["cjk"]:
        read = numbers.read(found["cjk"])
        one = (
            [Mention(read.kind, read.number, found.start(), found.end(), lists=_opens_line(text, found.start()))]
            if read
            else []
        )
        return one, found.end()
    kind = numbers.kind_of(found["kind"]) or "section"
    number = found["number"]
    if not _EXACT.fullmatch(number) or (found["kind"][0].islower() and number.isalpha() and len(number) == 1):
        return [], found.end()
    if number[0] == "(":
        return [Mention("mark", (number.strip("()").casefold(),), found.start(), found.end())], found.end()
    every = [_one(kind, number, found.start(), found.end(), lists=_opens_line(text, found.start()))]
    at = found.end()
    while len(every) < _MOST_LINKED and (link := _LINK.match(text, at)) and (more := _NEXT.match(text, link.end())):
        if more["kind"] and numbers.kind_of(more["kind"]) != kind:
            break
        if not more["kind"] and not numbers.is_plural(found["kind"]) and not _JOINS.search(link[0]):
            break
        if not more["kind"] and re.match(
            r"\s?(?:days?|months?|years?|percent|%|million|billion)", text[more.end() : more.end() + 12]
        ):
            break
        every.append(_one(kind, more["number"], more.start(), more.end()))
        at = more.end()
    return every, at


def _one(kind: str, number: str, start: int, end: int, *, lists: bool = False) -> Mention:
    return Mention(kind, numbers.parts(number.casefold()), start, end, lists=lists, bracketed="(" in number)


def _opens_line(text: str, start: int) -> bool:
    return not text[text.rfind("\n", max(0, start - 8), start) + 1 if start > 8 else 0 : start].strip(" |•-(*")


def _whose(text: str, start: int, end: int, mention: Mention) -> str:
    """Why a mention is of another document; empty where it may be of this one."""
    if mention.kind == "exhibit" and len(mention.number) > 1 and mention.number[0].isdigit():
        return "an exhibit that is filed apart"
    before = text[max(0, start - _ABOUT) : start]
    if found := _BEFORE.search(before):
        return f"of {found[0].strip(' ,')}"
    if _USC.match(text, end):
        return "of a code of law"
    owner = _AFTER.match(text, end)
    if owner is None or _HERE.match(owner["owner"]):
        return ""
    said = owner["owner"].split(",")[0]
    work = _WORKS.search(said)
    if work and (said[0].isupper() or said.startswith(("the ", "that ", "its ", "Regulation")) or work):
        return f"of {said[: work.end()].strip()}"
    return f"of {said.strip()}" if mention.kind in _LEGAL and said.startswith("that certain") else ""
