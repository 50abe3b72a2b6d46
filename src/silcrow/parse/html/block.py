"""One block of a page while its text is gathered: how its characters look, and where they lead."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from silcrow.parse.fragment import Clues
from silcrow.parse.html.looks import PLAIN, Look

_WHOLLY: Final = 0.9  # share of the characters that is all of them
_BLANK_LINE = re.compile(r"\n[ \t\r\f\xa0]*\n")
_LEADS: Final = 0.6  # share of the letters that lead elsewhere in a line that does nothing else


@dataclass(slots=True)
class Block:
    """Text of one block: pieces as the tree has them, and counts of characters by how they look."""

    pieces: list[str] = field(default_factory=list)
    hrefs: list[str] = field(default_factory=list)
    size: float | None = None
    centred: bool = False
    _lines: list[list[int]] = field(default_factory=lambda: [[0, 0]])  # characters of each line, and bold ones
    _bold: int = 0
    _italic: int = 0
    _underlined: int = 0
    _capitals: int = 0
    _linked: int = 0

    def ink(self, text: str, look: Look, href: str) -> None:
        """Count characters that are printed in one look."""
        count = len(text)
        self._lines[-1][0] += count
        self._lines[-1][1] += count if look.bold else 0
        if look is not PLAIN:
            self._bold += count if look.bold else 0
            self._italic += count if look.italic else 0
            self._underlined += count if look.underlined and not href else 0
            self._capitals += count if look.capitals else 0
            self.size, self.centred = look.size, look.centred
        if href:
            self._linked += sum(map(str.isalpha, text))
            if href not in self.hrefs:
                self.hrefs.append(href)

    def turn(self) -> None:
        """A line of the block ends."""
        self.pieces.append("\n")
        self._lines.append([0, 0])

    def stretches(self, text: str, *, by_look: bool) -> Iterator[tuple[str, float | None]]:
        """The text where empty lines part it, and, by look, where bold lines end or begin; its share of bold then."""
        bold = [count > 0 and heavy >= _WHOLLY * count for count, heavy in self._lines]
        lines = [" ".join(line.split()) for line in text.split("\n")]
        filled = {look for line, look in zip(lines, bold, strict=False) if line}
        if not by_look or len(filled) < 2 or len(lines) != len(bold):
            for part in _BLANK_LINE.split(text):
                kept = (" ".join(line.split()) for line in part.split("\n"))
                yield "\n".join(line for line in kept if line), None
            return
        for (is_empty, look), held in groupby(zip(lines, bold, strict=True), key=lambda row: (not row[0], row[1])):
            if not is_empty:
                yield "\n".join(line for line, _ in held), float(look)

    def leads(self, text: str) -> bool:
        """Whether it does nothing but lead to another place of the page."""
        return bool(self.hrefs) and self._linked >= _LEADS * max(1, sum(map(str.isalpha, text)))

    def clues(
        self,
        body: str,
        total: int,
        *,
        level: int | None,
        gap: float | None,
        contents: bool,
        weight: float | None = None,
    ) -> Clues:
        """What is seen of a block, or of a part of it, whose text is `body`; `weight` where the part has its own.

        A line that is underlined from end to end stands out as a bold one does, and below it: as bold and slanted.
        """
        underlined = self._underlined >= total * _WHOLLY
        weight = min(1.0, round(self._bold / total, 2)) if weight is None else weight
        return Clues(
            level=level,
            size=self.size,
            weight=1.0 if underlined else weight,
            italic=self._italic >= total * _WHOLLY or (underlined and weight < _WHOLLY),
            caps=body.isupper() or self._capitals >= total * _WHOLLY,
            centred=self.centred,
            lines=body.count("\n") + 1,
            gap=gap,
            contents=contents,
        )
