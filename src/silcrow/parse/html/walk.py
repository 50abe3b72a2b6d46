"""A page's tree to fragments, in document order, without recursion. Sees tags; decides nothing about headings."""

import re
from dataclasses import dataclass, field

from selectolax.lexbor import LexborNode

from silcrow.document import Kind
from silcrow.language.numerals import to_roman
from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.html.looks import PLAIN, Attributes, Look, is_hidden, look
from silcrow.parse.html.tables import Capture

_UNSEEN_TAGS = "script style template noscript iframe object applet svg head annotation annotation-xml"
_BLOCK_TAGS = (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure "
    "footer form header hgroup hr legend li main menu nav ol optgroup option p pre section summary table tbody td "
    "tfoot th thead tr ul h1 h2 h3 h4 h5 h6"
)
_STYLED_TAGS = "b strong th i em cite dfn var center"
_UNSEEN = frozenset(_UNSEEN_TAGS.split())
_BLOCKS = frozenset(_BLOCK_TAGS.split())
_STYLED = frozenset(_STYLED_TAGS.split())
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
_WORD_END = re.compile(r"[a-z]{4}[.,;:]?\Z|[.,;:]\Z")
_BLANK_LINE = re.compile(r"\n[ \t\r\f\xa0]*\n")
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


@dataclass(slots=True)
class _List:
    """An open list; `number` is the next one, None for bullets."""

    number: int | None
    style: str


@dataclass(slots=True)
class Walk:
    """The walk over one page. `hidden` counts characters that a browser does not show.

    `anchors` gives for each id of `wanted` the index of the fragment in which, or before which, it stands.
    """

    wanted: frozenset[str] = frozenset()
    fragments: list[Fragment] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)
    hidden: int = 0
    _captures: list[Capture] = field(default_factory=list)
    _lists: list[_List] = field(default_factory=list)
    _marker: str = ""
    _pieces: list[str] = field(default_factory=list)
    _bold: int = 0
    _italic: int = 0
    _size: float | None = None
    _centred: bool = False
    _look: Look = PLAIN
    _heading: int | None = None
    _apart: int = 0
    _boxed: bool = False
    _readings: list[str] = field(default_factory=list)
    _base: int = 0
    _kind: Kind = "text"
    _contents: bool = False

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
                self._enter(tag, attributes)
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
        return _Open(tag, following, self._look, self._heading, self._apart, self._boxed, self._kind, self._contents)

    def _seen(self, node: LexborNode, tag: str) -> Attributes | None:
        """Its attributes, or None for what shows nothing."""
        if tag in _UNSEEN:
            return None
        attributes: Attributes = node.attributes
        if attributes and is_hidden(attributes):
            self.hidden += len(" ".join(node.text(separator=" ").split()))
            return None
        if tag == "math":
            self._text(attributes.get("alttext") or node.text())
            return None
        if tag in ("rt", "rp"):
            self._reading("" if tag == "rp" else node.text())
            return None
        return attributes

    def _enter(self, tag: str, attributes: Attributes) -> None:
        if attributes or tag in _STYLED:
            self._look = look(self._look, tag, attributes)
            if "role" in attributes or "epub:type" in attributes:
                self._role(f"{attributes.get('role')} {attributes.get('epub:type')}")
        if tag == "br":
            self._pieces.append("\n")
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
        if tag in _HEADINGS:
            self._heading = _HEADINGS[tag]
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
        self._look, self._apart, self._boxed = opened.look, opened.apart, opened.boxed
        self._kind, self._contents = opened.kind, opened.contents

    def _end_table(self) -> None:
        found = self._captures.pop().fragments(contents=self._contents)
        if self._captures:
            self._captures[-1].laid_out = True  # a table that holds a table lays out the page
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
        size = len(text)
        if self._look is not PLAIN:
            self._bold += size if self._look.bold else 0
            self._italic += size if self._look.italic else 0
            self._size, self._centred = self._look.size, self._look.centred
        lead = " " if text[0].isspace() else ""
        self._pieces.append(lead + " ".join(words) + (" " if text[-1].isspace() else ""))

    def _flush(self) -> None:
        """What has been gathered becomes a fragment, or several where empty lines part it."""
        if not self._pieces:
            return
        text = "".join(self._pieces)
        self._pieces.clear()
        self._base = 0
        bold, italic, size, centred = self._bold, self._italic, self._size, self._centred
        self._bold, self._italic, self._size, self._centred = 0, 0, None, False
        if not text.strip():
            return
        total = len(text)
        level = None if self._apart or (self._boxed and self._heading != 1) else self._heading
        weight, slanted = min(1.0, round(bold / total, 2)), italic >= total * 0.9
        sink = self._sink
        for kind, body in self._cut(text):
            clues = Clues(
                level=level,
                size=size,
                weight=weight,
                italic=slanted,
                caps=body.isupper(),
                centred=centred,
                lines=body.count("\n") + 1,
                contents=self._contents,
            )
            sink.append(Fragment(kind, body, clues=clues))
        self._end_readings()

    def _cut(self, text: str) -> list[tuple[Kind, str]]:
        marker, self._marker = self._marker, ""
        if self._heading is not None:
            return [("text", " ".join(text.split()))]
        if self._kind == "code":
            return [("code", text.strip("\r\n").rstrip())]
        kind: Kind = "list" if marker and self._kind == "text" else self._kind
        if "\n" not in text:
            return [(kind, marker + " ".join(text.split()))]
        found = []
        for part in _BLANK_LINE.split(text):
            lines = [" ".join(line.split()) for line in part.split("\n")]
            if body := "\n".join(line for line in lines if line):
                found.append((kind, marker + body))
                marker = ""
        return found


def _number(number: int, style: str) -> str:
    if style in ("a", "A") and 1 <= number <= 26:
        return chr(ord(style) + number - 1)
    if style in ("i", "I") and 1 <= number <= 3999:
        roman = to_roman(number)
        return roman.lower() if style == "i" else roman.upper()
    return str(number)
