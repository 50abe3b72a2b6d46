"""What a person sees while files are read: what they come to, how fast, and how long yet; on a terminal only."""

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from silcrow.cli.screen import Screen
from silcrow.cli.tally import Tally, summed
from silcrow.render.columns import one_line

if TYPE_CHECKING:
    from silcrow.ingest.batch import Failed
    from silcrow.ingest.one import Added
    from silcrow.retrieve.ahead import Embedded


_PATIENCE = 0.8  # seconds before a single file gets a sign of life


@contextmanager
def reading(screen: Screen, name: str) -> Iterator[None]:
    """A sign of life while one file is read, if it takes its time."""
    if not screen.progress:
        yield
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal pays for it
    from rich.markup import escape  # noqa: PLC0415

    status = Console(stderr=True).status(f"Reading {escape(one_line(os.path.basename(name)))}")  # noqa: PTH119  not always a path
    timer = Timer(_PATIENCE, status.start)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        status.stop()


def embedding(screen: Screen, steps: "Iterable[Embedded]") -> "Iterator[Embedded]":
    """The steps of embedding, with a bar."""
    if not screen.progress:
        yield from steps
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal pays for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (
        TextColumn("Embedding"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("paragraphs"),
        TimeRemainingColumn(),
        TextColumn("{task.fields[name]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, name="")
        for step in steps:
            progress.update(task, completed=step.all_done, total=step.all_paragraphs, name=step.doc_id)
            yield step


def watched(screen: Screen, outcomes: "Iterable[Added | Failed]") -> "Iterator[Added | Failed]":
    """The outcomes of a batch, with a line that tells what they come to; who breaks it off is told, too."""
    tally = Tally(time.monotonic())
    with _line(screen) as show:
        try:
            for outcome in outcomes:
                tally.add(outcome, time.monotonic())
                show(tally, outcome)
                yield outcome
        except KeyboardInterrupt:
            if tally.counts:
                screen.say(f"{summed(tally.counts)} so far.")
            raise
    if tally.pace:
        screen.detail(f"{tally.pages:,} pages read, in the end {tally.pace}")


@contextmanager
def _line(screen: Screen) -> "Iterator[Callable[[Tally, Added | Failed], None]]":
    """Shows a batch on a terminal, in one line that is gone in the end; elsewhere nothing."""
    if not screen.progress:
        yield lambda _tally, _outcome: None
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal pays for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn  # noqa: PLC0415
    from rich.table import Column  # noqa: PLC0415

    said = TextColumn("{task.fields[said]}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis"))
    columns = (TextColumn("Reading"), BarColumn(bar_width=10), MofNCompleteColumn(), said)
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, said="")

        def show(tally: Tally, outcome: "Added | Failed") -> None:
            done, total = outcome.progress
            name = one_line(outcome.address.rpartition("/")[2])
            said = " · ".join(filter(None, [summed(tally.counts), tally.pace, name]))
            progress.update(task, completed=done, total=total, said=said)

        yield show
