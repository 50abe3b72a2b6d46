"""The sections of a document as locating looks at them: by number, by the words of their titles, by kind.

Derived from the outline and remembered by edition; holds no text. Words are stemmed by the document's language.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from rapidfuzz import fuzz, process

from silcrow.address import name_key, names_of
from silcrow.answer import Lead
from silcrow.desk import Desk
from silcrow.document import Section
from silcrow.language.folding import fold_case
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, is_dense
from silcrow.locate import numbers
from silcrow.place import Span
from silcrow.retrieve.terms import token_terms

_LONGEST: Final = 400  # characters of a title or a query that are compared
_REMEMBERED: Final = 64  # documents


class Token(NamedTuple):
    """A word of a title: as printed without case, and its stem."""

    word: str
    stem: str


@lru_cache(maxsize=32_768)
def tokens(text: str, language: str) -> tuple[Token, ...]:
    """The words of a title that carry it: without articles and the like, unless there are no others."""
    stop = STOPWORDS.get(language[:2], frozenset()) or STOPWORDS["en"]
    every: list[Token] = []
    for token in TOKEN.findall(fold_case(text[:_LONGEST])):
        if is_dense(token):
            every.extend(Token(letter, letter) for letter in token)
        else:
            every.append(Token(token.strip("'._"), token_terms(token, language)[0]))
    return tuple(one for one in every if one.word not in stop) or tuple(every)


@dataclass(frozen=True, slots=True)
class Entry:
    """One section: its number (None: it has none) and the words of its title."""

    section: Section
    number: numbers.Numbered | None
    words: tuple[Token, ...]

    @property
    def key(self) -> tuple[str, ...]:
        """What titles are compared by."""
        return tuple(word.stem for word in self.words)


class Contents:
    """All sections of one edition of a document, indexed. Entries stand at the section's ord."""

    def __init__(self, doc_id: str, language: str, sections: Sequence[Section]) -> None:
        self.doc_id = doc_id
        self.language = language or "en"
        self.base = sections[0].ord if sections else 0
        self.entries = tuple(self._entry(section) for section in sections)
        self.ords = {section.sec_id: section.ord for section in sections}
        self.by_number: dict[tuple[str, tuple[str, ...]], list[Entry]] = defaultdict(list)
        self.by_name: dict[str, list[Entry]] = defaultdict(list)
        self.by_key: dict[tuple[str, ...], list[Entry]] = defaultdict(list)
        self.of_kind: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            for name in dict.fromkeys(names_of(entry.section)):
                self.by_name[name].append(entry)
            if entry.number:
                self.by_number[entry.number.kind, entry.number.number].append(entry)
                self.of_kind[entry.number.kind].append(entry)
            if entry.key:
                self.by_key[entry.key].append(entry)

    def _entry(self, section: Section) -> Entry:
        number = numbers.read(section.label) if section.label else None
        if number is None and section.label == "":
            opening = numbers.read(section.heading)
            number = opening if opening and opening.kind not in ("", "mark", "note") else None
        return Entry(section, number, tokens(section.title or section.heading, self.language))

    @cached_property
    def frequency(self) -> dict[str, int]:
        """How many titles hold each stem."""
        found: dict[str, int] = defaultdict(int)
        for entry in self.entries:
            for stem in set(entry.key):
                found[stem] += 1
        return dict(found)

    @cached_property
    def by_stem(self) -> dict[str, list[Entry]]:
        """The entries whose titles hold a stem."""
        found: dict[str, list[Entry]] = defaultdict(list)
        for entry in self.entries:
            for stem in dict.fromkeys(entry.key):
                found[stem].append(entry)
        return found

    @cached_property
    def vocabulary(self) -> dict[str, str]:
        """The words of all titles, each with its stem."""
        return {word.word: word.stem for entry in self.entries for word in entry.words}

    def like(self, words: str, n: int) -> list[Entry]:
        """Some n sections whose names are spelt most like some words, and n that share their rarest word."""
        near = process.extract(name_key(words[:_LONGEST]), self._names, scorer=fuzz.ratio, limit=n)
        found = {entry.section.ord: entry for name, _, _ in near for entry in self.by_name[name][:n]}
        shared = [word.stem for word in tokens(words, self.language) if word.stem in self.by_stem]
        for stem in sorted(shared, key=lambda stem: (-self.weight(stem), stem))[:1]:
            found.update({entry.section.ord: entry for entry in self.by_stem[stem][:n]})
        return list(found.values())

    @cached_property
    def _names(self) -> list[str]:
        return list(self.by_name)

    def weight(self, stem: str) -> float:
        """How much a word tells: more, the fewer titles hold it."""
        return math.log(1 + len(self.entries) / (1 + self.frequency.get(stem, 0)))

    @property
    def is_filing(self) -> bool:
        """Whether its sections are Items: then a bare number is a note or a point and no section."""
        return len(self.of_kind["item"]) > 2

    def lettered(self, kind: str) -> bool:
        """Whether the single letters of a kind are letters and not roman numerals: there is an A or a B."""
        return any(entry.number and entry.number.number[0] in ("a", "b") for entry in self.of_kind[kind])

    def entry(self, ord_: int) -> Entry:
        """The entry of a section by its ord."""
        return self.entries[ord_ - self.base]

    def above(self, section: Section) -> Iterator[Entry]:
        """The entries of the sections around one, the nearest first."""
        parent = section.parent
        while parent is not None and parent in self.ords:
            entry = self.entry(self.ords[parent])
            yield entry
            parent = entry.section.parent


class Area(NamedTuple):
    """Where to look: the sections first to last of a document, by ord."""

    contents: Contents
    first: int
    last: int

    def holds(self, entry: Entry) -> bool:
        """Whether a section lies in it."""
        return self.first <= entry.section.ord <= self.last

    def entries(self) -> tuple[Entry, ...]:
        """Its sections in order."""
        base = self.contents.base
        return self.contents.entries[self.first - base : self.last - base + 1]

    def below(self, section: Section) -> "Area":
        """What lies below one of its sections."""
        return Area(self.contents, section.ord + 1, section.last)


@dataclass(frozen=True, slots=True)
class _Edition:
    """What tells the sections of an edition from others, and they themselves: a thousand are not compared each time."""

    doc_id: str
    edition: str
    language: str
    names: tuple[str, ...]
    sections: tuple[Section, ...] = field(compare=False)


@lru_cache(maxsize=_REMEMBERED)
def _remembered(edition: _Edition) -> Contents:
    return Contents(edition.doc_id, edition.language, edition.sections)


def areas(desk: Desk) -> tuple[Area, ...]:
    """All that lies open, an area a document, or one a section where only some are open."""
    found: list[Area] = []
    for record in desk.documents():
        sections = desk.outline(record.doc_id).sections
        names = (*[section.sec_id for section in sections], *[section.heading for section in sections])
        contents = _remembered(_Edition(record.doc_id, record.edition, record.language, names, sections))
        spans = [span for span in desk.within if span.doc_id == record.doc_id]
        if sections and not spans:
            found.append(Area(contents, sections[0].ord, sections[-1].ord))
        for span in spans:
            section = contents.entry(contents.ords[span.sec_id]).section
            found.append(Area(contents, section.ord, section.last if span.first is None else section.ord))
    return tuple(found)


def lead(contents: Contents, section: Section) -> Lead:
    """A section as a result names it."""
    return Lead(Span(contents.doc_id, section.sec_id), section.path, pages(section))


def pages(section: Section) -> tuple[int, ...]:
    """The pages of a section and what is below it."""
    return tuple(range(section.pages[0], section.pages[1] + 1)) if section.pages else ()
