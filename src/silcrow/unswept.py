"""The collector of cycles put off while a whole document is packed or unpacked, or a long study is read.

It would look through all that has been made so far, again and again, and find nothing: a third to three quarters of the
time. Counted, since several may be at it at once and the collector is one.
"""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_turn = threading.Lock()
_inside = 0
_was_on = False


@contextmanager
def unswept() -> Iterator[None]:
    """No collection until the last who is inside has left; who had it off before keeps it off."""
    global _inside, _was_on  # noqa: PLW0603  so is the collector
    with _turn:
        if not _inside:
            _was_on = gc.isenabled()
            gc.disable()
        _inside += 1
    try:
        yield
    finally:
        with _turn:
            _inside -= 1
            if not _inside and _was_on:
                gc.enable()
