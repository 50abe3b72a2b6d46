"""What rules look for, as expressions that take linear time on any text (RE2), however they are written.

A phrase is words as they are printed: case, spacing and typography aside. `*` stands for up to eight words, `**` for up
to thirty, `(a|b)` for one or the other, a `~` behind a word for any ending. `/…/` is an expression in RE2's syntax (no
look-around).
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import re2

from silcrow.errors import Usage

_LONGEST: Final = 1_000  # characters of a pattern
_MEMORY: Final = 8 << 20  # bytes that an expression may take; a larger one is refused
# RE2 knows only ASCII letters as \w and \b; these are letters and digits of any script.
_LETTERS: Final = r"[\p{L}\p{N}_]"
_GAP: Final = r"(?:[^\p{L}\p{N}_]+[\p{L}\p{N}_]+){0,8}?"
_WIDE: Final = _GAP.replace("0,8", "0,30")
_PIECE = re.compile(r"\s+|\*{1,2}|\([^()]{1,200}\)~?|[^\s*()]+")


@lru_cache(maxsize=1_000)
def pattern(text: str) -> Any:
    """The compiled expression of a phrase or of /…/. Usage where it cannot be one."""
    if len(text) > _LONGEST:
        raise Usage(f"a pattern of {len(text)} characters is too long", hint=f"Say it in {_LONGEST}.")
    written = text[1:-1] if len(text) > 2 and text[0] == text[-1] == "/" else _spelt(text)
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = False
    options.max_mem = _MEMORY
    try:
        return re2.compile(written, options)
    except re2.error as fault:
        said = fault.args[0].decode() if fault.args and isinstance(fault.args[0], bytes) else str(fault)
        raise Usage(f"{text!r} is no pattern: {said}", hint="Write a phrase, or /…/ in the syntax of RE2.") from None


def spans(written: str, text: str) -> Iterator[tuple[int, int]]:
    """Where a pattern stands in a text, in order."""
    for found in pattern(written).finditer(text):
        if found.end() > found.start():
            yield found.start(), found.end()


def stands(written: str, text: str) -> bool:
    """Whether a pattern stands in a text."""
    return pattern(written).search(text) is not None


def _spelt(phrase: str) -> str:
    """A phrase as an expression."""
    pieces = _PIECE.findall(phrase.strip())
    if "".join(pieces) != phrase.strip():
        raise Usage(f"{phrase!r} has a bracket that stands alone", hint="Write (a|b), or /…/ for an expression.")
    if not any(piece.strip("*~ ") for piece in pieces):
        raise Usage("an empty pattern stands everywhere", hint="Give it a word.")
    # A gap brings the space before it; the space that is written before it would be one too many.
    spelt = "".join(map(_spelt_piece, pieces)).replace(rf"\s+{_GAP}", _GAP).replace(rf"\s+{_WIDE}", _WIDE)
    opens, ends = pieces[0][0], pieces[-1][-1]
    return _edge(opens == "(" or opens.isalnum(), opens) + spelt + _edge(ends == ")" or ends.isalnum(), ends)


def _spelt_piece(piece: str) -> str:
    if piece.isspace():
        return r"\s+"
    if piece in ("*", "**"):
        return _GAP if piece == "*" else _WIDE
    if not piece.startswith("("):
        return _spelt_word(piece)
    ending = f"{_LETTERS}*" if piece.endswith("~") else ""
    options = (r"\s+".join(map(_spelt_word, option.split())) for option in piece.rstrip("~")[1:-1].split("|"))
    return f"(?:{'|'.join(options)}){ending}"


def _spelt_word(word: str) -> str:
    return re.escape(word.removesuffix("~")) + (f"{_LETTERS}*" if word.endswith("~") else "")


def _edge(needed: bool, letter: str) -> str:
    """That a word begins or ends here; scripts beyond ASCII, where RE2 sees no words, have no such edge."""
    return r"\b" if needed and letter.isascii() else ""
