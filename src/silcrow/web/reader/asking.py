"""A model at work as a stream of server-sent events: its steps, its words as they come, and the answer at the end.

The work goes on in a thread of its own, a bounded few at a time, and is saved as a reading whether or not anybody
still listens. Knows nothing of what is shown.
"""

import queue
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from silcrow.answer import Answer
from silcrow.errors import Busy, Internal, SilcrowError
from silcrow.reading import Step
from silcrow.render.reading import step_line

_AT_ONCE: Final = 4
_QUIET: Final = 10.0  # seconds without an event after which a comment is sent, so that the line is not cut
_WORK = threading.BoundedSemaphore(_AT_ONCE)

Hear = Callable[[str], None]
Watch = Callable[[str, Step], None]


@dataclass(frozen=True, slots=True)
class Event:
    """One event: `step` and `words` as text, `end` with the answer or the error."""

    kind: str
    text: str = ""
    answer: Answer | None = None
    failure: SilcrowError | None = None


def work(act: Callable[[Watch, Hear], Answer]) -> Iterator[Event | None]:
    """The events of one act as they come; None where nothing came for a while. Busy when too many are at work."""
    if not _WORK.acquire(blocking=False):
        raise Busy("other questions are being answered", hint="Ask again in a moment.")
    events: queue.SimpleQueue[Event] = queue.SimpleQueue()

    def run() -> None:
        try:
            answer = act(
                lambda _reading, step: events.put(Event("step", step_line(step).strip())),
                lambda words: events.put(Event("words", words)),
            )
            events.put(Event("end", answer=answer))
        except SilcrowError as failure:
            events.put(Event("end", failure=failure))
        except Exception:  # noqa: BLE001  whoever listens must be told that nothing comes any more
            events.put(Event("end", failure=Internal("a fault of Silcrow's own", hint="Please report it.")))
        finally:
            _WORK.release()

    threading.Thread(target=run, name="silcrow-asking", daemon=True).start()
    return _until_end(events)


def frame(kind: str, text: str) -> str:
    """One event as it is sent."""
    lines = "".join(f"data: {line}\n" for line in text.splitlines() or [""])
    return f"event: {kind}\n{lines}\n"


def _until_end(events: queue.SimpleQueue[Event]) -> Iterator[Event | None]:
    while True:
        try:
            event = events.get(timeout=_QUIET)
        except queue.Empty:
            yield None
            continue
        yield event
        if event.kind == "end":
            return
