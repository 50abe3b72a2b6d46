"""Characters as fonts give them, to characters as people write them.

Ligatures, Kangxi radicals and Arabic letter shapes become plain letters; control characters go. A soft hyphen at the
end of a line is kept, since it tells that the word goes on. The engine turns words of Hebrew and Arabic back, but
leaves a full stop before the word that it ends.
"""

import re
import unicodedata

SOFT_HYPHEN = "\xad"

_SHAPES = (*range(0x2F00, 0x2FD6), *range(0xFB00, 0xFB07), *range(0xFB1D, 0xFE00), *range(0xFE70, 0xFEFD))
_FOLDED = {
    **{chr(code): unicodedata.normalize("NFKC", chr(code)) for code in _SHAPES},
    **{chr(code): "" for code in range(32)},
    "\t": " ",
    "\n": " ",
    "\xa0": " ",
    SOFT_HYPHEN: "",
    "\u200b": "",
    "\ufeff": "",
    "\ufffe": "",
}
_TABLE = str.maketrans({key: text for key, text in _FOLDED.items() if key != text})
_LEFTWARD = re.compile(r"[\u05be-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_STOPS = ".,:;!?،؛؟"


def trimmed(text: str) -> str:
    """The text of one run without white space around it, its letters folded; a soft hyphen at its end is kept."""
    text = text.strip()
    if text.isascii() and text.isprintable():
        return text
    folded = text.translate(_TABLE)
    if folded[:1] in _STOPS and is_leftward(folded):
        stops = len(folded) - len(folded.lstrip(_STOPS))
        folded = folded[stops:].strip() + folded[:stops]
    return folded + SOFT_HYPHEN if text.endswith(SOFT_HYPHEN) else folded


def is_leftward(text: str) -> bool:
    """Whether a text holds letters that are written from the right to the left."""
    return not text.isascii() and _LEFTWARD.search(text) is not None


def leftward_share(text: str) -> float:
    """The share of a text's characters, blanks apart, that are written from the right to the left."""
    return 0.0 if text.isascii() else len(_LEFTWARD.findall(text)) / max(1, len(text) - text.count(" "))


def whole(text: str) -> str:
    """The text of a line that no other line follows."""
    return text.removesuffix(SOFT_HYPHEN)


def is_wide(character: str) -> bool:
    """Whether the character is of a script that is written without spaces (Chinese, Japanese)."""
    return "\u2e80" <= character <= "\ua4cf" or "\uf900" <= character <= "\ufaff" or "\uff00" <= character <= "\uffef"
