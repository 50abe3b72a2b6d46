"""A document in the hand of a Python program or a notebook: `doc = silcrow.open("report.pdf")`, then `doc["Item 7"]`.

Shows what a Desk says and decides nothing. A file opened without a library is read into memory and leaves nothing.
"""

import html
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from silcrow.agent.budget import Limits
from silcrow.agent.resuming import Watch
from silcrow.answer import Answer
from silcrow.cite.verify import verify
from silcrow.comparison import Comparison
from silcrow.desk import Desk
from silcrow.document import Health, Paragraph, Record, Section, Table
from silcrow.errors import Ambiguous, NotFound, Usage
from silcrow.finding import Checked, Value
from silcrow.library import Library, open_library
from silcrow.locate.pack import pack
from silcrow.locate.references import references
from silcrow.locate.scope import scope
from silcrow.located import Packed, References, Scoped
from silcrow.models.chat import Chat
from silcrow.outline import Outline
from silcrow.part import Parts
from silcrow.passage import Passages
from silcrow.place import Coordinate, Span
from silcrow.render.outline import health_text, outline_list
from silcrow.render.passages import render_passages
from silcrow.render.tables import markdown, text_rows
from silcrow.retrieve.at_hand import Embedder
from silcrow.rules import RuleSet
from silcrow.rules.ruleset import Extract
from silcrow.split.parts import MOST
from silcrow.study.room import Study
from silcrow.toolset.tool import Tool, call, failed
from silcrow.toolset.verbs import TOOLS

__all__ = ["Doc", "DocSection", "DocTable", "Toolbox", "open_document", "tools"]

Style = Literal["openai", "anthropic", "plain"]


def open_document(
    source: str | Path | bytes,
    *,
    library: Library | str | Path | None = None,
    password: str | None = None,
    embedder: Embedder | None = None,
) -> "Doc":
    """Read a file (or its bytes) and lay it open.

    Without `library` it is held in memory and gone when the Doc is; with one (open, or its path) it is kept there, and
    a doc_id of that library may stand for the file. `embedder`: see open_library; a library that is open has its own.
    Raises what Library.add raises; NotFound for neither.
    """
    own = not isinstance(library, Library)
    shelf = (
        library if isinstance(library, Library) else open_library(library, ephemeral=library is None, embedder=embedder)
    )
    try:
        known = isinstance(source, str) and not Path(source).exists() and _is_known(shelf, source)
        doc_id = str(source) if known else shelf.add(source, password=password).record.doc_id
    except BaseException:
        if own:
            shelf.close()
        raise
    return Doc(shelf, doc_id, own=own)


def _is_known(shelf: Library, doc_id: str) -> bool:
    return any(record.doc_id == doc_id for record in shelf.documents())


