"""Reading a document through: study, next, note, skip, synthesis. What is noted is saved before a verb returns."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from silcrow import wire
from silcrow.cli.bounding import MaxCost, MaxTotal
from silcrow.cli.live import at_work
from silcrow.cli.models import Model, ModelUrl, Record, Replay
from silcrow.cli.reading_files import read_bytes, read_small
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Doc, NoKeep, Password, Session
from silcrow.cli.writing import write_whole
from silcrow.errors import Damaged, Notice, TooLarge, Usage
from silcrow.models.chat import Usage as Tokens
from silcrow.reading import total
from silcrow.render.reading import usage_line
from silcrow.render.study import (
    progress_line,
    render_handed,
    render_noted,
    render_progress,
    render_survey,
    render_synthesis,
)

if TYPE_CHECKING:
    from silcrow.models.chat import Chat
    from silcrow.studied import Studied, Survey, Synthesis

Docs = Annotated[list[str], typer.Argument(metavar="DOC…")]
Number = Annotated[int | None, typer.Option("--part", metavar="N", min=1, help="that part, not the next that is open")]
From = Annotated[Path | None, typer.Option("--from", metavar="FILE", help="read it from a file; - is standard input")]


def study(
    ctx: typer.Context,
    docs: Docs,
    *,
    questions: Annotated[
        Path | None, typer.Option("--questions", metavar="FILE", help="what you want to know, a question a line")
    ] = None,
    template: Annotated[
        Path | None, typer.Option("--template", metavar="FILE", help="what to note, in place of our templates")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(metavar="N", min=1, help="of a part, at most (8000)")] = None,
    min_tokens: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="put parts below it together (500)")
    ] = None,
    overlap: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="of the part before, beside the text (200)")
    ] = None,
    export: Annotated[
        Path | None, typer.Option("--export", metavar="STATE.json", help="write its state, to go on elsewhere")
    ] = None,
    state: Annotated[
        Path | None, typer.Option("--import", metavar="STATE.json", help="go on from a state that was exported")
    ] = None,
    parallel: Annotated[int, typer.Option("--parallel", metavar="N", min=1, max=32, help="requests at once")] = 4,
    model: Model = None,
    model_url: ModelUrl = None,
    record: Record = None,
    replay: Replay = None,
    max_total_tokens: MaxTotal = None,
    max_cost: MaxCost = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """Begin to read documents through, or look at how one begins: its map, introduction and conclusion, key terms, and
    the parts that it is read in. Go on with next and note. What was noted stays when the file is renamed or changed.
    With a model it reads all parts and puts them together, several documents side by side; each note is saved once it
    is made, and the same command goes on where it was stopped.
    """
    models = {"model": model, "model_url": model_url, "record": record, "replay": replay}
    with Session(ctx.obj, password=password, no_keep=no_keep, **models) as session:
        asked = None if questions is None else _questions(questions)
        own = None if template is None else read_small(template)
        doc_ids = session.documents(docs)
        if state is not None:
            return _imported(session, doc_ids, state)
        if export is not None:
            return _exported(session, doc_ids, export)
        if session.chat is not None:
            wish = {"questions": asked, "template": own, "max_tokens": max_tokens, "parallel": parallel}
            return _by_model(session, doc_ids, Money(max_total_tokens, max_cost), **wish)
        found = [
            session.library.study(doc_id).begin(
                max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap, questions=asked, template=own
            )
            for doc_id in doc_ids
        ]
        return _surveyed(session, found)


class Money(NamedTuple):
    """The flags that bound what a study costs, None for those not given."""

    max_total_tokens: int | None = None
    max_cost: float | None = None


def _by_model(session: Session, doc_ids: Sequence[str], money: Money, **wish: Any) -> Result:
    """A study by the model of a session; where it is broken off, how to go on."""
    from silcrow.config import rate  # noqa: PLC0415  heavy
    from silcrow.study.deep import Bounds  # noqa: PLC0415  heavy

    cost = rate(session.settings)
    if money.max_cost is not None and cost is None:
        raise Usage("a cost cannot be bounded without its rates", hint="Say what a million tokens cost.")
    bounds = Bounds(money.max_total_tokens, money.max_cost, cost)
    held = session.library.study(*doc_ids)
    with at_work(session.screen, stream=False, kept=bool(session.library.path), what="noted") as live:
        found = held.read(_named(session), bounds=bounds, watch=live.watch, **wish)
    used = total(study.usage for study in found.studies)
    if cost is not None:
        spent = Tokens(used.get("input", 0), used.get("output", 0), used.get("cached", 0))
        used["cost_millionths"] = round(cost.cost(spent) * 1_000_000)
    session.screen.say(usage_line(used, reading=", ".join(study.reading for study in found.studies)))
    return _whole(session, found, form=False)


def _named(session: Session) -> "Chat":
    if session.chat is None:
        raise Usage("no model is named", hint="Name one with --model.")
    return session.chat


def resumed(session: Session, reading: str, money: Money) -> Result:
    """Go on with a study that was broken off."""
    doc_ids = session.library.studied_in(reading)
    return _by_model(session, doc_ids, money)


def _exported(session: Session, doc_ids: Sequence[str], path: Path) -> Result:
    """The state of a study as a file, whole or not at all. What stands there and is no state of it is not lost."""
    found = session.library.study(*doc_ids).exported()
    aside = _set_aside(path, found["document_hash"])
    write_whole(path, wire.dumps(found, indent=1) + "\n")
    notices = [Notice("set_aside", f"{path} held no state that can be read; it is {aside} now.")] if aside else []
    said = (*session.notices, *notices)
    done = f"Wrote the state of {found['doc_id']} to {path}"
    as_json = partial(wire.written, found["doc_id"], str(path), said=said)
    return Result(as_json, lambda _look: "", said, remark=done)


def _set_aside(path: Path, source: str) -> str:
    """Move a damaged file away; its new name, empty where there was none. Usage for another document's state."""
    from silcrow.study.exchange import read_state  # noqa: PLC0415  heavy

    if not path.exists() or not path.is_file():
        return ""
    try:
        state = read_state(read_bytes(path))
    except (Damaged, TooLarge):
        number = next(n for n in range(1, 10_000) if not path.with_name(f"{path.name}.damaged-{n}").exists())
        return str(path.rename(path.with_name(f"{path.name}.damaged-{number}")))
    if state.get("document_hash") not in (None, source) and state.get("doc_id") is not None:
        was_of = str(state.get("document", ""))[:80]
        raise Usage(f"{path} is the state of other bytes ({was_of})", hint="Name another file, or move that one away.")
    return ""


