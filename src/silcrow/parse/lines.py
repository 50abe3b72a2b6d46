"""Printed lines of one paragraph joined to running text: what stands between two of them. Knows lines, no formats.

Whether a hyphen at a line's end belongs to the word is decided by the document's own words: a compound printed
elsewhere with its hyphen keeps it, a word printed elsewhere in one piece is joined.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

HYPHENS = "-‐‑\xad"

_WIDE = re.compile(r"[\u2e80-\ua4cf\uf900-\ufaff\uff00-\uffef\u2018-\u201d\u2026]")
_HAN_OR_KANA = re.compile(r"[\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_PLAIN = str.maketrans(
    dict.fromkeys("!\"#$%&'()*+,./0123456789:;<=>?@[\\]^_`{|}~“”‘’„«»…–—·•§©®™", " ") | {"‐": "-", "‑": "-"}
)
_FIRST_WORD = re.compile(r"[^\W\d_]+")
_LAST_WORD = re.compile(r"[^\W\d_]*\Z")
_SUSPENDED = frozenset({"and", "or", "to", "nor", "und", "oder", "bis", "en", "et", "ou"})
# First halves of words that are written in one piece though both halves are words
_CLOSED = frozenset(
    {"some", "any", "every", "with", "through", "there", "where", "what", "when", "which", "who", "how", "here"}
    | {"under", "over", "out", "up", "down", "never", "more", "fore"}
)


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a document, lower case: those in one piece, and pairs printed with a hyphen inside a line.

    `breaks`: whether words are broken at its lines' ends as a custom, as in print. Where they are not, only what stands
    elsewhere in one piece is made whole.
    """

    plain: frozenset[str] = frozenset()
    compound: frozenset[str] = frozenset()
    breaks: bool = True


def words_of(texts: Sequence[str], *, breaks: bool = True) -> Words:
    """The words of the lines of a document; none where no line ends with a hyphen, as nobody will ask."""
    if not any(text and text[-1] in HYPHENS for text in texts):
        return Words(breaks=breaks)
    whole: list[str] = []
    other: list[str] = []  # apart, since characters are mapped several times faster in plain ASCII
    broken = False
    for text in texts:
        begins, broken = broken, text[-1:] in HYPHENS and text[-1:] != ""
        if begins or broken:  # the halves of a broken word are no words
            parts = text.split()
            text = " ".join(parts[1 if begins else 0 : len(parts) - 1 if broken else None])  # noqa: PLW2901
        (whole if text.isascii() else other).append(text)
    plain = set(" ".join(whole).lower().translate(_PLAIN).split())
    plain.update(" ".join(other).lower().translate(_PLAIN).split())
    compound = {word for word in plain if "-" in word}
    pairs = {f"{one}-{two}" for word in compound for one, two in pairwise(word.split("-"))}
    return Words(frozenset(plain - compound), frozenset(pairs), breaks)


def joined(lines: Iterable[str], words: Words | None = None) -> str:
    """The lines as one text: a blank between two, none inside Chinese and Japanese.

    With the words of the document, a word broken over two lines is made whole.
    """
    parts: list[str] = []
    for line in lines:
        after = line.strip()
        if parts and after:
            if words is None:
                glue = "" if _touch(parts[-1], after) else " "
            else:
                parts[-1], glue = ending(parts[-1], after, words)
            parts.append(glue)
        if after:
            parts.append(after)
    return "".join(parts)


def ending(text: str, more: str, words: Words) -> tuple[str, str]:
    """The line as it ends before the next line of its paragraph, and what stands between the two."""
    if not text or not more:
        return text, ""
    last = text[-1]
    if last == "\xad":
        return text[:-1], ""
    if last in HYPHENS and len(text) > 1 and text[-2] != " " and text[-2] not in HYPHENS:
        return _hyphened(text, more, words)
    if _touch(text, more):
        return text, ""
    if last == "/" and ("://" in (address := text[text.rfind(" ") + 1 :]) or address.startswith("www.")):
        return text, ""
    return text, " "


def _hyphened(text: str, more: str, words: Words) -> tuple[str, str]:
    if not more[0].isalnum():
        return text, " "
    after = _FIRST_WORD.match(more)
    if not after or not more[0].islower():
        return text, ""
    token = text[text.rfind(" ") + 1 : -1]
    first, second = _tail(token).lower(), after[0].lower()
    if second in _SUSPENDED and more[after.end() : after.end() + 1] not in HYPHENS:
        return text, " "
    whole = len(first) == len(token.lstrip("(\"'“‘[")) and len(first) > 1
    if not whole or (token.isupper() and len(token) > 1):
        return text, ""
    if f"{first}-{second}" in words.compound or more[after.end() : after.end() + 1] == "-":
        return text, ""
    if first + second in words.plain or first in _CLOSED:
        return text[:-1], ""
    if not words.breaks:
        return text, ""
    both = len(first) > 3 and len(second) > 3 and first in words.plain and second in words.plain
    return (text, "") if both else (text[:-1], "")


def _tail(token: str) -> str:
    found = _LAST_WORD.search(token[-40:])
    return found[0] if found else ""


def _touch(before: str, after: str) -> bool:
    if before[-1].isascii() or not (_WIDE.match(before[-1]) and _WIDE.match(after)):
        return False
    # A quotation mark alone says nothing: Western text has the same ones.
    return bool(_HAN_OR_KANA.search(before[-4:]) or _HAN_OR_KANA.search(after[:4]))
