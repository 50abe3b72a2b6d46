"""A question as a Reading: what is noted when it begins, and what it goes on with after it was broken off or stopped
at a bound.
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, replace
from typing import Any

from silcrow.agent.budget import Limits, reached
from silcrow.agent.calls import TOOLBOX, offered_tokens
from silcrow.agent.loop import Act, ask
from silcrow.agent.prompt import words
from silcrow.agent.talk import Talk
from silcrow.answer import Answer
from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import ModelFailed, Notice, Usage
from silcrow.models.chat import Chat, Reply
from silcrow.models.rates import Rate
from silcrow.place import Span
from silcrow.reading import Data, Journal, Reading, Step

Watch = Callable[[str, Step], None]
"""Is told of each step once it is saved, with the name of its reading."""


def begun(desk: Desk, question: str, *, doc_ids: Sequence[str], within: Sequence[Span], act: Act) -> Reading:
    """The reading of a question, without a name yet. Documents that were not named are not noted: all lay open."""
    if not question.strip():
        raise Usage("the question is empty", hint="Ask something.")
    records = desk.documents() if doc_ids else ()
    settings = {"model": str(getattr(act.chat, "identity", "")), "limits": asdict(act.limits)}
    editions = tuple((record.doc_id, record.edition) for record in records)
    return Reading("", "ask", question, editions, tuple(map(str, within)), settings)


class _NoModel:
    """Stands where no model is named and none will be asked."""

    def reply(self, *_: object, **__: object) -> Reply:
        raise Usage("no model is named", hint="Name one, such as ollama:NAME.")


def bounds_of(reading: Reading) -> Limits:
    """The bounds that a question was given last."""
    given = [step.data["limits"] for step in reading.steps if step.kind == "bounds"]
    saved: Any = given[-1] if given else reading.settings.get("limits", {})
    return Limits(**{**saved, "rate": Rate(**saved["rate"]) if saved.get("rate") else None})


def resumed(
    reading: Reading, desk: Desk, chat: Chat | None, *, limits: Limits | None, hear: Callable[[str], None] | None
) -> tuple[Act, Data]:
    """The question of a reading at work again, and the data of a `bounds` step where `limits` change something.

    Bounds are those of the whole act: what was spent before counts. One that stopped at a bound looks further where the
    new ones leave room for it, also after it has answered.
    """
    if reading.kind != "ask":
        raise Usage(f"{reading.reading_id} is no question but a {reading.kind}", hint="It goes on by its own verb.")
    told = _told(reading, limits) if limits else {}
    if chat is None and (told or reading.state != "done"):
        raise Usage(f"{reading.reading_id} is to go on, and no model is named", hint="Name one with --model.")
    return Act(desk, reading.title, chat or _NoModel(), limits or bounds_of(reading), hear), told


def _told(reading: Reading, limits: Limits) -> Data:
    talk = Talk(reading.steps)
    again = bool(talk.stopped) and not _lacking(talk, limits)
    if not talk.steps or (talk.ended and not again) or limits == bounds_of(reading):
        return {}
    said = words("bounds") if again and not talk.pending else ""  # results of pending calls have to come first
    return {"limits": asdict(limits), "again": again, "text": said, "brief": "looks further" if again else "changed"}


def _lacking(talk: Talk, limits: Limits) -> str:
    """Why bounds leave no room for another look, in words; empty where they do."""
    return reached(limits, talk.used, talk.rounds, talk.tokens() + offered_tokens(TOOLBOX))


def finished(
    act: Act, journal: Journal, watch: Watch | None = None, *, kept: bool = True, told: Data | None = None
) -> Answer:
    """The answer, each step told of on the way. `kept`: whether the journal outlives this process; `told`: the data of
    a `bounds` step that is taken first.
    """
    if told:
        journal.steps()  # it is saved after the last of them
        step = journal.save("bounds", told)
        if watch is not None:
            watch(journal.reading_id, step)
    steps: Generator[Step, None, Answer] = ask(act, journal)
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            answer: Answer = end.value
            return answer
        except ModelFailed as failure:
            if kept:
                failure.hint = f"{failure.hint} What was read is kept: silcrow resume {journal.reading_id}".strip()
            raise
        if watch is not None:
            watch(journal.reading_id, step)


def remarked(answer: Answer, reading: Reading, records: Sequence[Record], *, limits: Limits | None) -> Answer:
    """The answer with what has changed since its reading began: documents, each by a notice; and where bounds were
    given to a question that is done and did not go on, why not.
    """
    editions = dict(reading.documents)
    changed = [one.doc_id for one in records if editions.get(one.doc_id, one.edition) != one.edition]
    message = "It has changed since this reading began: what was read then may stand there no more."
    notices = [Notice("changed", message, doc_id) for doc_id in changed]
    talk = Talk(reading.steps)
    if limits and talk.ended and not talk.stopped:
        notices.append(
            Notice("bounds", "It ended by itself, and other bounds change nothing: ask anew to look further.")
        )
    elif limits and talk.ended and (why := _lacking(talk, limits)):
        notices.append(Notice("bounds", f"These bounds leave no room for another look: {why}, with what was used."))
    return replace(answer, notices=(*answer.notices, *notices)) if notices else answer