class Doc:
    """One document laid open. `doc["Item 1A"]` is a section by label, title, path or sec_id."""

    def __init__(self, library: Library, doc_id: str, *, own: bool = False) -> None:
        self._library = library
        self._own = own
        self.doc_id = doc_id
        self.desk: Desk = library.desk(doc_id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let the document go; a library that was given stays open."""
        if self._own:
            self._library.close()

    @property
    def record(self) -> Record:
        """Title, pages, edition, health: what a library lists."""
        return self.desk.documents()[0]

    @property
    def title(self) -> str:
        """Its title."""
        return self.record.title

    @property
    def health(self) -> Health:
        """How far its structure can be trusted."""
        return self.record.health

    @property
    def outline(self) -> "DocOutline":
        """The heading tree; iterating it gives sections, printing it the outline."""
        return DocOutline(self, self.desk.outline(self.doc_id))

    def __getitem__(self, words: str) -> "DocSection":
        found = self.find(words)
        if len(found) > 1:
            places = tuple(str(section.span) for section in found)
            raise Ambiguous(
                f"{words!r} fits {len(found)} sections", hint="Give one of the places it fits.", candidates=places
            )
        return found[0]

    def __contains__(self, words: str) -> bool:
        try:
            return bool(self.find(words))
        except NotFound:
            return False

    def find(self, words: str) -> list["DocSection"]:
        """Every section that words name; NotFound, with the nearest ones, when there is none."""
        exact = self._sections.get(words)
        if exact is not None:
            return [exact]
        return [self._sections[lead.span.sec_id] for lead in self.desk.find(words, self.doc_id)]

    def scope(self, words: str, *, aliases: Mapping[str, Sequence[str]] | None = None) -> Scoped:
        """The sections that words mean, said as people do ("the risk disclosure in Chapter 5"); see locate.scope."""
        return scope(self.desk, words, aliases=aliases)

    def pack(self, words: str, *, max_tokens: int = 16_000, question: str = "") -> Packed:
        """A scope with what it refers to and the terms it uses, within a budget; see locate.pack."""
        return pack(self.desk, words, max_tokens=max_tokens, question=question)

    def references(self, *, within: Span | None = None) -> References:
        """What it refers to, or a section of it; see locate.references."""
        return references(self.desk, self.doc_id, within=within)

    def read(self, place: str | Span, *, deep: bool = False, max_tokens: int | None = None) -> Passages:
        """What stands at a place; see Desk.read."""
        return self.desk.read(place, doc_id=self.doc_id, deep=deep, max_tokens=max_tokens)

    def retrieve(
        self, query: str, *, top_k: int = 5, window: tuple[int, int] = (2, 2), max_tokens: int | None = None
    ) -> Passages:
        """The passages that answer best; see Desk.retrieve."""
        return self.desk.retrieve(query, top_k=top_k, window=window, max_tokens=max_tokens)

    def split(
        self,
        *,
        max_tokens: int = MOST,
        min_tokens: int | None = None,
        overlap: int | None = None,
        chat: Chat | None = None,
    ) -> Parts:
        """The document in parts that fit a budget; see Library.split."""
        return self._library.split(
            self.doc_id, max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap, chat=chat
        )

    def study(self) -> Study:
        """The document read through part by part; see Library.study."""
        return self._library.study(self.doc_id)

    def ask(
        self,
        question: str,
        *,
        max_quotes: int = 3,
        chat: Chat | None = None,
        limits: Limits | None = None,
        watch: Watch | None = None,
        hear: Callable[[str], None] | None = None,
    ) -> Answer:
        """Quotes that bear on a question; with `chat` that model's answer, its quotes compared; see Library.ask."""
        own = [self.doc_id]
        return self._library.ask(
            question, doc_ids=own, max_quotes=max_quotes, chat=chat, limits=limits, watch=watch, hear=hear
        )

    def verify(self, answer: str | bytes | Mapping[str, Any]) -> Answer:
        """Any answer proven anew against this document, given as JSON or as what it says; see cite.verify."""
        return verify(self.desk, answer)

    def check(self, rules: RuleSet) -> Checked:
        """The findings of a rule set on this document; see rules.check."""
        return self._library.check(rules, doc_ids=[self.doc_id])

    def extract(self, told: Extract, *, scope: Sequence[str] = ()) -> tuple[Value, ...]:
        """The values of one kind in some sections of it, or in all of it."""
        return self._library.extract(self.doc_id, told, scope=scope)

    def compare(self, other: "Doc", *, within: str = "") -> Comparison:
        """What became of this document in another: sections, paragraphs and words, with both places."""
        return self._library.compare(self.doc_id, other._library.document(other.doc_id), within=within)  # noqa: SLF001

    def __repr__(self) -> str:
        record = self.record
        return f"<Doc {self.doc_id}: {record.title!r}, {record.pages} pages, {record.sections} sections>"

    def _repr_markdown_(self) -> str:
        record = self.record
        health = health_text(record.health, sections=record.sections, pages=record.pages)
        return f"{outline_list(self.desk.outline(self.doc_id), max_tokens=1000)}\n\n*{html.escape(health)}*"

    @cached_property
    def _sections(self) -> dict[str, "DocSection"]:
        found = self.desk.outline(self.doc_id).sections
        return {section.sec_id: DocSection(self, section) for section in found}


@dataclass(frozen=True, slots=True, repr=False)
class DocOutline:
    """The outline of a Doc, with sections that can be read."""

    doc: Doc
    noun: Outline

    def __iter__(self) -> Iterator["DocSection"]:
        return (DocSection(self.doc, section) for section in self.noun.sections)

    def __len__(self) -> int:
        return len(self.noun.sections)

    def __str__(self) -> str:
        return outline_list(self.noun)

    def __repr__(self) -> str:
        return f"<outline of {self.noun.doc_id}: {len(self)} sections>"

    def _repr_markdown_(self) -> str:
        return outline_list(self.noun)


@dataclass(frozen=True, slots=True, repr=False)
class DocSection:
    """One section of a Doc. `paragraphs` are its own, in order (paragraphs[0] is ¶1); `tables` those of its subtree."""

    doc: Doc
    noun: Section

    @property
    def span(self) -> Span:
        """Its place: the text form is `str(section.span)`."""
        return Span(self.doc.doc_id, self.noun.sec_id)

    @property
    def label(self) -> str:
        """The printed number, such as "Item 1A"."""
        return self.noun.label

    @property
    def title(self) -> str:
        """The heading without its label."""
        return self.noun.title

    @property
    def path(self) -> tuple[str, ...]:
        """The headings from the top down to this one."""
        return self.noun.path

    @property
    def paragraphs(self) -> tuple[Paragraph, ...]:
        """Its own paragraphs, without those of its subsections."""
        return tuple(p for passage in self.read().passages for p in passage.paragraphs)

    @property
    def sections(self) -> list["DocSection"]:
        """The sections right below it."""
        outline = self.doc.desk.outline(self.doc.doc_id).sections
        below = outline[self.noun.ord + 1 : self.noun.last + 1]
        return [DocSection(self.doc, section) for section in below if section.parent == self.noun.sec_id]

    @property
    def tables(self) -> list["DocTable"]:
        """Its tables and those of its subsections, in reading order."""
        return [
            DocTable(Coordinate(self.doc.doc_id, passage.span.sec_id, para_idx), paragraph.table)
            for passage in self.read(deep=True).passages
            for para_idx, paragraph in enumerate(passage.paragraphs, passage.span.first or 0)
            if paragraph.table is not None
        ]

    @property
    def text(self) -> str:
        """Its own text, a blank line between paragraphs."""
        return "\n\n".join(paragraph.text for paragraph in self.paragraphs)

    def read(self, *, deep: bool = False, max_tokens: int | None = None) -> Passages:
        """Its passages, with those of its subsections when `deep`."""
        return self.doc.read(self.span, deep=deep, max_tokens=max_tokens)

    def retrieve(
        self, query: str, *, top_k: int = 5, window: tuple[int, int] = (2, 2), max_tokens: int | None = None
    ) -> Passages:
        """The passages of this section and its subsections that answer best."""
        desk = self.doc.desk.inside(self.span)
        return desk.retrieve(query, top_k=top_k, window=window, max_tokens=max_tokens)

    def __repr__(self) -> str:
        return f"<{self.span}: {self.noun.heading!r}, {self.noun.count} paragraphs>"

    def _repr_markdown_(self) -> str:
        return render_passages(self.read(max_tokens=2000))


@dataclass(frozen=True, slots=True, repr=False)
class DocTable:
    """One table and its place. `header` and each of `rows` are texts, spans resolved."""

    place: Coordinate
    noun: Table

    @property
    def caption(self) -> str:
        """What stands over it."""
        return self.noun.caption

    @property
    def header(self) -> list[str]:
        """The texts of its columns."""
        return text_rows(self.noun)[0]

    @property
    def rows(self) -> list[list[str]]:
        """The texts of its rows, as long as the header."""
        return text_rows(self.noun)[1:]

    def to_frame(self) -> Any:
        """The table as a pandas DataFrame of texts; Usage where pandas is not installed."""
        try:
            import pandas as pd  # noqa: PLC0415  an optional dependency
        except ImportError:
            raise Usage("to_frame needs pandas", hint="pip install pandas") from None
        return pd.DataFrame(self.rows, columns=self.header)

    def __repr__(self) -> str:
        return f"<table {self.place}: {self.caption or ' | '.join(self.header)[:60]!r}, {len(self.rows)} rows>"

    def _repr_markdown_(self) -> str:
        return markdown(self.noun)


@dataclass(frozen=True, slots=True)
class Toolbox:
    """Tool definitions in the form an SDK takes, and `call`, which runs one by name."""

    definitions: Sequence[Mapping[str, Any]]
    desk: Desk

    def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> str:
        """The result of a tool as text for a model; errors are results too, and say what to do."""
        for tool in TOOLS:
            if tool.name == name:
                return call(tool, self.desk, arguments).text
        known = tuple(tool.name for tool in TOOLS)
        failure = Usage(f"there is no tool {name!r}", hint=f"Known tools: {', '.join(known)}.", candidates=known)
        return failed(failure).text


def tools(opened: "Doc | Library | Desk", style: Style = "openai") -> Toolbox:
    """The verbs of a document, a library or a Desk as tools for a model, and a dispatcher.

    `style` is the form of the definitions: openai (chat completions), anthropic (messages), plain (name, description,
    parameters). What the tools may see is what was given here.
    """
    desk = opened.desk if isinstance(opened, Doc) else opened.desk() if isinstance(opened, Library) else opened
    form = {"openai": _openai, "anthropic": _anthropic, "plain": _plain}.get(style)
    if form is None:
        raise Usage(f"style {style!r} is not known", hint="Styles: openai, anthropic, plain.")
    return Toolbox(tuple(form(tool) for tool in TOOLS), desk)


def _openai(tool: Tool) -> dict[str, Any]:
    return {"type": "function", "function": _plain(tool)}


def _anthropic(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "input_schema": dict(tool.parameters)}


def _plain(tool: Tool) -> dict[str, Any]:
    return {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
