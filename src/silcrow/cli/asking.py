"""The verbs that look for something: ask and retrieve, over some documents or all."""

import re
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

import typer

from silcrow import wire
from silcrow.cli.answering import Bounds, Deadline, MaxRounds, NoStream, answered
from silcrow.cli.bounding import MaxCost, MaxTotal
from silcrow.cli.embedding import Embedder
from silcrow.cli.exits import NOT_FOUND, OK
from silcrow.cli.models import Model, ModelUrl, Record, Replay
from silcrow.cli.reading import passages_result
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import MaxTokens, NoKeep, Password, Session
from silcrow.errors import Usage
from silcrow.render.answer import render_answer, widened
from silcrow.render.columns import clip
from silcrow.render.places import ECHOED

Words = Annotated[list[str], typer.Argument(metavar="[DOC…] TEXT")]
Within = Annotated[
    list[str] | None, typer.Option("--within", metavar="SECTION", help="only inside this section (repeatable)")
]


_WEIGHT = re.compile(r"(?P<text>.*\S)\s*=\s*(?P<weight>[0-9]*\.?[0-9]+)\s*\Z", re.DOTALL)


def ask(
    ctx: typer.Context,
    words: Words,
    *,
    within: Within = None,
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
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """An answer made of at most three exact quotes, each checked letter by letter, each with the place where it
    stands. When nothing bears on the question it says so and exits 3. No model is used unless one is named: then it
    reads on its own, within bounds, and its answer is proved quote by quote. --max-tokens bounds each thing it reads.
    """
    named: dict[str, Any] = {
        "model": model,
        "model_url": model_url,
        "record": record,
        "replay": replay,
        "model_seconds": deadline,
    }
    bounds = Bounds(max_rounds, max_tokens, max_total_tokens, max_cost, deadline)
    with Session(ctx.obj, password=password, no_keep=no_keep, **named) as session:
        doc_ids, question = session.targets(words)
        if session.chat is not None:
            spans = session.spans(doc_ids, within or [])
            return answered(session, question, doc_ids=doc_ids, within=spans, bounds=bounds, stream=not no_stream)
        if flag := next((name for name, value in bounds._asdict().items() if value is not None), ""):
            raise Usage(f"--{flag.replace('_', '-')} bounds a model, and none is named", hint="Name one with --model.")
        return _quoted(session, doc_ids, question, within or [])


def _quoted(session: Session, doc_ids: tuple[str, ...], question: str, within: list[str]) -> Result:
    """The answer that needs no model."""
    desk = session.desk(doc_ids, within)
    found = session.ask(desk, question)
    records = {record.doc_id: record for record in desk.documents()}
    read_on = ""
    if found.citations:
        span = found.citations[0].span
        counts = {s.sec_id: s.count for s in session.library.desk().outline(span.doc_id).sections}
        read_on = str(widened(span, last=counts.get(span.sec_id)))
    found = replace(found, notices=(*session.notices, *found.notices))
    labels = {doc_id: record.page_labels for doc_id, record in records.items()}

    def text(look: Look) -> str:
        return render_answer(
            found,
            searched=tuple(records),
            read_on=read_on,
            documents=records,
            width=look.width,
            paint=look.paint,
        )

    status = OK if found.citations else NOT_FOUND
    return Result(partial(wire.answer, found, labels=labels), text, found.notices, status)


def retrieve(
    ctx: typer.Context,
    words: Words,
    *,
    top_k: Annotated[
        int | None, typer.Option("-k", "--top-k", metavar="N", min=1, help="so many paragraphs (5)")
    ] = None,
    window: Annotated[
        str | None, typer.Option(metavar="UP,DOWN", help="with so many before and after each (2,2)")
    ] = None,
    also: Annotated[
        list[str] | None,
        typer.Option("--also", metavar="TEXT[=WEIGHT]", help="the same in other words (repeatable), TEXT weighing 1"),
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="what each score is made of, by word and field")] = False,
    within: Within = None,
    max_tokens: MaxTokens = None,
    embedder: Embedder = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """The paragraphs that bear on some words, each with its neighbours, in document order; #1 is the best. A
    search without hits exits 3.
    """
    flags = {"top_k": top_k, "window": window, "max_tokens": max_tokens, "embedder": embedder}
    with Session(ctx.obj, password=password, no_keep=no_keep, **flags) as session:
        settings = session.settings
        doc_ids, query = session.targets(words, what="search", hint='silcrow retrieve report.pdf "words"')
        found = session.desk(doc_ids, within or []).retrieve(
            [query, *map(_wording, also or [])],
            top_k=settings.top_k,
            window=settings.window,
            max_tokens=settings.max_tokens,
            explain=explain,
        )
        where = ", ".join(doc_ids) or "the library"
        return passages_result(session, found, nothing=f'Nothing found for "{clip(query, ECHOED)}" in {where}.')


def _wording(text: str) -> tuple[str, float]:
    """A wording and its weight: "net sales=0.5"."""
    found = _WEIGHT.match(text)
    return (found["text"], float(found["weight"])) if found else (text, 1.0)
