"""Typographic folding: what printers and keyboards write differently is made one, with a way back to the source.

NFKC, quotes, dashes, ligatures, soft hyphens, zero-width characters and runs of white space. What NFKC would turn
into other words or numbers is left alone: `10²` is not `102`, `1½` is not `11/2`. Knows nothing of documents.
"""

import re
import unicodedata
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_SINGLE = "‘’‚‛′ʼʻ´`‹›＇"
_DOUBLE = "“”„‟″«»＂「」『』〝〞〟"
_DASHES = "‐‑‒–—―−⁃﹘﹣－"
_SIGNS = {**dict.fromkeys(_SINGLE, "'"), **dict.fromkeys(_DOUBLE, '"'), **dict.fromkeys(_DASHES, "-"), "⁄": "/"}
_SIGN_TABLE = str.maketrans(_SIGNS)

# Soft hyphen, zero-width space and joiners, direction marks, word joiner, variation selectors, byte order mark.
_UNSEEN = r"\u00ad\u034f\u061c\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff"
_SPACE = re.compile(rf"(?: [\s{_UNSEEN}]|[^\S ]|[{_UNSEEN}])[\s{_UNSEEN}]*")
_UNSEEN_CHARACTER = re.compile(f"[{_UNSEEN}]")
# An ASCII character before others may carry their marks: "e" + U+0301 is "é".
_FOREIGN = re.compile(r"[!-~]?[^\x00-\x7f\s" + _UNSEEN + "]+")
_PLAIN = re.compile(f"[^{re.escape(''.join(_SIGNS))}\\s{_UNSEEN}]*\\Z")
_KEPT = ("<super>", "<sub>", "<fraction>")


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text and where it came from.

    `offsets[i]` is the index in the source of what became text[i]; one more entry at the end is the source's length.
    """

    text: str
    offsets: Sequence[int]

    def source(self, start: int, end: int) -> tuple[int, int]:
        """The range of the source that became text[start:end]; a ligature cut in half is taken whole."""
        if start >= end:
            return self.offsets[start], self.offsets[start]
        last = self.offsets[end - 1]
        while end < len(self.offsets) - 1 and self.offsets[end] == last:
            end += 1
        return self.offsets[start], self.offsets[end]


def fold(text: str) -> str:
    """Typographic variants made one. Case is kept."""
    return "".join(piece for _, _, piece in _pieces(text))


def fold_case(text: str) -> str:
    """fold, then without case."""
    return fold(text).casefold()


def fold_with_map(text: str) -> Folded:
    """fold, with the way back."""
    parts: list[str] = []
    offsets = array("L")
    for start, end, piece in _pieces(text):
        parts.append(piece)
        if end - start == len(piece):
            offsets.extend(range(start, end))
        else:
            offsets.extend([start] * len(piece))
    offsets.append(len(text))
    return Folded("".join(parts), offsets)


def _pieces(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, folded) of pieces that cover the text; equally long pieces map character by character."""
    at = 0
    for space in _SPACE.finditer(text):
        if space.start() > at:
            yield from _seen(text, at, space.start())
        at = space.end()
        yield space.start(), at, " " if _UNSEEN_CHARACTER.sub("", space[0]) else ""
    if at < len(text):
        yield from _seen(text, at, len(text))


def _seen(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """Pieces of a stretch without odd white space or unseen characters."""
    at = start
    for found in _FOREIGN.finditer(text, start, end):
        if found.start() > at:
            yield at, found.start(), text[at : found.start()].translate(_SIGN_TABLE)
        at = found.end()
        if _PLAIN.match(found[0]) and unicodedata.is_normalized("NFKC", found[0]):
            yield found.start(), at, found[0]
        else:
            yield from _clusters(text, found.start(), at)
    if at < end:
        yield at, end, text[at:end].translate(_SIGN_TABLE)


def _clusters(text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
    """One piece a character with the marks that compose with it."""
    at = start
    for i in range(start + 1, end + 1):
        if i == end or not _composes(text[i]):
            yield at, i, _fold_cluster(text[at:i])
            at = i


def _composes(character: str) -> bool:
    """Whether it may become one character with that before it: marks, Hangul vowels and finals, kana voice marks."""
    return (
        unicodedata.category(character)[0] == "M"
        or "\u1160" <= character <= "\u11ff"
        or character in "\uff9e\uff9f"
        or "\uffa0" <= character <= "\uffdc"
    )


def _fold_cluster(cluster: str) -> str:
    head = cluster[0]
    if head in _SIGNS:
        return _SIGNS[head] + cluster[1:]
    if unicodedata.decomposition(head).startswith(_KEPT):
        return cluster
    folded = unicodedata.normalize("NFKC", cluster)
    return cluster if " " in folded else folded.translate(_SIGN_TABLE)
