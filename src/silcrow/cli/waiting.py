"""The verb of what is still to be read: jobs."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from silcrow import wire
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Session
from silcrow.errors import Usage
from silcrow.render.columns import clip

if TYPE_CHECKING:
    from silcrow.job import Job


def jobs(
    ctx: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="", hidden=True)] = None,
) -> Result:
    """Files that `add --jobs` has still to read (waiting, running), could not read (failed), or set aside since they
    killed the process that read them or ran past a limit too often (aside). retry lets the next add try failed ones
    and those set aside again; clear forgets jobs: these, or all that nobody is reading.
    """
    act, *paths = words or [""]
    with Session(ctx.obj) as session:
        match act:
            case "" if not paths:
                found, remark = session.library.jobs(), "Nothing is waiting, and nothing failed."
            case "retry":
                found, remark = session.library.retry(*paths), "Nothing failed or is set aside."
            case "clear":
                found, remark = session.library.clear(*paths), "Nothing was there to forget."
            case _:
                raise Usage(f"jobs does not {act}", hint="Write silcrow jobs, jobs retry or jobs clear.")
    return Result(partial(wire.jobs, found), partial(_text, found, _SAID.get(act, "")), remark="" if found else remark)


_STATES = ("waiting", "running", "failed", "aside")
_SAID = {"retry": "to be tried again with the next add", "clear": "forgotten"}


def _text(found: Sequence["Job"], said: str, look: Look) -> str:
    lines = [clip(_line(job), look.width or 1000) for job in found]
    counts = Counter(job.state for job in found)
    states = ", ".join(
        f"{counts[state]} {state}" for state in ("waiting", "running", "failed", "aside") if counts[state]
    )
    return "\n".join([*lines, f"{len(found)} {said}" if said else states] if found else lines)


def _line(job: "Job") -> str:
    tried = f" (tried {job.attempt}×)" if job.attempt else ""
    return f"{job.state} {job.source}{tried}{f': {job.error}' if job.error else ''}"
