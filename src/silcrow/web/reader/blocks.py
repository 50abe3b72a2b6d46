"""The text of a document in pieces of a few hundred words, so that a browser fetches only what it shows.

A piece is some sections, or part of a long one. Knows sizes and no text.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from silcrow.desk import Desk
from silcrow.document import Paragraph, Section
from silcrow.place import Span

_TOKENS = 1500
_PARAGRAPHS = 40


@dataclass(frozen=True, slots=True)
class Stretch:
    """Paragraphs first to last of a section, from 1; none where last is 0. The first stretch has the heading."""

    section: Section
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Block:
    """One piece."""

    stretches: tuple[Stretch, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A stretch with its paragraphs, each with its number."""

    section: Section
    heading: bool
    paragraphs: tuple[tuple[int, Paragraph], ...]


def blocks(sections: Sequence[Section]) -> list[Block]:
    """All pieces, in order; every paragraph stands in one."""
    found: list[Block] = []
    held: list[Stretch] = []
    tokens = count = 0
    for section in sections:
        for stretch in _stretches(section):
            size = section.tokens * (stretch.last - stretch.first + 1) // max(1, section.count) if stretch.last else 0
            paragraphs = stretch.last - stretch.first + 1
            if held and (tokens + size > _TOKENS or count + paragraphs > _PARAGRAPHS):
                found.append(Block(tuple(held), tokens))
                held, tokens, count = [], 0, 0
            held.append(stretch)
            tokens, count = tokens + size + 20, count + paragraphs
    if held:
        found.append(Block(tuple(held), tokens))
    return found


def shown(desk: Desk, doc_id: str, block: Block) -> Iterator[Shown]:
    """A piece with its text."""
    for stretch in block.stretches:
        paragraphs: tuple[tuple[int, Paragraph], ...] = ()
        if stretch.last:
            span = Span(doc_id, stretch.section.sec_id, stretch.first, stretch.last)
            paragraphs = tuple(
                (number, paragraph)
                for passage in desk.read(span).passages
                for number, paragraph in enumerate(passage.paragraphs, passage.span.first or 1)
            )
        yield Shown(stretch.section, stretch.first <= 1, paragraphs)


def _stretches(section: Section) -> Iterator[Stretch]:
    if not section.count:
        yield Stretch(section, 1, 0)
        return
    step = max(1, min(_PARAGRAPHS, _TOKENS * section.count // max(1, section.tokens)))
    for first in range(1, section.count + 1, step):
        yield Stretch(section, first, min(section.count, first + step - 1))
