"""The content of one paragraph: its text as a reader of the accepted document sees it, and what hangs on it.

Insertions are text and deletions are not; a field shows its result and not its code; of alternatives one is taken.
Knows runs, and nothing of headings, lists or tables.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final

from silcrow.parse.docx.formats import written
from silcrow.parse.docx.formulas import M, line
from silcrow.parse.docx.package import Element, W, value
from silcrow.parse.docx.styles import PLAIN, Look, Styles, look_of

_MC: Final = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_BOX: Final = W + "txbxContent"
_ALT: Final = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}docPr"
_GONE: Final = frozenset({W + "del", W + "moveFrom"})
_COME: Final = frozenset({W + "ins", W + "moveTo"})
_SIGNS: Final = {W + "tab": "\t", W + "br": "\n", W + "cr": "\n", W + "noBreakHyphen": "-", W + "ptab": "\t"}
_OPEN_FIELDS: Final = 50  # fields inside one another
_NOTES: Final = {W + "footnoteReference": "footnotes", W + "endnoteReference": "endnotes"}


@dataclass(slots=True)
class Content:
    """What one paragraph holds.

    text     visible text; hidden is what Word does not show; pieces and unseen are what they are put together from
    bold, italic, sized   characters of visible text that are so; sizes by points
    notes    notes referred to here, each (part, id), in order; custom marks are part of the text
    boxes    text boxes anchored here
    readings of ruby, base text and reading
    figures  texts that stand for pictures
    """

    text: str = ""
    hidden: str = ""
    bold: int = 0
    italic: int = 0
    caps: int = 0
    sizes: dict[float | None, int] = field(default_factory=dict)
    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Element] = field(default_factory=list)
    readings: list[str] = field(default_factory=list)
    figures: list[str] = field(default_factory=list)
    formula: bool = False
    contents: bool = False
    pieces: list[str] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)

    def before(self, after: "Content") -> "Content":
        """Both as one paragraph: the mark between them was deleted."""
        sizes = dict(self.sizes)
        for size, count in after.sizes.items():
            sizes[size] = sizes.get(size, 0) + count
        return Content(
            text=self.text + after.text,
            hidden=self.hidden + after.hidden,
            bold=self.bold + after.bold,
            italic=self.italic + after.italic,
            caps=self.caps + after.caps,
            sizes=sizes,
            notes=self.notes + after.notes,
            boxes=self.boxes + after.boxes,
            readings=self.readings + after.readings,
            figures=self.figures + after.figures,
            formula=False,
            contents=self.contents and after.contents,
        )


@dataclass(slots=True)
class _Field:
    """An open field: its code, and whether its result has begun."""

    code: str = ""
    result: bool = False

    @property
    def is_contents(self) -> bool:
        return self.code.lstrip()[:3].upper() == "TOC"


@dataclass(slots=True)
class Runs:
    """Reads paragraphs one after another; fields may run over many of them. Counts what it leaves out."""

    styles: Styles
    marks: dict[tuple[str, str], str] = field(default_factory=dict)
    insertions: int = 0
    deletions: int = 0
    comments: int = 0
    _counts: dict[str, int] = field(default_factory=dict)
    _fields: list[_Field] = field(default_factory=list)
    _content: Content = field(default_factory=Content)
    _base: Look = PLAIN

    def read(self, paragraph: Element, base: Look) -> Content:
        """The content of a paragraph whose style looks like `base`."""
        outer = self._content, self._base
        self._content, self._base = Content(), base
        self._content.contents = self._in_contents()
        self._inside(paragraph)
        found = self._content
        found.contents = found.contents or self._in_contents()
        found.text, found.hidden = "".join(found.pieces), "".join(found.unseen)
        self._content, self._base = outer
        # The code of a field ends with its paragraph, also where its end is missing.
        self._fields = [opened for opened in self._fields if opened.result][:_OPEN_FIELDS]
        return found

    def leave_contents(self) -> None:
        """Forget open lists of contents: a heading stands in none, so the end of one is missing."""
        self._fields = [opened for opened in self._fields if not opened.is_contents]

    def _in_contents(self) -> bool:
        return any(opened.is_contents for opened in self._fields)

    def _inside(self, parent: Element) -> None:
        for child in parent:
            tag = child.tag
            if tag == W + "r":
                self._run(child)
            elif tag in _GONE:
                self.deletions += 1
            elif tag == W + "fldSimple":
                self._simple_field(child)
            elif tag in (M + "oMath", M + "oMathPara"):
                self._formula(child)
            elif tag == _MC + "AlternateContent":
                self._alternative(child, self._inside)
            elif tag not in (W + "pPr", W + "sdtPr", W + "sdtEndPr", W + "rPr", W + "smartTagPr"):
                self.insertions += tag in _COME
                self._inside(child)

    def _run(self, run: Element) -> None:
        properties = run.find(W + "rPr")
        look = self._base
        if properties is not None and len(properties):
            look = look_of(properties).over(self.styles.character(value(properties, "rStyle"))).over(look)
        for child in run:
            self._piece(child, look)

    def _piece(self, child: Element, look: Look) -> None:
        tag = child.tag
        if tag == W + "t":
            self._text(child.text or "", look)
        elif tag in _SIGNS:
            if child.get(W + "type") not in ("page", "column"):
                self._text(_SIGNS[tag], look)
        elif tag == W + "instrText":
            if self._fields and not self._fields[-1].result:
                self._fields[-1].code += (child.text or "")[:200]
        elif tag == W + "fldChar":
            self._field(child.get(W + "fldCharType"))
        elif tag == W + "sym":
            self._symbol(child, look)
        elif tag in _NOTES:
            self._note(child, (_NOTES[tag], child.get(W + "id", "")), look)
        elif tag == W + "commentReference":
            self.comments += 1
        elif tag == W + "ruby":
            self._ruby(child)
        elif tag == _MC + "AlternateContent":
            self._alternative(child, lambda branch: self._pieces(branch, look))
        elif tag in (W + "drawing", W + "pict", W + "object"):
            self._drawing(child)

    def _pieces(self, parent: Element, look: Look) -> None:
        for child in parent:
            self._piece(child, look)

    def _text(self, text: str, look: Look) -> None:
        if self._fields and not all(opened.result for opened in self._fields):
            return
        content = self._content
        if look.hidden:
            content.unseen.append(text)
            return
        content.pieces.append(text)
        size = len(text)
        content.bold += size if look.bold else 0
        content.italic += size if look.italic else 0
        content.caps += size if look.caps else 0
        content.sizes[look.size] = content.sizes.get(look.size, 0) + size

    def _field(self, kind: str | None) -> None:
        if kind == "begin" and len(self._fields) < _OPEN_FIELDS:
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].result = True
            self._content.contents = self._content.contents or self._in_contents()
        elif kind == "end" and self._fields:
            self._fields.pop()

    def _simple_field(self, simple: Element) -> None:
        self._fields.append(_Field(simple.get(W + "instr", "")[:200], result=True))
        self._content.contents = self._content.contents or self._in_contents()
        self._inside(simple)
        self._fields.pop()

    def _symbol(self, symbol: Element, look: Look) -> None:
        code = symbol.get(W + "char", "")
        try:
            point = int(code, 16)
        except ValueError:
            return
        if 0x20 <= point < 0xD800 or 0xE000 <= point <= 0xFFFD:
            self._text(chr(point), look)

    def _note(self, reference: Element, note: tuple[str, str], look: Look) -> None:
        if self._fields and not all(opened.result for opened in self._fields):
            return
        if note not in self.marks:
            count = self._counts[note[0]] = self._counts.get(note[0], 0) + 1
            custom = reference.get(W + "customMarkFollows", "0") not in ("0", "false", "off")
            mark = written(count, "decimal" if note[0] == "footnotes" else "lowerRoman")
            self.marks[note] = "" if custom else f"[{mark}]"
            self._content.notes.append(note)
        self._text(self.marks[note], look)

    def _ruby(self, ruby: Element) -> None:
        base, reading = ruby.find(W + "rubyBase"), ruby.find(W + "rt")
        before = len(self._content.pieces)
        if base is not None:
            self._inside(base)
        shown = "".join(self._content.pieces[before:]).strip()
        spoken = "" if reading is None else "".join(text.text or "" for text in reading.iter(W + "t")).strip()
        if spoken:
            self._content.readings.append(f"{shown}（{spoken}）")

    def _formula(self, formula: Element) -> None:
        self._content.formula = self._content.formula or formula.tag == M + "oMathPara"
        self._text(line(formula), self._base)

    def _alternative(self, alternative: Element, read: Callable[[Element], None]) -> None:
        """Of the branches the first one that says anything: each holds the same."""
        for branch in alternative:
            before = self._said()
            read(branch)
            if self._said() != before:
                return

    def _said(self) -> tuple[int, int, int]:
        return len(self._content.pieces), len(self._content.boxes), len(self._content.figures)

    def _drawing(self, drawing: Element) -> None:
        """Text boxes, and the texts that stand for pictures."""
        boxes = list(_boxes(drawing))
        self._content.boxes += boxes
        if not boxes:
            texts = (" ".join(shown.get("descr", "").split()) for shown in drawing.iter(_ALT))
            self._content.figures += [text for text in texts if text]


def _boxes(parent: Element) -> Iterator[Element]:
    """The text boxes below an element; those inside another box are found when that one is read."""
    for child in parent:
        if child.tag == _BOX:
            yield child
        elif child.tag == _MC + "AlternateContent":
            branches = ([*_boxes(branch)] for branch in child)
            yield from next((found for found in branches if found), ())
        else:
            yield from _boxes(child)
