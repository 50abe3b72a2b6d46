"""The verbs that show what stands in a document: its map, its outline, sections and pages, or all of it."""

import difflib
import re
import shlex
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import NOT_FOUND, OK
from silcrow.cli.help import PAGES
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Doc, MaxTokens, NoKeep, Password, Session, looks_like_a_document
from silcrow.cli.tabling import tables_result
from silcrow.cli.writing import write_whole
from silcrow.document import Record
from silcrow.errors import Usage
from silcrow.outline import Outline, fold
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.render.columns import clip
from silcrow.render.document import render_document
from silcrow.render.health import render_health
from silcrow.render.listing import sizes
from silcrow.render.outline import LEAST_TOKENS, health_text, map_lines, outline_list, outline_map
from silcrow.render.passages import render_passages

_PARAGRAPHS = re.compile(r":\s?[0-9]{1,9}(?:\s?[-–]\s?[0-9]{1,9})?\Z")
_PAGES = re.compile(r"(\d{1,7})(?:[-–](\d{1,7}))?\Z")


def show_map(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="FILE")],
    *,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """The map of a document on one screen: headings folded to the height of the terminal, and what to try next."""
    doc, *more = words
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        if more or not (session.knows(doc) or looks_like_a_document(doc)):
            raise _no_verb(doc, known=bool(more) and session.knows(doc))
        doc_id = session.document(doc)
        desk = session.library.desk(doc_id)
        outline, record = desk.outline(doc_id), desk.documents()[0]
        name = doc if session.settings.ephemeral else doc_id
    outline = replace(outline, notices=(*session.notices, *outline.notices))
    return Result(
        partial(wire.outline, outline), partial(_map_text, outline, record, shlex.quote(name)), tuple(session.notices)
    )


def _no_verb(word: str, *, known: bool) -> Usage:
    if known:
        return Usage(f"{word} needs a verb before it", hint=f'silcrow ask {word} "…", or silcrow {word} alone.')
    near = tuple(difflib.get_close_matches(word, PAGES, n=2))
    hint = f"Did you mean silcrow {near[0]}?" if near else "silcrow --help shows the verbs."
    return Usage(f"{word!r} is no verb, no file and no document of the library", hint=hint)


def _map_text(outline: Outline, record: Record, doc: str, look: Look) -> str:
    width = look.width or 80
    health = health_text(record.health, sections=record.sections, pages=record.pages)
    # Title, size, health, two blank lines and three commands frame the map; the prompt takes the last line.
    folded = fold(outline, budget=max(look.height - 9, 3))
    shown = [section for section in folded.sections if section.count and section.heading] or outline.sections[:1]
    # A section with a printed number is a better example than a preface or the contents page.
    shown = [section for section in shown if section.label] or shown
    longest = max(shown, key=lambda section: section.tokens)
    place = "--pages 1-3" if record.health.flat and record.pages else longest.sec_id
    after = [f"silcrow read {doc} {place}", f'silcrow ask {doc} "…"', f"silcrow outline {doc}"]
    return "\n".join(
        [
            look.paint("heading", clip(outline.title or record.doc_id, width)),
            look.paint("quiet", clip(" · ".join([record.doc_id, *sizes(record)]), width)),
            "",
            *map_lines(outline, folded, width=width, paint=look.paint),
            "",
            clip(health, width),
            *(("Next: " if at == 0 else "      ") + look.paint("place", line) for at, line in enumerate(after)),
        ]
    )


