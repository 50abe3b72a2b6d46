"""Printed lines of one paragraph joined to running text. Knows lines, and nothing of paragraphs or formats."""

import re
from collections.abc import Iterable
from collections.abc import Set as AbstractSet

_WIDE = re.compile(r"[\u2e80-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uff9f\u2018-\u201d\u2026]")
_HAN_OR_KANA = re.compile(r"[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_BROKEN = re.compile(r"([^\W\d_]+)-\Z")
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[^\W\d_]{4,}")
_SUSPENDED = frozenset({"and", "or", "to", "nor", "und", "oder", "bis", "en", "et", "ou"})  # "pre- and post-war"


def joined(lines: Iterable[str], words: AbstractSet[str] | None = None) -> str:
    """The lines as one text: a blank between two, none inside Chinese and Japanese.

    With the words of the document, a word broken over two lines is made whole: without its hyphen where it stands
    elsewhere in one piece, else with it.
    """
    parts: list[str] = []
    for line in lines:
        after = line.strip()
        if not after:
            continue
        if parts:
            before = parts[-1]
            if words is not None and before[-1] == "-" and (broken := _BROKEN.search(before[-80:])):
                parts[-1], glue = _mended(before, broken[1], after, words)
            else:
                glue = "" if _touch(before, after) else " "
            parts.append(glue + after)
        else:
            parts.append(after)
    return "".join(parts)


def whole_words(text: str) -> frozenset[str]:
    """The words of a text that stand in one piece, lower case; none where no line ends with a hyphen."""
    return frozenset(map(str.lower, _WORD.findall(text))) if "-\n" in text else frozenset()


def _mended(before: str, first: str, after: str, words: AbstractSet[str]) -> tuple[str, str]:
    """The line before, as it ends, and what stands between."""
    second = _FIRST_WORD.match(after)
    if not second or second[0].lower() in _SUSPENDED:
        return before, " "
    if (first + second[0]).lower() in words and second[0].islower():
        return before[:-1], ""
    return before, ""


def _touch(before: str, after: str) -> bool:
    if before[-1].isascii() or not (_WIDE.match(before[-1]) and _WIDE.match(after)):
        return False
    # A quotation mark alone says nothing: Western text has the same ones.
    return bool(_HAN_OR_KANA.search(before[-4:]) or _HAN_OR_KANA.search(after[:4]))
