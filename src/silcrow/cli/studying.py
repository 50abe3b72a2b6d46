"""Reading a document through: study, next, note, skip, synthesis. What is noted is saved before a verb returns."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silcrow import wire
from silcrow.cli.reading_files import read_small
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Doc, NoKeep, Password, Session
from silcrow.errors import Usage
from silcrow.render.study import (
    progress_line,
    render_handed,
    render_noted,
    render_progress,
    render_survey,
    render_synthesis,
)

if TYPE_CHECKING:
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
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """Begin to read documents through, or look at how one begins: its map, introduction and conclusion, key terms, and
    the parts that it is read in. Go on with next and note. What was noted stays when the file is renamed or changed.
    """
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        asked = None if questions is None else _questions(questions)
        own = None if template is None else read_small(template)
        doc_ids = session.documents(docs)
        found = [
            session.library.study(doc_id).begin(
                max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap, questions=asked, template=own
            )
            for doc_id in doc_ids
        ]
        return _surveyed(session, found)


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
    """Leave a part unread. A note on it later takes its place."""
    with Session(ctx.obj) as session:
        held = session.library.study(session.document(doc))
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
