"""Clue: the number a piece opens with, and whether it goes on from another.

Which reading of an ambiguous mark holds ("(i)" as roman one or as ninth letter) is decided by the marks before and
after it; one odd numeral is no scheme.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from silcrow.parse.headings.looks import Look
from silcrow.parse.headings.numbering import Number, bare, is_mark
from silcrow.parse.headings.pieces import Piece

CUSTOM: Final = 3
"""Numbered titles of one scheme and depth that run into their text; fewer may be sentences."""
RISING: Final = 0.9
"""Share of steps that must rise where many numbers between were lost."""
_ABOVE = ("decimal", "chapter", "appendix", "article", "section", "第章")
Values = tuple[int, ...]
Place = tuple[str, Values, Look | None]
"""What a number is found by: scheme, values, and for a bare number, which lists use too, the look."""


def settle(pieces: Sequence[Piece]) -> None:
    """Choose the reading of each number, and say of each whether it is in sequence."""
    _add_bare(pieces)
    marked = [(n, piece) for n, piece in enumerate(pieces) if piece.numbers]
    last: dict[str, Values] = {}
    for place, (_, piece) in enumerate(marked):
        if len(piece.numbers) > 1:
            coming = marked[place + 1][1].numbers if place + 1 < len(marked) else ()
            piece.number = max(piece.numbers, key=lambda number: _fit(number, last, coming))
        if piece.number:
            last[piece.number.scheme] = piece.number.values
    places: dict[Place, list[int]] = {}
    for n, piece in marked:
        if piece.number:
            for key in {_place(piece.number, piece.number.values, look) for look in (piece.look, None)}:
                places.setdefault(key, []).append(n)
    for n, piece in marked:
        if piece.number:
            piece.sequenced = _in_sequence(n, piece, places)
            if not piece.sequenced and not piece.number.named and piece.number.scheme != "decimal":
                piece.number = None  # an initial, a stray letter: one odd numeral is no scheme


def _add_bare(pieces: Sequence[Piece]) -> None:
    """Read "A Prompts" and "II Methods" as numbered where a letter or numeral beside them is set alike."""
    found: dict[tuple[str, Values, Look], list[tuple[Piece, Number]]] = {}
    for piece in pieces:
        if not piece.numbers and piece.text[:1].isupper():
            for number in bare(piece.text):
                found.setdefault((number.scheme, number.values, piece.look), []).append((piece, number))
    for (scheme, values, look), held in found.items():
        beside = ((scheme, (*values[:-1], values[-1] + step), look) for step in (-1, 1))
        if len(held) == 1 and any(len(found.get(key, ())) == 1 for key in beside):
            for piece, number in held:
                piece.numbers, piece.number = (*piece.numbers, number), piece.number or number


def _place(number: Number, values: Values, look: Look | None) -> Place:
    bare = len(values) == 1 and not number.named
    return (number.scheme, values, look if bare else None)


def _fit(number: Number, last: dict[str, Values], coming: Sequence[Number]) -> int:
    before = last.get(number.scheme)
    follows = before is not None and _next(before) == number.values
    leads = any(other.scheme == number.scheme and other.values == _next(number.values) for other in coming)
    return 2 * follows + 2 * leads + (number.values[-1] == 1)


def _next(values: Values) -> Values:
    return (*values[:-1], values[-1] + 1)


def _in_sequence(n: int, piece: Piece, places: dict[Place, list[int]]) -> bool:
    """Whether the number before it stands before, the next one after, or (for a first one) its parent before."""
    number = piece.number
    if number is None:
        return False
    values = number.values
    if values[-1]:
        held = places.get(_place(number, (*values[:-1], values[-1] - 1), piece.look))
        if held is not None and held[0] < n:
            return True
    after = places.get(_place(number, _next(values), piece.look))
    if after is not None and after[-1] > n:
        return True
    if len(values) > 1 and values[-1] in (0, 1):
        parents: list[Place] = [(scheme, values[:-1], None) for scheme in (number.scheme, *_ABOVE)]
        return any(places[parent][0] < n for parent in parents if parent in places)
    return False


def customs(pieces: Sequence[Piece]) -> frozenset[tuple[str, int]]:
    """The schemes, with their depth, whose titles customarily run into their text: in sequence, or at least rising."""
    found: dict[tuple[str, int], list[tuple[Values, bool]]] = {}
    for piece in pieces:
        if piece.runs_in and piece.number is not None:
            values = piece.number.values
            found.setdefault((piece.number.scheme, len(values)), []).append((values, piece.sequenced))
    return frozenset(
        key
        for key, held in found.items()
        if sum(sequenced for _, sequenced in held) >= CUSTOM or (len(held) >= 2 * CUSTOM and _rises(held))
    )


def _rises(held: Sequence[tuple[Values, bool]]) -> bool:
    return sum(before < after for (before, _), (after, _) in pairwise(held)) >= RISING * (len(held) - 1)


def kind_of(number: Number) -> str:
    """What kind of number it is, as the weights know it."""
    if number.named:
        return number.scheme if number.scheme in ("item", "note", "exhibit") else "division"
    if number.scheme == "decimal":
        return f"decimal {min(len(number.values), 3)}"
    if number.scheme in ("lettered", "（一）"):  # Chinese reports head their third level with （一）
        return "lettered"
    return "bracket" if is_mark(number.scheme) else "single"


def tell(piece: Piece) -> Iterator[str]:
    """What the number says: its kind, in sequence or odd."""
    if piece.number is None:
        yield "no number"
    else:
        yield f"{kind_of(piece.number)} {'in sequence' if piece.sequenced else 'odd'}"
