"""Words as retrieval sees them: of any script, with numbers and codes kept whole.

A word gives one or more forms, the whole first: `TLS_HANDSHAKE_FAILED` also `tls`, `handshake`, `failed`; `5.2(b)`
also `5.2`; `FY22` and `FY 22` also `2022`; `10mg` also `10`, `mg`. `1,749` is `1749`. Scripts written without spaces
give characters and pairs. Forms are folded and without case, not stemmed. Knows nothing of documents.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 64  # characters of a form; what is longer is cut, on both sides of a search alike

# Han, kana, Hangul, and Thai, Lao, Myanmar, Khmer: no spaces between words, or endings that only pairs see through.
_DENSE = (
    r"\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u31f0-\u31ff"
    r"\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U0003ffff"
)
_MARKS = r"\u0300-\u036f\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff"
_UNSEEN = r"\u00ad\u200b-\u200d\u2060\ufeff"
_LETTER = rf"[^\W_{_DENSE}]"
_INNER = rf"(?:[^\W{_DENSE}]|[{_MARKS}{_UNSEEN}])"
# 1,749 · 1 749 (no-break spaces) · 1'749 · 1,749.50; then words joined by - . / ' & and a clause letter: 5.2(b)(iii).
_NUMBER = r"\d{1,3}(?:[,'’\u00a0\u2009\u202f]\d{2,3}){0,6}[,'’\u00a0\u2009\u202f]\d{3}(?![\d])(?:\.\d+)?"
_JOINED = rf"{_LETTER}{_INNER}*(?:[-.‐‑/'’ʼ&]{_LETTER}{_INNER}*)*(?:(?<=\d)(?:\([0-9A-Za-z]{{1,5}}\))+)?"
# Most tokens are plain words; the general form would match the same, three times slower.
_PLAIN = r"[A-Za-z]++(?=[\s,;:)\]\"”]|\.?(?:\s|\Z))"

_FISCAL = r"(?i:fye?|cy)[ \u00a0]['’]?\d{2}(?:\d{2})?(?![\w%]|[-.,/]\w)"  # "FY 22", "fy 2022"

TOKEN = re.compile(rf"{_FISCAL}|{_PLAIN}|{_NUMBER}(?!{_LETTER})|{_JOINED}|[{_DENSE}]+")
"""Every token of a text; `forms` says what words it gives. Linear in the text."""

_IS_DENSE = re.compile(f"[{_DENSE}]")
_IS_NUMBER = re.compile(rf"{_NUMBER}\Z")
_UNSEEN_RUN = re.compile(f"[{_UNSEEN}]+")
_HYPHENS = str.maketrans("‐‑’ʼ", "--''")
_CLAUSE = re.compile(r"(?:\([0-9a-z]{1,5}\))+\Z")
_DOTTED_NUMBER = re.compile(r"\d+(?:\.\d+)+\Z")
_ACRONYM = re.compile(r"[^\W\d_](?:\.[^\W\d_])+\Z")
_YEAR_FORM = re.compile(r"(?:(?:[1-4][qh]|[qh][1-4])[-']?(?:fy|cy)?|fye?|cy)[-']?((?:19|20)?\d\d)\Z")
_PART = re.compile(r"\d+(?:\.\d+)+(?![^\W_])|[^\W_]+")
_UNIT = re.compile(r"(\d+(?:\.\d+)?)([kmcµ]?[gml]|[kmg]?w|kwh|[kmgt]b|[kmg]?hz|[mb]n|hrs?|min|sec|ms)\Z")
_VERSION = re.compile(r"v(\d+(?:\.\d+)+)\Z")


class Word(NamedTuple):
    """A form and the text it stands for: source[start:end]."""

    text: str
    start: int
    end: int


def words(text: str) -> list[Word]:
    """All forms of all tokens, in order."""
    return [word for found in TOKEN.finditer(text) for word in _placed(found[0], found.start())]


def is_dense(token: str) -> bool:
    """Whether a match of TOKEN is a run of a script written without spaces."""
    return bool(_IS_DENSE.match(token))


def sequence(text: str) -> list[str]:
    """One form a token, the whole one, and each character of a dense script: what a phrase is compared by."""
    found: list[str] = []
    for token in TOKEN.findall(text):
        if is_dense(token):
            found.extend(unicodedata.normalize("NFKC", token))
        else:
            found.append(forms(token)[0])
    return found


def forms(token: str) -> tuple[str, ...]:
    """The forms of one match of TOKEN, the whole first, none twice."""
    if is_dense(token):
        run = unicodedata.normalize("NFKC", token)
        return (*run, *map(str.__add__, run, run[1:]))
    plain = token if token.isascii() else _UNSEEN_RUN.sub("", unicodedata.normalize("NFKC", token))
    if " " in plain and plain[0].isalpha():
        return _fiscal(plain)
    plain = plain.translate(_HYPHENS).casefold().rstrip("_")
    if plain.isalpha() or plain.isdecimal():
        return (plain[:LONGEST],)
    if _IS_NUMBER.match(token):
        return (re.sub(r"[^\d.]", "", plain)[:LONGEST],)
    return tuple(dict.fromkeys(form[:LONGEST] for form in _compound(plain)))


def _fiscal(plain: str) -> tuple[str, ...]:
    """A fiscal year that is written apart, as if it were written together; then its parts."""
    label, number = plain.casefold().split(" ", 1)
    number = number.strip("'’")
    return tuple(dict.fromkeys((*forms(label + number), label, number)))


def _compound(plain: str) -> Iterator[str]:
    """A token with more in it than letters or digits alone."""
    plain = plain.removesuffix("'s")
    if clause := _CLAUSE.search(plain):
        yield plain
        plain = plain[: clause.start()]
    if _DOTTED_NUMBER.match(plain):
        yield plain
        return
    if _ACRONYM.match(plain):
        yield plain.replace(".", "")
        yield plain
        return
    if year := _YEAR_FORM.match(plain):
        yield plain
        yield year[1] if len(year[1]) == 4 else ("20" if year[1] < "60" else "19") + year[1]
        return
    if unit := _UNIT.match(plain):
        yield plain
        yield from unit.groups()
        return
    if version := _VERSION.match(plain):
        yield plain
        yield version[1]
        return
    parts = _PART.findall(plain)
    yield "".join(parts) if "-" in plain and not plain.replace("-", "").isdecimal() else plain
    if len(parts) > 1:
        yield from (part for part in parts if len(part) > 1 or part.isdecimal())


def _placed(token: str, at: int) -> Iterator[Word]:
    """The forms of a token with their offsets; a part's are its own where it stands in the token as it is."""
    if is_dense(token):
        run = unicodedata.normalize("NFKC", token)
        if len(run) != len(token):
            yield from (Word(form, at, at + len(token)) for form in forms(token))
            return
        yield from (Word(run[i], at + i, at + i + 1) for i in range(len(run)))
        yield from (Word(run[i : i + 2], at + i, at + i + 2) for i in range(len(run) - 1))
        return
    low = token.casefold()
    whole, *parts = forms(token)
    yield Word(whole, at, at + len(token))
    seen = 0
    for part in parts:
        found = low.find(part, seen) if len(low) == len(token) else -1
        if found < 0:
            yield Word(part, at, at + len(token))
        else:
            seen = found + len(part)
            yield Word(part, at + found, at + seen)
