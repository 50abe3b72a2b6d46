"""What a rung of the ladder is given, and what it may answer. Knows no rung."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from silcrow.desk import Desk
from silcrow.locate.contents import Area, Contents, Entry
from silcrow.models.chat import Chat
from silcrow.place import Span

DEEPEST: Final = 4
"""Phrases inside phrases: "A in B of C" is as deep as people speak."""


class Hit(NamedTuple):
    """A section that fits, or with `span` a place in it."""

    contents: Contents
    entry: Entry
    way: str
    confidence: float
    trace: tuple[str, ...]
    span: Span | None = None

    @property
    def place(self) -> Span:
        """Where it is."""
        return self.span or Span(self.contents.doc_id, self.entry.section.sec_id)


@dataclass(frozen=True, slots=True)
class Sight:
    """A rung's answer. Without hits it is final too: what was named is not there, and no looser rung may answer.

    every    the words ask for all of the hits and not for one
    missing  what was named and is not there
    near     places to name instead
    """

    hits: tuple[Hit, ...] = ()
    every: bool = False
    missing: str = ""
    near: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Tools:
    """What rungs may use. `aliases`: other names by name key, each with the words it stands for."""

    desk: Desk
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    chat: Chat | None = None
    said: list[str] = field(default_factory=list)


Look = Callable[["Asked"], Sight | None]


@dataclass(frozen=True, slots=True)
class Asked:
    """Words, where to look for them, and how to look for a part of them.

    exact   only what is printed, numbered or an alias: for the outer part of "X in Y"
    """

    words: str
    areas: tuple[Area, ...]
    tools: Tools
    look: Look
    exact: bool = False
    depth: int = 0

    def part(self, words: str, *, areas: Iterable[Area] | None = None, exact: bool | None = None) -> Sight | None:
        """What a part of the words means, in some areas; nothing below a certain depth."""
        if self.depth >= DEEPEST or not words.strip():
            return None
        where = self.areas if areas is None else tuple(areas)
        wanted = self.exact if exact is None else exact
        return self.look(replace(self, words=words, areas=where, exact=wanted, depth=self.depth + 1))


def below(hits: Iterable[Hit], areas: Sequence[Area]) -> tuple[Area, ...]:
    """What lies below some sections, as far as it lies open."""
    found: list[Area] = []
    for hit in hits:
        for area in areas:
            section = hit.entry.section
            first, last = max(area.first, section.ord + 1), min(area.last, section.last)
            if area.contents is hit.contents and first <= last:
                found.append(Area(area.contents, first, last))
    return tuple(dict.fromkeys(found))


def traced(hits: Iterable[Hit], *steps: str, at_most: float = 1.0) -> tuple[Hit, ...]:
    """The same hits found by way of some steps before."""
    return tuple(hit._replace(trace=(*steps, *hit.trace), confidence=min(hit.confidence, at_most)) for hit in hits)
