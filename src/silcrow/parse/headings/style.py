"""Clue: how a piece is set, against the body of the document and against all pieces that are set alike.

A look that is used for headings is used for little else: its purity is the share of its pieces that have the form of
a heading. Sizes are compared to the size of most of the document's text.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.looks import Body, Look, look_of
from silcrow.parse.headings.pieces import Piece, edge_of, goes_on

HUGE, BIGGER, BIG, BIT, SAME = 1.45, 1.25, 1.12, 1.04, 0.97
"""Sizes against body text at which the share of headings changes, on the development documents."""
PURE: Final = 0.6  # share of a look's pieces that have the form of a heading, for a look of headings
REPEATED: Final = 3  # pieces of one look that make a convention; a lone bold word is none
_MANY: Final = 0.3  # share of a look's pieces at one left edge that makes it one of its margins
_BROKEN: Final = frozenset(("lower case", "comma"))  # of what speaks against the form: it is part of a sentence
_PROSE: Final = 120  # characters from which a stretch of text in one look is running text
_PROSE_WEIGHT: Final = 2  # one stretch of running text speaks against a look as much as two odd pieces


@dataclass(slots=True)
class Facts:
    """What is true of all pieces of one look.

    all     of no account are sentences set apart above their paragraph, and pieces behind which their sentence goes on
    edges   counts the left edges of those that are formed like headings
    """

    formed: int = 0
    all: int = 0
    engine: int = 0
    numbered: int = 0
    sequenced: int = 0
    listed: int = 0
    pages: int = 0
    prose: int = 0
    leads: int = 0
    edges: Counter[int] = field(default_factory=Counter)

    @property
    def purity(self) -> float:
        """Share of the pieces that have the form of a heading."""
        return self.formed / max(1, self.all + _PROSE_WEIGHT * self.prose)

    def stands(self, edge: int) -> bool:
        """Whether many pieces of the look stand at a left edge."""
        return self.edges[edge] >= max(REPEATED, _MANY * self.edges.total())

    def share(self, count: int) -> float:
        """A count against the pieces that have the form of a heading."""
        return count / max(1, self.formed)


def facts_of(pieces: Sequence[Piece], fragments: Sequence[Fragment], body: Body) -> dict[Look, Facts]:
    """The facts of every look. Needs the pieces' forms, numbers and contents entries."""
    looks: dict[Look, Facts] = {}
    last_page: dict[Look, int] = {}
    for piece in pieces:
        facts = looks.setdefault(piece.look, Facts())
        if not piece.formed:
            set_apart = _is_sentence(piece) and _leads(piece, fragments)
            facts.all += not (set_apart or goes_on(fragments[piece.at].text, piece.end))
        else:
            facts.all += 1
            facts.formed += 1
            facts.engine += piece.engine is not None
            facts.leads += _leads(piece, fragments)
            if piece.number is not None and not piece.number.named:
                facts.numbered += 1
                facts.sequenced += piece.sequenced
            facts.listed += piece.entry is not None or piece.bookmark is not None
            if (edge := edge_of(piece)) is not None:
                facts.edges[edge] += 1
            if last_page.get(piece.look) != piece.page:
                facts.pages += 1
                last_page[piece.look] = piece.page
    for fragment in fragments:
        if not fragment.furniture and fragment.kind in ("text", "list", "code", "note"):
            for look in _prose_looks(fragment, body):
                if look in looks:
                    looks[look].prose += 1
    return looks


def _leads(piece: Piece, fragments: Sequence[Fragment]) -> bool:
    """Whether a piece stands alone, straight above a paragraph; in light capitals also above a heading that does."""
    if not (piece.first and piece.last) or piece.at + 1 >= len(fragments):
        return False
    after = fragments[piece.at + 1]
    if piece.look.caps and not piece.look.bold and after.clues.engine is not None and piece.at + 2 < len(fragments):
        after = fragments[piece.at + 2]
    if after.furniture or after.kind not in ("text", "list"):
        return False
    return len(after.text) > _PROSE or _introduces(after, fragments[piece.at + 2 : piece.at + 3])


def _introduces(fragment: Fragment, after: Sequence[Fragment]) -> bool:
    """Whether a short paragraph introduces the points or the table that come after it, and is one with them."""
    is_short = fragment.text[-1:] == ":" and len(fragment.text) > _PROSE / 2
    return is_short and any(one.kind in ("list", "table") for one in after)


def _is_sentence(piece: Piece) -> bool:
    """Whether a piece is a sentence set apart by its weight or slope, as risks are in filings."""
    is_set = piece.look.bold or piece.look.italic
    return is_set and not piece.refused and _BROKEN.isdisjoint(piece.doubts)


def _prose_looks(fragment: Fragment, body: Body) -> Iterator[Look]:
    text, parts = fragment.text, fragment.clues.parts
    if not parts:
        if len(text) > 2 * _PROSE or fragment.kind == "code":
            yield look_of(fragment.clues, text, body)
        return
    for part, end in zip(parts, [*[part.start for part in parts[1:]], len(text)], strict=True):
        if end - part.start > _PROSE and not goes_on(text, end):
            yield look_of(part.clues, text[part.start : end], body)


def tell(piece: Piece, body: Body, facts: Facts, *, unlisted: bool = False) -> Iterator[str]:
    """What size, weight, slope and capitals say, and what the look is used for elsewhere.

    `unlisted`: a contents that goes deep never names the look, so that to stand above paragraphs says nothing.
    """
    ratio = piece.look.size / max(1, body.size)
    if ratio > BIT:
        yield "huge" if ratio > HUGE else "bigger" if ratio > BIGGER else "big" if ratio > BIG else "a bit big"
    elif ratio < SAME:
        yield "small"
    bold = piece.look.bold and not body.bold
    if bold:
        yield "bold"
    if piece.look.italic:
        yield "italic"
    if piece.look.caps:
        yield "bold capitals" if bold else "capitals"
    if (
        (bold or piece.look.italic or piece.look.caps or ratio > BIT)
        and facts.purity > PURE
        and facts.formed >= REPEATED
    ):
        yield "heading look of the engine" if facts.share(facts.engine) > PURE else "heading look"
        if not unlisted and facts.leads >= max(REPEATED, PURE * facts.formed):
            yield "look above paragraphs"
    elif facts.purity <= PURE and facts.all + facts.prose >= REPEATED:
        yield "mixed look" if facts.purity > PURE / 3 else "prose look"
    if facts.pages < REPEATED:
        yield "rare look"
    if facts.share(facts.numbered) > 0.5 and piece.number is None:
        yield "unnumbered in a numbered look"
