r"""Where the reading of a LaTeX document stands: what is still to be read, what is being written, what is known.

Knows how text becomes paragraphs; what single commands and environments do is in commands.py and environments.py.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from silcrow.document import Kind, Table
from silcrow.errors import Notice
from silcrow.parse.fragment import NO_CLUES, Clues, Fragment
from silcrow.parse.latex.counters import Counters
from silcrow.parse.latex.macros import Macros
from silcrow.parse.latex.names import NAMED
from silcrow.parse.latex.tokens import END, STOP, Tokens
from silcrow.render.tables import markdown

_DEEPEST: Final = 30  # arguments in one another; what lies deeper is taken as it is written
_INDENT: Final = 8  # levels of a list that are shown by indenting
_MENTIONED: Final = 20  # notices of one kind
_LETTERS = re.compile(r"[\\{}$&~]+")


@dataclass(slots=True)
class Environment:
    """One that is open. `label`: what one before it referred to. `style`, `counter`: of a list; `kind`: of a float."""

    name: str
    label: tuple[str, str]
    style: str = ""
    counter: str = ""
    kind: str = ""
    quiet: bool = False


@dataclass(slots=True)
class Facts:
    """What the document says of itself; `shown` and `by_lines` are as they are printed, with marks of notes."""

    document_class: str = "article"
    title: str = ""
    shown: str = ""
    authors: list[str] = field(default_factory=list)
    by_lines: list[str] = field(default_factory=list)
    date: str = ""
    language: str = ""
    named: tuple[str, ...] = NAMED["english"]


@dataclass(slots=True)
class State:
    r"""One document while it is read.

    take      reads one token; given by walk.py
    printing  whether text is part of the document: not in its preamble
    appendix  the fragment with which the appendices begin, None before
    label     name and number of what was numbered last, to which a label refers
    labels    what each label refers to, by its key; `cited` the numbers of references
    captions  of floats, that wait for their table
    unended   whether an \iffalse had no end; no other is looked for then
    """

    tokens: Tokens
    macros: Macros
    take: Callable[["State", str], None]
    counters: Counters = field(default_factory=Counters)
    facts: Facts = field(default_factory=Facts)
    fragments: list[Fragment] = field(default_factory=list)
    environments: list[Environment] = field(default_factory=list)
    theorems: dict[str, tuple[str, str]] = field(default_factory=dict)
    labels: dict[str, tuple[str, str]] = field(default_factory=dict)
    cited: dict[str, str] = field(default_factory=dict)
    captions: list[str] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    label: tuple[str, str] = ("", "")
    printing: bool = False
    ended: bool = False
    unnumbered: bool = False
    appendix: int | None = None
    depth: int = 0
    marker: str = ""
    unended: bool = False
    _pieces: list[str] = field(default_factory=list)
    _notes: list[tuple[str, str]] = field(default_factory=list)

    def text(self, text: str) -> None:
        """Text of the paragraph that is being written."""
        if self.printing:
            self._pieces.append(text)

    @property
    def writing(self) -> bool:
        """Whether a paragraph has begun."""
        return bool(self._pieces)

    def inline(self, tokens: Sequence[str]) -> str:
        """The text of some tokens by themselves, lines kept; what stands around them goes on as it was."""
        if self.depth >= _DEEPEST:
            return _LETTERS.sub(" ", "".join(token for token in tokens if token[0] != "%"))
        outer, self._pieces = self._pieces, []
        printing, self.printing = self.printing, True
        opened = len(self.environments)
        self.depth += 1
        self.tokens.put_back([*tokens, STOP])
        while (token := self.tokens.next()) not in (STOP, END):
            self.take(self, token)
        self.depth -= 1
        del self.environments[opened:]
        self.printing = printing
        found, self._pieces = "".join(self._pieces), outer
        return _lines(found)

    def line(self, tokens: Sequence[str]) -> str:
        """The text of some tokens as one line."""
        return " ".join(self.inline(tokens).split())

    def end_paragraph(self) -> None:
        """A paragraph ends; inside of an argument it is a line of it."""
        if self.depth:
            self._pieces.append("\n")
            return
        text = _lines("".join(self._pieces))
        self._pieces.clear()
        marker, self.marker = self.marker, ""
        if text or marker:
            self.write(self._paragraph_kind(), self._indented(marker, text))
        self.end_notes()

    def write(self, kind: Kind, text: str, *, clues: Clues = NO_CLUES, table: Table | None = None) -> None:
        """One fragment, as it is."""
        if self.printing and text.strip():
            self.fragments.append(Fragment(kind, text, clues=clues, table=table))

    def note(self, mark: str, text: str) -> None:
        """A note to the paragraph that is being written."""
        if text:
            self._notes.append((mark, text))

    def unmarked(self, text: str) -> str:
        """A text without the marks of notes that wait: a heading bears none."""
        for mark, _ in self._notes:
            text = text.replace(mark, "")
        return text

    def end_notes(self) -> None:
        """The notes that wait are written, unless an argument is being read."""
        if self.depth or not self.printing or not self._notes:
            return
        notes, self._notes = self._notes, []
        for mark, text in notes:
            self.write("note", f"{mark} {text}".strip())

    def number(self, counter: str) -> str:
        """A counter as the document prints it."""
        body = self.macros.commands.get(f"the{counter}")
        return self.line(body.body) if body else self.counters.printed(counter, "arabic")

    def step(self, counter: str, name: str = "") -> str:
        """Count one more; labels refer to it from now on. What is printed for it."""
        self.counters.step(counter)
        number = self.number(counter)
        self.label = (name or counter, number)
        return number

    def caption_table(self, caption: str) -> bool:
        """Give a caption to the last table of the open float that has none; False where there is none."""
        for at in range(len(self.fragments) - 1, -1, -1):
            fragment = self.fragments[at]
            if fragment.table is None:
                return False
            if not fragment.table.caption:
                table = replace(fragment.table, caption=caption)
                self.fragments[at] = replace(fragment, table=table, text=markdown(table))
                return True
        return False

    def say(self, code: str, message: str) -> None:
        """A notice; of one kind only so many."""
        if sum(notice.code == code for notice in self.notices) < _MENTIONED:
            self.notices.append(Notice(code, message))

    @property
    def lists(self) -> list[Environment]:
        """The lists that are open."""
        return [one for one in self.environments if one.style]

    def _paragraph_kind(self) -> Kind:
        return "list" if self.lists else "text"

    def _indented(self, marker: str, text: str) -> str:
        deep = min(len(self.lists), _INDENT)
        return "  " * max(0, deep - 1) + f"{marker} {text}".strip() if deep else f"{marker} {text}".strip()


def _lines(text: str) -> str:
    """White space as it is printed: none at line ends, one blank for a run, no empty lines."""
    lines = (" ".join(line.split(" ")).strip() for line in text.split("\n"))
    return "\n".join(" ".join(line.split()) for line in lines if line)
