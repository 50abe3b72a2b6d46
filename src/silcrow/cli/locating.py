"""The verbs that say where something is and bring it together: scope, pack, refs."""

from functools import partial
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import NOT_FOUND, OK, USAGE
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import MaxTokens, NoKeep, Password, Session
from silcrow.errors import Ambiguous, Usage
from silcrow.place import Span
from silcrow.render.located import render_graph, render_packed, render_references, render_scoped

Words = Annotated[list[str], typer.Argument(metavar="[DOC…] WORDS")]
Alias = Annotated[
    list[str] | None,
    typer.Option("--alias", metavar="NAME=WORDS", help="what else a section is called (repeatable)"),
]

_PACK = 16_000
_FORMS = ("text", "dot", "mermaid")
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
        doc_ids, sought = session.targets(words, what="section", hint='silcrow scope report.pdf "Item 1A"')
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


def pack(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[DOC…] SCOPE")],
    *,
    max_tokens: MaxTokens = None,
    question: Annotated[
        str, typer.Option("--for", metavar="QUESTION", help="of a scope too large, what bears on this")
    ] = "",
    alias: Alias = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """What a scope says, within a budget (16,000 tokens): its text under its headings, the definitions of the terms it
    uses, and what it refers to. A scope that is larger comes in several packs that hold each paragraph once; with
    --for in one, of the sections that bear on a question. What did not fit is listed.
    """
    with Session(ctx.obj, password=password, no_keep=no_keep, max_tokens=max_tokens) as session:
        doc_ids, sought = session.targets(words, what="section", hint='silcrow pack report.pdf "Item 1A"')
        budget = session.settings.max_tokens or _PACK
        found = session.library.pack(
            sought, doc_ids=doc_ids, max_tokens=budget, question=question, aliases=_aliases(alias or [])
        )
        records = session.library.desk(*{span.doc_id for span in found.scope}).documents()
    labels = {record.doc_id: record.page_labels for record in records}
    return Result(
        partial(wire.packed, found, labels=labels, said=session.notices),
        lambda _look: render_packed(found),
        (*session.notices, *found.notices),
    )


def refs(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="DOC [SCOPE]")],
    *,
    form: Annotated[str, typer.Option("--format", metavar="FORM", help="text, dot or mermaid")] = "text",
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """What a document, or a section of it, refers to ("see Note 7", "as defined in Section 1.2"): each reference with
    the place it leads to, or why it leads to none here: another document, nothing of that number, or several.
    """
    if form not in _FORMS:
        raise Usage(f"--format {form} is not known", hint=f"Forms: {', '.join(_FORMS)}.")
    doc, *rest = words
    if len(rest) > 1:
        raise Usage(f"{rest[1]!r} is one word too many", hint='Quote the section: silcrow refs DOC "Item 1A".')
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        doc_id = session.document(doc)
        within = _one(session, doc_id, rest[0]) if rest else None
        found = session.library.references(doc_id, within=within)
        sections = session.library.outline(doc_id).sections
    headings = {section.sec_id: section.heading for section in sections}

    def text(_look: Look) -> str:
        return render_references(found, headings) if form == "text" else render_graph(found, headings, form=form)

    return Result(partial(wire.references, found, said=session.notices), text, (*session.notices, *found.notices))


def _one(session: Session, doc_id: str, words: str) -> Span:
    """The one section of a document that words name."""
    leads = session.library.desk(doc_id).find(words, doc_id)
    if len(leads) > 1:
        fits = tuple(str(lead.span) for lead in leads)
        raise Ambiguous(
            f"{words!r} fits {len(leads)} sections", hint="Give one of the places it fits.", candidates=fits
        )
    return leads[0].span
