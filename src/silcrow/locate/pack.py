"""Pack: a scope, what it refers to and the terms that it uses, as text within a budget. Nothing of it twice.

A scope that is too large comes in several packs that hold each of its paragraphs once; with a question, in one pack of
the paragraphs that bear on it. What did not fit is listed. References are followed to references, a place once, so
circles end. No model; the same scope gives the same packs.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from silcrow.desk import Desk
from silcrow.errors import Ambiguous, NotFound, Notice, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.locate.definitions import definitions, used
from silcrow.locate.packing import cost, fitted, total
from silcrow.locate.references import Text, of_passage, read_text
from silcrow.locate.scope import scope
from silcrow.located import NO_BEARING, Aside, Definition, Pack, Packed, Piece, Role
from silcrow.passage import LeftOut, Passage
from silcrow.place import Span

LEAST: Final = 200
"""Tokens below which no pack is made."""
_KEPT: Final = 4  # of several packs, one in so many tokens is kept for what they refer to
_DEFINED: Final = 4  # one in so many tokens, at most, for definitions
_ASIDE: Final = 200  # places listed that did not fit
_DEEPEST: Final = 3  # references of references
_HITS: Final = 200
_ROLES: Final[tuple[Role, ...]] = ("scope", "definition", "reference")


def pack(
    desk: Desk,
    words: str,
    *,
    max_tokens: int = 16_000,
    question: str = "",
    aliases: Mapping[str, Sequence[str]] | None = None,
) -> Packed:
    """The sections that words mean (locate.scope), packed. NotFound, Ambiguous as they are found; Usage for no room."""
    if max_tokens < LEAST:
        raise Usage(f"{max_tokens} tokens hold no pack", hint=f"Give {LEAST} or more.")
    found = scope(desk, words, aliases=aliases)
    if found.result == "none":
        said = " ".join(notice.message for notice in found.notices) or "Nothing is called so."
        near = tuple(str(lead.span) for lead in found.nearest)
        raise NotFound(f"no section {words!r}", hint=said, candidates=near)
    if found.result == "ambiguous":
        fits = tuple(str(one.span) for one in found.sections)
        raise Ambiguous(f"{words!r} fits {len(fits)} sections", hint="Give one of the places it fits.", candidates=fits)
    return pack_spans(desk, [one.span for one in found.sections], max_tokens=max_tokens, question=question)


def pack_spans(desk: Desk, spans: Sequence[Span], *, max_tokens: int = 16_000, question: str = "") -> Packed:
    """Some places packed, those inside another once."""
    passages = list(_passages(desk, spans))
    runs, aside = _runs(desk, spans, passages, question, max_tokens)
    texts = {doc_id: read_text(desk, doc_id) for doc_id in dict.fromkeys(span.doc_id for span in spans)}
    defined = {doc_id: definitions(text.passages) for doc_id, text in texts.items()}
    own = _Held()
    for passage in passages:
        own.add(passage)
    filled: list[_Filled] = []
    for run in runs:
        filling = _Filling(texts, defined, own, run, max_tokens)
        one = _Filled(filling.filled(), tuple(filling.aside))
        both = _together(filled[-1], one) if filled else None
        if both and both.pack.tokens <= max_tokens:  # room kept for what they refer to, and not needed
            filled[-1] = both
        else:
            filled.append(one)
    packs = tuple(one.pack for one in filled)
    left = {(one.place, one.role): one for one in (*aside, *(each for some in filled for each in some.aside))}
    listed = tuple(left.values())
    notices = []
    if len(packs) > 1:
        notices.append(Notice("several_packs", f"The scope is larger than the budget and comes in {len(packs)} packs."))
    if more := len(listed) - _ASIDE:
        notices.extend([Notice("more", f"{more} more places that did not fit are not listed.")] if more > 0 else [])
    left_out = LeftOut(len(listed), sum(one.tokens for one in listed)) if listed else None
    return Packed(tuple(spans), packs, listed[:_ASIDE], left_out, tuple(notices))


class _Filled(NamedTuple):
    """A pack, and what it could not hold."""

    pack: Pack
    aside: tuple[Aside, ...]


def _together(one: _Filled, other: _Filled) -> _Filled:
    """Two neighbours as one pack, what both added once."""
    pieces = (*one.pack.pieces, *other.pack.pieces)
    added = {piece.passage.span: piece for piece in reversed(pieces) if piece.role != "scope"}
    kept = [piece for piece in pieces if piece.role == "scope" or added[piece.passage.span] is piece]
    kept.sort(key=lambda piece: _ROLES.index(piece.role))
    again = [piece for piece in pieces if piece.role != "scope" and added[piece.passage.span] is not piece]
    tokens = one.pack.tokens + other.pack.tokens
    tokens -= sum(cost(piece.passage) + estimate_tokens(piece.because) for piece in again)
    aside = tuple(each for each in (*one.aside, *other.aside) if each.place not in added)
    return _Filled(Pack(tuple(kept), tokens), aside)


def _runs(
    desk: Desk, spans: Sequence[Span], passages: Sequence[Passage], question: str, max_tokens: int
) -> tuple[list[list[Passage]], list[Aside]]:
    """The passages of each pack, and what of the scope is in none."""
    if total(passages) <= max_tokens:
        return [list(passages)], []
    room = max_tokens - max_tokens // _KEPT
    if question:
        return _bearing(desk, spans, passages, question, room)
    runs, aside = fitted(passages, room)
    return runs, [Aside(one.span, cost(one), "scope") for one in aside]


def _passages(desk: Desk, spans: Sequence[Span]) -> Iterator[Passage]:
    """The text of some places with what lies below them, each paragraph once."""
    held = _Held()
    for span in spans:
        for passage in desk.read(span, deep=span.first is None).passages:
            yield from held.rest(passage)


class _Held:
    """Which paragraphs are held already."""

    def __init__(self) -> None:
        self._held: set[tuple[str, str, int]] = set()

    def add(self, passage: Passage) -> None:
        """Hold all of a passage."""
        self._held.update(self._keys(passage))

    def has(self, passage: Passage) -> bool:
        """Whether all of a passage is held."""
        return all(key in self._held for key in self._keys(passage))

    def rest(self, passage: Passage) -> Iterator[Passage]:
        """The passage where nothing of it is held, and then hold it."""
        if not any(key in self._held for key in self._keys(passage)):
            self.add(passage)
            yield passage

    @staticmethod
    def _keys(passage: Passage) -> list[tuple[str, str, int]]:
        first = passage.span.first or 0
        return [(passage.span.doc_id, passage.span.sec_id, first + at) for at in range(len(passage.paragraphs))]


def _bearing(
    desk: Desk, spans: Sequence[Span], passages: Sequence[Passage], question: str, room: int
) -> tuple[list[list[Passage]], list[Aside]]:
    """The sections of a scope that bear on a question, best first until the room is spent, in reading order."""
    hits = desk.inside(*spans).retrieve(question, top_k=_HITS, window=(0, 0)).passages
    worth: dict[tuple[str, str], float] = {}
    for hit in hits:
        key = (hit.span.doc_id, hit.span.sec_id)
        worth[key] = worth.get(key, 0.0) + sum(one.score for one in hit.hits)
    order = sorted(range(len(passages)), key=lambda at: (-worth.get(_key(passages[at]), 0.0), at))
    kept: set[int] = set()
    for at in order:
        if _key(passages[at]) in worth and cost(passages[at]) <= room:
            room -= cost(passages[at])
            kept.add(at)
    run = [passage for at, passage in enumerate(passages) if at in kept]
    others = [
        Aside(one.span, cost(one), "scope", "" if _key(one) in worth else NO_BEARING)
        for at, one in enumerate(passages)
        if at not in kept
    ]
    return ([run] if run else []), others


def _key(passage: Passage) -> tuple[str, str]:
    return passage.span.doc_id, passage.span.sec_id


@dataclass(slots=True)
class _Filling:
    """One pack being filled with definitions and the targets of references, as far as `room` goes."""

    texts: Mapping[str, Text]
    defined: Mapping[str, Sequence[Definition]]
    own: _Held
    run: list[Passage]
    room: int
    added: list[Piece] = field(default_factory=list)
    held: _Held = field(default_factory=_Held)
    aside: list[Aside] = field(default_factory=list)

    def filled(self) -> Pack:
        """The pack; what did not fit is in `aside`."""
        budget = self.room
        self.room -= total(self.run)
        kept = self.room - budget // _DEFINED
        for passage, because in self._terms():
            self._add("definition", [passage], because, keeping=max(kept, 0))
        queue = deque((passage, 1) for passage in self.run)
        seen: set[Span] = set()
        while queue:
            passage, depth = queue.popleft()
            for target, because in self._targets(passage):
                if target in seen:
                    continue
                seen.add(target)
                whole = self.texts[target.doc_id].at(target)
                if self._add("reference", whole, because) and depth < _DEEPEST:
                    queue.extend((one, depth + 1) for one in whole)
        return Pack((*(Piece("scope", passage) for passage in self.run), *self.added), budget - self.room)

    def _add(self, role: Role, passages: Sequence[Passage], because: str, *, keeping: int = 0) -> bool:
        """Add passages where all of them fit and so much room is kept, else list them; whether any were added."""
        new = [one for one in passages if not self.own.has(one) and not self.held.has(one)]
        size = total(new) + len(new) * estimate_tokens(because)
        if new and self.room - size < keeping:
            self.aside.append(Aside(passages[0].span, size, role, because))
            return False
        for one in new:
            self.held.add(one)
            self.added.append(Piece(role, one, because))
        self.room -= size
        return bool(new)

    def _terms(self) -> Iterator[tuple[Passage, str]]:
        """The paragraphs that define what the scope uses, each term once."""
        done: set[str] = set()
        for passage in self.run:
            doc_id = passage.span.doc_id
            for one in used(passage.text, self.defined[doc_id]):
                if one.term not in done:
                    done.add(one.term)
                    place = Span(doc_id, one.place.sec_id, one.place.para_idx, one.place.para_idx)
                    for found in self.texts[doc_id].at(place):
                        yield found, f"defines {one.term!r}"

    def _targets(self, passage: Passage) -> Iterator[tuple[Span, str]]:
        for reference in of_passage(self.texts[passage.span.doc_id], passage):
            if reference.target is not None and reference.target.sec_id not in _above(self, passage):
                yield reference.target, f"{reference.words} in {reference.place}"


def _above(filling: _Filling, passage: Passage) -> set[str]:
    """The sections around a passage and its own: they are not added to themselves."""
    contents = filling.texts[passage.span.doc_id].contents
    section = contents.entry(contents.ords[passage.span.sec_id]).section
    return {section.sec_id, *(one.section.sec_id for one in contents.above(section))}