def _imported(session: Session, doc_ids: Sequence[str], path: Path) -> Result:
    found = session.library.study(*doc_ids).imported(read_bytes(path))
    notices = (*session.notices, *found.notices)
    as_json = partial(wire.progress, found, said=session.notices)
    return Result(as_json, lambda look: progress_text(found, look), notices)


def _surveyed(session: Session, found: "list[Survey]") -> Result:
    notices = (*session.notices, *(notice for one in found for notice in one.notices))

    def text(look: Look) -> str:
        shown = [render_survey(one, width=look.width, paint=look.paint) for one in found]
        return "\n\n".join([*shown, f"Next: silcrow next {found[0].doc_id}"])

    return Result(partial(wire.surveys, found, said=session.notices), text, notices)


def next_part(ctx: typer.Context, doc: Doc, *, number: Number = None, password: Password = None) -> Result:
    """The next part of a document that nobody has read yet, with the places of its paragraphs, what was noted before
    it, and what it says by itself: key sentences, terms, figures, references. The form to fill is in --json, and shown
    with -v.
    """
    with Session(ctx.obj, password=password) as session:
        doc_id = session.document(doc)
        held = session.library.study(doc_id)
        found = held.next(number)
        if found is None:
            return _nothing_left(session, held.state())
    notices = (*session.notices, *found.study.notices)
    how = f"Note it: silcrow note {doc_id} --part {found.part.index} --from FILE   or: silcrow skip {doc_id}"
    form = session.screen.flags.verbose > 0

    def text(look: Look) -> str:
        shown = render_handed(found, width=look.width, paint=look.paint)
        return "\n".join([shown, *(["", "The form of a note:", found.form] if form else [])])

    return Result(partial(wire.handed, found, said=session.notices), text, notices, remark=how)


def _nothing_left(session: Session, study: "Studied") -> Result:
    said = (
        f"All {len(study.parts)} parts of {study.doc_id} are done. Put them together: silcrow synthesis {study.doc_id}"
    )
    return Result(
        partial(wire.all_done, study, said=session.notices),
        lambda _look: said,
        (*session.notices, *study.notices),
    )


