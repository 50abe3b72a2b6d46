"""A decided stream of headings and fragments becomes a Document. Decides nothing and loses nothing.

Sections stand in pre-order; a section's own paragraphs come before those of its subsections, so the tree is a stack
that compares levels: a heading closes every open section of its own level or a larger one. Skipped levels are fine.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from silcrow.document import Document, Furniture, Paragraph, Section
from silcrow.errors import Notice
from silcrow.language.tokens import estimate_tokens
from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.health import examine
from silcrow.parse.ids import FRONT, Ids
from silcrow.place import Coordinate, Region

_DEEPEST = 64  # sections below this depth become siblings: a path is stored with every section
_HIDDEN = 50  # hidden paragraphs that are named one by one

_NOTHING = Heading(text="", label="", title="", level=1)


@dataclass(slots=True)
class _Open:
    """A section while it grows; `order` is its index in pre-order, `paragraphs` its own."""

    heading: Heading
    sec_id: str
    parent: "_Open | None"
    path: tuple[str, ...]
    order: int
    first: int
    paragraphs: int = 0
    tokens: int = 0
    last: int = 0
    end: int = 0
    pages: list[int] = field(default_factory=list)

    def touch(self, regions: Iterable[Region]) -> None:
        """Keep the lowest and the highest page seen."""
        numbers = [r.page for r in regions]
        if numbers:
            numbers += self.pages
            self.pages = [min(numbers), max(numbers)]


class _Tree:
    """The growing tree: sections in pre-order and the stack of those still open."""

    def __init__(self, doc_id: str) -> None:
        self.doc_id = doc_id
        self.sections: list[_Open] = []
        self.paragraphs: list[Paragraph] = []
        self.furniture: list[Furniture] = []
        self.notices: list[Notice] = []
        self._stack: list[_Open] = []
        self._ids = Ids()
        self._flattened = self._hidden = 0
        self._headings = 0

    def heading(self, heading: Heading) -> None:
        while self._stack and self._stack[-1].heading.level >= heading.level:
            self._close()
        if len(self._stack) == _DEEPEST:
            self._close()
            self._flattened += 1
        parent = self._stack[-1] if self._stack else None
        sec_id = self._ids.give(heading.label, heading.title, parent.sec_id if parent else None)
        self._headings += 1
        self._open(heading, sec_id, parent, (*(parent.path if parent else ()), heading.text))

    def fragment(self, fragment: Fragment) -> None:
        if fragment.furniture:
            position = self._headings + len(self.paragraphs)
            self.furniture.append(Furniture(text=fragment.text, regions=fragment.regions, position=position))
            return
        section = self._stack[-1] if self._stack else self.front()
        tokens = estimate_tokens(fragment.text)
        self.paragraphs.append(
            Paragraph(
                kind=fragment.kind,
                text=fragment.text,
                regions=fragment.regions,
                tokens=tokens,
                table=fragment.table,
            )
        )
        section.paragraphs += 1
        section.tokens += tokens
        section.touch(fragment.regions)
        if fragment.hidden and self._hidden < _HIDDEN:
            place = str(Coordinate(self.doc_id, section.sec_id, section.paragraphs))
            self.notices.append(Notice("hidden_text", "This text is not visible in the document.", place))
        self._hidden += fragment.hidden

    def front(self) -> _Open:
        """Open what precedes the first heading."""
        return self._open(_NOTHING, FRONT, None, ())

    def finish(self) -> None:
        while self._stack:
            self._close()
        if self._hidden > _HIDDEN:
            message = f"{self._hidden - _HIDDEN} more paragraphs are not visible in the document."
            self.notices.append(Notice("hidden_text", message))
        if self._flattened:
            message = f"{self._flattened} sections lay deeper than {_DEEPEST} levels and were set beside their parents."
            self.notices.append(Notice("nesting_cut", message))

    def _open(self, heading: Heading, sec_id: str, parent: _Open | None, path: tuple[str, ...]) -> _Open:
        section = _Open(heading, sec_id, parent, path, order=len(self.sections), first=len(self.paragraphs))
        section.touch(heading.regions)
        self.sections.append(section)
        self._stack.append(section)
        return section

    def _close(self) -> None:
        section = self._stack.pop()
        section.last, section.end = len(self.sections) - 1, len(self.paragraphs)
        if section.parent:
            section.parent.touch(Region(page) for page in section.pages)


def grow(
    stream: Iterable[Heading | Fragment],
    source: Source,
    *,
    doc_id: str,
    edition: str,
    recipe: str,
    stem: str = "",
) -> Document:
    """The document of a decided stream; `stem` is the file's, the title of last resort."""
    tree = _Tree(doc_id)
    for part in stream:
        if isinstance(part, Heading):
            tree.heading(part)
        else:
            tree.fragment(part)
    if not tree.sections:
        tree.front()
    tree.finish()
    sections = tuple(_section(opened) for opened in tree.sections)
    return Document(
        doc_id=doc_id,
        edition=edition,
        recipe=recipe,
        format=source.format,
        title=source.title or _title(sections) or stem or doc_id,
        sections=sections,
        paragraphs=tuple(tree.paragraphs),
        furniture=tuple(tree.furniture),
        authors=source.authors,
        date=source.date,
        language=source.language,
        pages=source.pages,
        page_labels=source.page_labels,
        health=examine(sections, source, tree.notices),
    )


def _section(opened: _Open) -> Section:
    heading = opened.heading
    return Section(
        sec_id=opened.sec_id,
        heading=heading.text,
        label=heading.label,
        title=heading.title,
        level=heading.level,
        parent=opened.parent.sec_id if opened.parent else None,
        path=opened.path,
        ord=opened.order,
        last=opened.last,
        first=opened.first,
        count=opened.paragraphs,
        end=opened.end,
        tokens=opened.tokens,
        pages=(opened.pages[0], opened.pages[-1]) if opened.pages else None,
        regions=heading.regions,
        evidence=heading.evidence,
        confidence=heading.confidence,
    )


def _title(sections: tuple[Section, ...]) -> str:
    """The first heading, where it stands over the whole: none beside or above it, or nothing of its own below it."""
    headings = [s for s in sections if s.heading]
    if not headings or any(s.level < headings[0].level for s in headings[1:]):
        return ""
    first = headings[0]
    alone = all(s.level > first.level for s in headings[1:])
    heads_nothing = first.ord == 0 and first.last == 0 and first.count == 0
    return first.heading if alone or heads_nothing else ""
