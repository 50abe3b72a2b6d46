"""The paragraphs that a rule looks at, and the citation of what it finds in one. Each document is read once."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from silcrow.answer import Citation
from silcrow.cite.letters import laid_out
from silcrow.cite.sheets import printed
from silcrow.desk import Desk
from silcrow.document import Paragraph, Section
from silcrow.language.folding import Folded, fold_with_map
from silcrow.language.sentences import sentences
from silcrow.place import Span
from silcrow.rules.patterns import spans as places


@dataclass(frozen=True)
class Line:
    """One paragraph where it stands. Offsets are those of its own text.

    headings   that of its section and those above, without one that more than half of the document stands under: that
               one names the document, and no place in it
    beside     all paragraphs of its section: what is said above a table counts, whether a rule looks there or not
    """

    doc_id: str
    section: Section
    number: int
    paragraph: Paragraph
    headings: tuple[str, ...] = ()
    beside: Sequence["Line"] = field(default=(), repr=False, compare=False)

    @property
    def span(self) -> Span:
        """Its place."""
        return Span(self.doc_id, self.section.sec_id, self.number, self.number)

    @property
    def text(self) -> str:
        """Its text."""
        return self.paragraph.text

    @cached_property
    def folded(self) -> Folded:
        """Its letters, typography aside."""
        return fold_with_map(self.text)

    @cached_property
    def letters(self) -> tuple[Folded, ...]:
        """The forms of its text that a quote may stand in."""
        return laid_out(printed(self.paragraph))

    @cached_property
    def sentences(self) -> Sequence[tuple[int, int]]:
        """Where its sentences begin and end."""
        return sentences(self.text) or [(0, len(self.text))]

    def holding(self, patterns: Iterable[str]) -> Iterator[tuple[int, int]]:
        """The sentences, in order, that hold one of these; all where there are none."""
        wanted = tuple(patterns)
        if not wanted:
            yield from self.sentences
            return
        hits = self.hits(wanted)
        for start, end in self.sentences:
            if any(a < end and b > start for a, b in hits):
                yield start, end

    def hits(self, patterns: Iterable[str]) -> list[tuple[int, int]]:
        """Where these stand in its text, in order."""
        return sorted(self.folded.source(*hit) for one in patterns for hit in places(one, self.folded.text))

    def cited(self, start: int, end: int) -> Citation:
        """The citation of some of its letters."""
        return Citation(
            self.span,
            self.text[start:end],
            "verified",
            self.section.path,
            tuple(dict.fromkeys(region.page for region in self.paragraph.regions)),
            self.paragraph.regions,
            (start, end),
        )


class Ground:
    """All paragraphs of one document, section by section."""

    def __init__(self, desk: Desk, doc_id: str) -> None:
        self.desk = desk
        self.doc_id = doc_id
        self.sections = desk.outline(doc_id).sections
        self._by_id = {section.sec_id: section for section in self.sections}

    @cached_property
    def lines(self) -> Sequence[Line]:
        """Every paragraph in reading order."""
        found: list[Line] = []
        for section in self.sections:
            if section.count:
                found += self._read(section)
        return found

    @cached_property
    def _firsts(self) -> dict[str, int]:
        firsts: dict[str, int] = {}
        at = 0
        for section in self.sections:
            firsts[section.sec_id] = at
            at += section.count
        return firsts

    def at(self, spans: Iterable[Span]) -> list[Line]:
        """The paragraphs of some places, with those of the sections below them, in reading order, each once."""
        wanted: set[int] = set()
        for span in spans:
            section = self._by_id[span.sec_id]
            first = self._firsts[section.sec_id]
            if span.first is None or span.last is None:
                last = self.sections[section.last]
                wanted.update(range(first, self._firsts[last.sec_id] + last.count))
            else:
                wanted.update(range(first + max(span.first, 1) - 1, first + min(span.last, section.count)))
        return [self.lines[i] for i in sorted(wanted)]

    def _read(self, section: Section) -> Sequence[Line]:
        headings = self._headings(section)
        found: list[Line] = []
        for passage in self.desk.read(Span(self.doc_id, section.sec_id)).passages:
            for number, paragraph in enumerate(passage.paragraphs, passage.span.first or 1):
                found.append(Line(self.doc_id, section, number, paragraph, headings, found))
        return found

    def _headings(self, section: Section) -> tuple[str, ...]:
        found: list[str] = []
        at: Section | None = section
        while at is not None:
            if (at.end - at.first) * 2 <= self.sections[-1].end:
                found.append(at.heading)
            at = self._by_id[at.parent] if at.parent else None
        return tuple(found)
