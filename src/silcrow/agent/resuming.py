"""A question as a Reading: what is noted when it begins, and what it goes on with after it was broken off."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import asdict, replace
from typing import Any

from silcrow.agent.budget import Limits
from silcrow.agent.loop import Act, ask
from silcrow.answer import Answer
from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import ModelFailed, Notice, Usage
from silcrow.models.chat import Chat, Reply
from silcrow.models.rates import Rate
from silcrow.place import Span
from silcrow.reading import Journal, Reading, Step

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


def resumed(
    reading: Reading, desk: Desk, chat: Chat | None, *, limits: Limits | None, hear: Callable[[str], None] | None
) -> Act:
    """The question of a reading at work again, within the bounds it was given, or new ones."""
    if reading.kind != "ask":
        raise Usage(f"{reading.reading_id} is no question but a {reading.kind}", hint="It goes on by its own verb.")
    if chat is None and reading.state != "done":
        raise Usage(f"{reading.reading_id} was broken off, and no model is named", hint="Name one with --model.")
    saved: Any = reading.settings.get("limits", {})
    rate = Rate(**saved["rate"]) if saved.get("rate") else None
    return Act(desk, reading.title, chat or _NoModel(), limits or Limits(**{**saved, "rate": rate}), hear)


def finished(act: Act, journal: Journal, watch: Watch | None = None, *, kept: bool = True) -> Answer:
    """The answer, each step told of on the way. `kept`: whether the journal outlives this process."""
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


def since_changed(answer: Answer, reading: Reading, records: Sequence[Record]) -> Answer:
    """The answer with a notice for each document that has another edition than when the reading began."""
    editions = dict(reading.documents)
    changed = [one.doc_id for one in records if editions.get(one.doc_id, one.edition) != one.edition]
    message = "It has changed since this reading began: what was read then may stand there no more."
    notices = tuple(Notice("changed", message, doc_id) for doc_id in changed)
    return replace(answer, notices=(*answer.notices, *notices)) if notices else answer