def note(
    ctx: typer.Context,
    doc: Doc,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]")] = None,
    *,
    source: From = None,
    number: Number = None,
) -> Result:
    """Note what a part says. TEXT, or a file, is Markdown: a summary, fields below ## headings, and below ## Quotes
    lines such as - handbook:3.1:2 "exact words"; [1] in a field is the first of them. JSON with the same keys will do.
    Each quote is compared letter by letter; what does not stand is marked, and kept.
    """
    words = _text(text, source)
    with Session(ctx.obj) as session:
        doc_id = session.document(doc)
        held = session.library.study(doc_id)
        at = held.which(number)
        found = held.note(words, number=at)
        return _noted(session, found, at)


def _noted(session: Session, found: "Studied", number: int) -> Result:
    notices = (*session.notices, *found.notices)
    as_json = partial(wire.noted, found, number, said=session.notices)
    return Result(as_json, lambda look: render_noted(found, number, width=look.width), notices)


def skip(
    ctx: typer.Context,
    doc: Doc,
    *,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="the reason, shown in its status")] = "",
    number: Number = None,
) -> Result:
    """Leave a part unread that has no note yet. A note on it later takes its place."""
    with Session(ctx.obj) as session:
        doc_id = session.document(doc)
        held = session.library.study(doc_id)
        at = held.which(number)
        return _noted(session, held.skip(number=at, why=why), at)


def synthesis(ctx: typer.Context, docs: Docs, *, source: From = None) -> Result:
    """What was noted of a document, or of several, as a whole: the synthesis, or the notes side by side where nobody
    wrote one yet; key terms, bibliography, defined terms, and where your questions are treated. With --from a synthesis
    is saved, in the form of a note, its quotes compared.
    """
    with Session(ctx.obj) as session:
        doc_ids = session.documents(docs)
        words = None if source is None else _text(None, source)
        found = session.library.study(*doc_ids).synthesis(words)
        form = session.screen.flags.verbose > 0
        return _whole(session, found, form=form)


def _whole(session: Session, found: "Synthesis", *, form: bool) -> Result:
    def text(look: Look) -> str:
        shown = render_synthesis(found, width=look.width, paint=look.paint)
        return "\n".join([shown, *(["", "The form of a synthesis:", found.form] if form else [])])

    notices = (*session.notices, *found.notices)
    return Result(partial(wire.synthesis, found, said=session.notices), text, notices)


def report(
    ctx: typer.Context,
    docs: Docs,
    *,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="OUT", help="OUT.md or OUT.html")] = None,
    form: Annotated[str | None, typer.Option("--format", metavar="FORM", help="md or html (by OUT, else md)")] = None,
) -> Result:
    """A study as one file: the synthesis, what was noted part by part, bibliography and terms, and every passage that
    is cited, with links to it. Parts that nobody noted show their key sentences.
    """
    from silcrow.render.report import render_report  # noqa: PLC0415  heavy

    form = form or ("html" if out is not None and out.suffix.casefold() in (".html", ".htm") else "md")
    if form not in ("md", "html"):
        raise Usage(f"--format {form!r} is not known", hint="Forms of a report: md, html.")
    with Session(ctx.obj) as session:
        doc_ids = session.documents(docs)
        found = session.library.study(*doc_ids).report()
    text = render_report(found, "html" if form == "html" else "md")
    notices = (*session.notices, *found.whole.notices)
    if out is None or str(out) == "-":
        as_json = partial(wire.synthesis, found.whole, said=session.notices)
        return Result(as_json, lambda _look: text.rstrip("\n"), notices)
    write_whole(out, text)
    as_json = partial(wire.written, ", ".join(doc_ids), str(out), said=notices)
    return Result(as_json, lambda _look: "", notices, remark=f"Wrote the study of {', '.join(doc_ids)} to {out}")


def progress_text(study: "Studied", look: Look) -> str:
    """How far a study is, for `status`."""
    few = len(study.parts) <= look.height
    return render_progress(study, width=look.width, paint=look.paint) if few else progress_line(study)


def _questions(path: Path) -> tuple[str, ...]:
    found = tuple(line.strip() for line in read_small(path).splitlines() if line.strip() and not line.startswith("#"))
    if not found:
        raise Usage(f"{path} holds no question", hint="Write a question a line.")
    return found


def _text(text: str | None, source: Path | None) -> str:
    if (text is None) == (source is None):
        raise Usage("what is noted?", hint="Give the text, or --from FILE; - is standard input.")
    return text if text is not None else read_small(source) if source is not None else ""
