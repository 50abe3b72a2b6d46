"""Questions that a model answers: asking it, going on with one that was broken off, and looking at what it did."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from silcrow import wire
from silcrow.answer import Answer
from silcrow.cli.bounding import MaxCost, MaxTotal
from silcrow.cli.exits import NOT_FOUND, OK
from silcrow.cli.live import Live, at_work
from silcrow.cli.models import Model, ModelUrl, Record, Replay
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import MaxTokens, Session
from silcrow.cli.studying import Money, resumed
from silcrow.document import Record as Document
from silcrow.place import Span
from silcrow.reading import Reading
from silcrow.render.answer import render_answer
from silcrow.render.reading import render_reading, render_readings, usage_line

if TYPE_CHECKING:
    from silcrow.agent.budget import Limits

MaxRounds = Annotated[
    int | None, typer.Option("--max-rounds", metavar="N", min=1, max=50, help="so many replies of the model (20)")
]
Deadline = Annotated[
    float | None, typer.Option("--deadline", metavar="SECONDS", min=0.001, help="answer from what was read by then")
]
NoStream = Annotated[bool, typer.Option("--no-stream", help="do not show the model's words while they come")]


class Bounds(NamedTuple):
    """The flags that bound an act, None for those not given."""

    max_rounds: int | None = None
    max_tokens: int | None = None
    max_total_tokens: int | None = None
    max_cost: float | None = None
    deadline: float | None = None


ReadingName = Annotated[str, typer.Argument(metavar="READING")]


def resume(
    ctx: typer.Context,
    reading: ReadingName,
    *,
    model: Model = None,
    model_url: ModelUrl = None,
    record: Record = None,
    replay: Replay = None,
    max_rounds: MaxRounds = None,
    max_tokens: MaxTokens = None,
    max_total_tokens: MaxTotal = None,
    max_cost: MaxCost = None,
    deadline: Deadline = None,
    no_stream: NoStream = False,
) -> Result:
    """Go on with a question or a study that was broken off, from its last saved step: after Ctrl-C, a kill, or a
    model that failed. The model has to be named again, here or in the settings. One that is done is shown again; a
    question that stopped at a bound looks further when the bound is raised (what was used before counts).
    """
    named: dict[str, Any] = {
        "model": model,
        "model_url": model_url,
        "record": record,
        "replay": replay,
        "model_seconds": deadline,
    }
    with Session(ctx.obj, **named) as session:
        library = session.library
        found = library.reading(reading)
        if found.kind == "study":
            return resumed(session, reading, Money(max_total_tokens, max_cost))
        bounds = Bounds(max_rounds, max_tokens, max_total_tokens, max_cost, deadline)
        limits = _changed(session, found, bounds) if any(bounds) else None
        documents = tuple(doc_id for doc_id, _ in found.documents)

        def act(live: Live) -> Answer:
            return library.resume(reading, chat=session.chat, limits=limits, watch=live.watch, hear=live.hear)

        return answer_result(session, _worked(session, act, stream=not no_stream), documents)


def readings(
    ctx: typer.Context,
    *,
    forget: Annotated[
        list[str] | None, typer.Option("--forget", metavar="READING", help="forget one and what it read (repeatable)")
    ] = None,
) -> Result:
    """What was asked of models and studied: name, state, steps, start. Open ones go on with `silcrow resume`."""
    with Session(ctx.obj) as session:
        for name in forget or ():
            session.library.forget(name)
        if forget:
            said = f"Forgot {', '.join(forget)}."
            return Result(partial(wire.forgotten, forget), lambda _: said)
        found = session.library.readings()
    return Result(partial(wire.readings, found), lambda _: render_readings(found))


def trace(ctx: typer.Context, reading: ReadingName) -> Result:
    """What a reading did, a line a step: what was asked, found, read and used. With --json all of it."""
    with Session(ctx.obj) as session:
        found = session.library.reading(reading)
    return Result(partial(wire.reading, found), lambda look: render_reading(found, paint=look.paint))


def answered(
    session: Session,
    question: str,
    *,
    doc_ids: tuple[str, ...],
    within: tuple[Span, ...],
    bounds: Bounds,
    stream: bool,
) -> Result:
    """A model's answer to a question."""
    library, limits = session.library, limits_of(session, bounds)

    def act(live: Live) -> Answer:
        return library.ask(
            question,
            doc_ids=doc_ids,
            within=within,
            chat=session.chat,
            limits=limits,
            watch=live.watch,
            hear=live.hear,
        )

    return answer_result(session, _worked(session, act, stream=stream), doc_ids)


def _worked(session: Session, act: Callable[[Live], Answer], *, stream: bool) -> Answer:
    """What an act gives, told of while it works; where it is broken off, how to go on."""
    with at_work(session.screen, stream=stream, kept=bool(session.library.path), what="read") as live:
        answer = act(live)
    kept = answer.reading if session.library.path else ""
    session.screen.say(usage_line(dict(answer.usage), reading=kept))
    if kept and any(notice.code == "limit" for notice in answer.notices):
        session.screen.say(f"It looks further with a larger bound: silcrow resume {kept} --max-rounds N (or another)")
    return answer


def answer_result(session: Session, answer: Answer, doc_ids: tuple[str, ...]) -> Result:
    """An answer as it is shown."""
    found = replace(answer, notices=(*session.notices, *answer.notices))
    records = _records(session, found, doc_ids)
    labels = {doc_id: record.page_labels for doc_id, record in records.items()}

    def text(look: Look) -> str:
        return render_answer(found, searched=tuple(doc_ids), documents=records, width=look.width, paint=look.paint)

    status = OK if found.citations or (found.text and not found.extractive) else NOT_FOUND
    return Result(partial(wire.answer, found, labels=labels), text, found.notices, status)


def _records(session: Session, found: Answer, doc_ids: tuple[str, ...]) -> dict[str, Document]:
    """What is known of the documents that were named, or that the answer cites."""
    named = doc_ids or tuple(dict.fromkeys(one.span.doc_id for one in found.citations))
    return {record.doc_id: record for record in session.library.documents() if record.doc_id in named}


def _changed(session: Session, reading: Reading, bounds: Bounds) -> "Limits":
    """The bounds of a reading, those that were given in place of its own."""
    from silcrow.agent.resuming import bounds_of  # noqa: PLC0415  heavy
    from silcrow.config import rate  # noqa: PLC0415  heavy

    before = bounds_of(reading)
    given: dict[str, Any] = {name: value for name, value in bounds._asdict().items() if value is not None}
    return replace(before, **given, rate=rate(session.settings) or before.rate)


def limits_of(session: Session, bounds: Bounds) -> "Limits":
    """The bounds of an act, with the rates of its model from the settings."""
    from silcrow.agent.budget import Limits  # noqa: PLC0415  heavy
    from silcrow.config import rate  # noqa: PLC0415  heavy

    given = {name: value for name, value in bounds._asdict().items() if value is not None}
    return Limits(**given, rate=rate(session.settings))
