"""Signs that a piece of a text answers: a figure, an amount of money, a year, somebody's name, the label asked for.

Reads a piece and what is asked; knows no document.
"""

import re
from collections.abc import Iterator

from silcrow.agent.question import Question
from silcrow.language.quantities import amounts, quantities
from silcrow.language.stopwords import STOPWORDS

_CHANGE = re.compile(r"\b(?:increas|decreas|grow|grew|rise|rose|declin|chang|fell)\w*", re.IGNORECASE)
_PAST = re.compile(r"\b(?:was|were|had)\b", re.IGNORECASE)
_RUN = re.compile(r"(?:[A-Z][\w'’-]{1,30}|[A-Z]\.)(?:\s(?:&\s)?(?:[A-Z][\w'’-]{1,30}|[A-Z]\.)){0,6}")
_FIRM = re.compile(r"\b(?:LLP|LLC|L\.L\.P\.|PLC|Ltd|Limited|Inc|Corp|GmbH|AG|S\.A\.)(?!\w)")
_OFFICES = (
    "chief executive officer financial operating president vice chair chairman chairwoman board director directors"
    " secretary treasurer senior principal controller accounting company corporation corporate committee code form"
    " annual report item note act commission exchange united states city street drive road avenue department"
    " securities registrant signature signatures consolidated statement statements date january february march"
    " april may june july august september october november december general counsel manager head group holdings"
    " ceo cfo coo cto global product services operations technology information digital strategy human resources"
)
_NO_PERSON = frozenset(_OFFICES.split())
BEGINS = 0.9  # likeness of a label that begins with the term
_LIKE = 0.6  # share of the words of both from which a label is like a term
_LABEL_END = re.compile(r"(?<!\S)[$€£¥(-]{0,3}[0-9]")


def signs(text: str, asked: Question, *, years: frozenset[str], named: frozenset[str]) -> frozenset[str]:
    """Which of figure, money and year it has of those asked for; `named` are the years that it names.

    An amount beside "increased 9%" is no amount of the thing itself, unless the change is what is asked.
    """
    changed = asked.money and bool(_CHANGE.search(text)) and not _CHANGE.search(asked.text)
    found = {
        "figure": asked.figure and not changed and amounts(text),
        "money": asked.money and not changed and is_priced(text),
        "year": not years.isdisjoint(named),
    }
    return frozenset(name for name, there in found.items() if there)


def is_priced(text: str) -> bool:
    """Whether an amount of money stands in a text."""
    return any(quantity.kind == "money" for quantity in quantities(text))


def names_in(text: str, asked: Question) -> Iterator[tuple[int, int]]:
    """Where a name that would answer stands: a firm's, where one is asked for, else somebody's."""
    for run in _RUN.finditer(text):
        signed = text[: run.start()].endswith("/s/ ")
        if _FIRM.search(run[0]) if asked.firm else _is_person(run[0]) and (signed or not run[0].isupper()):
            yield run.span()


def _is_person(run: str) -> bool:
    """Whether two capitalised words or more in a row are no title, office or company."""
    if _FIRM.search(run):
        return False
    held = 0
    for word in run.split():
        low = word.casefold().strip(".")
        held = 0 if low in _NO_PERSON or low in STOPWORDS["en"] else held + 1
        if held > 1 and len(low) > 1:
            return True
    return False


def is_price(text: str) -> bool:
    """Whether a text says what something costs now: an amount of money that is not told of the past."""
    return is_priced(text) and not _PAST.search(text)


def label_of(row: str) -> str:
    """What a row of figures says before its first figure."""
    if row.lstrip().startswith("|"):
        return next((cell for cell in re.split(r"\\?\|", row) if cell.strip()), "").strip()
    end = _LABEL_END.search(row)
    return row[: end.start()].strip(" $€£¥(") if end else row.strip()


def likeness(label: str, terms: frozenset[str], asked: frozenset[str], phrase: str) -> float:
    """How near a label comes to the term asked for, by the words that only one of them has; 0 where it is not like.

    A label that begins with the words asked for as they stand ("net income of the ferry") is nearer.
    """
    found = len(terms & asked) / (len(terms | asked) or 1)
    begins = " " in phrase and f"{label.casefold()} ".startswith(f"{phrase.casefold()} ")
    return max(found, BEGINS) if begins else found if found >= _LIKE else 0.0
