"""Clue: the number a piece opens with, and whether it goes on from another.

Which reading of an ambiguous mark holds ("(i)" as roman one or as ninth letter) is decided by the marks before and
after it; one odd numeral is no scheme.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from silcrow.parse.headings.numbering import Number
from silcrow.parse.headings.pieces import Piece

Values = tuple[int, ...]


def settle(pieces: Sequence[Piece]) -> None:
    """Choose the reading of each number, and say of each whether it is in sequence."""
    marked = [(n, piece) for n, piece in enumerate(pieces) if piece.numbers]
    last: dict[str, Values] = {}
    for place, (_, piece) in enumerate(marked):
        if len(piece.numbers) > 1:
            coming = marked[place + 1][1].numbers if place + 1 < len(marked) else ()
            piece.number = max(piece.numbers, key=lambda number: _fit(number, last, coming))
        if piece.number:
            last[piece.number.scheme] = piece.number.values
    places: dict[tuple[str, Values], list[int]] = {}
    for n, piece in marked:
        if piece.number:
            places.setdefault((piece.number.scheme, piece.number.values), []).append(n)
    for n, piece in marked:
        if piece.number:
            piece.sequenced = _in_sequence(n, piece.number, places)


def _fit(number: Number, last: dict[str, Values], coming: Sequence[Number]) -> int:
    before = last.get(number.scheme)
    follows = before is not None and _next(before) == number.values
    leads = any(other.scheme == number.scheme and other.values == _next(number.values) for other in coming)
    return 2 * follows + 2 * leads + (number.values[-1] == 1)


def _next(values: Values) -> Values:
    return (*values[:-1], values[-1] + 1)


def _in_sequence(n: int, number: Number, places: dict[tuple[str, Values], list[int]]) -> bool:
    """Whether the number before it stands before, the next one after, or (for a first one) its parent before."""
    scheme, values = number.scheme, number.values

    def before(scheme: str, values: Values) -> bool:
        held = places.get((scheme, values))
        return held is not None and held[0] < n

    if values[-1] and before(scheme, (*values[:-1], values[-1] - 1)):
        return True
    after = places.get((scheme, _next(values)))
    if after is not None and bisect_left(after, n + 1) < len(after):
        return True
    if len(values) > 1 and values[-1] in (0, 1):
        return any(
            before(other, values[:-1]) for other in (scheme, "decimal", "chapter", "appendix", "article", "section")
        )
    return False


def kind_of(number: Number) -> str:
    """What kind of number it is, as the weights know it."""
    if number.named:
        return "named"
    if number.scheme == "decimal":
        return f"decimal {min(len(number.values), 3)}"
    if number.scheme == "lettered":
        return "lettered"
    return "bracket" if number.scheme[0] in "(（" or number.scheme[-1] == ")" else "single"


def tell(piece: Piece) -> Iterator[str]:
    """What the number says: its kind, in sequence or odd."""
    if piece.number is None:
        yield "no number"
    else:
        yield f"{kind_of(piece.number)} {'in sequence' if piece.sequenced else 'odd'}"
