"""Printed lines to fragments: paragraphs, lists, tables as they stand, underlined lines. Decides no heading.

A block is what stands between blank lines. Where its lines end early on purpose (the next word would have fitted), the
fragment says so in `Clues.parts`, so that a heading glued to its text can be told from it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from silcrow.document import Kind
from silcrow.parse.fragment import Clues, Fragment, Part
from silcrow.parse.headings.numbering import readings
from silcrow.parse.lines import Words, joined
from silcrow.parse.text.printed import Line, is_ruler
from silcrow.place import Region

_UNDERLINES = {"=": 1, "#": 1, "*": 1, "-": 2, "~": 3, "+": 3, "^": 4, '"': 4, "'": 4, "`": 4}
_LONGEST_UNDERLINED = 120
_COLUMNS = re.compile(r"\S(?: {3,}|\t+)\S|[|┃│].*[|┃│]|\+-{2,}|[─━═]{3}")
_COLUMNAR = 0.6  # share of lines with columns that makes a block a table
_BULLET = re.compile(r"(?:[-*•‣▪◦●○■□–—·]|o(?= {2,}))\s+\S")
_SENTENCE_END = re.compile(r"[.!?:;。！？：；…][\"”’')\]」』）]{0,2}\Z")
_SLACK = 3  # characters by which a full line may be shorter than the width


class Blocks:
    """Makes the fragments of one file; `width` is what lines are wrapped to, 0 where they are not."""

    def __init__(self, width: int, words: Words) -> None:
        self._width = width
        self._words = words
        self._fragments: list[Fragment] = []

    def run(self, lines: Sequence[Line]) -> list[Fragment]:
        """The fragments of all lines, in order."""
        block: list[Line] = []
        for line in lines:
            if line.furniture and not self._is_underline(block, line):
                if is_ruler(line.text) and line.gap == 0 and block and _is_columnar([*block, line, line]):
                    block.append(line)
                    continue
                self._block(block)
                block = []
                self._fragments.append(Fragment("text", line.text, _regions([line]), furniture=True))
            elif line.gap == 0 and not self._ends_here(block, line):
                block.append(line)
            else:
                self._block(block)
                block = [line]
        self._block(block)
        return self._fragments

    def _is_underline(self, block: Sequence[Line], line: Line) -> bool:
        """Whether a ruler underlines the one line above it."""
        if line.gap != 0 or not block or not is_ruler(line.text) or " " in line.text or is_ruler(block[-1].text):
            return False
        above = block[-1].text
        return len(above) <= _LONGEST_UNDERLINED and 2 * len(line.text) >= len(above) and line.text[0] in _UNDERLINES

    def _ends_here(self, block: Sequence[Line], line: Line) -> bool:
        """Whether a paragraph ended with the line above, though no blank line says so."""
        if not block:
            return False
        if not self._width:
            return True
        if _is_columnar([*block[-2:], line]):
            return False
        above = block[-1]
        if is_ruler(above.text):
            return True
        early = self._ended_early(above, line)
        if _BULLET.match(line.text) or (_is_counted(line.text) and (early or line.indent != above.indent)):
            return early or bool(_SENTENCE_END.search(above.text)) or line.indent <= block[0].indent
        if not early or not _SENTENCE_END.search(above.text):
            return False
        return len(block) > 1 or line.indent != above.indent

    def _ended_early(self, line: Line, after: Line) -> bool:
        first_word = after.text.split(maxsplit=1)[0]
        if line.text[-1] == "-":
            return False  # a word broken at the line's end
        return line.indent + len(line.text) + 1 + len(first_word) <= self._width - _SLACK

    def _block(self, block: list[Line]) -> None:
        if not block:
            return
        if len(block) > 1 and is_ruler(block[-1].text):
            if not _is_columnar(block):
                self._underlined(block)
                return
        elif _is_columnar(block):
            self._add("code", _as_printed(block), block)
            return
        if len(block) > 1 and _is_columnar(block):
            self._add("code", _as_printed(block), block)
            return
        if self._goes_on(block):
            return
        self._paragraph(block)

    def _underlined(self, block: list[Line]) -> None:
        *above, title, ruler = block
        self._block(above)
        gap = 0 if above else title.gap
        clues = replace(self._clues([title], title.text, gap), underline=_UNDERLINES[ruler.text[0]])
        self._fragments.append(Fragment("text", " ".join(title.text.split()), _regions([title]), clues))

    def _paragraph(self, block: list[Line]) -> None:
        kind: Kind = "list" if _BULLET.match(block[0].text) else "text"
        pieces = list(self._pieces(block))
        texts = [joined((" ".join(line.text.split()) for line in piece), self._words) for piece in pieces]
        text = "\n".join(texts)
        clues = self._clues(block, text, block[0].gap)
        if len(pieces) > 1:
            starts = [0]
            for piece_text in texts[:-1]:
                starts.append(starts[-1] + len(piece_text) + 1)
            clues = replace(
                clues,
                parts=tuple(
                    Part(start, self._clues(piece, piece_text, piece[0].gap), _regions(piece))
                    for start, piece, piece_text in zip(starts, pieces, texts, strict=True)
                ),
            )
        self._fragments.append(Fragment(kind, text, _regions(block), clues))

    def _pieces(self, block: Sequence[Line]) -> Iterator[list[Line]]:
        """The block cut after every line that ends early on purpose."""
        piece = [block[0]]
        for above, line in pairwise(block):
            if self._width and self._ended_early(above, line):
                yield piece
                piece = []
            piece.append(line)
        yield piece

    def _goes_on(self, block: Sequence[Line]) -> bool:
        """Whether the block is the rest of a paragraph that a page break or a running line cut; then it is joined."""
        at = len(self._fragments) - 1
        while at >= 0 and self._fragments[at].furniture and not is_ruler(self._fragments[at].text):
            at -= 1
        if at < 0 or not (at < len(self._fragments) - 1 or block[0].gap is None):
            return False
        before = self._fragments[at]
        if before.furniture or before.kind not in ("text", "list") or not block[0].text[0].islower():
            return False
        if _SENTENCE_END.search(before.text) or before.clues.caps or before.clues.underline:
            return False
        rest = joined((" ".join(line.text.split()) for line in block), self._words)
        regions = before.regions + tuple(r for r in _regions(block) if r not in before.regions)
        clues = replace(before.clues, lines=before.clues.lines + len(block))
        self._fragments[at] = replace(before, text=joined([before.text, rest]), regions=regions, clues=clues)
        return True

    def _clues(self, lines: Sequence[Line], text: str, gap: int | None) -> Clues:
        first = lines[0]
        right = self._width - first.indent - len(first.text)
        centred = len(lines) == 1 and first.indent >= 8 and right > 0 and abs(first.indent - right) <= 4
        return Clues(
            caps=text.isupper(),
            centred=centred,
            lines=len(lines),
            gap=None if gap is None else float(gap),
        )

    def _add(self, kind: Kind, text: str, block: Sequence[Line]) -> None:
        self._fragments.append(Fragment(kind, text, _regions(block), self._clues(block, text, block[0].gap)))


def _is_counted(text: str) -> bool:
    """Whether a line opens with a number that counts: "1.", "(a)", "2.3", "Section 4"; not "12 Main Street"."""
    found = readings(text)
    if not found:
        return False
    label = found[0].label
    return found[0].named or len(found[0].values) > 1 or not (label.isdigit() and text.startswith(label + " "))


def _is_columnar(block: Sequence[Line]) -> bool:
    """Whether lines are set in columns: a table, a drawing."""
    if len(block) < 2:
        return False
    return sum(bool(_COLUMNS.search(line.text)) for line in block) >= _COLUMNAR * len(block)


def _as_printed(block: Sequence[Line]) -> str:
    margin = min(line.indent for line in block)
    return "\n".join(" " * (line.indent - margin) + line.text for line in block)


def _regions(lines: Sequence[Line]) -> tuple[Region, ...]:
    pages = dict.fromkeys(line.page for line in lines if line.page)
    return tuple(Region(page) for page in pages)
