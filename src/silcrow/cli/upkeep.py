"""The verbs that keep a library sound: fsck, backup, vacuum."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import FAILED, OK
from silcrow.cli.screen import Result
from silcrow.cli.session import Session
from silcrow.render.listing import notice_text


def fsck(
    ctx: typer.Context,
    *,
    deep: Annotated[
        bool, typer.Option("--deep", help="derive what is searched anew from each document, and compare")
    ] = False,
) -> Result:
    """Look for faults in the library and sweep copies of files that no document needs; exits 1 on a fault. Copies are
    read and compared with their checksums; jobs of processes that are gone wait again.
    """
    with Session(ctx.obj) as session:
        faults = session.library.fsck(deep=deep)
    text = "\n".join(map(notice_text, faults)) or "No faults."
    return Result(partial(wire.faults, faults), lambda _look: text, status=FAILED if faults else OK)


def backup(ctx: typer.Context, path: Annotated[Path, typer.Argument(metavar="PATH")]) -> Result:
    """Write a copy of the library, with the copies of files that it keeps, to a new file. It is of one moment, and is a
    library itself; nobody who reads or writes has to wait.
    """
    with Session(ctx.obj) as session:
        documents = len(session.library.documents())
        session.library.backup(path)
    return Result(partial(wire.backed_up, str(path), documents), lambda _look: f"{documents} documents in {path}")


def vacuum(ctx: typer.Context) -> Result:
    """Write the library's file anew without the gaps that removed documents left; nobody can write meanwhile."""
    with Session(ctx.obj) as session:
        before = _size(session.library.path)
        session.library.vacuum()
        after = _size(session.library.path)
    return Result(partial(wire.vacuumed, before, after), lambda _look: f"{before:,} bytes before, {after:,} bytes now")


def _size(path: object) -> int:
    return path.stat().st_size if isinstance(path, Path) else 0
