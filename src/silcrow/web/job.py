"""An upload as a job: the noun, its JSON, and the file that is its row."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from silcrow import wire

State = Literal["waiting", "reading", "done", "failed", "cancelled"]

PERCENT: Mapping[State, int] = {"waiting": 0, "reading": 10, "done": 100, "failed": 100, "cancelled": 100}
"""No engine says how far it is, so this goes by stage."""


@dataclass(frozen=True, slots=True)
class Job:
    """One upload. `doc_id`: the name it is to get. `result` is what adding gave, `error` the error of the envelope."""

    job: str
    name: str
    address: str
    size: int
    created: str
    state: State = "waiting"
    doc_id: str | None = None
    result: wire.JSON | None = None
    error: wire.JSON | None = None

    @property
    def ended(self) -> bool:
        """Whether nothing will become of it any more."""
        return self.state in ("done", "failed", "cancelled")


def as_json(job: Job) -> wire.JSON:
    """A job as it is shown."""
    shown = {name: value for name, value in asdict(job).items() if name != "address"}
    return shown | {"percent": PERCENT[job.state], "notices": []}


def write(job: Job, folder: Path) -> None:
    """Write a job's row, whole or not at all."""
    path = folder / f"{job.job}.json"
    aside = path.with_suffix(".new")
    try:
        aside.write_text(wire.dumps(asdict(job)), encoding="utf-8")
        os.replace(aside, path)  # noqa: PTH105
    except OSError:
        aside.unlink(missing_ok=True)
        raise


def read(path: Path) -> Job | None:
    """The job of a row; None where it is none."""
    try:
        return Job(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
