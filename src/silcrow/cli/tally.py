"""A batch as it stands: what became of its files so far, how fast they are read, and how long the rest will take.

Knows outcomes and a clock, and no screen.
"""

from collections import Counter, deque
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from silcrow.ingest.batch import Failed
    from silcrow.ingest.one import Added

_WORDS = {"new": "new", "changed": "changed", "address": "known elsewhere", "same": "same", "failed": "failed"}
_WINDOW = 60.0  # seconds that a pace is taken over: files that are known go by in no time, and say nothing of the rest
_FIRST = 2.0  # seconds before there is a pace


class Tally:
    """What was told of a batch; `seconds` are those of any clock that goes on."""

    def __init__(self, seconds: float) -> None:
        self.counts: Counter[str] = Counter()
        self.pages = 0
        self._marks = deque([(seconds, 0.0, 0)])  # when, which share of all bytes was done, pages read by then

    def add(self, outcome: "Added | Failed", seconds: float) -> None:
        """One more file. Its pages count where they were read."""
        became = getattr(outcome, "outcome", "failed")
        self.counts[became] += 1
        if became in ("new", "changed"):
            self.pages += getattr(outcome, "record").pages  # noqa: B009  a Failed has none
        self._marks.append((seconds, outcome.share, self.pages))
        while len(self._marks) > 2 and seconds - self._marks[1][0] > _WINDOW:
            self._marks.popleft()

    @property
    def pace(self) -> str:
        """`38 pages a second, 2 min left`; "" where it is too early to say."""
        (began, done, pages), (now, share, read) = self._marks[0], self._marks[-1]
        if now - began < _FIRST or share <= done:
            return ""
        left = (now - began) * (1 - share) / (share - done)
        speed = (read - pages) / (now - began)
        said = [f"{speed:.{0 if speed >= 10 else 1}f} pages a second"] if read > pages else []
        return ", ".join([*said, *([f"{_lasting(left)} left"] if share < 1 else [])])


def summed(counts: Mapping[str, int]) -> str:
    """`12 new, 2 changed, 340 same, 1 failed`, of files by what became of them."""
    return ", ".join(f"{counts[one]} {word}" for one, word in _WORDS.items() if counts.get(one))


def _lasting(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.0f} h"
