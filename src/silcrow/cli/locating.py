"""The verbs that say where something is: scope."""

from functools import partial
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import NOT_FOUND, OK, USAGE
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import NoKeep, Password, Session
from silcrow.errors import Usage
from silcrow.render.located import render_scoped

Words = Annotated[list[str], typer.Argument(metavar="[DOC…] WORDS")]
Alias = Annotated[
    list[str] | None,
    typer.Option("--alias", metavar="NAME=WORDS", help="what else a section is called (repeatable)"),
]

_STATUS = {"one": OK, "several": OK, "ambiguous": USAGE, "none": NOT_FOUND}


def scope(
    ctx: typer.Context,
    words: Words,
    *,
    alias: Alias = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """The sections that WORDS mean, each with how it was found and how sure that is: a label, a title, a path, words
    such as "the risk disclosure in Chapter 5", "Items 1 and 1A" or "all annexes", or a selector such as
    '5 > "Risk*" > table[1]'. Words that fit several exit 2; what is not there exits 3, and no other section stands
    for it.
    """
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        doc_ids, sought = session.targets(words)
        found = session.library.find(sought, doc_ids=doc_ids, aliases=_aliases(alias or []))
        spans = (*(one.span for one in found.sections), *(lead.span for lead in found.nearest))
        doc_ids = tuple(dict.fromkeys(span.doc_id for span in spans))
        records = {record.doc_id: record for record in session.library.desk(*doc_ids).documents()} if doc_ids else {}
    labels = {doc_id: record.page_labels for doc_id, record in records.items()}

    def text(look: Look) -> str:
        return render_scoped(found, documents=records, width=look.width, paint=look.paint)

    notices = (*session.notices, *found.notices)
    return Result(
        partial(wire.scoped, found, labels=labels, said=session.notices), text, notices, _STATUS[found.result]
    )


def _aliases(given: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for one in given:
        name, equals, words = one.partition("=")
        if not equals or not name.strip() or not words.strip():
            raise Usage(f"--alias {one!r} is no alias", hint='Write --alias "risk section=Item 1A".')
        found.setdefault(name.strip(), []).append(words.strip())
    return found
