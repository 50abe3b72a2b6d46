"""The verb that moves a library: copy."""

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from silcrow import wire
from silcrow.cli.exits import FAILED, OK
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Session
from silcrow.errors import NotFound, Notice
from silcrow.render.columns import counted

if TYPE_CHECKING:
    from silcrow.config import Settings
    from silcrow.ingest.copying import Copied
    from silcrow.library import Library


def copy(
    ctx: typer.Context,
    source: Annotated[str, typer.Argument(metavar="LIBRARY")],
    target: Annotated[str, typer.Argument(metavar="LIBRARY")],
) -> Result:
    """Copy all documents and readings of a library into another, each in one step and proven by its checksum; a library
    is a file or postgresql://USER@HOST/DATABASE. Interrupted, the same command goes on where it was; done, it proves
    all of it again. What the other library has besides stays as it is.
    """
    screen = Session(ctx.obj).screen
    done: list[Copied] = []
    with _opened(source, there=True) as library, _opened(target) as other:
        for one in library.copy_to(other):
            screen.detail(f"{one.outcome} {one.name}")
            done.append(one)
        place = str(other.path)
    notices = tuple(Notice("failed", f"{one.name}: {one.error.message}. {one.error.hint}") for one in done if one.error)
    return Result(
        partial(wire.copied, [(one.kind, one.name, one.outcome, one.checksum) for one in done], said=notices),
        partial(_text, done, place),
        notices,
        FAILED if notices else OK,
    )


def _opened(name: str, *, there: bool = False) -> "Library":
    from silcrow.config import load, open_library  # noqa: PLC0415  heavy

    settings: Settings = load(library=name, ephemeral=False)
    if there and isinstance(settings.library, Path) and not settings.library.exists():
        raise NotFound(f"no library {settings.library}", hint="silcrow copy LIBRARY LIBRARY: from the first.")
    return open_library(settings)


def _text(done: "list[Copied]", place: str, _look: Look) -> str:
    lines = []
    for kind in ("document", "reading"):
        counts = Counter(one.outcome for one in done if one.kind == kind)
        if counts:
            said = ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items()))
            lines.append(f"{counted(counts.total(), kind)}: {said}")
    return "\n".join([*(lines or ["nothing to copy"]), f"in {place}"])
