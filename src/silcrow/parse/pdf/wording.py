"""Printed lines to running text: what stands between two lines of one paragraph.

Whether a hyphen at a line's end belongs to the word is decided by the document's own words: a compound printed
elsewhere with its hyphen keeps it, a word printed elsewhere in one piece is joined.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from silcrow.parse.pdf.drafts import Line
from silcrow.parse.pdf.letters import is_wide, whole

HYPHENS = "-‐‑\xad"

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
    """The words of a document, lower case: those in one piece, and pairs printed with a hyphen inside a line."""

    plain: frozenset[str] = frozenset()
    compound: frozenset[str] = frozenset()


def words_of(texts: Sequence[str]) -> Words:
    """The words of the lines of a document; none where no line ends with a hyphen, as nobody will ask."""
    if not any(text and text[-1] in HYPHENS for text in texts):
        return Words()
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
    return Words(frozenset(plain - compound), frozenset(pairs))


def running(lines: Sequence[Line], words: Words) -> tuple[str, list[int]]:
    """The lines as one paragraph, and where each line begins in it."""
    if len(lines) == 1:
        return whole(lines[0].text), [0]
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for line, after in pairwise(lines):
        text, glue = ending(line.text, after.text, words)
        starts.append(length)
        parts += (text, glue)
        length += len(text) + len(glue)
    starts.append(length)
    parts.append(whole(lines[-1].text))
    return "".join(parts), starts


def ending(text: str, more: str, words: Words) -> tuple[str, str]:
    """The line as it ends before the next line of its paragraph, and what stands between the two."""
    if not text or not more:
        return text, ""
    last = text[-1]
    if last == "\xad":
        return text[:-1], ""
    if last in HYPHENS and len(text) > 1 and text[-2] != " " and text[-2] not in HYPHENS:
        return _hyphened(text, more, words)
    if is_wide(last) and is_wide(more[0]):
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
    both = len(first) > 3 and len(second) > 3 and first in words.plain and second in words.plain
    return (text, "") if both else (text[:-1], "")


def _tail(token: str) -> str:
    found = _LAST_WORD.search(token[-40:])
    return found[0] if found else ""
