"""The verb that sets two documents side by side."""

from functools import partial
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Password, Session
from silcrow.errors import Usage
from silcrow.render.comparison import markdown_comparison, render_comparison

FORMS = ("text", "md")


def compare(
    ctx: typer.Context,
    old: Annotated[str, typer.Argument(metavar="OLD")],
    new: Annotated[str, typer.Argument(metavar="NEW")],
    *,
    within: Annotated[str, typer.Option("--within", metavar="SECTION", help="only this section of both")] = "",
    brief: Annotated[bool, typer.Option("--brief", help="a line a section, without paragraphs")] = False,
    unchanged: Annotated[bool, typer.Option("--all", help="with the sections that are unchanged")] = False,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, or md for a page of Markdown")] = "text",
    password: Password = None,
) -> Result:
    """Two documents, or two editions of one, section by section: what is unchanged, reworded, moved, added and removed,
    word by word, each with both places. A file is read and not stored, so a document of the library against its
    changed file shows what adding it again would change.
    """
    if form not in FORMS:
        raise Usage(f"--format {form} is not known", hint=f"Formats: {', '.join(FORMS)}.")
    with Session(ctx.obj, password=password) as session:
        before, after = session.held(old), session.held(new)
        found = session.library.compare(before, after, within=within)
    labels = {before.doc_id: before.page_labels, after.doc_id: after.page_labels}

    def text(look: Look) -> str:
        if form == "md":
            return markdown_comparison(found, unchanged=unchanged, brief=brief).rstrip("\n")
        return render_comparison(found, unchanged=unchanged, brief=brief, width=look.width, paint=look.paint)

    notices = (*session.notices, *found.notices)
    return Result(partial(wire.comparison, found, labels=labels, said=session.notices), text, notices)
