"""A model at work as a person sees it: its words as they come and its last step, both gone when it is done.

On standard error, and only where that is a terminal; with -v each step stays, terminal or not.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from silcrow.cli.screen import Screen
from silcrow.reading import Step
from silcrow.render.reading import step_line


class Live:
    """What is told of one act. `reading` is its name, known with its first step."""

    def __init__(self, screen: Screen, *, stream: bool) -> None:
        self.reading = ""
        self._screen = screen
        self._stream = stream

    @property
    def hear(self) -> Callable[[str], None] | None:
        """Where the model's words go while they come; None where nobody would see them."""
        return self._screen.passing if self._stream and self._screen.progress else None

    def watch(self, reading: str, step: Step) -> None:
        """A step that was saved."""
        self.reading = reading
        self.done()
        if self._screen.flags.verbose:
            self._screen.detail(step_line(step))
        else:
            self._screen.passing(step_line(step) + "\n")

    def done(self) -> None:
        """Take away what was shown in passing."""
        self._screen.passed()


@contextmanager
def at_work(screen: Screen, *, stream: bool, kept: bool, what: str) -> Iterator[Live]:
    """An act that is told of while it works; where it is broken off and its reading is kept, how to go on."""
    live = Live(screen, stream=stream)
    try:
        yield live
    except KeyboardInterrupt:
        live.done()
        if live.reading and kept:
            screen.say(f"What was {what} is kept; go on with: silcrow resume {live.reading}")
        raise
    finally:
        live.done()
