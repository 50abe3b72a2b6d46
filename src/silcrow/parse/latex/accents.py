r"""Letters and marks that LaTeX writes as commands: `\"o`, `\ss`, `---`. Knows characters only."""

import unicodedata
from typing import Final

_ABOVE: Final = {
    "`": "\u0300", "'": "\u0301", "^": "\u0302", "~": "\u0303", '"': "\u0308", "=": "\u0304", ".": "\u0307",
    "u": "\u0306", "v": "\u030c", "H": "\u030b", "r": "\u030a", "c": "\u0327", "k": "\u0328", "d": "\u0323",
    "b": "\u0331", "t": "\u0361",
}  # fmt: skip
ACCENTS: Final = frozenset(_ABOVE)
"""Control symbols and words that set a mark on the letter after them."""
SYMBOLS: Final = {
    "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "%": "%", "&": "&", "#": "#", "$": "$", "_": "_", "{": "{", "}": "}", " ": " ", "\n": " ", "\t": " ", ",": " ",
    ";": " ", ":": " ", "/": "", "-": "", "!": "", "@": "", "(": "(", ")": ")", ">": " ",
    "ldots": "…", "dots": "…", "textellipsis": "…", "LaTeX": "LaTeX", "TeX": "TeX", "LaTeXe": "LaTeX2e",
    "BibTeX": "BibTeX", "XeTeX": "XeTeX", "copyright": "©", "textcopyright": "©", "textregistered": "®",
    "texttrademark": "™", "pounds": "£", "textsterling": "£", "euro": "€", "texteuro": "€", "EUR": "€",
    "textyen": "¥", "textcent": "¢", "S": "§", "textsection": "§", "P": "¶", "dag": "†", "textdagger": "†",
    "ddag": "‡", "textdaggerdbl": "‡", "textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^",
    "textbar": "|", "textless": "<", "textgreater": ">", "textunderscore": "_", "textbraceleft": "{",
    "textbraceright": "}", "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’",
    "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'", "textquotedbl": '"', "quotedblbase": "„",
    "quotesinglbase": "‚", "glqq": "„", "grqq": "“", "glq": "‚", "grq": "‘", "flqq": "«", "frqq": "»", "og": "« ",
    "fg": " »", "guillemotleft": "«", "guillemotright": "»", "lq": "‘", "rq": "’", "textbullet": "•",
    "textperiodcentered": "·",
    "textdegree": "°", "degree": "°", "textmu": "µ", "textpm": "±", "texttimes": "×", "textdiv": "÷",
    "textonehalf": "½", "textonequarter": "¼", "textthreequarters": "¾", "textordfeminine": "ª",
    "textordmasculine": "º", "textnumero": "№", "textrightarrow": "→", "textleftarrow": "←", "checkmark": "✓",
    "slash": "/", "quad": " ", "qquad": " ", "space": " ", "thinspace": " ", "enspace": " ", "enskip": " ",
    "nobreakspace": " ", "textvisiblespace": "␣", "negthinspace": "", "newline": "\n", "linebreak": "\n",
    "textasteriskcentered": "*", "ast": "*", "textparagraph": "¶", "textexclamdown": "¡", "textquestiondown": "¿",
}  # fmt: skip
"""What a command without arguments prints."""
_LIGATURES: Final = (
    ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), (",,", "„"), ("?`", "¿"), ("!`", "¡"), ("`", "‘"),
    ("'", "’"),
)  # fmt: skip


def accented(mark: str, letter: str) -> str:
    """A letter under a mark; a mark over nothing or over several letters stands on the first."""
    letter = {"ı": "i", "ȷ": "j"}.get(letter, letter)
    if not letter.strip():
        return letter
    return unicodedata.normalize("NFC", letter[0] + _ABOVE[mark]) + letter[1:]


def typeset(text: str) -> str:
    """A run of characters as it is printed: dashes and quotation marks."""
    if "-" in text or "'" in text or "`" in text or ",," in text:
        for written, printed in _LIGATURES:
            text = text.replace(written, printed)
    return text
