"""A Reading: one resumable act (a question, a study, a check) as the steps it took; and the Journal they go to.

Its state is the fold of its saved steps and stands nowhere else, so that whoever was killed between two steps goes on
where the last one ended. What a kind of step holds is the business of the act that wrote it; one kind is common to all:
`end`, after which only a question whose bounds were raised goes on. Knows no store and no model.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal, Protocol

from silcrow.errors import Damaged, Usage

Kind = Literal["ask", "study", "check"]
State = Literal["open", "done"]
Data = Mapping[str, object]

END = "end"
_ID = re.compile(r"[rR]?0*([1-9][0-9]{0,8})\Z")


class Kept(Mapping[str, object]):
    """The data of a step as a store has it: JSON that is decoded when somebody looks into it, and once.

    How far a study of two thousand parts is stands in one key of each step; decoding its notes would cost ten times
    as much. Damaged where the text is no object.
    """

    __slots__ = ("_data", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._data: Data | None = None

    def leading(self, key: str) -> object:
        """The value of a key; a text that stands first is read without decoding what follows."""
        head = f'{{"{key}": "'
        if self._data is None and self._text.startswith(head):
            end = self._text.find('"', len(head))
            value = self._text[len(head) : end]
            if end > 0 and "\\" not in value:
                return value
        return self[key]

    def _whole(self) -> Data:
        if self._data is None:
            try:
                data = json.loads(self._text)
            except (ValueError, RecursionError):
                data = None
            if not isinstance(data, dict):
                raise Damaged(
                    "a saved step is no JSON object", hint="silcrow fsck looks for more; a backup has it whole."
                )
            self._data = data
        return self._data

    def __getitem__(self, key: str) -> object:
        return self._whole()[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._whole())

    def __len__(self) -> int:
        return len(self._whole())

    def __repr__(self) -> str:
        return repr(self._whole())


def leading(data: Data, key: str) -> object:
    """The value of a key that stands first in the data of a step, whether it is decoded or not."""
    return data.leading(key) if isinstance(data, Kept) else data[key]


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a reading: what was called and seen, as plain JSON values, and what it used.

    number     from 1, without gaps; two steps of one reading never have the same
    usage      figures that may be added up, such as tokens by kind
    at         when it was saved (UTC); of no meaning to the act itself
    """

    number: int
    kind: str
    data: Data
    usage: Mapping[str, int] = field(default_factory=dict)
    at: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One act: what it was given, and the steps saved so far.

    title      what was asked, or what the study is called
    documents  (doc_id, edition) of what lay open; empty for the whole library
    scope      text forms of the sections that alone lay open; empty for all of the documents
    settings   what else it needs to go on as it began, as plain JSON values
    """

    reading_id: str
    kind: Kind
    title: str
    documents: tuple[tuple[str, str], ...] = ()
    scope: tuple[str, ...] = ()
    settings: Data = field(default_factory=dict)
    started: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> State:
        """Done once an `end` was saved; open means that it may be running or was broken off."""
        return "done" if self.steps and self.steps[-1].kind == END else "open"

    @property
    def usage(self) -> Mapping[str, int]:
        """What all steps used together."""
        return total(step.usage for step in self.steps)


class Journal(Protocol):
    """Where the steps of one reading go. Each is safe before `save` returns."""

    @property
    def reading_id(self) -> str:
        """The reading's name; empty where nothing is kept."""

    def steps(self) -> tuple[Step, ...]:
        """All steps saved so far, in order; the next save goes after the last of them."""

    def save(self, kind: str, data: Data, *, usage: Mapping[str, int] | None = None) -> Step:
        """Save the next step. Busy when another process has gone on with this reading meanwhile."""


class MemoryJournal:
    """A Journal that nobody can resume."""

    reading_id = ""

    def __init__(self, steps: Sequence[Step] = ()) -> None:
        self._steps = list(steps)

    def steps(self) -> tuple[Step, ...]:
        """All steps so far."""
        return tuple(self._steps)

    def save(self, kind: str, data: Data, *, usage: Mapping[str, int] | None = None) -> Step:
        """Hold the next step."""
        step = Step(len(self._steps) + 1, kind, data, dict(usage or {}), now())
        self._steps.append(step)
        return step


def total(usages: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """Figures of usage added up by name."""
    summed: dict[str, int] = {}
    for usage in usages:
        for name, amount in usage.items():
            summed[name] = summed.get(name, 0) + amount
    return summed


def id_of(number: int) -> str:
    """The name of the n-th reading of a library: short, in order, and easily typed."""
    return f"r{number:04d}"


def number_of(text: str) -> int:
    """The number of a reading's name as people type it: `r0012`, `r12` or `12`; Usage when it is none."""
    found = _ID.match(text.strip())
    if not found:
        raise Usage(f"{text!r} names no reading", hint="Write its name, such as r0012; silcrow readings shows them.")
    return int(found[1])


def now() -> str:
    """The time of day in UTC, to the second."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
