"""Clue: a line of the contents names this piece, on this page or beside it.

Entries and pieces are matched by their words, in order, with an offset between printed and counted pages for each
stretch of the document; an entry may also cut a heading from the text that it runs into.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.parse.contents import Entry, key_of
from silcrow.parse.headings.numbering import split_label
from silcrow.parse.headings.pieces import Piece
from silcrow.parse.headings.style import Facts

_NEVER, _SELDOM, _OFTEN = 0.02, 0.3, 0.7  # share of a look's pieces that the contents names
SHORTEST: Final = 2  # letters and digits that tell a title from a stray mark
LINES: Final = 3  # lines that a printed title may be broken into
MOST: Final = 40
"""Pieces tried for one entry; more of the same words (Examples, Options) are told apart by page only."""


def keys_of(entries: Sequence[Entry]) -> frozenset[str]:
    """What pieces are matched by: the words of each entry, with and without its number."""
    return frozenset(key for entry in entries for key in (key_of(entry.title), key_of(split_label(entry.title)[1])))


def name(entries: Sequence[Entry], pieces: Sequence[Piece]) -> int:
    """Give each piece the contents entry that names it; the number of pieces so named. Both keep their order."""
    by_key: dict[str, list[int]] = {}
    spans: dict[tuple[str, int], int] = {}
    for n, piece in enumerate(pieces):
        if piece.refused and piece.engine is None:
            continue
        for count, words in _wordings(n, pieces):
            key = key_of(words)
            if len(key) >= SHORTEST and (key, n) not in spans:
                by_key.setdefault(key, []).append(n)
                spans[key, n] = count
    named: list[list[int]] = []
    keys: list[str] = []
    for entry in entries:
        key = key_of(entry.title)
        if key not in by_key:
            key = key_of(split_label(entry.title)[1])
        keys.append(key)
        named.append(by_key.get(key, []))
    offsets = _offsets(entries, named, pieces)
    pairs: list[tuple[int, int]] = []
    for e, (entry, found) in enumerate(zip(entries, named, strict=True)):
        page, offset = entry.number, offsets[e]
        if page is not None and offset is not None:
            near = [n for n in found if abs(pieces[n].page - page - offset) <= 1]
        else:
            near = found[:MOST]
        pairs += [(e, n) for n in reversed(near)]
    rise = _longest_rise(pairs)
    for e, n in rise:
        pieces[n].entry, pieces[n].entry_pieces = entries[e], spans[keys[e], n]
    return len(rise)


def tell(facts: Facts) -> Iterator[str]:
    """What it says that a deep contents does not name a piece: little where it leaves out others of the look."""
    share = facts.share(facts.listed)
    if share < _NEVER:
        yield "look never listed"
    elif share < _SELDOM:
        yield "look seldom listed"
    elif share < _OFTEN:
        yield "look often listed"


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
