"""From what a model said to an Answer: each quote compared, each claim judged, and said what was left undone.

The model's words are shown as they are; what has no support is marked in them. Where it gave none, the answer is made
of quotes and says so.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from silcrow.agent import quotes
from silcrow.agent.budget import Limits, cost
from silcrow.agent.draft import Draft, of_fields, of_text
from silcrow.agent.talk import Talk
from silcrow.answer import Answer, Figure
from silcrow.cite import Named, calculate, faults, marked, prove
from silcrow.desk import Desk
from silcrow.errors import NotFound, Notice, Usage

_MILLION = 1_000_000


def draft_of(data: Mapping[str, Any]) -> Draft:
    """The draft of a reply's text, or of the fields of a call of `answer`."""
    return of_fields(data) if "citations" in data else of_text(data["text"])


def faults_of(desk: Desk, question: str, draft: Draft, talk: Talk) -> str:
    """The words for a turn of repair; empty where all of a draft holds."""
    return faults(_proven(desk, question, draft, talk))


def concluded(desk: Desk, question: str, talk: Talk, *, limits: Limits, reading_id: str = "") -> Answer:
    """The answer of a reading that has ended."""
    end: Any = talk.steps[-1].data
    answer = marked(_proven(desk, question, of_fields(end), talk)) if end["text"] else _quoted(desk, question)
    notices = (*answer.notices, *_said(talk, end, answer))
    return replace(answer, notices=notices, usage=usage(talk, limits), reading=reading_id)


def usage(talk: Talk, limits: Limits) -> tuple[tuple[str, int], ...]:
    """What a reading used: replies, calls, tokens, milliseconds, and money in millionths where its rate is known."""
    calls = sum(step.kind == "look" and step.data["outcome"] != "answer" for step in talk.steps)
    found = [("rounds", talk.rounds), ("calls", calls)]
    found += [(name, talk.used[name]) for name in ("input", "output", "cached", "ms")]
    return (*found, ("cost_millionths", round(cost(limits, talk.used) * _MILLION))) if limits.rate else tuple(found)


def _proven(desk: Desk, question: str, draft: Draft, talk: Talk) -> Answer:
    return prove(draft.text, draft.citations, desk, question=question, figures=tuple(_figures(desk, talk)))


def _figures(desk: Desk, talk: Talk) -> Iterator[Figure]:
    """What was calculated on the way; computed again, since a step holds the call and no numbers of ours."""
    for step in talk.steps:
        if step.kind == "look" and step.data["name"] == "calculate" and step.data["outcome"] == "read":
            asked: Any = step.data["arguments"]
            with suppress(Usage):
                yield calculate(asked["expression"], [Named(**one) for one in asked.get("operands", ())], desk)


def _quoted(desk: Desk, question: str) -> Answer:
    try:
        return quotes.answer(desk, question)
    except (Usage, NotFound):  # no word to look for, or its documents are gone
        return Answer(question, "", (), extractive=True)


def _said(talk: Talk, end: Mapping[str, Any], answer: Answer) -> Iterator[Notice]:
    if talk.stopped:
        yield Notice("limit", f"It stopped looking early: {talk.stopped}.")
    if not end["text"]:
        yield Notice("no_answer", "The model gave no answer. What is shown are quotes that bear on the question.")
    elif not answer.citations and not of_fields(end).finds_nothing:
        yield Notice("uncited", "The model cited nothing, so nothing that it says was checked.")
