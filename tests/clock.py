"""What an act costs, for tests that time grows no faster than what is read."""

import gc
import time
from collections.abc import Callable


def cpu(act: Callable[[], object], *, runs: int = 1) -> float:
    """Seconds of CPU of the cheapest of some runs.

    Garbage is not collected meanwhile: a full collection walks all that the other tests have left, which may cost more
    than the act and falls on the larger of two documents.
    """
    best = float("inf")
    for _ in range(runs):
        gc.disable()
        try:
            begun = time.process_time()
            act()
            best = min(best, time.process_time() - begun)
        finally:
            gc.enable()
    return best
