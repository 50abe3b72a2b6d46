"""How many tokens a text is, estimated without a model: hardly ever below what o200k counts, by a fifth above in all.

The weights were fitted to o200k on filings, contracts, trials, syllabi and manuals; a few passes over the characters.
"""

import re

_CAPITALS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SMALL, _SPACE = b"abcdefghijklmnopqrstuvwxyz", b" \t\n\r\f\v"
_CJK = re.compile("[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af\uff00-\uffef]")
_ACCENTED = re.compile("[\u00c0-\u024f\u1e00-\u1eff]")
_ALPHABETIC = re.compile("[\u0370-\u1dff]")  # Greek, Cyrillic, Arabic, the scripts of India and their like

# In hundredths of a token: what each character of a sort adds, and each word.
_SMALL_LETTER, _CAPITAL, _FIGURE, _WORD, _TEXT = 14, 40, 80, 50, 100
_IDEOGRAPH, _ACCENT, _LETTER, _OTHER = 100, 100, 60, 150


def estimate_tokens(text: str) -> int:
    """Estimate, 0 only for an empty text. Long words are cheap, figures and marks are not."""
    if not text:
        return 0
    plain = text.encode("ascii", "ignore")
    small, capitals = _count(plain, _SMALL), _count(plain, _CAPITALS)
    figures = len(plain) - small - capitals - _count(plain, _SPACE)
    hundredths = _TEXT + _SMALL_LETTER * small + _CAPITAL * capitals + _FIGURE * figures + _WORD * len(text.split())
    if foreign := len(text) - len(plain):
        ideographs, accented, letters = (len(sort.findall(text)) for sort in (_CJK, _ACCENTED, _ALPHABETIC))
        hundredths += _IDEOGRAPH * ideographs + _ACCENT * accented + _LETTER * letters
        hundredths += _OTHER * (foreign - ideographs - accented - letters)
    return -(-hundredths // 100)


def _count(text: bytes, sort: bytes) -> int:
    return len(text) - len(text.translate(None, sort))
