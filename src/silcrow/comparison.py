"""What two documents, or two editions of one, have in common and where they differ. Values only."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from silcrow.errors import Notice
from silcrow.language.folding import fold
from silcrow.place import Coordinate, Span

Fate = Literal["unchanged", "reworded", "moved", "added", "removed"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of two texts: `old` became `new`. Equal ones are what stayed; an empty one is what the other lacks.

    All `old` of a paragraph in a row are its old text to the letter, all `new` its new one.
    """

    old: str
    new: str

    @property
    def same(self) -> bool:
        """Whether both say the same: nothing changed but typography and spacing."""
        return "".join(fold(self.old).split()) == "".join(fold(self.new).split())


@dataclass(frozen=True, slots=True)
class ParagraphChange:
    """One paragraph and its counterpart; None where there is none.

    edits    word by word, only of what was reworded
    pages    those it touches in the old document and in the new one
    """

    fate: Fate
    old: Coordinate | None
    new: Coordinate | None
    old_text: str = ""
    new_text: str = ""
    edits: tuple[Edit, ...] = ()
    old_pages: tuple[int, ...] = ()
    new_pages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionChange:
    """One section and its counterpart.

    fate        of the section as a whole: one that moved may be reworded too, as its paragraphs say
    renamed     its heading reads otherwise now
    matched_by  what told that it is the same one: label, title, text, place (both stand in the same section)
    likeness    share of its own text that both have, 0 to 1
    paragraphs  those that differ, in the order of the new document; all of them where only one document has it
    unchanged   how many paragraphs are as they were
    """

    fate: Fate
    old: Span | None
    new: Span | None
    old_path: tuple[str, ...] = ()
    new_path: tuple[str, ...] = ()
    old_pages: tuple[int, ...] = ()
    new_pages: tuple[int, ...] = ()
    renamed: bool = False
    matched_by: tuple[str, ...] = ()
    likeness: float = 1.0
    paragraphs: tuple[ParagraphChange, ...] = ()
    unchanged: int = 0


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two documents section by section, in the order of the new one; what is gone stands where it stood."""

    old: str
    new: str
    old_title: str
    new_title: str
    sections: tuple[SectionChange, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def counts(self) -> dict[Fate, int]:
        """Sections by what became of them."""
        found = Counter(section.fate for section in self.sections)
        fates: tuple[Fate, ...] = ("unchanged", "reworded", "moved", "added", "removed")
        return {fate: found[fate] for fate in fates}

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return all(section.fate == "unchanged" and not section.renamed for section in self.sections)
