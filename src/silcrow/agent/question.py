"""What a question asks for: its words, the names and years in it, whether it wants a figure, and what it compares.

Reads the question alone; whether a document knows its names is seen elsewhere.
"""

import re
from dataclasses import dataclass

from silcrow.language.detect import detect
from silcrow.language.quantities import quantities, years
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN
from silcrow.retrieve import cues
from silcrow.retrieve.wordings import is_trade_term


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Words about answering, not about the subject; they count only where a question has no others.
_ASKING = cues.ASKING | _words("versus vs compare compared comparison much many often")
_WANTS_PERSON = re.compile(r"\b(?:who|whom|whose|which person|name of the (?:person|author|director))\b", re.IGNORECASE)
_WANTS_FIRM = re.compile(r"\baudit", re.IGNORECASE)
_AUDITOR = re.compile(r"\b(?:what|which|name)\b.{0,40}\baudit(?:or|ing firm)", re.IGNORECASE)
_PRICES = r"(?:price|fee|rent|cost|charge|salary|wage|fare|toll)s?"
_WANTS_MONEY = re.compile(rf"\bhow much\b|\b{_PRICES}\b", re.IGNORECASE)
_WANTS_PRICE = re.compile(rf"\b(?:how much|what)\s(?:is|are|does|do|must|will)\b.{{0,80}}\b{_PRICES}\b", re.IGNORECASE)
_WANTS_SHARE = re.compile(r"percent|%|\b(?:rate|ratio|margin|growth|increase|decrease|change)", re.IGNORECASE)
_VERSUS = re.compile(r"\b(?:versus|vs\.?|compared? (?:to|with|against)|as opposed to|rather than)(?!\w)", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|compare)\b(.{2,120}?)\b(?:and|with|to)\b(.{2,120})", re.IGNORECASE | re.DOTALL)
_LABEL = re.compile(
    r"(?:\b(?:sections?|items?|chapters?|articles?|parts?|appendix|appendices|clauses?|annex|schedules?)\s|§§?\s?)"
    r"(?P<one>[0-9]{1,3}(?:\.[0-9]{1,3})*(?:\([a-z0-9]{1,4}\))*[A-Z]?|[A-Z]|[IVXLC]{1,6})(?!\w)"
    r"(?:\s?(?:and|or|vs\.?|versus|,|&)\s?(?P<two>[0-9]{1,3}(?:\.[0-9]{1,3})*(?:\([a-z0-9]{1,4}\))*[A-Z]?)(?!\w))?",
    re.IGNORECASE,
)
_CAPITALISED = re.compile(r"[A-ZÀ-ÖØ-Þ](?:[^\W\d_]|[&.-])+\Z|[A-Z]&[A-Z]\Z")
_POSSESSIVE = re.compile(r"[’']s?\Z")
_PLAIN = _words(
    "january february march april may june july august september october november december monday tuesday wednesday"
    " thursday friday saturday sunday fy usd eur gbp us usa uk eu gaap non section sections item items chapter chapters"
    " article articles part parts appendix clause clauses annex schedule table figure page yyyy-mm-dd"
)
_ALIAS = re.compile(
    r"\b(?:formerly|previously|also|now)\s(?:known|called|named)\b|\b[afd]\.?/?k\.?/?a\b", re.IGNORECASE
)
_ROUNDING = re.compile(r"\bto (?:the nearest )?\w{1,12} (?:decimals?|digits?|significant figures?)\b", re.IGNORECASE)
_LONGEST = 4_000  # characters of a question that are read
_MOST, _MOST_NAMED = 60, 4  # words, and names and sections, that are looked for
_OPENING, _QUOTING = frozenset(".?!:"), frozenset('"“”(')
_NEARBY = 4  # content words on either side of "versus" that may tell the sides apart


@dataclass(frozen=True, slots=True)
class Question:
    """A question taken apart.

    text    as asked, or the beginning of a very long one
    words   its content words as written, in order, none twice
    names   proper names in it, as written
    years   those it names, fiscal or calendar
    figure  whether a number would answer it
    money   whether an amount of money would
    price   whether it is what something costs
    person  whether somebody's name would
    firm    whether that would be a firm's
    sides   the words that only one and only the other side of a comparison has; empty where nothing is compared
    labels  sections named by their printed label ("Item 7", "Section 5.2")
    """

    text: str
    words: tuple[str, ...]
    names: tuple[str, ...]
    years: frozenset[int]
    figure: bool
    money: bool
    price: bool
    person: bool
    firm: bool
    sides: tuple[tuple[str, ...], ...]
    labels: tuple[str, ...]


