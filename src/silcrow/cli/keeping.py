"""The verbs that keep the library: add, ls, status, rename, rm, config."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import FAILED, OK, kept_clean
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import NoKeep, Password, Session
from silcrow.cli.studying import progress_text
from silcrow.cli.tally import summed
from silcrow.errors import NotFound, Notice, Usage
from silcrow.render.columns import cell_width, clip, counted, grid, one_line, wrap
from silcrow.render.listing import changes_text, render_facts, render_record, render_records, sizes

if TYPE_CHECKING:
    from silcrow.config import Setting
    from silcrow.document import Record
    from silcrow.library import Added, Status
    from silcrow.studied import Studied

Paths = Annotated[list[str], typer.Argument(metavar="PATH…")]
Docs = Annotated[list[str], typer.Argument(metavar="PATH_OR_DOC…")]
_MANY = 20  # documents that are listed one by one


def add(
    ctx: typer.Context,
    paths: Paths,
    *,
    password: Password = None,
    no_keep: NoKeep = False,
    reparse: Annotated[
        bool, typer.Option("--reparse", help="read known files again if Silcrow reads them otherwise now")
    ] = False,
    profile: Annotated[
        list[Path] | None,
        typer.Option("--profile", metavar="FILE", help="what to expect in documents that fit it (repeatable)"),
    ] = None,
    cohesion: Annotated[
        bool,
        typer.Option("--cohesion", help="divide what has no headings where its words change"),
    ] = False,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="read in N processes, each with limits of its own"),
    ] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="HOST:PORT", help="read on the nodes of a Ray cluster, N at a time")
    ] = None,
) -> Result:
    """Read files, folders (with all below them) and patterns into the library. A file that cannot be read does not
    stop the others; failures are listed at the end. It may be stopped at any moment: run again, it goes on.
    """
    flags = {"profiles": profile or None}
    with Session(ctx.obj, password=password, no_keep=no_keep, **flags) as session, kept_clean():
        done, failed = session.add_all(paths, reparse=reparse, cohesion=cohesion, jobs=jobs, cluster=ray)
        path = session.library.path
    if len(paths) == 1 and len(failed) == 1 and not done:
        raise failed[0][1]  # one thing asked, one thing wrong: its own exit status
    notices = session.notices
    for address, failure in failed:
        session.screen.notices([Notice("failed", f"{address}: {failure.message}. {failure.hint}".replace("..", "."))])
    return Result(
        partial(
            wire.added,
            [(one.record, one.outcome) for one in done],
            failed,
            changes={one.record.doc_id: one.changes for one in done if one.changes},
            said=notices,
        ),
        partial(_added_text, done, len(failed), str(path or "a library in memory"), bool(profile)),
        tuple(notices),
        FAILED if failed else OK,
    )


def _added_text(done: Sequence["Added"], failed: int, where: str, by_profile: bool, look: Look) -> str:
    counts = Counter[str](one.outcome for one in done)
    fresh = [one for one in done if one.outcome != "same"]
    lines = [line for one in fresh[:_MANY] for line in _added_lines(one, look)]
    if len(fresh) > _MANY:
        lines.append(f"… and {len(fresh) - _MANY} more")
    lines.append(f"{summed({**counts, 'failed': failed})}, in {where}")
    return "\n".join([*lines, *([_fitted(done)] if by_profile and done else [])])


def _fitted(done: Sequence["Added"]) -> str:
    """How many of the documents fitted a profile that was named."""
    from silcrow.ingest.identity import read_by  # noqa: PLC0415  heavy

    names = Counter(read_by(one.record).rpartition(" ")[0] for one in done)
    none = names.pop("", 0)
    fits = [f"{count} read by the profile {name}" for name, count in names.items()]
    fits += [f"{none} read as without a profile: none fits, or its format says what a heading is"] if none else []
    return ", ".join(fits)


def _added_lines(one: "Added", look: Look) -> list[str]:
    """What became of a file, and below it what became of its sections."""
    lines = [_added_line(one, look)]
    if one.changes:
        lines.append(clip(f"         sections: {changes_text(one.changes)}", look.width or 1000))
    return lines


def _added_line(one: "Added", look: Look) -> str:
    """What became of a file; where it came from only if there is room, as the doc_id is made of its name."""
    line = f"{one.outcome:<7}  {sizes(one.record)[0]:>12}  {one.record.doc_id}"
    address = one_line(one.address)
    if address and (look.width is None or cell_width(f"{line}  {address}") <= look.width):
        return f"{line}  {address}"
    return line


def ls(ctx: typer.Context) -> Result:
    """The documents in the library: doc_id, pages, paragraphs, title."""
    with Session(ctx.obj) as session:
        records = session.library.documents()
        path = session.library.path
    remark = "" if records else f"The library is empty ({path or 'in memory'}). Add documents with: silcrow add PATH…"
    return Result(
        partial(wire.documents, records),
        lambda look: render_records(records, width=look.width, paint=look.paint),
        remark=remark,
    )


def status(
    ctx: typer.Context,
    doc: Annotated[str | None, typer.Argument(metavar="DOC")] = None,
    *,
    password: Password = None,
    no_keep: NoKeep = False,
) -> Result:
    """How far the structure of a document can be trusted, and why; without DOC, the library in figures."""
    with Session(ctx.obj, password=password, no_keep=no_keep) as session:
        if doc is None:
            found = session.library.status()
            return Result(partial(_library_json, found), partial(_library_text, found))
        doc_id = session.document(doc)
        (record,) = session.library.desk(doc_id).documents()
        study = _study(session, doc_id)

    def text(look: Look) -> str:
        shown = render_record(record, width=look.width, paint=look.paint)
        return shown if study is None else f"{shown}\n\n{progress_text(study, look)}"

    said = (*session.notices, *(study.notices if study else ()))
    return Result(partial(_status_json, record, study, session.notices), text, said)


def _status_json(record: "Record", study: "Studied | None", said: Sequence[Notice]) -> wire.JSON:
    return wire.status(record, said=said) | {"study": None if study is None else wire.progress(study)}


def _study(session: Session, doc_id: str) -> "Studied | None":
    """How far the document is read through; None where it is not under study."""
    try:
        return session.library.study(doc_id).state()
    except NotFound:
        return None


def _library_json(found: "Status") -> wire.JSON:
    return wire.library(
        path=found.path,
        documents=found.documents,
        pages=found.pages,
        paragraphs=found.paragraphs,
        tokens=found.tokens,
        size=found.size,
        kept=found.kept,
        health=dict(found.health),
        outdated=found.outdated,
        doubtful=found.doubtful,
        flat=found.flat,
    )


def _library_text(found: "Status", look: Look) -> str:
    facts = [
        ("path", found.path or "in memory"),
        ("holds", f"{counted(found.documents, 'document')}, {counted(found.pages, 'page')}"),
        ("text", f"{counted(found.paragraphs, 'paragraph')}, ~{found.tokens:,} tokens"),
        ("files", f"{found.size:,} bytes, {found.kept:,} of them kept in the library"),
    ]
    if found.health:
        facts.append(("health", ", ".join(f"{count} {state}" for state, count in found.health)))
    facts.extend((name, ", ".join(ids)) for name, ids in (("doubtful", found.doubtful), ("flat", found.flat)) if ids)
    if found.doubtful or found.flat:
        facts.append(("why", "silcrow status DOC"))
    if found.outdated:
        facts.append(("outdated", f"{', '.join(found.outdated)}: silcrow add --reparse PATH reads them anew"))
    return render_facts(facts, head="library", width=look.width, paint=look.paint)


def rename(
    ctx: typer.Context,
    doc: Annotated[str, typer.Argument(metavar="DOC")],
    new: Annotated[str, typer.Argument(metavar="NEW")],
) -> Result:
    """Give a document another doc_id. Places that were noted under the old one no longer open."""
    with Session(ctx.obj) as session:
        doc_id = session.in_library(doc)
        session.library.rename(doc_id, new)
    return Result(partial(wire.renamed, doc_id, new), lambda _look: f"{doc_id} is now {new}")


def rm(ctx: typer.Context, docs: Docs) -> Result:
    """Forget documents and the copies of their files in the library. The files they were read from stay."""
    with Session(ctx.obj) as session:
        doc_ids = tuple(dict.fromkeys(map(session.in_library, docs)))
        for doc_id in doc_ids:
            session.library.remove(doc_id)
    return Result(partial(wire.removed, doc_ids), lambda _look: "\n".join(f"removed {doc_id}" for doc_id in doc_ids))


def config(
    ctx: typer.Context, words: Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)] = None
) -> Result:
    """The settings as they are, and where each came from: flag, SILCROW_* variable, your config.toml, or default."""
    from silcrow.config import config_path  # noqa: PLC0415  heavy

    path = config_path()
    if words:
        name, *value = words
        hint = f"Write {name} = {' '.join(value) or '…'} in {path}, or set SILCROW_{name.upper()}."
        raise Usage("config shows the settings and changes none", hint=hint)
    settings: Sequence[Setting] = Session(ctx.obj).settings.listed()
    rows = [(one.name, one.value, one.origin) for one in settings]
    there = path.exists()

    def text(look: Look) -> str:
        lines = grid([("setting", "value", "from"), *rows], width=look.width)
        return "\n".join([*lines, "", *wrap(f"{path}: " + ("read" if there else "not there"), look.width)])

    return Result(partial(wire.settings, rows, path=str(path), exists=there), text)
