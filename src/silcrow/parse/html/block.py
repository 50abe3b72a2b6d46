"""One block of a page while its text is gathered: how its characters look, and where they lead."""

from dataclasses import dataclass, field
from typing import Final

from silcrow.parse.fragment import Clues
from silcrow.parse.html.looks import PLAIN, Look

_WHOLLY: Final = 0.9  # share of the characters that is all of them
_LEADS: Final = 0.6  # share of the letters that lead elsewhere in a line that does nothing else


@dataclass(slots=True)
class Block:
    """Text of one block: pieces as the tree has them, and counts of characters by how they look."""

    pieces: list[str] = field(default_factory=list)
    hrefs: list[str] = field(default_factory=list)
    size: float | None = None
    centred: bool = False
    _bold: int = 0
    _italic: int = 0
    _underlined: int = 0
    _capitals: int = 0
    _linked: int = 0

    def ink(self, text: str, look: Look, href: str) -> None:
        """Count characters that are printed in one look."""
        count = len(text)
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

    def leads(self, text: str) -> bool:
        """Whether it does nothing but lead to another place of the page."""
        return bool(self.hrefs) and self._linked >= _LEADS * max(1, sum(map(str.isalpha, text)))

    def clues(self, body: str, total: int, *, level: int | None, gap: float | None, contents: bool) -> Clues:
        """What is seen of a block, or of a part of it, whose text is `body`.

        A line that is underlined from end to end stands out as a bold one does, and below it: as bold and slanted.
        """
        underlined = self._underlined >= total * _WHOLLY
        weight = min(1.0, round(self._bold / total, 2))
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
