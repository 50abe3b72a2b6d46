"""Paragraphs and tables of the body to fragments, in document order. Sees outline levels; decides no heading."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final

from silcrow.document import Kind
from silcrow.parse.docx.notes import Notes
from silcrow.parse.docx.numbering import Number, Numbering
from silcrow.parse.docx.package import Element, W, number, value
from silcrow.parse.docx.runs import Content, Runs
from silcrow.parse.docx.shape import may_head
from silcrow.parse.docx.styles import Style, Styles, is_centred
from silcrow.parse.docx.tables import fragments_of, takes_caption, with_caption
from silcrow.parse.fragment import Clues, Fragment

_THROUGH: Final = frozenset(W + tag for tag in ("sdtContent", "customXml", "ins", "moveTo", "smartTag"))
_JOINED: Final = 20_000  # characters up to which paragraphs are joined where the mark between them was deleted
_CODE: Final = frozenset({"code", "source code", "html preformatted", "preformatted text", "html code"})
_FIGURE: Final = re.compile(r"\W*(?:fig|abb|bild|图|圖|図|그림|рис)", re.IGNORECASE)


@dataclass(slots=True)
class Body:
    """Reads the blocks of a document.

    `title` is the first text in the style Title; `refused` counts outline levels on what is no heading.
    """

    styles: Styles
    numbering: Numbering
    runs: Runs
    notes: Notes
    title: str = ""
    refused: int = 0
    _sink: list[Fragment] = field(default_factory=list)
    _carried: Content | None = None
    _contents: bool = False
    _caption: Fragment | None = None

    def read(self, blocks: Iterable[Element]) -> list[Fragment]:
        """All fragments of these blocks."""
        outer, self._sink = self._sink, []
        for block in blocks:
            self._block(block)
        self._end_carried()
        found, self._sink = self._sink, outer
        return found

    def _block(self, block: Element) -> None:
        tag = block.tag
        if tag == W + "p":
            self._paragraph(block)
        elif tag == W + "tbl":
            self._end_carried()
            self._table(block)
        elif tag == W + "sdt":
            self._control(block)
        elif tag in _THROUGH:
            self.runs.insertions += tag in (W + "ins", W + "moveTo")
            for inner in block:
                self._block(inner)
        elif tag in (W + "del", W + "moveFrom"):
            self.runs.deletions += 1

    def _control(self, control: Element) -> None:
        gallery = control.find(f"{W}sdtPr/{W}docPartObj/{W}docPartGallery")
        outer = self._contents
        if gallery is not None and "table of contents" in gallery.get(W + "val", "").casefold():
            self._contents = True
        for inner in control.findall(W + "sdtContent"):
            self._block(inner)
        self._contents = outer

    def _table(self, table: Element) -> None:
        self.runs.deletions += sum(1 for _ in table.iterfind(f"{W}tr/{W}trPr/{W}del"))
        caption, self._caption = self._caption, None
        found = fragments_of(table, self.read, contents=self._contents)
        if caption is not None and takes_caption(found) and self._sink and self._sink[-1] is caption:
            self._sink.pop()
            found = with_caption(found, caption.text)
        self._sink += found

    def _paragraph(self, paragraph: Element) -> None:
        if not len(paragraph):
            return
        about = paragraph.find(W + "pPr")
        style = self.styles.get(value(about, "pStyle"))
        content = self.runs.read(paragraph, style.look.over(self.styles.defaults))
        if self._carried is not None:
            content, self._carried = self._carried.before(content), None
        mark = None if about is None else about.find(W + "rPr")
        if mark is not None and (mark.find(W + "del") is not None or mark.find(W + "moveFrom") is not None):
            self.runs.deletions += 1
            if len(content.text) < _JOINED:
                self._carried = content
                return
        listed = None if about is None else about.find(W + "numPr")
        shown = self.numbering.count(style, value(listed, "numId"), number(value(listed, "ilvl"), least=0, most=8))
        self._write(content, style, about, shown)

    def _end_carried(self) -> None:
        """A paragraph whose mark is deleted and that no other follows stands for itself."""
        if self._carried is not None:
            content, self._carried = self._carried, None
            self._write(content, self.styles.get(None), None, None)

    def _write(self, content: Content, style: Style, about: Element | None, shown: Number | None) -> None:
        text = _tidied(content.text, code=style.name.casefold() in _CODE)
        if text:
            self._write_text(text, content, style, about, shown)
        if hidden := _tidied(content.hidden):
            self._sink.append(Fragment("text", hidden, hidden=True))
        if content.readings:
            self._sink.append(Fragment("text", "、".join(content.readings), furniture=True))
        self._sink += [Fragment("figure", figure) for figure in content.figures]
        for box in content.boxes:
            self._sink += self.read(box)
        for note in content.notes:
            if body := self.notes.text(note, self.runs):
                self._sink.append(Fragment("note", f"{self.runs.marks[note]} {body}".strip()))

    def _write_text(
        self, text: str, content: Content, style: Style, about: Element | None, shown: Number | None
    ) -> None:
        if content.contents and style.heading is not None and not self._contents:
            self.runs.leave_contents()
            content.contents = False
        contents = content.contents or self._contents or style.contents
        level = None if contents else _level(style, about)
        if level is not None and not may_head(text, named=style.heading is not None):
            self.refused += 1
            level = None
        mark = "" if shown is None else shown.text
        kind: Kind = "text"
        if level is not None:
            text = " ".join(f"{mark} {text}".split())
        elif shown is not None and (mark or shown.bullet):
            kind = "list"
            text = f"{'  ' * shown.level}{mark or '-'} {text}"
        elif style.name.casefold() in _CODE:
            kind = "code"
        elif style.name.casefold() == "caption":
            kind = "figure"
        elif content.formula:
            kind = "formula"
        if style.title and not self.title:
            self.title = " ".join(text.split())
        centred = is_centred(about)
        clues = replace(
            _looks(content, caps=text.isupper()),
            level=level,
            number=mark if level is not None else "",
            centred=bool(style.centred if centred is None else centred),
            lines=text.count("\n") + 1,
            contents=contents,
        )
        fragment = Fragment(kind, text, clues=clues)
        self._sink.append(fragment)
        self._caption = fragment if kind == "figure" and not _FIGURE.match(text) else None


def _level(style: Style, about: Element | None) -> int | None:
    """The level from 1 that the paragraph states, else that its style does; body text is said by level 9."""
    outline = number(value(about, "outlineLvl"), least=0, most=9)
    if outline is None:
        outline = style.outline
    if outline is None:
        return style.heading
    return outline + 1 if outline < 9 else None


def _looks(content: Content, *, caps: bool) -> Clues:
    """How most of the characters look."""
    total = max(1, len(content.text))
    return Clues(
        size=max(content.sizes, key=lambda size: content.sizes[size], default=None),
        weight=min(1.0, round(content.bold / total, 2)),
        italic=content.italic >= total * 0.9,
        caps=caps or content.caps >= total * 0.9,
    )


def _tidied(text: str, *, code: bool = False) -> str:
    """White space as Word shows it: runs of it are one blank, line breaks stay."""
    if code:
        return text.strip("\n").rstrip()
    if "\n" not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split("\n"))
    return "\n".join(line for line in lines if line)
