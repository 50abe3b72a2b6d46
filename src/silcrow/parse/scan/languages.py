"""What tesseract calls languages, and what people do: `de`, `deu` and `German` are one. Knows names only."""

import re
from typing import Final

_CODES: Final = {
    "en": "eng", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "pt": "por", "nl": "nld", "sv": "swe", "da": "dan",
    "no": "nor", "nb": "nor", "fi": "fin", "pl": "pol", "cs": "ces", "sk": "slk", "hu": "hun", "ro": "ron", "tr": "tur",
    "ru": "rus", "uk": "ukr", "bg": "bul", "el": "ell", "he": "heb", "ar": "ara", "fa": "fas", "hi": "hin", "th": "tha",
    "vi": "vie", "zh": "chi_sim", "ja": "jpn", "ko": "kor", "la": "lat", "ca": "cat", "hr": "hrv", "sl": "slv",
    "et": "est", "lv": "lav", "lt": "lit", "is": "isl", "ga": "gle", "cy": "cym", "eu": "eus", "gl": "glg",
}  # fmt: skip
_SOUND: Final = re.compile(r"[A-Za-z]{2,8}(?:[_-][A-Za-z]{2,8}){0,2}")


def code_of(language: str) -> str:
    """Tesseract's code of a language; "" for what cannot be one."""
    word = language.strip()
    if not _SOUND.fullmatch(word):
        return ""
    return _CODES.get(word.lower().replace("_", "-").split("-")[0] if len(word) < 6 else word, word)
