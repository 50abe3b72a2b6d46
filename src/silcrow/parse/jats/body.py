"""Sections, paragraphs, figures, tables and notes of an article to fragments, in document order."""

from dataclasses import dataclass, field
from typing import Final

from lxml import etree

from silcrow.document import Kind
from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.jats.front import child
from silcrow.parse.jats.inline import DEEPEST, Tag, character, formula, mark_of, name_of, text_of, written
from silcrow.parse.jats.references import reference
from silcrow.parse.jats.tables import tables_of
from silcrow.render.tables import markdown

_BLOCKS: Final = frozenset(
    {"p", "list", "def-list", "table-wrap", "table-wrap-group", "fig", "fig-group", "disp-formula", "code",
     "disp-formula-group", "disp-quote", "boxed-text", "preformat", "statement", "verse-group", "speech", "table",
     "media", "graphic", "array", "sec", "ref-list", "fn-group", "alternatives", "supplementary-material",
     "chem-struct-wrap"}
)  # fmt: skip
_FIGURES: Final = frozenset({"fig", "chem-struct-wrap", "supplementary-material", "media", "graphic", "boxed-figure"})
_UNSEEN: Final = frozenset(
    {"label", "title", "sec-meta", "object-id", "alt-text", "long-desc", "permissions", "title-group"}
)
_TITLED: Final = {
    "ack": "Acknowledgments", "ref-list": "References", "app": "Appendix", "glossary": "Glossary", "notes": "",
    "bio": "", "fn-group": "", "sec": "", "abstract": "Abstract", "trans-abstract": "Abstract", "app-group": "",
    "author-comment": "", "kwd-group": "",
}  # fmt: skip


