"""Texts to the word pieces of BERT uncased (Devlin et al. 2019), as its models were trained on them. Knows no model.

Words are cut at white space and punctuation, without case and accents; each word is then spelt with the longest pieces
of the vocabulary, from the left. A CJK character is a word.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources

from silcrow.errors import Internal

VOCABULARY = "bert-uncased.txt"
_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
_UNKNOWN, _START, _END = "[UNK]", "[CLS]", "[SEP]"
_LONGEST_WORD = 100  # characters; a longer one is unknown
_MOST_CHARACTERS = 64  # of a text, for each piece that is wanted of it
_CJK = re.compile("([\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002ceaf\U0002f800-\U0002fa1f])")


def pieces(text: str, *, most: int) -> list[int]:
    """The numbers of a text's first pieces, the marks of its start and end around them: `most` in all."""
    vocabulary = _vocabulary()
    found = [vocabulary[_START]]
    for word in _words(text[: most * _MOST_CHARACTERS]):
        found.extend(_spelt(word, vocabulary))
        if len(found) >= most - 1:
            break
    return [*found[: most - 1], vocabulary[_END]]


def _words(text: str) -> Iterator[str]:
    cleaned = "".join(_cleaned(c) for c in text)
    spaced = _CJK.sub(r" \1 ", cleaned).lower()
    for word in unicodedata.normalize("NFD", spaced).split():
        start = 0
        plain = "".join(c for c in word if unicodedata.category(c) != "Mn")
        for i, c in enumerate(plain):
            if _is_mark(c):
                if start < i:
                    yield plain[start:i]
                yield c
                start = i + 1
        if start < len(plain):
            yield plain[start:]


@cache
def _cleaned(c: str) -> str:
    """The character, a space for white space, nothing for a control character."""
    if c in "\t\n\r" or unicodedata.category(c) == "Zs":
        return " "
    return "" if c == "\ufffd" or unicodedata.category(c)[0] == "C" else c


@cache
def _is_mark(c: str) -> bool:
    """Punctuation, and all of ASCII that is neither letter nor digit."""
    return (c.isascii() and not c.isalnum()) or unicodedata.category(c)[0] == "P"


def _spelt(word: str, vocabulary: Mapping[str, int]) -> list[int]:
    if len(word) > _LONGEST_WORD:
        return [vocabulary[_UNKNOWN]]
    found = []
    start = 0
    while start < len(word):
        lead = "##" if start else ""
        for end in range(len(word), start, -1):
            if (number := vocabulary.get(lead + word[start:end])) is not None:
                found.append(number)
                start = end
                break
        else:
            return [vocabulary[_UNKNOWN]]
    return found


@cache
def _vocabulary() -> Mapping[str, int]:
    data = (resources.files("silcrow.models") / "vocabulary" / VOCABULARY).read_bytes()
    if hashlib.sha256(data).hexdigest() != _SHA256:
        raise Internal(f"the vocabulary {VOCABULARY} is not the one that Silcrow ships", hint="Install Silcrow again.")
    return {piece: number for number, piece in enumerate(data.decode().split("\n")[:-1])}
