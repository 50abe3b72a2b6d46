"""The parties of a contract: names with the form of a company, and names that are given a word in quotes.

Known by form: a run of capitalised words that ends in Inc., Ltd, GmbH and their like, or that
`("the Operator")` follows.
A person without such a word is not known.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.finding import Value
from silcrow.rules.ground import Line
from silcrow.rules.ruleset import Extract

_FORMS: Final = (
    r"Inc|Incorporated|Corp|Corporation|Co|Company|LLC|L\.L\.C|LLP|L\.L\.P|LP|L\.P|Ltd|Limited|plc|PLC|GmbH|AG|KG|SE|"
    r"S\.A|SA|S\.p\.A|SpA|B\.V|BV|N\.V|NV|AB|AS|Oy|Pty|Trust|Bank|N\.A|Foundation|University|S\.à r\.l|SAS"
)
_WORD: Final = r"[A-Z][\w&.-]{1,40}"
_NAME: Final = rf"(?:[Tt]he )?{_WORD}(?:,? (?:(?:of|the|and|&|for|de|van|von) ){{0,2}}{_WORD}){{0,9}}"
_COMPANY = re.compile(rf"\b(?P<name>{_NAME}?,? (?:{_FORMS})\b\.?)")
_CALLED = re.compile(
    rf"\b(?P<name>{_NAME}(?:,? (?:{_FORMS})\b\.?)?)[^(\n]{{0,160}}?"
    r"\((?:hereinafter(?: referred to as)?|collectively)?,? ?(?:the )?[\"“'‘](?P<called>[A-Z][\w ]{1,40})[\"”'’]\)"
)
# A name of several words, or with the form of a company.
_NAMED = re.compile(r"\w\W+\w")
_LEAD = re.compile(
    r"(?:This|The|Between|By|And|Among|Agreement|Contract|Whereas|WHEREAS|AGREEMENT|THIS|BETWEEN|AND"
    r"|(?:Report|Consent) of)[ ,]+"
)
_LONGEST: Final = 4_000  # characters of a paragraph that are looked at; parties are named early


def parties(lines: Sequence[Line], told: Extract) -> Iterator[Value]:
    """Each party once, where it is first named."""
    known: set[str] = set()
    for line in lines:
        text = line.text[:_LONGEST]
        inside = list(line.holding(told.words)) if told.words else [(0, len(text))]
        for first, end in sorted(_found(line, text)):
            start = first + _lead(text[first:end])
            name = text[start:end].strip(" ,")
            key = re.sub(r"\W+", "", name).casefold()
            if len(key) < 3 or any(key in one or one in key for one in known) or not _NAMED.search(name):
                continue
            if any(a <= start < b for a, b in inside):
                known.add(key)
                yield Value(name, line.cited(start, start + len(name)))


def _found(line: Line, text: str) -> Iterator[tuple[int, int]]:
    """Where names stand. None goes on behind the end of a sentence: "under GAAP. The Company …" is no party."""
    begins = [start for start, _ in line.sentences]
    for one in _CALLED.finditer(text):
        start, end = one.span("name")
        yield max([start, *(at for at in begins if start < at < end)]), end
    for start, end in line.sentences:
        for one in _COMPANY.finditer(text, start, min(end, len(text))):
            yield one.span("name")


def _lead(name: str) -> int:
    """How many letters of words that only open a sentence stand before a name."""
    at = 0
    while found := _LEAD.match(name, at):
        at = found.end()
    return at if at < len(name) else 0
