"""The answer that needs no model: at most three quotes from the documents, each checked, or an honest "not found".

Nothing in it was written by anyone but the documents' authors, so it never looks like an answer.
"""

from collections.abc import Sequence
from contextlib import suppress

from silcrow import cite
from silcrow.agent.excerpt import Excerpt, excerpt
from silcrow.agent.floor import FLOOR, bears, nowhere
from silcrow.agent.names import about, look_up
from silcrow.agent.pool import Pool, gather, terms_of
from silcrow.agent.question import Question, read_question
from silcrow.agent.slips import read_as
from silcrow.answer import Answer, Citation, Lead
from silcrow.desk import Desk
from silcrow.errors import NotFound
from silcrow.place import Span

_WEIGHED = 16  # candidates whose sentences and rows are weighed
_PLACE = 0.7  # how much of a candidate's score stands without any word of the question in what is quoted
_BESIDE = 0.5  # a further quote is given from this share of the first one's worth
_LEADS = 3


def answer(desk: Desk, question: str, *, max_quotes: int = 3, floor: float = FLOOR) -> Answer:
    """Quotes that bear on a question, best first; where nothing does, no citations but leads.

    `unsupported` lists words of the question that stand nowhere in what lies open. `floor` is the share of the question
    that the first quote's surroundings must hold; 0 refuses nothing. Raises as Desk.retrieve does.
    """
    asked = read_question(question)
    names = look_up(desk, asked)
    chosen, notices = about(desk, asked, names)
    pool = gather(chosen, asked)
    missing = nowhere(desk, pool)
    asked, slips = read_as(asked, pool, missing)
    if slips:
        pool = gather(chosen, asked)
        missing = nowhere(desk, pool)
    notices += (*pool.notices, *slips)
    excerpts = _excerpts(pool, asked)
    named = _named(chosen, asked)
    sides = (_excerpts(gather(chosen.inside(lead.span), asked), asked) for lead in named)
    first = [side[0] for side in sides if side] or excerpts[:1]
    citations: tuple[Citation, ...] = ()
    if (
        first
        and bears(names, pool, first[0].candidate, floor=floor)
        and (named or _by_words(chosen, pool, asked, floor))
    ):
        citations = _cited(chosen, _chosen(first, excerpts, asked), max_quotes)
    if not citations:
        leads = tuple(dict.fromkeys((*named, *_leads(chosen, pool))))[:_LEADS]
        return Answer(question, "", (), unsupported=missing, leads=leads, extractive=True, notices=notices)
    text = "\n\n".join(f"[{number}] {citation.quote}" for number, citation in enumerate(citations, 1))
    return Answer(question, text, citations, unsupported=missing, extractive=True, notices=notices)


def _by_words(desk: Desk, pool: Pool, asked: Question, floor: float) -> bool:
    """Whether words alone find something that bears: what meaning adds to a pool must not lift it over the floor."""
    if floor <= 0 or all(candidate.worded for candidate in pool.candidates):
        return True
    found = gather(desk.by_words(), asked)
    first = _excerpts(found, asked)[:1]
    return bool(first) and bears((), found, first[0].candidate, floor=floor)


def _named(desk: Desk, asked: Question) -> tuple[Lead, ...]:
    """The sections that the question names by their printed labels, where a label names just one."""
    found = []
    for label in asked.labels:
        with suppress(NotFound):
            found.append(desk.find(label))
    return tuple(leads[0] for leads in found if len(leads) == 1)


def _worth(one: Excerpt) -> float:
    return one.candidate.score * (_PLACE + one.value)


def _excerpts(pool: Pool, asked: Question) -> list[Excerpt]:
    """What could be quoted, best first; nothing that only meaning found."""
    worded = [candidate for candidate in pool.candidates if candidate.worded]
    found = (excerpt(candidate, pool, asked) for candidate in worded[:_WEIGHED])
    return sorted((one for one in found if one), key=_worth, reverse=True)


def _chosen(first: Sequence[Excerpt], excerpts: Sequence[Excerpt], asked: Question) -> list[Excerpt]:
    """What comes first, then the best for each side of a comparison that has none, then what comes near the best."""
    chosen = list(first)
    for side in asked.sides:
        if not any(_holds(one, side) for one in chosen):
            chosen += [one for one in excerpts if _holds(one, side)][:1]
    floor = _BESIDE * max(map(_worth, excerpts), default=0.0)
    return chosen + [one for one in excerpts if one not in chosen and one.value and _worth(one) >= floor]


def _holds(one: Excerpt, side: Sequence[str]) -> bool:
    """Whether an excerpt has a word of one side of a comparison."""
    return any(not terms_of(word, one.candidate.language).isdisjoint(one.terms) for word in side)


def _cited(desk: Desk, chosen: Sequence[Excerpt], most: int) -> tuple[Citation, ...]:
    """The first quotes that stand letter for letter, each paragraph and each wording once."""
    kept: list[Citation] = []
    for one in chosen:
        if len(kept) == most:
            break
        if any(one.text == other.quote or _overlap(one.span, other.span) for other in kept):
            continue
        citation = cite.check(one.text, one.span, desk)
        if citation.verdict == "verified":
            kept.append(citation)
            if one.columns and len(kept) < most:
                years = cite.check(*one.columns, desk)
                kept += [years] if years.verdict == "verified" else []
    return tuple(kept)


def _overlap(one: Span, other: Span) -> bool:
    if (one.doc_id, one.sec_id) != (other.doc_id, other.sec_id):
        return False
    return (one.first or 0) <= (other.last or 0) and (other.first or 0) <= (one.last or 0)


def _leads(desk: Desk, pool: Pool) -> tuple[Lead, ...]:
    """The sections of the best candidates, where one could read on."""
    spans = (Span(c.passage.span.doc_id, c.passage.span.sec_id) for c in pool.candidates)
    best = tuple(dict.fromkeys(spans))[:_LEADS]
    return tuple(lead for span in best for lead in desk.find(str(span)))
