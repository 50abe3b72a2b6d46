"""Several at once, and by count: "Items 1 and 1A", "Sections 3 to 5", "all annexes", "the third appendix".

All that is listed must be there: a list of which one is missing is not there, and says which.
"""

import re
from typing import Final

from silcrow.language.numerals import CHINESE_NUMERALS, chinese
from silcrow.locate import numbers
from silcrow.locate.contents import Entry
from silcrow.locate.kinds import numbered, of_kind
from silcrow.locate.sight import Asked, Hit, Sight, traced

_JOINED = re.compile(r",?\s+and\s+|\s*[;&、]\s*", re.IGNORECASE)
_MOST: Final = 40  # parts of a list
_AND = re.compile(
    r"\s*(?:,\s*(?:(?:and|or|&)\s+)?|\s(?:and|or|&|und|et|y|e|oder)\s|和|及|、|与|と|および)\s*", re.IGNORECASE
)
_TO = re.compile(
    r"\s*(?:\s(?:to|through|thru|until|bis|à)\s|[–—-]|至|到|から|〜|～)\s*(?:and including\s)?", re.IGNORECASE
)
_HYPHEN = re.compile(r"(?<=\d)-(?=\d)")
_ALL = re.compile(
    r"\s*(?P<all>all|every|each|alle|toutes?|tous|todos|所有|全部|すべての)?\s*(?:of\s)?(?:the\s|les\s|las\s)?\s*(?P<kind>[^\W\d]{2,12})\s*\Z",
    re.IGNORECASE,
)
_ORDINAL = re.compile(
    r"\s*(?:the\s)?\s*(?P<count>[a-z]{4,11}|\d{1,3}(?:st|nd|rd|th))"
    r"\s(?P<kind>[a-z]{3,12})\s*\Z",
    re.IGNORECASE,
)
_CJK_ORDINAL = re.compile(
    rf"\s*(?:第(?P<count>[{CHINESE_NUMERALS}]{{1,4}})[个個]|(?P<last>最[后後](?:一[个個])?の?))\s*(?P<kind>附[录錄件]|付録|章|节|節|条|部分)\s*\Z"
)
_CJK_KINDS: Final = {"章": "chapter", "节": "section", "節": "section", "条": "article", "部分": "part"}


def listed(asked: Asked) -> Sight | None:
    """What a list, a range, a plural or an ordinal asks for."""
    return _every(asked) or _counted(asked) or _list(asked)


def _every(asked: Asked) -> Sight | None:
    found = _ALL.match(asked.words)
    kind = numbers.kind_of(found["kind"]) if found else None
    if not found or kind is None or not (found["all"] or numbers.is_plural(found["kind"])):
        return None
    trace = f"every {kind} is asked for"
    hits = [
        Hit(area.contents, entry, "list", 1.0, (trace,))
        for area in asked.areas
        for entry in _outermost(of_kind(area, kind))
    ]
    return Sight(tuple(hits), every=True) if hits else Sight(missing=f"there is no {kind}")


def _outermost(entries: list[Entry]) -> list[Entry]:
    """Without those inside another: reading it reads them."""
    found: list[Entry] = []
    for entry in entries:
        if not found or entry.section.ord > found[-1].section.last:
            found.append(entry)
    return found


def _counted(asked: Asked) -> Sight | None:
    if found := _ORDINAL.match(asked.words):
        count, kind = numbers.ordinal(found["count"]), numbers.kind_of(found["kind"])
    elif found := _CJK_ORDINAL.match(asked.words):
        count = -1 if found["last"] else chinese(found["count"])
        kind = _CJK_KINDS.get(found["kind"]) or numbers.kind_of(found["kind"])
    else:
        return None
    if not count or kind is None:
        return None
    hits = []
    for area in asked.areas:
        there = _outermost(of_kind(area, kind)) or (_tops(asked, kind) if asked.depth else [])
        if abs(count) <= len(there):
            entry = there[count - 1 if count > 0 else count]
            which = "the last" if count < 0 else f"number {count}"
            trace = f"{which} of {len(there)} of the kind {kind!r}"
            hits.append(Hit(area.contents, entry, "list", 0.9, (trace,)))
    return Sight(tuple(hits)) if hits else Sight(missing=f"there is no such {kind}")


def _tops(asked: Asked, kind: str) -> list[Entry]:
    """The sections right below the one that is looked into, for "the second section of Chapter 3"."""
    if kind != "section" or len(asked.areas) != 1:
        return []
    entries = asked.areas[0].entries()
    top = min((entry.section.level for entry in entries), default=0)
    return [entry for entry in entries if entry.section.level == top]


def _list(asked: Asked) -> Sight | None:
    words = asked.words.strip()
    first = numbers.read(words)
    plural = bool(first and first.kind and numbers.is_plural(words[: first.end].split()[0]))
    if plural:
        words = _HYPHEN.sub(" to ", words)
        first = numbers.read(words)
    if first is None or not first.kind:
        return _titles(asked)
    at, kind = first.end, first.kind
    steps: list[tuple[str, tuple[str, ...], str]] = [("and", first.number, words[:at])]
    while at < len(words) and len(steps) < _MOST:
        link = _TO.match(words, at) or _AND.match(words, at)
        following = numbers.read(words[link.end() :]) if link else None
        if link is None or following is None or following.kind not in ("", kind):
            return _titles(asked)
        end = link.end() + following.end
        steps.append(("to" if _TO.match(words, at) else "and", following.number, words[link.end() : end]))
        at = end
    return _numbers(asked, kind, steps) if len(steps) > 1 else None


def _numbers(asked: Asked, kind: str, steps: list[tuple[str, tuple[str, ...], str]]) -> Sight:
    hits: dict[tuple[str, int], Hit] = {}
    for area in asked.areas:
        before: Entry | None = None
        for link, number, said in steps:
            there = numbered(area, kind, number)
            if not there:
                return Sight(missing=f"there is no {kind} {said.strip()}", near=tuple(hits.values()))
            entries = _between(area.entries(), before, there[0]) if link == "to" and before else there
            for entry in entries:
                trace = f"{kind} {said.split()[-1]}, asked for in a list, is labelled {entry.section.label!r}"
                hits[area.contents.doc_id, entry.section.ord] = Hit(area.contents, entry, "list", 1.0, (trace,))
            before = there[0]
    return Sight(tuple(hits[key] for key in sorted(hits)), every=True)


def _between(entries: tuple[Entry, ...], first: Entry, last: Entry) -> list[Entry]:
    """Those of the same sort from one to another, in document order."""
    assert first.number is not None
    kind, parts = first.number.kind, len(first.number.number)
    return [
        entry
        for entry in entries
        if first.section.ord < entry.section.ord <= last.section.ord
        and entry.number
        and (entry.number.kind, len(entry.number.number)) == (kind, parts)
    ]


def _titles(asked: Asked) -> Sight | None:
    """Titles joined by "and", each of which must be printed so: "Risk Factors and Legal Proceedings"."""
    if not _JOINED.search(asked.words):
        return None
    names = [name for name in _JOINED.split(asked.words.strip()) if name]
    names = [part for name in names for part in name.split(", ") if part]
    if not 1 < len(names) <= _MOST:
        return None
    hits: list[Hit] = []
    for name in names:
        found = asked.part(name, exact=True)
        if not found or not found.hits or len({hit.contents.doc_id for hit in found.hits}) != len(found.hits):
            return None
        hits.extend(traced(found.hits, f"{name!r} is asked for in a list"))
    return Sight(tuple(dict.fromkeys(hits)), every=True) if hits else None
