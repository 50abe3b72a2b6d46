"""The loop: locate, read, answer, prove. Each turn of it is one decision over the conversation so far.

Nothing is held but the saved steps (talk.py folds them), so a reading goes on after a kill at any of them. Bounds are
budget.py's, room is shrink.py's, calls are calls.py's, proof is proof.py's; the words are in prompts/.
After DeepRead (Li et al. 2026), section 3: outline first, then retrieve and read until the answer can be given.
"""

import time
from collections.abc import Callable, Generator, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from silcrow.agent import shrink
from silcrow.agent.budget import Limits, beyond, overdue, reached
from silcrow.agent.calls import ANSWER, AT_ONCE, TOOLBOX, looked_after, offered_tokens, places, schemas, shortened
from silcrow.agent.draft import Draft
from silcrow.agent.prompt import opening, said
from silcrow.agent.proof import concluded, draft_of, faults_of
from silcrow.agent.talk import Talk
from silcrow.answer import Answer
from silcrow.desk import Desk
from silcrow.errors import ContextFull, ModelFailed
from silcrow.models.chat import Chat
from silcrow.reading import END, Journal, MemoryJournal, Step
from silcrow.toolset.sizes import LEAST
from silcrow.toolset.tool import Tool

_IDLE = 3  # rounds without anything new, after which it has to answer
_NUDGES = 2  # to say something, and to cite something
_LAST = 2  # replies after it was told to answer

Move = tuple[str, dict[str, Any], dict[str, int]]
"""A step to save: its kind, data and usage."""


@dataclass(frozen=True, slots=True)
class Act:
    """One question at work: where it is asked, of whom, and within which bounds."""

    desk: Desk
    question: str
    chat: Chat
    limits: Limits = field(default_factory=Limits)
    hear: Callable[[str], None] | None = None


def ask(act: Act, journal: Journal | None = None) -> Generator[Step, None, Answer]:
    """Work on a question from where its journal stands, yielding each step once it is saved; returns the answer.

    Raises ModelFailed where the model cannot be asked; what was done so far is saved and goes on with the same journal.
    """
    journal = journal or MemoryJournal()
    talk = Talk(journal.steps())
    since = time.perf_counter()
    with ThreadPoolExecutor(AT_ONCE) as pool:  # its threads begin with the first turn of several calls
        while not talk.ended:
            for kind, data, used in _moves(act, talk, pool):
                now = time.perf_counter()
                step = journal.save(kind, data, usage=used | {"ms": round((now - since) * 1000)})
                since = now
                talk.take(step)
                yield step
    return concluded(act.desk, act.question, talk, reading_id=journal.reading_id, limits=act.limits)


def _moves(act: Act, talk: Talk, pool: Executor) -> Iterable[Move]:
    """What is to be done next."""
    if not talk.steps:
        return [_open(act)]
    if talk.pending:
        cap = max(LEAST, min(act.limits.max_tokens, shrink.room(talk, act.limits.window) // 8))
        return [("look", data, {}) for data in looked_after(act.desk, talk, _tools(talk), cap=cap, pool=pool)]
    if talk.draft is not None:
        return [_judge(act, talk, draft_of(talk.draft))]
    if talk.last == "reply" and talk.told["empty"] < _NUDGES:
        return [("say", said("empty"), {})]
    return [_ask(act, talk)]


def _open(act: Act) -> Move:
    """The opening turn: outline and first passages, so that an easy question needs no call."""
    parts, found = opening(act.desk, act.question)
    seen = places(found)
    brief = f"opened with {', '.join(seen)}" if seen else "opened without passages"
    return "open", {"parts": dict(parts), "short": shortened(found, seen), "brief": brief}, {}


def _ask(act: Act, talk: Talk) -> Move:
    """The next request to the model, unless there is no room or no budget for it."""
    if room := shrink.shrunk(talk, act.limits.window):
        return "shrink", {**room, "brief": "older results shortened"}, {}
    coming = talk.tokens() + offered_tokens(_tools(talk))
    spent = beyond(act.limits, talk.used, coming)
    repairs = bool(talk.told["repair"])
    if spent or talk.rounds >= act.limits.max_rounds + repairs or talk.since_limit >= _LAST + repairs:
        return _end(talk, None, spent)
    why = reached(act.limits, talk.used, talk.rounds, coming)
    why = why or (f"{_IDLE} rounds brought nothing new" if talk.idle >= _IDLE else "")
    if why and not talk.told["limit"]:
        return "say", said("limit", why=why), {}
    since = time.perf_counter()
    try:
        reply = act.chat.reply(talk.messages(), tools=schemas(_tools(talk)), stream=act.hear)
    except ContextFull as full:
        if room := shrink.refused(talk, full.window):
            return "shrink", {**room, "brief": "the model's window is full: older results shortened"}, {}
        raise
    except ModelFailed:
        if late := overdue(act.limits, talk.used, time.perf_counter() - since):
            return _end(talk, None, late)
        raise
    calls = [{"id": one.call_id, "name": one.name, "arguments": one.arguments} for one in reply.calls]
    used = {"input": reply.usage.input, "output": reply.usage.output, "cached": reply.usage.cached}
    brief = f"{len(calls)} calls" if len(calls) > 1 else "1 call" if calls else "text"
    data = {"text": reply.text, "thoughts": reply.thoughts, "calls": calls, "stop": reply.stop, "brief": brief}
    return "reply", data, used


def _judge(act: Act, talk: Talk, draft: Draft) -> Move:
    """A draft: sent back where it cites nothing or, once, where something in it does not hold; else the answer."""
    more = talk.rounds < act.limits.max_rounds
    if not draft.citations and not draft.finds_nothing and more and talk.told["uncited"] < _NUDGES:
        cut = talk.steps[-1].data.get("stop") == "length"
        return "say", said("cut" if cut and not talk.told["cut"] else "uncited"), {}
    faults = faults_of(act.desk, act.question, draft, talk)
    spent = beyond(act.limits, talk.used, talk.tokens() + offered_tokens(_tools(talk)))
    if faults and draft.citations and not spent and not talk.told["repair"]:
        return "say", said("repair", faults=faults), {}
    return _end(talk, draft, "")


def _end(talk: Talk, draft: Draft | None, spent: str) -> Move:
    """The last step. Without a draft of its own, the one before it; without any, none."""
    kept = draft_of(talk.kept) if talk.kept else None
    if draft is None or (kept and kept.citations and not draft.citations):
        draft = kept
    cited = (
        [{"marker": one.marker, "place": str(one.place), "quote": one.quote} for one in draft.citations]
        if draft
        else []
    )
    data = {"text": draft.text if draft else "", "citations": cited, "spent": spent}
    return END, data | {"brief": "answered" if draft else "no answer"}, {}


def _tools(talk: Talk) -> Mapping[str, Tool]:
    """What may be called: everything, and at a limit only the answer."""
    return {ANSWER.name: ANSWER} if talk.told["limit"] else TOOLBOX
