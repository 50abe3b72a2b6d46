"""Outlines that were read last, held in memory. Knows no database."""

import threading
from collections import OrderedDict

from silcrow.document import Section

# Sections of outlines held in memory: about a kilobyte each.
_HELD_SECTIONS = 20_000


class Outlines:
    """Outlines read last, by the key of their edition. Rows under one key never change, so none goes stale."""

    def __init__(self) -> None:
        self._held: OrderedDict[int, tuple[Section, ...]] = OrderedDict()
        self._turn = threading.Lock()

    def get(self, key: int) -> tuple[Section, ...] | None:
        """The outline of an edition, if it is held."""
        with self._turn:
            if key in self._held:
                self._held.move_to_end(key)
            return self._held.get(key)

    def hold(self, key: int, sections: tuple[Section, ...]) -> None:
        """Hold the outline of an edition; those that were not asked for of late make room."""
        with self._turn:
            self._held[key] = sections
            while sum(map(len, self._held.values())) > _HELD_SECTIONS and len(self._held) > 1:
                self._held.popitem(last=False)