@dataclass(slots=True)
class Body:
    """Reads tags into fragments. `cut` counts tags nested too deeply to be told apart."""

    fragments: list[Fragment] = field(default_factory=list)
    cut: int = 0
    _notes: list[Tag] = field(default_factory=list)
    _counted: int = 0

    def section(self, tag: Tag, level: int, *, deep: int = 0) -> None:
        """A tag with a title, and all in it, one level below."""
        label, title = text_of(child(tag, "label")), self._line(child(tag, "title"))
        name = name_of(tag)
        title = title or ("" if label else _TITLED.get(name, ""))
        if name == "app" and not label and not title:
            title = "Appendix"
        headed = bool(label or title)
        if headed:
            text = f"{label} {title}".strip()
            self.write("text", text, Clues(level=level, number=label if label and title else ""))
            self._end_notes()
        self.blocks(tag, level + headed, deep=deep + 1)

    def blocks(self, tag: Tag, level: int, *, deep: int = 0) -> None:
        """All blocks in a tag, each once."""
        if deep > DEEPEST:
            self.cut += 1
            self.write("text", " ".join(written(tag).split()))
            return
        for one in tag:
            self.block(one, level, deep=deep)

    def block(self, tag: Tag, level: int, *, deep: int = 0) -> None:
        """One block, whatever it is."""
        name = name_of(tag)
        if not name or name in _UNSEEN:
            return
        if name in ("sec", "ref-list", "ack", "app", "glossary", "fn-group", "notes", "bio"):
            self.section(tag, level, deep=deep)
        elif name == "fn":
            self._note(tag)
        elif name == "ref":
            self.write("list", reference(tag))
        else:
            self._block(tag, name, level, deep)

    def write(self, kind: Kind, text: str, clues: Clues | None = None) -> None:
        """One fragment of text, unless there is none."""
        if text.strip():
            self.fragments.append(Fragment(kind, text, clues=clues or Clues()))

    def _block(self, tag: Tag, name: str, level: int, deep: int) -> None:
        if name == "list":
            self._list(tag, deep)
        elif name == "def-list":
            for one in tag:
                if name_of(one) == "def-item":
                    term, said = (self._line(child(one, part)) for part in ("term", "def"))
                    self.write("list", f"{term}: {said}" if term and said else term or said)
        elif name in ("table-wrap", "table", "array"):
            self._table(tag)
        elif name in _FIGURES:
            self.write("figure", self._caption(tag))
        elif name in ("disp-formula", "chem-struct"):
            label = text_of(child(tag, "label"))
            text = formula(tag) if not label else formula(tag).removeprefix(label).removesuffix(label).strip()
            self.write("formula", f"{text.strip('$')}  {label}".rstrip())
        elif name in ("code", "preformat"):
            self.write("code", written(tag).strip("\n").rstrip())
        elif name == "verse-group":
            self.write("text", "\n".join(self._line(one) for one in tag if name_of(one) == "verse-line"))
        elif name in ("boxed-text", "statement", "disp-quote", "speech"):
            heading = " ".join(part for part in (text_of(child(tag, "label")), text_of(child(tag, "title"))) if part)
            self.write("text", heading)
            self.blocks(tag, level, deep=deep + 1)
        elif name == "p" or not any(name_of(one) in _BLOCKS for one in tag):
            self._paragraph(tag, level, deep)
        else:
            self.blocks(tag, level, deep=deep + 1)
        self._end_notes()

    def _paragraph(self, tag: Tag, level: int, deep: int, *, lead: str = "", kind: Kind = "text") -> None:
        """A paragraph; a block inside of it cuts it in two."""
        pieces = [tag.text or ""]

        def flush() -> None:
            nonlocal lead
            text = " ".join("".join(pieces).split())
            pieces.clear()
            if text:
                self.write(kind, f"{lead}{text}")
                lead = ""

        for one in tag:
            name = name_of(one)
            if name in _BLOCKS and name not in ("graphic", "media", "alternatives") and deep < DEEPEST:
                flush()
                self._block(one, name, level, deep + 1)
            elif name == "fn":
                self._notes.append(one)
                pieces.append(f"[{mark_of(one, self._counted + len(self._notes))}]")
            elif name in ("inline-formula", "tex-math", "math"):
                pieces.append(formula(one))
            elif name:
                raised = name == "sup" and any(name_of(inner) == "xref" for inner in one)
                pieces.append(" " * raised + _spaced(one, text_of(one, notes=self._notes)))
            elif one.tag is etree.Entity:
                pieces.append(character(one))
            pieces.append(one.tail or "")
        flush()

    def _list(self, tag: Tag, deep: int, *, indent: int = 0) -> None:
        ordered = tag.get("list-type", "") in ("order", "arabic", "alpha-lower", "roman-lower")
        self.write("text", text_of(child(tag, "title")))
        for number, one in enumerate((each for each in tag if name_of(each) == "list-item"), 1):
            label = text_of(child(one, "label"))
            lead = "  " * indent + f"{label or (f'{number}.' if ordered else '-')} "
            for inner in one:
                name = name_of(inner)
                if name == "list" and indent < 8 and deep < DEEPEST:
                    self._list(inner, deep + 1, indent=indent + 1)
                elif name == "p":
                    self._paragraph(inner, 1, deep, lead=lead, kind="list")
                    lead = "  " * (indent + 1)
                elif name and name != "label":
                    self._block(inner, name, 1, deep + 1) if deep < DEEPEST else self.write("list", text_of(inner))

    def _table(self, wrap: Tag) -> None:
        caption = self._caption(wrap) if name_of(wrap) == "table-wrap" else ""
        found = tables_of(wrap, caption, self._notes)
        if not found:
            self.write("figure", caption)
        for table in found:
            self.fragments.append(Fragment("table", markdown(table), table=table))
        foot = child(wrap, "table-wrap-foot")
        for one in foot if foot is not None else ():
            if name_of(one) == "fn-group":
                for note in one:
                    self._note(note)
            elif name_of(one) == "fn":
                self._note(one)
            elif name_of(one):
                self.write("note", text_of(one))

    def _caption(self, tag: Tag) -> str:
        label, caption = text_of(child(tag, "label")), child(tag, "caption")
        said = " ".join(self._line(one) for one in (caption if caption is not None else ()) if name_of(one))
        return " ".join(f"{label.rstrip('.:')}: {said}".split()).strip(" :") if label else said

    def _line(self, tag: Tag | None) -> str:
        return text_of(tag, notes=self._notes)

    def _end_notes(self) -> None:
        notes, self._notes = self._notes, []
        for note in notes:
            self._note(note)

    def _note(self, note: Tag) -> None:
        if not name_of(note):
            return
        self._counted += 1
        text = text_of(note, without=frozenset({"label"}))
        if text:
            mark = mark_of(note, self._counted).strip("[]")
            self.write("note", f"[{mark}] {text}")


def _spaced(tag: Tag, text: str) -> str:
    """The text of an inline tag with the blanks at its ends, which are between words."""
    first, last = (tag.text or "x")[:1], written(tag)[-1:] if len(tag) == 0 else ""
    return f"{' ' if first.isspace() and text else ''}{text}{' ' if last.isspace() and text else ''}"
