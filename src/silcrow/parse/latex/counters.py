r"""What LaTeX numbers: counters, what each resets, and how the class of a document prints them.

A number is printed by its `\the…`, which is a macro like any other, so this room only keeps values and knows the forms.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from silcrow.language.numerals import ROMAN_LARGEST, to_roman
from silcrow.parse.latex.names import CHAPTER_ALONE, DEPTH, DIVISIONS, ROMAN_SECTIONS, WITH_CHAPTERS

FORMS: Final = frozenset({"arabic", "roman", "Roman", "alph", "Alph", "fnsymbol"})
_LARGEST: Final = 1_000_000
_MARKS: Final = ("*", "†", "‡", "§", "¶", "‖", "**", "††", "‡‡")
_WITHIN: Final = {
    "section": "chapter", "subsection": "section", "subsubsection": "subsection", "paragraph": "subsubsection",
    "subparagraph": "paragraph", "enumii": "enumi", "enumiii": "enumii", "enumiv": "enumiii",
}  # fmt: skip
_FLOATING: Final = ("figure", "table", "equation")


@dataclass(slots=True)
class Counters:
    """The counters of one document. `depth`: the deepest division that is numbered, chapter being 0."""

    values: dict[str, int] = field(default_factory=dict)
    within: dict[str, str] = field(default_factory=lambda: dict(_WITHIN))
    depth: int = 3
    chapters: bool = False

    def step(self, name: str) -> None:
        """Count one more, and everything within it from nothing."""
        self.set(name, self.values.get(name, 0) + 1)
        reset, changed = {name}, True
        while changed:  # counters form short chains
            below = {one for one, outer in self.within.items() if outer in reset} - reset
            reset |= below
            changed = bool(below)
        for one in reset - {name}:
            self.values[one] = 0

    def set(self, name: str, value: int) -> None:
        """Give a counter a value, within bounds."""
        self.values[name] = max(-_LARGEST, min(_LARGEST, value))

    def printed(self, name: str, form: str) -> str:
        """A counter in a form: `arabic`, `roman`, `Alph`, …"""
        number = self.values.get(name, 0)
        if form in ("roman", "Roman") and 0 < number <= ROMAN_LARGEST:
            return to_roman(number) if form == "Roman" else to_roman(number).lower()
        if form in ("alph", "Alph") and 0 < number <= 26:
            return chr(ord("A" if form == "Alph" else "a") + number - 1)
        if form == "fnsymbol" and 0 < number <= len(_MARKS):
            return _MARKS[number - 1]
        return str(number)

    def number_by_class(self, name: str) -> dict[str, str]:
        r"""Take on the counters of a document class; the bodies of its `\the…` macros by counter."""
        self.chapters = name in WITH_CHAPTERS
        self.depth = DEPTH.get(name, DEPTH["book" if self.chapters else "article"])
        return self.bodies(name)

    def bodies(self, name: str) -> dict[str, str]:
        r"""The `\the…` macros of a class."""
        bodies = {"part": r"\Roman{part}", "chapter": r"\arabic{chapter}", "section": r"\arabic{section}"}
        if self.chapters:
            bodies["section"] = r"\thechapter.\arabic{section}"
        for above, below in pairwise(DIVISIONS[2:]):
            bodies[below] = rf"\the{above}.\arabic{{{below}}}"
        if name in ROMAN_SECTIONS:
            bodies |= {"section": r"\Roman{section}", "subsection": r"\Alph{subsection}"}
            bodies |= {"subsubsection": r"\arabic{subsubsection}", "paragraph": r"\alph{paragraph}"}
        for one in _FLOATING:
            bodies[one] = rf"\thechapter.\arabic{{{one}}}" if self.chapters else rf"\arabic{{{one}}}"
            if self.chapters:
                self.within[one] = "chapter"
        if self.chapters:
            self.within["footnote"] = "chapter"
        return bodies | {"footnote": r"\arabic{footnote}", "algorithm": r"\arabic{algorithm}"}


def alone(document_class: str) -> bool:
    """Whether a class prints the number of a chapter without the word."""
    return document_class in CHAPTER_ALONE
