"""An answer's text, split into what it claims: sentences, list lines and table rows, each with the markers it bears.

A marker stands behind what it proves; one that opens a paragraph, or stands in the line above a list or in the head
of a table, holds for what follows. Judges nothing: whether a line states a fact at all is told by its form.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from silcrow.language.quantities import quantities
from silcrow.language.sentences import sentences

UNSUPPORTED = "[unsupported]"

_ONE = r"\?{0,1}[0-9]{1,3}"
MARKER = re.compile(rf"\[\^?({_ONE}(?:\s?[,;–-]\s?\^?{_ONE}){{0,20}})\](?!\()|【({_ONE})】")
_NUMBER = re.compile(r"(\??)([0-9]+)")
_RANGE = re.compile(r"([0-9]+)\s?[–-]\s?([0-9]+)")
_MARK = re.compile(re.escape(UNSUPPORTED))
_MARKED = re.compile(rf"\s*{_MARK.pattern}")
_OPENING = re.compile(rf"\s*(?:(?:{MARKER.pattern})[ \t]*)+")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_LIST = re.compile(r"\s{0,12}(?:[-*+•▪◦–—]|\(?[0-9]{1,3}[.)]|\(?[a-zA-Z][.)])\s+")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s|\s*(?:\*\*|__)[^*_]{1,120}(?:\*\*|__):?\s*$")
_RULE = re.compile(r"[\s|:=*_`~-]*$")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_SOURCES = re.compile(
    r"\W*(?:sources?|references?|citations?|evidence|quellen|belege|fuentes|来源|出典)\W*$", re.IGNORECASE
)
_SHORT = re.compile(r"\W*(?:yes|no|correct|true|false|ja|nein|oui|non|sí|是|否|はい|いいえ)\W*$", re.IGNORECASE)
_LEAD = re.compile(
    r"\W*(?:(?:here|below|following) (?:is|are)\b.{0,80}|the (?:following|relevant) .{0,80}[:：]"
    r"|in (?:summary|short|brief)|to (?:summari[sz]e|sum up)"
    r"|(?:based on|according to) the (?:documents?|passages?|sources?|text)"
    r"|(?:summary|answer|conclusion|notes?|details?|overview))\W*$",
    re.IGNORECASE,
)
_DOC = r"(?:documents?|sources?|passages?|reports?|filings?|texts?|sections?|excerpts?|pages?|contracts?|agreements?)"
_SILENT = re.compile(
    rf"^\W*(?:\w+ ){{0,4}}{_DOC}\b.{{0,40}}\b(?:do|does|did)(?: not|n't) (?:\w+ly )?(?:say|state|mention|contain"
    r"|include|provide|specify|disclose|give|address|report|indicate|tell|cover|discuss|define|list|name|show)\b"
    r"|\bnot (?:\w+ly )?(?:stated|found|given|disclosed|mentioned|provided|available|specified|said|answered|contained"
    rf"|addressed) (?:anywhere )?(?:in|by) (?:the|this|these|any|those)(?: \w+){{0,2}} {_DOC}\b"
    rf"|\b(?:nothing|no (?:answer|information|mention))\b.{{0,80}}\b(?:in|by) (?:the|this|these|any)"
    rf"(?: \w+){{0,2}} {_DOC}\b"
    r"|^\W*(?:i|we) (?:could|can|did) ?(?:not|n't) find\b|\bcannot be (?:answered|determined) from\b"
    r"|^\W*not found(?:\W*$|:)"
    r"|^\W*(?:\w+ ){0,3}(?:dokument|quelle|text|bericht|vertrag)\w* .{0,30}\b(?:nicht|kein\w*|nichts)\b"
    r"|^\W*(?:\w+ ){0,3}(?:document|texte|rapport|contrat)s? ne .{0,30}\bpas\b"
    r"|^\W*(?:该|本|这份|この)?(?:文档|文件|报告|原文|合同|文書|資料|本文).{0,12}(?:没有|未|不|ない|ありません)",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"\b(?:but|however|except|although|though|while|whereas|yet|aber|jedoch|mais|pero)\b|[;；但]", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Piece:
    """A claim as it stands: text[start:end], and the numbers of its markers in order; 0 for one marked unknown.

    words   without markers; cells of a row a space apart
    """

    start: int
    end: int
    words: str
    markers: tuple[int, ...] = ()
    states_fact: bool = True


def pieces(text: str, question: str = "") -> tuple[Piece, ...]:
    """What a text claims, in order. `question`: figures of it may be named where nothing was found."""
    found: list[Piece] = []
    lead: tuple[int, ...] = ()
    in_sources = led = False
    for block in _blocks(text):
        if block.kind == "blank":
            lead, led = lead if led else (), False
            continue
        split = list(_split(text, block, lead))
        written = text[block.start : block.end]
        led = block.kind in ("text", "heading") and written.rstrip("*_ \t").endswith((":", "："))
        if block.kind in ("text", "heading") and split:
            in_sources = bool(_SOURCES.match(written)) or (in_sources and block.kind == "text")
            lead = split[-1].markers if led else _opening(text, block.start, block.end)
        elif block.kind == "head":
            lead = (*lead, *markers(written))
        for piece in split:
            listed = in_sources and bool(_OPENING.match(text, piece.start, piece.end))
            found.append(replace(piece, states_fact=not listed and _states_fact(piece.words, block.kind, question)))
    return tuple(found)


def markers(text: str) -> tuple[int, ...]:
    """The numbers of all markers of a text, each once."""
    numbers: list[int] = []
    for match in MARKER.finditer(text):
        inside = match[1] or match[2]
        for span in _RANGE.finditer(inside):
            numbers.extend(range(int(span[1]), min(int(span[2]), int(span[1]) + 20) + 1))
        numbers.extend(0 if unknown else int(number) for unknown, number in _NUMBER.findall(inside))
    return tuple(dict.fromkeys(numbers))


def without_markers(text: str) -> str:
    """A text without its markers, as people read it."""
    return re.sub(r"[ \t]+(?=[.,;:!?]|$)", "", MARKER.sub("", _MARK.sub("", text))).strip()


@dataclass(frozen=True, slots=True)
class _Block:
    kind: str  # text, list, row, head (of a table), heading, blank
    start: int
    end: int


def _blocks(text: str) -> Iterator[_Block]:
    """Lines of one kind; lines of running text that follow each other are one."""
    lines = [(line.start(), line.start() + len(line[0].rstrip("\n"))) for line in _LINE.finditer(text)]
    open_at: int | None = None
    until = 0
    for number, (start, end) in enumerate(lines):
        kind = _kind(text, lines, number)
        if kind == "more":
            until = end
            open_at = start if open_at is None else open_at
            continue
        if open_at is not None:
            yield _Block("text" if not _LIST.match(text, open_at) else "list", open_at, until)
            open_at = None
        if kind == "list":
            open_at, until = start, end
        elif kind != "skip":
            yield _Block(kind, start, end)
    if open_at is not None:
        yield _Block("text" if not _LIST.match(text, open_at) else "list", open_at, until)


def _kind(text: str, lines: Sequence[tuple[int, int]], number: int) -> str:
    start, end = lines[number]
    line = text[start:end]
    if not line.strip():
        return "blank"
    if _FENCE.match(line) or _RULE.match(line):
        return "skip"
    if line.lstrip().startswith("|"):
        following = text[slice(*lines[number + 1])] if number + 1 < len(lines) else ""
        return "head" if "-" in following and _RULE.match(following) else "row"
    if _HEADING.match(line):
        return "heading"
    return "list" if _LIST.match(line) else "more"


def _split(text: str, block: _Block, lead: tuple[int, ...]) -> Iterator[Piece]:
    start = block.start
    if block.kind == "list" and (bullet := _LIST.match(text, start, block.end)):
        start = bullet.end()
    if block.kind in ("row", "head", "heading", "list"):
        yield _piece(text, start, block.end, lead)
        return
    holds = _opening(text, start, block.end)
    for begin, end in _sentences(text, start, block.end):
        yield _piece(text, begin, end, holds)


def _opening(text: str, start: int, end: int) -> tuple[int, ...]:
    """The markers that open a paragraph."""
    opening = _OPENING.match(text, start, end)
    return markers(opening[0]) if opening else ()


def _piece(text: str, start: int, end: int, before: tuple[int, ...]) -> Piece:
    raw = text[start:end]
    own = markers(raw)
    return Piece(start, end, without_markers(raw.replace("|", " ")), own or before)


def _sentences(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Sentences with the markers that stand behind them; a bare "Yes." belongs to what follows it."""
    found: list[tuple[int, int]] = []
    unmarked = _MARK.sub(lambda mark: " " * len(mark[0]), text[start:end])
    for first, last in sentences(unmarked):
        begin, until = start + first, start + last
        if mark := _MARKED.match(text, until, end):
            until = mark.end()
        opening = _OPENING.match(text, begin, until)
        if opening and opening[0].strip() and found:
            found[-1] = (found[-1][0], opening.end())
            begin = opening.end()
            if not text[begin:until].strip():
                continue
        if found and _SHORT.match(without_markers(text[found[-1][0] : found[-1][1]])) and found[-1][0] >= start:
            begin = found.pop()[0]
        found.append((begin, until))
    yield from found


def _states_fact(words: str, kind: str, question: str) -> bool:
    """Whether a piece says something that a document would have to bear out; in doubt it does."""
    if kind == "head" or not any(c.isalnum() for c in words):
        return False
    figures = [one for one in quantities(words) if one.kind not in ("year", "date")]
    if _SILENT.search(words) and not _TURN.search(words):
        asked = {one.value for one in quantities(question)}
        return any(one.value not in asked for one in figures)
    if figures:
        return kind != "heading" or any(one.kind != "number" or abs(one.value) >= 100 for one in figures)
    plain = words.strip().rstrip("*_ ")
    return not (kind == "heading" or plain.endswith((":", "：", "?", "？")) or _LEAD.match(words))
