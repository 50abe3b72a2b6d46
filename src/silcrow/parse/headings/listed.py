"""Clue: a line of the contents names this piece, on this page or beside it.

Entries and pieces are matched by their words, in order, with an offset between printed and counted pages for each
stretch of the document; an entry may also cut a heading from the text that it runs into.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from silcrow.parse.contents import Entry, key_of
from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.looks import Body
from silcrow.parse.headings.numbering import split_label
from silcrow.parse.headings.pieces import Piece, opening
from silcrow.parse.headings.style import Facts

_NEVER, _SELDOM, _OFTEN = 0.02, 0.3, 0.7  # share of a look's pieces that the contents names
PLAIN: Final = 10  # headings, and pages they stand on, from which a look may be known without the contents
PURE, ENGINE = 0.8, 0.75  # and its share of pieces formed like headings, and of these called so by the layout engine
SHORTEST: Final = 2  # letters and digits that tell a title from a stray mark
LONG_ENOUGH: Final = 3  # characters of a title that may be cut from the text it runs into
LINES: Final = 3  # lines that a printed title may be broken into
MOST: Final = 40
"""Pieces tried for one entry; more of the same words (Examples, Options) are told apart by page only."""


def keys_of(entries: Sequence[Entry]) -> frozenset[str]:
    """What pieces are matched by: the words of each entry, with and without its number."""
    return frozenset(key for entry in entries for key in (key_of(entry.title), key_of(split_label(entry.title)[1])))


@dataclass(frozen=True, slots=True)
class Named:
    """How many pieces the contents names, and the entries that name none, each with the page it should stand on."""

    count: int
    missing: tuple[tuple[Entry, int], ...]


def name(entries: Sequence[Entry], pieces: Sequence[Piece]) -> Named:
    """Give each piece the contents entry that names it. Entries and pieces keep their order."""
    places = _Places(pieces)
    keys = [places.key(entry) for entry in entries]
    offsets = _offsets(entries, [places.all.get(key, []) for key in keys], pieces)
    pairs: list[tuple[int, int]] = []
    for e, (entry, offset) in enumerate(zip(entries, offsets, strict=True)):
        pairs += [(e, n) for n in reversed(places.near(keys[e], _page(entry, offset)))]
    rise = _longest_rise(pairs)
    for e, n in rise:
        pieces[n].entry, pieces[n].entry_pieces = entries[e], places.spans[keys[e], n]
    met = {e for e, _ in rise}
    missing = (
        (entry, page)
        for e, (entry, offset) in enumerate(zip(entries, offsets, strict=True))
        if e not in met and (page := _page(entry, offset)) is not None
    )
    return Named(len(rise), tuple(missing))


def _page(entry: Entry, offset: int | None) -> int | None:
    return None if entry.number is None or offset is None else entry.number + offset


class _Places:
    """Where the words stand that the contents may name: `all` by words, `spans` how many pieces they take."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.all: dict[str, list[int]] = {}
        self.spans: dict[tuple[str, int], int] = {}
        self._on: dict[tuple[str, int], list[int]] = {}
        for n, piece in enumerate(pieces):
            if piece.refused and piece.engine is None:
                continue
            for count, words in _wordings(n, pieces):
                key = key_of(words)
                if len(key) >= SHORTEST and (key, n) not in self.spans:
                    self.all.setdefault(key, []).append(n)
                    self._on.setdefault((key, piece.page), []).append(n)
                    self.spans[key, n] = count

    def key(self, entry: Entry) -> str:
        """The words to look for: all of the entry, or its title where it is printed without its number."""
        whole = key_of(entry.title)
        return whole if whole in self.all else key_of(split_label(entry.title)[1])

    def near(self, key: str, page: int | None) -> list[int]:
        """The pieces with these words on the page or beside it; on all pages where it is not known."""
        if page is None:
            return self.all.get(key, [])[:MOST]
        return [n for at in (page - 1, page, page + 1) for n in self._on.get((key, at), ())][:MOST]


