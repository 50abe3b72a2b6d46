"""Text to index terms, and a document to its index.

A term is a form of language.words: stemmed by the language of the document (Snowball), accents taken off. Knows
nothing of queries and of ranking.
"""

import re
import threading
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise

import numpy as np
import Stemmer

from silcrow.document import Document, Section
from silcrow.language.detect import detect
from silcrow.language.words import TOKEN, forms
from silcrow.retrieve.listing import Pages, listing
from silcrow.retrieve.packing import KINDS, LISTING, Array, Shape, group, pack_postings, pack_shape
from silcrow.store.protocol import Index

# Those of Snowball that all releases we allow know, by ISO 639-1 code.
_SNOWBALL = {
    "ar": "arabic",
    "ca": "catalan",
    "da": "danish",
    "de": "german",
    "el": "greek",
    "en": "english",
    "es": "spanish",
    "eu": "basque",
    "fi": "finnish",
    "fr": "french",
    "ga": "irish",
    "hi": "hindi",
    "hu": "hungarian",
    "id": "indonesian",
    "it": "italian",
    "lt": "lithuanian",
    "nb": "norwegian",
    "ne": "nepali",
    "nl": "dutch",
    "nn": "norwegian",
    "no": "norwegian",
    "pt": "portuguese",
    "ro": "romanian",
    "ru": "russian",
    "sr": "serbian",
    "sv": "swedish",
    "ta": "tamil",
    "tr": "turkish",
}
_REMEMBERED = 200_000  # tokens a language; then the memory is emptied
_SAMPLE = 200  # paragraphs looked at to tell a language
_PAGE = re.compile(r"\d{1,4}|[ivxl]{1,7}"), re.compile(r"[a-z](?:-?\d{1,3})?")  # what one ends in, and begins with


class _Memo(dict[str, tuple[str, ...]]):
    """Token -> terms, in one language. The stemmer is not thread-safe; the dict is."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._stemmer = Stemmer.Stemmer(_SNOWBALL[language]) if language in _SNOWBALL else None

    def __missing__(self, token: str) -> tuple[str, ...]:
        found = tuple(dict.fromkeys(self.stem(form) for form in forms(token)))
        if len(self) > _REMEMBERED:
            self.clear()
        self[token] = found
        return found

    def stems(self, words: Sequence[str]) -> list[str]:
        """The terms of some ASCII words without case; quick, as nothing of them is remembered."""
        if self._stemmer is None:
            return list(words)
        with self._lock:
            return list(self._stemmer.stemWords(words))

    def stem(self, form: str) -> str:
        """The term of one form."""
        if self._stemmer is not None and form.isalpha():
            with self._lock:
                form = self._stemmer.stemWord(form)
        if form.isascii():
            return form
        bare = "".join(c for c in unicodedata.normalize("NFD", form) if not "\u0300" <= c <= "\u036f")
        return unicodedata.normalize("NFC", bare)


_memos: dict[str, _Memo] = {}


def _memo(language: str) -> _Memo:
    code = language.replace("_", "-").partition("-")[0].casefold()
    if code not in _SNOWBALL:
        code = ""
    return _memos.setdefault(code, _Memo(code)) if code not in _memos else _memos[code]


def analyse(text: str, language: str) -> list[str]:
    """The index terms of a text in order; a token may give several, the whole one first."""
    return list(chain.from_iterable(map(_memo(language).__getitem__, TOKEN.findall(text))))


def token_terms(token: str, language: str) -> tuple[str, ...]:
    """The index terms of one match of words.TOKEN, the whole one first."""
    return _memo(language)[token]


def plain_terms(words: Sequence[str], language: str) -> list[str]:
    """The index terms of some words of ASCII letters without case, a term a word."""
    return _memo(language).stems(words)


def index(document: Document) -> Index:
    """What a store keeps of a document for retrieval: postings of text and headings, and its shape."""
    language = document.language or _language(document)
    numbering = _Numbering(_memo(language))
    text, counts = _numbered((p.text for p in document.paragraphs), numbering)
    headings, heading_counts = _numbered((s.heading for s in document.sections), numbering)
    names = list(numbering.terms)
    digits = np.fromiter((name[0].isdecimal() for name in names), bool, len(names))
    owner = np.repeat(np.arange(len(counts)), counts)
    kinds = np.fromiter((KINDS.index(p.kind) for p in document.paragraphs), np.uint8, len(counts))
    shape = Shape(
        language=language[:2],
        text=counts,
        numbers=np.bincount(owner[digits[text]], minlength=len(counts)) if len(text) else np.zeros(len(counts), int),
        kind=np.where(_listing(document, text, counts, numbering), LISTING, kinds),
        page=np.fromiter((min((r.page for r in p.regions), default=0) for p in document.paragraphs), np.uint32),
        until=np.fromiter((max((r.page for r in p.regions), default=0) for p in document.paragraphs), np.uint32),
        heading=heading_counts,
        first=_column(document.sections, "first"),
        count=_column(document.sections, "count"),
        end=_column(document.sections, "end"),
        last=_column(document.sections, "last"),
    )
    blocks = pack_postings(shape, group(text, counts, len(names)), group(headings, heading_counts, len(names)))
    totals = (int(counts.sum()), int(shape.path[shape.owner].sum()))
    return Index(pack_shape(shape), totals, dict(zip(names, blocks, strict=True)))


def _listing(document: Document, text: Array, counts: Array, numbering: "_Numbering") -> Array:
    """Flags of the paragraphs that only list sections."""
    titles: dict[tuple[int, ...], int] = {}
    for section in document.sections:
        for title in (section.heading, section.title):
            titles[tuple(chain.from_iterable(map(numbering.__getitem__, TOKEN.findall(title))))] = section.first
    last, first = ({n for term, n in numbering.terms.items() if form.fullmatch(term)} for form in _PAGE)
    flat, ends = text.tolist(), np.concatenate([[0], np.cumsum(counts)]).tolist()
    return listing([flat[start:end] for start, end in pairwise(ends)], titles, Pages(last, first))


class _Numbering(dict[str, tuple[int, ...]]):
    """Token -> numbers of its terms, counted up as a document is read."""

    def __init__(self, memo: _Memo) -> None:
        super().__init__()
        self._memo = memo
        self.terms: dict[str, int] = {}

    def __missing__(self, token: str) -> tuple[int, ...]:
        found = tuple(self.terms.setdefault(term, len(self.terms)) for term in self._memo[token])
        self[token] = found
        return found


def _numbered(texts: Iterable[str], numbering: _Numbering) -> tuple[Array, Array]:
    """Term numbers of texts one after another, and how many each text has."""
    number = numbering.__getitem__
    found: list[int] = []
    ends = [0]
    for text in texts:
        found.extend(chain.from_iterable(map(number, TOKEN.findall(text))))
        ends.append(len(found))
    return np.asarray(found, np.int64), np.diff(np.asarray(ends, np.int64))


def _column(sections: Iterable[Section], name: str) -> Array:
    return np.fromiter((getattr(section, name) for section in sections), np.uint32)


def _language(document: Document) -> str:
    step = max(1, len(document.paragraphs) // _SAMPLE)
    return detect("\n".join(p.text[:500] for p in document.paragraphs[::step]))
