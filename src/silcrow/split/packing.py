"""Cuts in a stretch without headings that is too large: evenly, between paragraphs, where the words change.

A part is filled to about the size that makes all parts of the stretch alike, so that none is left over at the end.
Near that size, a cut between paragraphs is better than one inside, and of those the one where cohesion is least
(cohesion.py). Deterministic; asks no model.
"""

from collections.abc import Sequence
from itertools import accumulate

from silcrow.split.atoms import CHARACTER, HEADING, INSIDE, LEADS_ON, PARAGRAPH, WORD, Atom, atoms
from silcrow.split.boundaries import Budget, Start
from silcrow.split.cohesion import Cohesion
from silcrow.split.units import Flat

# What a cut is worth less for being shunned, beside a depth (0 to 2) and a distance from the even size (0 to 1).
_SHUNNED = {PARAGRAPH: 0.0, LEADS_ON: 1.0, INSIDE: 2.0, HEADING: 4.0, WORD: 6.0, CHARACTER: 7.0}
_NEAREST = 0.6  # share of the even size that a part has at least, where the atoms allow it
_DISTANCE = 0.5  # weight of the distance from the even size


def pack(flat: Flat, first: int, end: int, budget: Budget) -> list[Start]:
    """Where parts of units[first:end] begin; see boundaries.Cutter."""
    return pack_atoms(flat, atoms(flat, first, end, budget.most), budget)


def pack_atoms(flat: Flat, found: Sequence[Atom], budget: Budget) -> list[Start]:
    """Where parts of a run of atoms begin."""
    return _Packing(flat, found, budget.most).starts()


class _Packing:
    """One run of atoms; spent[i] is what those before the i-th cost."""

    def __init__(self, flat: Flat, found: Sequence[Atom], most: int) -> None:
        self._found = found
        self._most = most
        self._cohesion = Cohesion(lambda at: flat.text[found[at].start : found[at].end], len(found))
        self._spent = list(accumulate((atom.cost for atom in found), initial=0))

    def starts(self) -> list[Start]:
        begun = [0]
        while (left := self._spent[-1] - self._spent[begun[-1]]) >= self._most:
            even = left / (left // self._most + 1)
            begun.append(self._best(begun[-1], even))
        return [Start(self._found[at]) for at in begun]

    def _best(self, start: int, even: float) -> int:
        """The atom at which the part after the one from `start` had best begin."""
        places = self._places(start, even)
        fallen = self._cohesion.depths(places) if len(places) > 1 else [0.0]

        def worth(n: int) -> tuple[float, int]:
            at = places[n]
            away = abs(self._spent[at] - self._spent[start] - even) / even
            return fallen[n] - _SHUNNED[self._found[at].shunned] - _DISTANCE * away, at

        return places[max(range(len(places)), key=worth)]

    def _places(self, start: int, even: float) -> list[int]:
        """Where the part from `start` may end: what is near enough to even, and not too large."""
        spent, base = self._spent, self._spent[start]
        last = start + 1
        while last + 1 < len(self._found) and spent[last + 1] - base < self._most:
            last += 1
        first = last
        while first > start + 1 and spent[first - 1] - base >= _NEAREST * even:
            first -= 1
        places = range(first, last + 1)
        least = min(self._found[at].shunned for at in places)
        return [at for at in places if self._found[at].shunned <= max(least, LEADS_ON)]
