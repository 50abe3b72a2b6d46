"""sec_id: the short stable slug a section goes by. Knows headings as text, and nothing of how they were found.

An id comes from the printed label, else from the title; never from a position. So an edit changes the ids of later
equal sections (and of those named through them) and no others.
"""

import re
import unicodedata

from silcrow.language.numerals import uncounted

FRONT = "front"
_LONGEST = 40  # characters of a slug made from a title
_LONGEST_CJK = 20
_LONGEST_PREFIX = 120  # a longer parent's id is not put in front, so that deep nesting stays linear

_CJK = "\u2e80-\u2fdf\u3005-\u30ff\u3130-\u318f\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_HAS_CJK = re.compile(f"[{_CJK}\U00020000-\U0003ffff]")
_SPACE_BESIDE_CJK = re.compile(rf"(?<=[{_CJK}])\s+|\s+(?=[{_CJK}])")
_BRACKETS = re.compile(r"\s*[()\[\]{}]\s*")
_APOSTROPHES = re.compile("['’ʼ`´]")
_DOTS = re.compile(r"[.\-]*\.[.\-]*")
_DASHES = re.compile(r"-{2,}")
_DOT_OUTSIDE_NUMBER = re.compile(r"(?<![0-9])\.|\.(?![0-9])")
_BARE = re.compile(r"[0-9]|[^\W0-9_]|[ivxlcdm]+")


class Ids:
    """Hands out the ids of one document, section by section in document order."""

    def __init__(self) -> None:
        self._taken: set[str] = {FRONT}
        self._next: dict[str, int] = {}

    def give(self, label: str, title: str, parent: str | None) -> str:
        """The id of the next section; `parent` is its parent's id, None for a top section."""
        base = slug_of_label(label)
        if base and parent is not None and _BARE.fullmatch(base):
            base = _below(parent, base)
        base = base or slug_of_title(title) or "section"
        if base in self._taken and parent is not None:
            base = _below(parent, base)
        found = base
        if found in self._taken:
            count = self._next.get(base, 2)
            while (found := f"{base}~{count}") in self._taken:
                count += 1
            self._next[base] = count + 1
        self._taken.add(found)
        return found


def slug_of_label(label: str) -> str:
    """The slug of a printed label: `Item No. 1A.` → `item-1a`, `5.2(b)(iii)` → `5.2.b.iii`, `第 5 章` → `第5章`."""
    text = uncounted(_SPACE_BESIDE_CJK.sub("", _folded(label)))
    return _cut(_spell(_BRACKETS.sub(".", text)), _LONGEST)


def slug_of_title(title: str) -> str:
    """The slug of a title, cut after its last whole word within 40 characters (20 for CJK)."""
    text = _DOT_OUTSIDE_NUMBER.sub(" ", _APOSTROPHES.sub("", _folded(title)))
    return _cut(_spell(text), _LONGEST_CJK if _HAS_CJK.search(text) else _LONGEST)


def _below(parent: str, base: str) -> str:
    return f"{parent}.{base}" if len(parent) <= _LONGEST_PREFIX else base


def _folded(text: str) -> str:
    # Case folding can undo NFKC (U+0345), hence twice; a heading is a line, so a longer text is cut before any work.
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text[:1000]).casefold()).strip()


def _spell(text: str) -> str:
    """Only the alphabet of ids, dots where there are dots, one dash for any other run; none at the ends."""
    kept = "".join(c if c == "." or unicodedata.category(c)[0] in "LMN" else "-" for c in text)
    return _DASHES.sub("-", _DOTS.sub(".", kept)).strip(".-")


def _cut(slug: str, longest: int) -> str:
    if len(slug) <= longest:
        return slug
    cut = slug[:longest]
    if slug[longest] not in ".-" and not _HAS_CJK.match(slug[longest]):
        # inside a word: back to the end of the one before, unless it is the only one
        whole = max(cut.rfind("-"), cut.rfind("."))
        cut = cut[:whole] if whole > 0 else cut
    return cut.strip(".-")
