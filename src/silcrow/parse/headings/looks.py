"""How text is set: the look of one piece, and the body that most of a document is set in."""

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from silcrow.parse.fragment import Clues, Fragment

BOLD: Final = 0.6
"""Share of bold characters that makes a piece bold; a line with one bold word stays below."""
WIDE: Final = 0.2  # share of Chinese and Japanese characters in a text of theirs; markup and names are Latin
_WIDE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
_PART = re.compile(r"(?:PART|ITEM|NOTE|BOOK) [IVX\d]{1,4}\Z")
ACRONYM: Final = 5  # letters up to which capitals may be the word's own


class Look(NamedTuple):
    """Type size in half points (0 where unknown), bold, italic, capitals."""

    size: int
    bold: bool
    italic: bool
    caps: bool


class Body(NamedTuple):
    """Size (half points) of most of the text, whether it is bold, and whether it is Chinese or Japanese.

    Their fonts seldom say that they are bold, and Latin words among them do: there size alone makes a look.
    """

    size: int
    bold: bool
    wide: bool = False

    def is_plain(self, look: Look) -> bool:
        """Whether a look is no larger, bolder or more capital than the body."""
        return look.size <= self.size and not look.caps and (self.bold or not look.bold)


def look_of(clues: Clues, text: str, body: Body) -> Look:
    """The look of a piece. Capitals count only where they are a choice, not in an acronym."""
    size = round((clues.size or 0.0) * 2)
    if body.wide and size > body.size:
        return Look(size, bold=True, italic=False, caps=False)
    caps = clues.caps and are_chosen(text)
    return Look(size, clues.weight > BOLD, clues.italic, caps)


def are_chosen(text: str) -> bool:
    """Whether the capitals of a text in capitals are a choice: those of a short word may be its own."""
    return sum(map(str.isalpha, text)) > ACRONYM or bool(_PART.match(text))


def body_of(fragments: Iterable[Fragment]) -> Body:
    """The size most text is set in, and whether it is bold."""
    sizes: Counter[int] = Counter()
    bold: Counter[int] = Counter()
    wide = total = 0
    for fragment in fragments:
        if not fragment.furniture and fragment.kind in ("text", "list", "note"):
            size = round((fragment.clues.size or 0.0) * 2)
            sizes[size] += len(fragment.text)
            if fragment.clues.weight > BOLD:
                bold[size] += len(fragment.text)
            if not fragment.text.isascii():
                wide += len(_WIDE.findall(fragment.text))
            total += len(fragment.text)
    if not sizes:
        return Body(0, bold=False)
    size = max(sizes, key=lambda size: (sizes[size], -size))
    return Body(size, bold=bold[size] > sizes[size] / 2, wide=wide > WIDE * total)
