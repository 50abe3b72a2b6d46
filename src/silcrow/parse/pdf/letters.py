"""Characters as fonts give them, to characters as people write them.

Ligatures, Kangxi radicals and Arabic letter shapes become plain letters; control characters go. A soft hyphen at the
end of a line is kept, since it tells that the word goes on.
"""

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


def trimmed(text: str) -> str:
    """The text of one run without white space around it, its letters folded; a soft hyphen at its end is kept."""
    text = text.strip()
    if text.isascii() and text.isprintable():
        return text
    folded = text.translate(_TABLE)
    return folded + SOFT_HYPHEN if text.endswith(SOFT_HYPHEN) else folded


def whole(text: str) -> str:
    """The text of a line that no other line follows."""
    return text.removesuffix(SOFT_HYPHEN)


def is_wide(character: str) -> bool:
    """Whether the character is of a script that is written without spaces (Chinese, Japanese)."""
    return "\u2e80" <= character <= "\ua4cf" or "\uf900" <= character <= "\ufaff" or "\uff00" <= character <= "\uffef"