def outline(
    ctx: typer.Context,
    doc: Doc,
    *,
    depth: Annotated[int | None, typer.Option(metavar="N", min=1, help="so many levels")] = None,
    max_tokens: MaxTokens = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """The headings of a document with sec_id, size and pages; what a depth or a budget hides is counted."""
    if max_tokens is not None and max_tokens < LEAST_TOKENS:
        raise Usage(f"--max-tokens {max_tokens} holds no outline", hint=f"Give it {LEAST_TOKENS} or more.")
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        doc_id = session.document(doc)
        found = session.library.desk(doc_id).outline(doc_id)
        found = replace(found, notices=(*session.notices, *found.notices))
    return Result(
        partial(wire.outline, found, depth=depth, max_tokens=max_tokens),
        partial(_outline_text, found, depth, max_tokens),
        found.notices,
    )


def health(
    ctx: typer.Context,
    doc: Doc,
    *,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """How far the structure of a document can be trusted: where each heading came from and how sure it is, levels that
    are skipped, sections that are very long, pages without text, and what fell back and why. Confidence is how often
    such headings were named by their documents' own outlines, as measured; below .5 a heading is marked with a question
    mark.
    """
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        doc_id = session.document(doc)
        desk = session.library.desk(doc_id)
        found, (record,) = desk.outline(doc_id), desk.documents()
        found = replace(found, notices=(*session.notices, *found.notices))
    return Result(
        partial(wire.health, found, record.edition),
        lambda look: render_health(found, width=look.width, paint=look.paint),
    )


def _outline_text(found: Outline, depth: int | None, max_tokens: int | None, look: Look) -> str:
    if look.width is None or max_tokens is not None:
        return outline_list(found, depth=depth, max_tokens=max_tokens)
    return outline_map(found, width=look.width, depth=depth, paint=look.paint)


def read(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="DOC SECTION")],
    *,
    pages: Annotated[str | None, typer.Option(metavar="A-B", help="the paragraphs on these pages")] = None,
    deep: Annotated[bool, typer.Option("--deep", help="with the subsections")] = False,
    max_tokens: MaxTokens = None,
    cursor: Annotated[str | None, typer.Option(metavar="CURSOR", help="go on where the last reading stopped")] = None,
    tables: Annotated[bool, typer.Option("--tables", help="only the tables, those of subsections too")] = False,
    form: Annotated[str | None, typer.Option("--format", metavar="FORM", help="of --tables: md, csv or json")] = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """A section, some of its paragraphs, or pages, in reading order. SECTION is a printed label ("Item 1A"), a
    title, a path ("Chapter 5 > Risk") or a sec_id, with :FIRST-LAST behind it for some paragraphs.
    """
    with Session(ctx.obj, password=password, no_keep=no_keep, max_tokens=max_tokens) as session:
        max_tokens = session.settings.max_tokens
        if form and not tables:
            raise Usage(f"--format {form} goes with --tables", hint="silcrow read DOC SECTION --tables --format csv")
        if pages is not None:
            found = _read_pages(session, words, pages, deep=deep, max_tokens=max_tokens, cursor=cursor)
        else:
            doc_id, place = _place(session, words)
            desk = session.library.desk(*([doc_id] if doc_id else []))
            deep = deep or (tables and not _some_paragraphs(session, place))
            found = desk.read(place, doc_id=doc_id, deep=deep, max_tokens=max_tokens, cursor=cursor)
        return tables_result(session, found, form) if tables else passages_result(session, found)


def _read_pages(
    session: Session, words: list[str], pages: str, *, deep: bool, max_tokens: int | None, cursor: str | None
) -> Passages:
    asked = _PAGES.match(pages)
    if not asked:
        raise Usage(f"--pages {pages!r} is no range of pages", hint="Write --pages 41-43; pages count from 1.")
    if len(words) != 1 or deep:
        raise Usage("--pages goes with a DOC alone", hint="silcrow read DOC --pages A-B")
    doc_id = session.document(words[0])
    first, last = int(asked[1]), int(asked[2] or asked[1])
    return session.library.desk(doc_id).read_pages(doc_id, first, last, max_tokens=max_tokens, cursor=cursor)


def _place(session: Session, words: list[str]) -> tuple[str | None, str]:
    """The document and the place that the words of `read` name; a place names its document itself."""
    if len(words) == 2:
        return session.document(words[0]), words[1]
    if len(words) > 2:
        raise Usage(f"{words[2]!r} is one word too many", hint='Quote the section: silcrow read DOC "Item 1A".')
    if session.knows(words[0]):
        hint = f"silcrow outline {shlex.quote(words[0])} lists its sections; --pages A-B reads pages."
        raise Usage(f"read {words[0]!r}: which section?", hint=hint)
    return None, words[0]


def _some_paragraphs(session: Session, place: str) -> bool:
    """Whether a place names paragraphs of a section, and so not what is below it."""
    try:
        span = Span.parse(place)
    except Usage:
        return bool(_PARAGRAPHS.search(place))
    return span.first is not None if session.knows(span.doc_id) else bool(_PARAGRAPHS.search(place))


def passages_result(session: Session, found: Passages, *, nothing: str = "") -> Result:
    """Passages as a result, with what is printed on their pages; without any it exits 3 and says `nothing`."""
    found = replace(found, notices=(*session.notices, *found.notices))
    doc_ids = tuple(dict.fromkeys(passage.span.doc_id for passage in found.passages))
    records = {record.doc_id: record for record in session.library.desk(*doc_ids).documents()} if doc_ids else {}
    labels = {doc_id: record.page_labels for doc_id, record in records.items()}

    def text(look: Look) -> str:
        return render_passages(found, documents=records, width=look.width, paint=look.paint)

    status = OK if found.passages or not nothing else NOT_FOUND
    remark = nothing if status else ""
    return Result(partial(wire.passages, found, labels=labels), text, found.notices, status, remark)


def convert(
    ctx: typer.Context,
    doc: Doc,
    *,
    out: Annotated[Path | None, typer.Option("-o", "--out", metavar="OUT", help="a file, .md or .json")] = None,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """The whole document as structured Markdown, or as a JSON tree with --json or an OUT that ends in .json."""
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        doc_id = session.document(doc)
        found = session.library.document(doc_id)
    said = (*session.notices, *found.health.notices)
    tree = partial(wire.document, found, said=session.notices)
    if out is None or str(out) == "-":
        return Result(tree, lambda _look: render_document(found).rstrip("\n"), said)
    as_json = session.screen.flags.json or out.suffix.lower() == ".json"
    write_whole(out, wire.dumps(tree(), indent=1) + "\n" if as_json else render_document(found))
    return Result(
        partial(wire.written, found.doc_id, str(out), said=said), lambda _look: "", said, remark=f"Wrote {out}"
    )
