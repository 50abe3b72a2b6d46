"""What of a question is about its answer and not about its subject: how to answer, where to look, in what form.

Reads the words of the question alone. English; a question in another language has none of it, and loses nothing.
"""

import re
from collections.abc import Sequence

_ABOUT_ANSWERING = (
    "according answer answering answers base based basing calculate calculated calculation clause clauses compute"
    " computed computing contain contains decimal decimals define defined describe document explain find following give"
    " given include includes information judgement judgements judgment judgments list mention mentioned metric metrics"
    " name outlined place places plainly primarily provide provided provision provisions question questions relevant"
    " report reported respond response round rounded say says show shown solution state stated summarise summarize tell"
    " units use used useful using utilize whether write"
)
ASKING = frozenset(_ABOUT_ANSWERING.split())
"""Words about answering. They count a little, as any of them may be the subject after all."""

# What lies open, as the question calls it: a contract calls itself "Agreement" and says "contract" of others.
_ITSELF = re.compile(
    r"\b(?:this|the|our|your|the (?:present|above|given)) (contract|agreement|document|report|paper|filing|article|book"
    r"|manual|policy|course|class|syllabus|study|trial|company|plan|act|standard|guide|guidebook|brochure|presentation"
    r"|slides?|handbook)\b",
    re.IGNORECASE,
)
_WANTS_FIGURE = re.compile(
    r"\b(?:how (?:much|many|high|large|long|old|big|often|far)|what (?:percent(?:age)?|number|amount|share|proportion)"
    r"|percent(?:age)?|ratio|rate|margin|amount|total|average|number of|cagr|turnover|median|mean|usd|eur|in millions"
    r"|price|cost|costs|fee|fees|revenue|sales|income|assets|liabilities|cash|debt|earnings|profit|expenses?"
    r"|expenditures?|capex|ebitda?r?|eps|days|score|points|dose|p-value|date|deadline|when)\b|[%$€£]",
    re.IGNORECASE,
)

# "TS 24.008 10.5.2" is found by its numbers, and by the whole of "TS 24.008".
_LABEL = re.compile(
    r"\b(?:(?i:figure|fig\.|table|note|section|item|exhibit|chapter|part|appendix|annex|article|schedule|clause"
    r"|equation|step)\s(?:\d{1,4}(?:\.\d{1,4}){0,6}[A-Za-z]?(?:\([0-9A-Za-z]{1,5}\)){0,4}|[A-Z]|[IVX]{1,6})"
    r"|[A-Z]{2,5}\s\d{2,5}\.\d{3})(?![\w%]|[-.,/]\w)"
)
_MOST_LABELS = 4
_COUNTED = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDERED = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_NUMBER = rf"(?:[0-9]{{1,5}}|{'|'.join(_COUNTED)})"
_PAGES = re.compile(
    rf"\b(?:pages?|pp?\.)\s?(?:numbers?\s|no\.?\s?)?(?P<first>{_NUMBER})(?:\s?(?P<joint>-|–|to|and|or|,|&)\s?(?P<last>{_NUMBER}))?"
    rf"(?!\w)|\b(?P<place>{'|'.join(_ORDERED)}|last|cover)\spage\b|\b(?:on|of|in)\sthe\s(?P<cover>cover)\b",
    re.IGNORECASE,
)
_LONGEST_RANGE = 50
LAST = -1
"""The last page, whatever its number."""


def itself(question: str) -> frozenset[str]:
    """Words that only point at what lies open ("this contract"), case-folded."""
    return frozenset(match[1].casefold() for match in _ITSELF.finditer(question))


def wants_figure(question: str) -> bool:
    """Whether a number would answer it."""
    return bool(_WANTS_FIGURE.search(question))


def labels(question: str) -> tuple[str, ...]:
    """Labels with their numbers ("Note 7", "Table 2"), as they are written."""
    return tuple(dict.fromkeys(_LABEL.findall(question)))[:_MOST_LABELS]


def pages(question: str) -> tuple[int, ...]:
    """Page numbers that a question names, ascending; LAST for the last one. "The cover" is page 1."""
    found: set[int] = set()
    for match in _PAGES.finditer(question):
        if match["first"]:
            first, last = _number(match["first"]), _number(match["last"] or match["first"])
            joined = (match["joint"] or "").casefold() in ("-", "–", "to") and first < last <= first + _LONGEST_RANGE
            found.update(range(first, last + 1) if joined else (first, last))
        else:
            place = (match["place"] or match["cover"]).casefold()
            found.add(LAST if place == "last" else _place(_ORDERED, place))
    return tuple(sorted(found))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _place(_COUNTED, text.casefold())


def _place(names: Sequence[str], name: str) -> int:
    """Counted from 1; what is not among the names (the cover) is the first."""
    return names.index(name) + 1 if name in names else 1
