"""A page's tree to fragments, in document order, without recursion. Sees tags; decides nothing about headings."""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from silcrow.document import Kind
from silcrow.language.numerals import to_roman
from silcrow.parse.fragment import Fragment
from silcrow.parse.html.block import Block
from silcrow.parse.html.layout import is_around, is_main, may_stand_around, placed
from silcrow.parse.html.looks import PLAIN, STYLED, Attributes, Look, is_hidden, look
from silcrow.parse.html.sheets import Sheet
from silcrow.parse.html.tables import Capture
from silcrow.place import Region

_UNSEEN_TAGS = "script style template noscript iframe object applet svg head annotation annotation-xml ix:header"
_BLOCK_TAGS = (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form header hgroup hr legend li main menu nav ol optgroup option p pre section summary table tbody td "
    "tfoot th thead tr ul h1 h2 h3 h4 h5 h6"
)
_UNSEEN = frozenset(_UNSEEN_TAGS.split())
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_LISTS = frozenset({"ul", "ol", "menu", "dir"})
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_APART = frozenset({"blockquote", "figure", "fieldset", "dialog"})  # a heading inside heads no section of the page
# A title in one of these boxes heads the box; and these say who wrote what is headed, or more of its title.
_BOX_NAMES = "admonition attention callout caution danger error hint important note notice sidebar tip warning"
_BY_LINE_NAMES = "affiliation author corpauthor edition editor othercredit pubdate releaseinfo subtitle"
_BOXES = frozenset(_BOX_NAMES.split())
_BY_LINES = frozenset(_BY_LINE_NAMES.split())
_NOTES = frozenset({"footnote", "footnotes", "endnote", "endnotes"})
_CONTENTS = frozenset({"toc", "toctree-wrapper"})
_BOX_TAGS = frozenset({"div", "aside", "section", "table"})
_ASKED = 40  # parts of a page that are looked through before they are walked, which costs their size each time
_NAME = 400  # characters of the words that lead to one place
_WORD_END = re.compile(r"[a-z]{4}[.,;:]?\Z|[.,;:]\Z")
_NOTE = re.compile(r"footnote|endnote|rearnote")


@dataclass(slots=True)
class _Open:
    """A tag being walked: what to put back when it ends."""

    tag: str
    next: LexborNode | None
    look: Look
    heading: int | None
    apart: int
    boxed: bool
    kind: Kind
    contents: bool
    around: bool
    in_main: bool
    href: str
    breaks: bool
    below: float


@dataclass(slots=True)
class _List:
    """An open list; `number` is the next one, None for bullets."""

    number: int | None
    style: str


