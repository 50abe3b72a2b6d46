"""Scanning windows: each hit widened up and down inside its own section, what overlaps or touches merged.

Counts paragraphs; knows nothing of stores, words and text.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Section = tuple[str, int]


class Spot(NamedTuple):
    """One paragraph of a section (doc_id and ord): para_idx counts from 1; 0 is the heading."""

    section: Section
    para_idx: int


@dataclass(frozen=True, slots=True)
class Window:
    """Paragraphs first to last of a section, last included, and the hits among them, in reading order."""

    section: Section
    first: int
    last: int
    hits: tuple[int, ...]

    @property
    def spots(self) -> list[Spot]:
        """Its paragraphs, in order."""
        return [Spot(self.section, i) for i in range(self.first, self.last + 1)]


def widen(hits: Mapping[Spot, tuple[int, int]], window: tuple[int, int]) -> list[Window]:
    """The windows of some hits, in document order; every hit is in exactly one, and no two overlap or touch.

    Each hit comes with the first and the last paragraph that may be read around it. A heading hit (0) stays alone.
    """
    up, down = window
    merged: list[Window] = []
    for spot in sorted(hits):
        lowest, highest = hits[spot]
        first = max(lowest, spot.para_idx - up) if spot.para_idx else 0
        last = min(highest, spot.para_idx + down) if spot.para_idx else 0
        before = merged[-1] if merged else None
        if before and before.section == spot.section and first <= before.last + 1:
            first, last = before.first, max(last, before.last)
            merged[-1] = Window(spot.section, first, last, (*before.hits, spot.para_idx))
        else:
            merged.append(Window(spot.section, first, last, (spot.para_idx,)))
    return merged


def fit(
    hits: Sequence[tuple[Spot, int]],
    windows: Sequence[Window],
    cost: Callable[[Spot], int],
    *,
    budget: int,
    shares: int = 1,
) -> list[Window]:
    """What of the windows fits a budget, in document order: hits first, best first, then what stands nearest to them.

    `hits` come best first, each with the number of its share: every share may first spend its even part of the budget
    on its own hits; what they leave is open to all.
    """
    left = budget
    purse = [budget // shares] * shares
    kept: set[Spot] = set()
    for spot, share in hits:
        if (price := cost(spot)) <= purse[share]:
            purse[share] -= price
            left -= price
            kept.add(spot)
    for spot, _ in hits:
        if spot not in kept and (price := cost(spot)) <= left:
            left -= price
            kept.add(spot)
    for spot in _around([spot for spot, _ in hits if spot in kept], windows):
        if spot not in kept and _touches(spot, kept) and (price := cost(spot)) <= left:
            left -= price
            kept.add(spot)
    return [part for window in windows for part in _runs(window, kept)]


def _around(hits: Sequence[Spot], windows: Sequence[Window]) -> Iterator[Spot]:
    """The paragraphs of the windows around these hits: nearest first, of equally near the best hit's first."""
    home = {Spot(window.section, hit): window for window in windows for hit in window.hits}
    widest = max((window.last - window.first for window in windows), default=0)
    for distance in range(1, widest + 1):
        for spot in hits:
            for i in (spot.para_idx - distance, spot.para_idx + distance):
                if home[spot].first <= i <= home[spot].last:
                    yield Spot(spot.section, i)


def _touches(spot: Spot, kept: set[Spot]) -> bool:
    return spot._replace(para_idx=spot.para_idx - 1) in kept or spot._replace(para_idx=spot.para_idx + 1) in kept


def _runs(window: Window, kept: set[Spot]) -> Iterator[Window]:
    """The unbroken runs of a window's kept paragraphs."""
    run: list[int] = []
    for i in range(window.first, window.last + 2):
        if Spot(window.section, i) in kept:
            run.append(i)
        elif run:
            yield Window(window.section, run[0], run[-1], tuple(hit for hit in window.hits if run[0] <= hit <= run[-1]))
            run = []
