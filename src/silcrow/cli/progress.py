"""What a person sees while files are read: a bar with files and pages, on a terminal only."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from silcrow.cli.screen import Screen

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

    status = Console(stderr=True).status(f"Reading {escape(os.path.basename(name))}")  # noqa: PTH119  not always a path
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
    """The outcomes of a batch, with a bar above which each failure stays."""
    if not screen.progress:
        yield from outcomes
        return
    from rich.console import Console  # noqa: PLC0415  only a terminal pays for it
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

    columns = (
        TextColumn("Reading"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("files, {task.fields[pages]:,} pages"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[name]}", markup=False),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None, pages=0, name="")
        pages = 0
        for outcome in outcomes:
            done, total = outcome.progress
            pages += getattr(getattr(outcome, "record", None), "pages", 0)
            progress.update(task, completed=done, total=total, pages=pages, name=outcome.address.rpartition("/")[2])
            yield outcome