@dataclass(slots=True)
class Walk:
    """The walk over one page. `hidden` counts characters that a browser does not show.

    `anchors` gives for each id of `wanted` the index of the fragment in which, or before which, it stands; `links` the
    places of this page that a fragment leads to, by its index, where it does nothing else; `names` the words of all
    links to a place. `whole` pages are those that
    stand alone: their parts around the text are furniture, their page breaks pages.
    """

    wanted: frozenset[str] = frozenset()
    sheet: Sheet = field(default_factory=Sheet)
    whole: bool = False
    page: int = 1
    links: dict[int, tuple[str, ...]] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    fragments: list[Fragment] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    hidden: int = 0
    _captures: list[Capture] = field(default_factory=list)
    _lists: list[_List] = field(default_factory=list)
    _marker: str = ""
    _block: Block = field(default_factory=Block)
    _pieces: list[str] = field(default_factory=list)  # those of the block
    _look: Look = PLAIN
    _heading: int | None = None
    _apart: int = 0
    _boxed: bool = False
    _readings: list[str] = field(default_factory=list)
    _base: int = 0
    _kind: Kind = "text"
    _contents: bool = False
    _around: bool = False
    _asked: int = 0
    _in_main: bool = False
    _href: str = ""
    _blank: bool = True  # nothing stands on this page yet
    _room: float = 0.0
    _table_page: int = 1

    def __post_init__(self) -> None:
        self._pieces = self._block.pieces

    def run(self, top: LexborNode) -> list[Fragment]:
        """All fragments below `top`."""
        trail: list[_Open] = []
        here: LexborNode | None = top
        while here is not None:
            tag = here.tag or ""
            child = None
            if tag == "-text":
                self._text(here.text_content or "")
            elif tag[0] != "-" and (attributes := self._seen(here, tag)) is not None:
                opened = self._opened(tag, here.next)
                if self.whole:
                    self._place(tag, attributes, here)
                self._enter(tag, attributes, opened)
                if (child := here.child) is not None:
                    trail.append(opened)
                else:
                    self._leave(opened)
            following = child or here.next
            while following is None and trail:
                opened = trail.pop()
                self._leave(opened)
                following = opened.next
            here = following
        self._flush()
        return self.fragments

    def _opened(self, tag: str, following: LexborNode | None) -> _Open:
        return _Open(
            tag, following, self._look, self._heading, self._apart, self._boxed, self._kind, self._contents,
            self._around, self._in_main, self._href, breaks=False, below=0.0,
        )  # fmt: skip

    def _seen(self, node: LexborNode, tag: str) -> Attributes | None:
        """Its attributes, or None for what shows nothing."""
        if tag in _UNSEEN:
            return None
        attributes: Attributes = node.attributes
        if attributes and is_hidden(attributes):
            if not _is_xbrl(node):
                self.hidden += len(" ".join(node.text(separator=" ").split()))
            return None
        if tag == "math":
            self._text(attributes.get("alttext") or node.text())
            return None
        if tag in ("rt", "rp"):
            self._reading("" if tag == "rp" else node.text())
            return None
        return attributes

    def _place(self, tag: str, attributes: Attributes, node: LexborNode) -> None:
        """Whether what comes is part of the text or stands around it."""
        if tag in _BLOCKS:
            if is_main(tag, attributes):
                self._in_main = True
            elif not self._around and self._asked < _ASKED and may_stand_around(tag, attributes):
                self._asked += 1
                if is_around(tag, attributes, node, in_main=self._in_main):
                    self._flush()
                    self._around = True
        elif tag == "a" and (attributes.get("href") or "").startswith("#"):
            self._href = (attributes.get("href") or "")[1:]

    def _turn(self) -> None:
        """A new page begins, unless this one is empty still."""
        self._flush()
        if not self._blank:
            self.page += 1
            self._blank = True

    def _enter(self, tag: str, attributes: Attributes, opened: _Open) -> None:
        style = self.sheet.style(tag, attributes)
        if style or attributes or tag in STYLED:
            self._look = look(self._look, tag, attributes, style)
            if "role" in attributes or "epub:type" in attributes:
                self._role(f"{attributes.get('role')} {attributes.get('epub:type')}")
        if self.whole and (tag in _BLOCKS or "break" in style):
            found = placed(tag, style)
            if self._heading is None:
                self._flush()
                self._room, opened.below = max(self._room, found.above), found.below
                own = (attributes.get("style") or "") if found.before or found.after else ""
                if own and placed(tag, own).before:
                    self._turn()
                opened.breaks = bool(own) and placed(tag, own).after
        if tag == "br":
            self._block.turn()
        elif tag == "ruby":
            self._base = len(self._pieces)
        elif tag == "img":
            self._text(f" {attributes.get('alt') or ''} ")
        elif tag == "sup" and self._pieces and _WORD_END.search(self._pieces[-1]):
            self._pieces.append(" ")  # the number of a note is no part of the word; that of a unit (m2) is
        elif tag in _BLOCKS:
            self._enter_block(tag, attributes)
        if self.wanted:
            for name in {attributes.get("id"), attributes.get("name")} & self.wanted:
                self.anchors.setdefault(str(name), len(self.fragments))

    def _reading(self, spoken: str) -> None:
        """How the characters since the last reading are spoken: kept, but not in the text."""
        shown = "".join("".join(self._pieces[self._base :]).split())
        if not (spoken := "".join(spoken.split())):
            return
        if shown or not self._readings:
            self._readings.append(f"{shown}（{spoken}）")
        else:
            self._readings[-1] = f"{self._readings[-1].removesuffix('）')}{spoken}）"
        self._base = len(self._pieces)

    def _end_readings(self) -> None:
        if self._readings and not self._captures:
            self.fragments.append(Fragment("text", "、".join(self._readings), furniture=True))
            self._readings.clear()

    def _role(self, role: str) -> None:
        if _NOTE.search(role):
            self._kind = "note"
        if "doc-toc" in role or " toc" in role:
            self._contents = True
        if not _BOXES.isdisjoint(role.split()):
            self._boxed = True

    def _enter_block(self, tag: str, attributes: Attributes) -> None:
        if self._heading is not None:
            self._pieces.append(" ")
            return
        self._flush()
        names = (attributes.get("class") or "").lower().split() if attributes else ()
        if names:
            self._boxed = self._boxed or (tag in _BOX_TAGS and not _BOXES.isdisjoint(names))
            self._contents = self._contents or not _CONTENTS.isdisjoint(names)
            self._kind = self._kind if _NOTES.isdisjoint(names) else "note"
        if tag in _HEADINGS or attributes.get("role") == "heading":
            stated = attributes.get("aria-level") or ""
            self._heading = int(stated) if re.fullmatch("[1-9]", stated) else _HEADINGS.get(tag, 2)
            if not _BY_LINES.isdisjoint(names):
                self._apart += 1
        elif tag == "pre":
            self._kind = "code"
        elif tag == "nav":
            self._contents = True
        elif tag == "figcaption":
            self._kind = "figure"
        elif tag in _LISTS:
            start = attributes.get("start") or "1"
            number = int(start) if tag == "ol" and re.fullmatch(r"-?[0-9]{1,6}", start) else 1
            self._lists.append(_List(number if tag == "ol" else None, attributes.get("type") or "1"))
        elif tag == "li":
            self._marker = self._mark()
        elif tag == "table":
            if not self._captures:
                self._table_page = self.page
            self._captures.append(Capture(laid_out=attributes.get("role") in ("presentation", "none")))
        elif self._captures:
            self._captures[-1].enter(tag, attributes)
        if tag in _APART:
            self._apart += 1

    def _leave(self, opened: _Open) -> None:
        tag = opened.tag
        if tag in _BLOCKS:
            if opened.heading is not None:
                self._pieces.append(" ")
            else:
                self._flush()
                self._heading = None
                if tag in _LISTS:
                    self._lists.pop()
                elif tag == "li":
                    self._marker = ""
                elif tag == "table":
                    self._end_table()
                if self.whole:
                    self._room = max(self._room, opened.below)
        if self._around != opened.around:
            self._flush()
        if opened.breaks:
            self._turn()
        self._look, self._apart, self._boxed = opened.look, opened.apart, opened.boxed
        self._kind, self._contents = opened.kind, opened.contents
        self._around, self._in_main, self._href = opened.around, opened.in_main, opened.href

    def _end_table(self) -> None:
        capture = self._captures.pop()
        pages = range(self._table_page, self.page + 1) if self.whole else ()
        found = capture.fragments(contents=self._contents, regions=tuple(map(Region, pages)))
        if self._captures:
            self._captures[-1].laid_out = True  # a table that holds a table lays out the page
            self._captures[-1].hrefs += capture.hrefs
        elif capture.hrefs and len(found) == 1:
            self.links[len(self.fragments)] = tuple(capture.hrefs)
        self._sink.extend(found)
        self._end_readings()

    @property
    def _sink(self) -> list[Fragment]:
        return self._captures[-1].sink if self._captures else self.fragments

    def _mark(self) -> str:
        if not self._lists:
            return "- "
        innermost = self._lists[-1]
        indent = "  " * min(len(self._lists) - 1, 20)
        if innermost.number is None:
            return f"{indent}- "
        innermost.number += 1
        return f"{indent}{_number(innermost.number - 1, innermost.style)}. "

    def _text(self, text: str) -> None:
        if self._kind == "code" and self._heading is None:
            self._pieces.append(text)
            return
        words = text.split()
        if not words:
            self._pieces.append(" ")
            return
        self._block.ink(text, self._look, self._href)
        if self._href and len(name := self.names.get(self._href, "")) < _NAME:
            self.names[self._href] = f"{name} {text}"[:_NAME]
        lead = " " if text[0].isspace() else ""
        self._pieces.append(lead + " ".join(words) + (" " if text[-1].isspace() else ""))

    def _flush(self) -> None:
        """What has been gathered becomes a fragment, or several where empty lines part it."""
        if not self._pieces:
            return
        block, self._block = self._block, Block()
        self._pieces, self._base = self._block.pieces, 0
        text = "".join(block.pieces)
        if not text.strip():
            self._room += "\xa0" in text or "\n" in text  # an empty line
            return
        level = None if self._apart or (self._boxed and self._heading != 1) else self._heading
        gap = None if self._blank or not self.whole else round(self._room, 1)
        sink = self._sink
        if block.leads(text):
            if self._captures:
                self._captures[-1].hrefs += block.hrefs
            else:
                self.links[len(self.fragments)] = tuple(block.hrefs)
        for kind, body, weight in self._cut(block, text):
            clues = block.clues(body, len(text), level=level, gap=gap, contents=self._contents, weight=weight)
            regions = (Region(self.page),) if self.whole else ()
            sink.append(Fragment(kind, body, regions, clues, furniture=self._around and not self._captures))
        self._room, self._blank = 0.0, False
        self._end_readings()

    def _cut(self, block: Block, text: str) -> list[tuple[Kind, str, float | None]]:
        marker, self._marker = self._marker, ""
        if self._heading is not None:
            return [("text", " ".join(text.split()), None)]
        if self._kind == "code":
            return [("code", text.strip("\r\n").rstrip(), None)]
        kind: Kind = "list" if marker and self._kind == "text" else self._kind
        if "\n" not in text:
            return [(kind, marker + " ".join(text.split()), None)]
        found: list[tuple[Kind, str, float | None]] = []
        for body, weight in block.stretches(text, by_look=self.whole and not marker):
            if body:
                found.append((kind, marker + body, weight))
                marker = ""
        return found


def _is_xbrl(node: LexborNode) -> bool:
    """Whether a hidden tag only holds the facts about the facts of a filing, which are printed elsewhere or nowhere."""
    inside = node.child
    while inside is not None and inside.tag == "-text":
        inside = inside.next
    return inside is not None and inside.tag == "ix:header"


def _number(number: int, style: str) -> str:
    if style in ("a", "A") and 1 <= number <= 26:
        return chr(ord(style) + number - 1)
    if style in ("i", "I") and 1 <= number <= 3999:
        roman = to_roman(number)
        return roman.lower() if style == "i" else roman.upper()
    return str(number)