def cut(missing: Sequence[tuple[Entry, int]], fragments: Sequence[Fragment], body: Body) -> list[Piece]:
    """Pieces for entries whose title runs into its text, in bold or behind a number, on the page it should stand on."""
    on: dict[int, list[int]] = {}
    if missing:
        for at, fragment in enumerate(fragments):
            if fragment.kind == "text" and not fragment.furniture and fragment.regions:
                on.setdefault(fragment.regions[0].page, []).append(at)
    found = []
    for entry, page in missing:
        for at in (at for number in (page, page + 1, page - 1) for at in on.get(number, ())):
            end = _runs_to(fragments[at].text, entry.title)
            if end and (piece := opening(at, fragments[at], end, body)) is not None:
                piece.entry = entry
                found.append(piece)
                break
    return found


def _runs_to(text: str, title: str) -> int:
    """Where a title ends that text opens with and that is not all of it, or 0."""
    if len(title) < LONG_ENOUGH or text[:1] != title[:1] or len(text) <= len(title):
        return 0
    words = text[: 2 * len(title) + 8].split()
    count = len(title.split())
    if " ".join(words[:count]).casefold() != title.casefold() or len(words) <= count:
        return 0
    place = 0
    for word in words[:count]:
        place = text.index(word, place) + len(word)
    return place


def tell(facts: Facts) -> Iterator[str]:
    """What it says that a deep contents does not name a piece: little where it leaves out others of the look."""
    share = facts.share(facts.listed)
    if is_never(facts):
        yield "look never listed"
    elif share < _NEVER:
        return
    elif share < _SELDOM:
        yield "look seldom listed"
    elif share < _OFTEN:
        yield "look often listed"


def is_never(facts: Facts) -> bool:
    """Whether a deep contents names none of a look that is not plainly one of headings."""
    return facts.share(facts.listed) < _NEVER and not _is_plain(facts)


def _is_plain(facts: Facts) -> bool:
    """Whether a look is plainly one of headings: a contents that names none of them stops above their level."""
    many = facts.formed >= PLAIN and facts.pages >= PLAIN
    return many and facts.purity > PURE and facts.share(facts.engine) > ENGINE


def _wordings(n: int, pieces: Sequence[Piece]) -> Iterator[tuple[int, str]]:
    """What the contents may print for a piece: its text, its title, and its text with the next lines of its look."""
    piece = pieces[n]
    text = piece.text
    yield 1, text
    if piece.number:
        yield 1, piece.title
    for count in range(1, LINES):
        if n + count >= len(pieces):
            return
        after = pieces[n + count]
        apart = after.page != piece.page or after.at - piece.at > count
        if apart or (after.look != piece.look and piece.title):
            return
        text = f"{text} {after.text}"
        yield count + 1, text


def _offsets(entries: Sequence[Entry], named: Sequence[Sequence[int]], pieces: Sequence[Piece]) -> list[int | None]:
    """Counted minus printed page for each entry: the commonest nearby of those that single matches give."""
    seen = [
        (e, pieces[found[0]].page - entry.number)
        for e, (entry, found) in enumerate(zip(entries, named, strict=True))
        if len(found) == 1 and entry.number is not None
    ]
    common = {offset for offset, count in Counter(offset for _, offset in seen).items() if count >= 2} or {
        offset for _, offset in seen
    }
    anchors = [(e, offset) for e, offset in seen if offset in common]
    out: list[int | None] = []
    for e in range(len(entries)):
        place = bisect_left(anchors, (e, -(10**9)))
        near = Counter(offset for _, offset in anchors[max(0, place - 4) : place + 4])
        out.append(min(near, key=lambda offset: (-near[offset], offset)) if near else None)
    return out


def _longest_rise(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs in which both numbers rise; pairs come sorted by the first, falling in the second."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for place, (_, n) in enumerate(pairs):
        rank = bisect_left(tails, n)
        before.append(ends[rank - 1] if rank else -1)
        if rank == len(tails):
            tails.append(n)
            ends.append(place)
        else:
            tails[rank], ends[rank] = n, place
    out = []
    at = ends[-1] if ends else -1
    while at >= 0:
        out.append(pairs[at])
        at = before[at]
    return out[::-1]
