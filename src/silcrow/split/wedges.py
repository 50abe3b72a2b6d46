"""Cuts that a model points at in a stretch without headings, and that nothing of the text depends on.

A rolling window of the stretch is shown to a model, which quotes the words before and after each place where the
subject changes. The quotes are found again in the window (matching.py) and snapped to a sentence or a paragraph; all
that keep the budget are taken, and the window goes on from the last. What it quotes wrongly is left; where nothing is
left, cohesion decides (packing.py). The model's words are never text: they only say where to cut.
"""

import hashlib
import json
from collections.abc import MutableMapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import accumulate
from typing import Final

from silcrow.document import Document
from silcrow.errors import Notice
from silcrow.models.chat import Chat, Message, Shape
from silcrow.part import Parts
from silcrow.split.atoms import INSIDE, Atom, atoms
from silcrow.split.boundaries import Budget, Start
from silcrow.split.matching import Haystack, nearest
from silcrow.split.packing import pack_atoms
from silcrow.split.parts import MOST, parts
from silcrow.split.replies import places
from silcrow.split.units import Flat

WINDOW: Final = 24_000
"""Tokens that a model is shown at once, at most; three parts, where these are smaller."""
_WHOLE = 400  # tokens of a paragraph from which it may be cut between sentences
_FEWEST = 8  # parts of the budget that a piece has at least one of, so that a stretch takes no more calls than that
_FIELDS = ("before", "after", "title")
_CUT = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in _FIELDS},
    "required": list(_FIELDS),
    "additionalProperties": False,
}
_SHAPE = Shape(
    "cuts",
    {
        "type": "object",
        "properties": {"cuts": {"type": "array", "items": _CUT}},
        "required": ["cuts"],
        "additionalProperties": False,
    },
)
_SNAP = 400  # characters to the next sentence or paragraph, at most


def wedged(
    document: Document,
    chat: Chat,
    *,
    identity: str = "",
    kept: MutableMapping[str, str] | None = None,
    max_tokens: int = MOST,
    min_tokens: int | None = None,
    overlap: int | None = None,
) -> Parts:
    """A document in parts, as parts.parts makes them; stretches without headings are cut where a model points.

    identity   of the model. With `kept`, a reply is asked for once: its key is a hash of prompt, identity and window,
               so that what was stopped goes on. Raises what the model raises, with all replies so far kept.
    """
    cut = Wedges(chat, identity=identity, kept=kept)
    found = parts(document, max_tokens=max_tokens, min_tokens=min_tokens, overlap=overlap, cut=cut)
    return replace(found, notices=(*found.notices, *cut.notices))


class Wedges:
    """A Cutter that asks a model; counts what came of its windows for one notice."""

    def __init__(self, chat: Chat, *, identity: str = "", kept: MutableMapping[str, str] | None = None) -> None:
        self._chat = chat
        self._identity = identity
        self._kept = {} if kept is None else kept
        self._windows = self._without = self._lost = 0

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What was not as the model said."""
        if not self._without and not self._lost:
            return ()
        message = (
            f"{self._lost} places that the model named were not found, or in two places; "
            f"{self._without} of {self._windows} windows were cut without it, where the words change."
        )
        return (Notice("wedges_lost", message),)

    def __call__(self, flat: Flat, first: int, end: int, budget: Budget) -> Sequence[Start]:
        """Where the parts of units[first:end] begin; see boundaries.Cutter."""
        found = atoms(flat, first, end, budget.most, whole=min(_WHOLE, budget.most))
        spent = list(accumulate((atom.cost for atom in found), initial=0))
        begun: list[tuple[int, str]] = [(0, "")]
        while spent[-1] - spent[begun[-1][0]] >= budget.most:
            begun.extend(self._window(flat, found, spent, begun[-1][0], budget))
        ends = [*(at for at, _ in begun[1:]), len(found)]
        return [
            start
            for (at, title), stop in zip(begun, ends, strict=True)
            for start in _titled(pack_atoms(flat, found[at:stop], budget), title)
        ]

    def _window(
        self, flat: Flat, found: Sequence[Atom], spent: Sequence[int], start: int, budget: Budget
    ) -> list[tuple[int, str]]:
        """The cuts of the window from `start`, one at least."""
        shown = min(WINDOW, 3 * budget.most)
        end = start + 1
        while end < len(found) and spent[end] - spent[start] < shown:
            end += 1
        least = max(budget.least, budget.most // _FEWEST)
        taken: list[tuple[int, str]] = []
        at = start
        for within, title in self._pointed(flat, found[start:end], budget):
            cut = start + within
            if spent[cut] - spent[at] >= least and spent[-1] - spent[cut] >= least:
                taken.append((cut, title))
                at = cut
        self._windows += 1
        if taken:
            return taken
        self._without += 1
        second = pack_atoms(flat, found[start:end], budget)[1].atom
        return [(next(n for n in range(start, end) if found[n].start == second.start), "")]

    def _pointed(self, flat: Flat, window: Sequence[Atom], budget: Budget) -> list[tuple[int, str]]:
        """The atoms of a window that the model points at, in order, with its titles."""
        base = window[0].start
        text = flat.text[base : window[-1].end]
        allowed = [n for n, atom in enumerate(window) if n and atom.shunned <= INSIDE]
        if not allowed:
            return []
        offsets = [window[n].start - base for n in allowed]
        haystack = Haystack(text)
        taken: dict[int, tuple[float, str]] = {}
        for place in places(self._asked(text, budget)):
            met = haystack.meet(place.before, place.after)
            snapped = nearest(offsets, met.offset) if met else 0
            if met is None or abs(offsets[snapped] - met.offset) > _SNAP:
                self._lost += 1
            elif met.alike > taken.get(allowed[snapped], (0.0, ""))[0]:
                taken[allowed[snapped]] = (met.alike, place.title)
        return [(at, title) for at, (_, title) in sorted(taken.items())]

    def _asked(self, text: str, budget: Budget) -> str:
        """The model's reply to a window, asked for once."""
        sizes = f"Pieces of {budget.least} to {budget.most} tokens."
        key = hashlib.sha256(json.dumps([_prompt(), self._identity, sizes, text]).encode()).hexdigest()
        if key not in self._kept:
            asked = (Message("system", _prompt()), Message("user", f"{sizes}\n\n<text>\n{text}\n</text>"))
            self._kept[key] = self._chat.reply(asked, shape=_SHAPE).text
        return self._kept[key]


def _titled(starts: Sequence[Start], title: str) -> list[Start]:
    """The parts of one piece under its title."""
    if not title or len(starts) == 1:
        return [start._replace(title=title) for start in starts]
    return [start._replace(title=f"{title} (Part {n})") for n, start in enumerate(starts, 1)]


@cache
def _prompt() -> str:
    return files("silcrow.split").joinpath("prompts/wedge.md").read_text(encoding="utf-8")