def read_question(text: str) -> Question:
    """Take a question apart. Without a content word it keeps all its words; of a very long one the beginning counts."""
    text = text[:_LONGEST]
    words = _content(text)
    return Question(
        text=text,
        words=(words or tuple(dict.fromkeys(TOKEN.findall(text))))[:_MOST],
        names=_names(text, len(words))[:_MOST_NAMED],
        years=years(text),
        figure=cues.wants_figure(text),
        money=bool(_WANTS_MONEY.search(text)) and not _WANTS_SHARE.search(text),
        price=bool(_WANTS_PRICE.search(text)) and not _WANTS_SHARE.search(text),
        person=bool(_WANTS_PERSON.search(text)) or bool(_AUDITOR.search(text)),
        firm=bool(_WANTS_FIRM.search(text)),
        sides=_sides(text),
        labels=_labels(text)[:_MOST_NAMED],
    )


def _content(text: str) -> tuple[str, ...]:
    apart = [(q.start, q.end) for q in quantities(text) if q.kind in ("year", "date")]
    apart += [found.span() for pattern in (_LABEL, _ROUNDING) for found in pattern.finditer(text)]
    tokens = {
        found[0]: found[0].casefold()
        for found in TOKEN.finditer(text)
        if not any(start <= found.start() < end for start, end in apart)
    }
    stopwords = STOPWORDS.get(detect(text), STOPWORDS["en"])
    content = tuple(token for token, low in tokens.items() if low not in stopwords)
    aside = _ASKING | cues.itself(text)  # "this contract" calls itself "Agreement"
    subject = tuple(token for token in content if token.casefold() not in aside)
    return subject or content


def _names(text: str, content: int) -> tuple[str, ...]:
    """Runs of capitalised words, not the first of a sentence; where some own something ("Adobe's"), only those.

    In a question set like a title capitals say nothing, and only owners are names.
    """
    found: list[str] = []
    run: list[str] = []
    opening = True

    def close() -> None:
        if run:
            found.append(" ".join(run))
            run.clear()

    for word in re.findall(r"[\w&](?:[\w&.’'-]*[\w&])?[’']?|[.?!:;,()\"“”/]", _LABEL.sub("§", text)):
        bare = _POSSESSIVE.sub("", word)
        if not opening and _CAPITALISED.match(bare) and not _is_plain(bare):
            run.append(bare)
            if bare != word:
                close()
        else:
            close()
        opening = word in _OPENING or (opening and word in _QUOTING)
    close()
    names = tuple(dict.fromkeys(found))
    owners = tuple(name for name in names if re.search(re.escape(name) + r"[’']", text))
    titled = sum(len(name.split()) for name in names) > 0.6 * content and content > 4
    return owners if titled or (owners and not _ALIAS.search(text)) else names


def _is_plain(word: str) -> bool:
    """Whether a capitalised word is no name for all that: a trade term, a month, "Section", "Q2", "FY2022"."""
    low = word.casefold()
    return (
        low in STOPWORDS["en"]
        or low in _ASKING
        or low in _PLAIN
        or is_trade_term(word)
        or re.match(r"(?:FY|[QH][1-4])(?![a-z])", word) is not None
    )


def _sides(text: str) -> tuple[tuple[str, ...], ...]:
    if found := _VERSUS.search(text):
        left, right = _tokens(text[: found.start()])[-_NEARBY:], _tokens(text[found.end() :])[:_NEARBY]
    elif found := _BETWEEN.search(text):
        left, right = _tokens(found[1])[-_NEARBY:], _tokens(found[2])[:_NEARBY]
    else:
        return ()
    lows = {t.casefold() for t in left}, {t.casefold() for t in right}
    one = tuple(t for t in left if t.casefold() not in lows[1])
    other = tuple(t for t in right if t.casefold() not in lows[0])
    return (one, other) if one and other else ()


def _tokens(text: str) -> list[str]:
    return [t for t in TOKEN.findall(text) if t.casefold() not in STOPWORDS["en"] and t.casefold() not in _ASKING]


def _labels(text: str) -> tuple[str, ...]:
    found = []
    for match in _LABEL.finditer(text):
        kind = match[0][: match.start("one") - match.start()].strip()
        kind = (
            "appendix" if kind.casefold() == "appendices" else kind.removesuffix("s") if "§" not in kind else "Section"
        )
        found += [f"{kind} {number}" for number in (match["one"], match["two"]) if number]
    return tuple(dict.fromkeys(found))
