"""Letters of a quote against letters of a text: the same after typographic folding, whole words and numbers only.

Folded are quotes, dashes, ligatures, white space, hyphens at line ends, the space between a number and its sign and,
between characters of scripts without spaces, line breaks. Knows nothing of documents, and nothing of meaning: case and
every other letter count.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from silcrow.language.folding import Folded, fold, fold_with_map

_MOST = 12  # forms of a quote that are looked for

_WALL = re.compile(r"^[ \t|:-]+$|\\?\|", re.MULTILINE)
_TABLE = re.compile(r"^\s*\|", re.MULTILINE)
_SCRIPT = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f\u3001\u3002"
_SPACELESS = re.compile(f"[{_SCRIPT}]")
_GAP = re.compile(f"(?<=[{_SCRIPT}]) +(?=[{_SCRIPT}])")
# White space inside a figure: a currency's sign or a bracket is often set in a cell of its own.
_SET = re.compile(r"(?<=[$€£¥(]) +(?=[0-9(])|(?<=[0-9)]) +(?=[%)])")
_LINE_END = re.compile(r"(?<=\w)- (?!(?:and|or|to|und|oder|bis|et|ou|y|o|e|en|of)\b)(?=[^\W\d_])")
_MAQAF = "\u05be"  # the Hebrew hyphen
_PAIRS = {'"': '"', "'": "'", "(": ")", "[": "]"}


class Found(NamedTuple):
    """Where letters stand in a source: from start to end; unbroken unless other words stand between its pieces."""

    start: int
    end: int
    unbroken: bool


def has_letters(text: str) -> bool:
    """Whether there is anything in it to compare."""
    return any(c.isalnum() for c in text)


def without_walls(text: str) -> str:
    """The walls of a Markdown table as spaces, each other letter at its own offset."""
    return _WALL.sub(lambda wall: " " * len(wall[0]), text)


def laid_out(text: str) -> tuple[Folded, ...]:
    """The forms of a text in which a quote may stand, likeliest first: as it is; hyphens at line ends taken back."""
    folded = fold_with_map(text)
    plain = Folded(folded.text.replace(_MAQAF, "-"), folded.offsets)
    if sets := [(gap.start(), gap.end()) for gap in _SET.finditer(plain.text)]:
        plain = _without(plain, sets)
    if _SPACELESS.search(plain.text):
        plain = _without(plain, [(gap.start(), gap.end()) for gap in _GAP.finditer(plain.text)])
    ends = [end.start() for end in _LINE_END.finditer(plain.text)]
    if not ends:
        return (plain,)
    whole, kept = [(at, at + 2) for at in ends], [(at + 1, at + 2) for at in ends]
    return plain, _without(plain, whole), _without(plain, kept)


def _without(folded: Folded, cuts: list[tuple[int, int]]) -> Folded:
    if not cuts:
        return folded
    text: list[str] = []
    offsets: list[int] = []
    at = 0
    for start, end in cuts:
        text.append(folded.text[at:start])
        offsets.extend(folded.offsets[at:start])
        at = end
    return Folded("".join([*text, folded.text[at:]]), [*offsets, *folded.offsets[at:]])


def letters_of(quote: str) -> str:
    """A quote as it is compared, on one line."""
    return _folded(without_walls(quote))


def _folded(line: str) -> str:
    return _GAP.sub("", _SET.sub("", fold(line).replace(_MAQAF, "-").strip()))


def forms(quote: str) -> Iterator[tuple[str, ...]]:
    """The ways to look for a quote, likeliest first; each is what must stand, in order.

    The rows of a Markdown table may be quoted apart, anything else only whole.
    """
    lines = without_walls(quote).split("\n") if _TABLE.search(quote) else [quote]
    pieces = tuple(folded for line in lines if has_letters(folded := _folded(line)))
    if not pieces:
        return
    yield pieces
    if len(pieces) == 1:
        (piece,) = pieces
        joined = _LINE_END.sub("", piece)
        others = [joined, _LINE_END.sub("-", piece)] if joined != piece else []
        bare = piece.strip()
        if len(bare) > 2 and _PAIRS.get(bare[0]) == bare[-1]:
            others.append(bare[1:-1].strip())
        yield from ((other,) for other in others[:_MOST] if has_letters(other))


def exact(quote: str, text: str) -> Found | None:
    """Where a quote stands in a text as it is, unfolded; quicker than `stands`, and None where that has to decide."""
    at = text.find(quote)
    if at < 0 or not has_letters(quote):
        return None
    letters = without_walls(quote) if _TABLE.search(quote) else quote
    start = at + len(letters) - len(letters.lstrip())
    end = at + len(letters.rstrip())
    around = text[max(0, start - 1) : start] + text[end : end + 1]
    if not around.isascii() or cuts(text, start) or cuts(text, end):
        return None
    return Found(start, end, unbroken=True)


def stands(quote: str, texts: tuple[Folded, ...]) -> Found | None:
    """Where a quote stands in the source of some forms of a text; None where it does not, or cuts a word or number."""
    for folded in texts:
        for pieces in forms(quote):
            if found := _in_order(pieces, folded):
                return found
    return None


def _in_order(pieces: tuple[str, ...], folded: Folded) -> Found | None:
    start, at, unbroken = -1, 0, True
    for piece in pieces:
        found = _whole(piece, folded.text, at)
        if found < 0:
            return None
        unbroken = unbroken and (start < 0 or not folded.text[at:found].strip())
        start = found if start < 0 else start
        at = found + len(piece)
    return Found(*folded.source(start, at), unbroken)


def _whole(piece: str, text: str, at: int) -> int:
    """Where piece stands in text from `at` on without cutting a word or a number at either end; -1 if nowhere."""
    found = text.find(piece, at)
    while found >= 0:
        if not cuts(text, found) and not cuts(text, found + len(piece)):
            return found
        found = text.find(piece, found + 1)
    return -1


def cuts(text: str, at: int) -> bool:
    """Whether a cut before text[at] goes through a word or a number; scripts without spaces have no such place."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if before.isalnum() and after.isalnum():
        spaceless = _SPACELESS.match(before) or _SPACELESS.match(after)
        return not spaceless or (before.isdigit() and after.isdigit())
    if before in (".", ",") and before:
        return after.isdigit() and text[at - 2 : at - 1].isdigit() and at > 1
    return bool(after in (".", ",") and before.isdigit() and text[at + 1 : at + 2].isdigit())
