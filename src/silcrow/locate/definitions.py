"""Terms that a document defines, and which of them a text uses: “Affiliate” means …, (the “Company”), “不可抗力”是指.

By the words alone. A term counts as used where it stands with its capitals; what is defined in lower case is not looked
for, since every text uses such words in their common sense too.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from silcrow.locate.references import placed
from silcrow.located import Definition
from silcrow.passage import Passage

_QUOTED = r"[“\"「『](?P<term>[^”\"」』“\n]{2,60})[”\"」』]"
_MEANS = re.compile(
    rf"{_QUOTED}(?:\s?(?:or|and|/|,)\s?[“\"][^”\"\n]{{2,60}}[”\"]){{0,3}},?\s{{0,2}}(?:\([^()\n]{{0,80}}\)\s?)?"
    r"(?:shall\s)?(?:means?\b|have\sthe\smeaning|has\sthe\smeaning|has\sthe\ssame\smeaning|is\sdefined|refers?\sto|includes?\b"
    r"|是指|系指|指|とは|means)"
)
_CALLED = re.compile(
    r"\((?:the|an?|each|each,\san?|collectively,?(?:\sthe)?|together,?(?:\sthe)?|hereinafter(?:\sreferred\sto\sas)?(?:\sthe)?|以下简称|以下「?)?"
    rf"[\s,]{{0,2}}{_QUOTED}[^()\n]{{0,60}}\)",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"(?P<term>[A-Z][\w’'&-]{1,30}(?: [A-Z&][\w’'&-]{0,30}){0,5})(?::|\s[–—-]\s|\smeans\b)")
_GLOSSARY = re.compile(r"\b(?:definitions?|defined terms|glossary|interpretation)\b|定义|释义|用語", re.IGNORECASE)
_WORD = re.compile(r"[A-Z][\w’'&-]*|[\u4e00-\u9fff]+")
_TRIM: Final = " ,.;:"
_LONGEST: Final = 20_000  # characters of a paragraph that are looked at


def definitions(passages: Iterable[Passage]) -> tuple[Definition, ...]:
    """Every definition that some passages make, in order."""
    found: dict[Definition, None] = {}
    for passage in passages:
        listed = any(_GLOSSARY.search(heading) for heading in passage.path[-2:])
        for place, paragraph in placed(passage):
            for term in _terms(paragraph.text[:_LONGEST], listed=listed):
                found[Definition(term, place)] = None
    return tuple(found)


def _terms(text: str, *, listed: bool) -> Iterator[str]:
    for pattern in (_MEANS, _CALLED):
        for found in pattern.finditer(text):
            term = found["term"].strip(_TRIM)
            if term and (term[0].isupper() or not term[0].isascii()):
                yield term
    if listed and (entry := _ENTRY.match(text)):
        yield entry["term"]


def used(text: str, defined: Sequence[Definition]) -> list[Definition]:
    """The definitions of the terms that a text uses, in the order of their first use."""
    by_start: dict[str, list[Definition]] = {}
    dense: list[Definition] = []
    for one in defined:
        start = _WORD.match(one.term)
        if start and start[0].isascii():
            by_start.setdefault(start[0], []).append(one)
        elif not one.term.isascii():
            dense.append(one)
    found: dict[Definition, int] = {}
    for word in _WORD.finditer(text):
        stems = (word[0], word[0].removesuffix("s"))
        for one in (one for stem in dict.fromkeys(stems) for one in by_start.get(stem, ())):
            if one not in found and _stands(one.term, text, word.start()):
                found[one] = word.start()
    for one in dense:
        if (at := text.find(one.term)) >= 0:
            found[one] = at
    return sorted(found, key=lambda one: (found[one], one.place))


def _stands(term: str, text: str, at: int) -> bool:
    """Whether a term stands at a place of a text, alone or in the plural."""
    end = at + len(term)
    behind = text[end : end + 1]
    return text.startswith(term, at) and (
        not (behind.isalnum()) or (behind == "s" and not text[end + 1 : end + 2].isalnum())
    )
