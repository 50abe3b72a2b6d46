"""The journal of one reading that a store keeps: what an act above the desk sees of the store."""

from collections.abc import Mapping

from silcrow.reading import Data, Step
from silcrow.store.protocol import Store


class StoreJournal:
    """Steps of one reading, each written in a transaction of its own."""

    def __init__(self, store: Store, reading_id: str, saved: int = 0) -> None:
        self._store = store
        self.reading_id = reading_id
        self._saved = saved

    def steps(self) -> tuple[Step, ...]:
        """All steps saved so far; the next one goes after the last of them."""
        steps = self._store.one_reading(self.reading_id).steps
        self._saved = len(steps)
        return steps

    def save(self, kind: str, data: Data, *, usage: Mapping[str, int] | None = None) -> Step:
        """Write the next step; Busy when another process was there first."""
        step = self._store.save_step(self.reading_id, Step(self._saved + 1, kind, data, dict(usage or {})))
        self._saved = step.number
        return step
