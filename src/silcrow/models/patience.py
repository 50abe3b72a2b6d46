"""How a server is asked: again where that may help, after the pause it asks for, and never past the deadline.

Works over any Server, of which it knows only that it replies or says whether asking again may help. Callers that share
a Patient share its pauses too: when one is told to wait, all wait.
"""

import random
import threading
import time
from collections.abc import Callable, Sequence
from typing import Protocol

from silcrow.errors import ModelFailed
from silcrow.models.chat import Message, Reply, Shape, ToolSchema

_TRIES = 5
_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds before the second try, doubled after each
_LEAST = 0.05  # seconds that are worth another try


class Again(ModelFailed):
    """It may help to ask again, after `wait` seconds where the server said so."""

    def __init__(self, message: str, *, hint: str = "", wait: float | None = None) -> None:
        super().__init__(message, hint=hint)
        self.wait = wait


class Server(Protocol):
    """One try at a reply.

    identity   the model's name, and the address where it is not the usual one
    """

    @property
    def identity(self) -> str: ...

    def once(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema],
        stream: Callable[[str], None],
        shape: Shape | None,
        seconds: float,
    ) -> Reply:
        """A reply within so many seconds. Raises Again where another try may help, else ModelFailed."""


class Patient:
    """A Chat over a server. Usable from any thread.

    seconds   for a reply, all tries and pauses together
    sleep, clock, jitter   seams for tests; jitter gives a number from 0 to 1
    """

    def __init__(
        self,
        server: Server,
        *,
        seconds: float = 300.0,
        tries: int = _TRIES,
        sleep: Callable[[float], None] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        self.identity = server.identity
        self._server = server
        self._seconds = seconds
        self._tries = tries
        self._sleep = sleep
        self._clock = clock
        self._jitter = jitter
        self._lock = threading.Lock()
        self._not_before = 0.0

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema] = (),
        stream: Callable[[str], None] | None = None,
        shape: Shape | None = None,
    ) -> Reply:
        """The reply of the first try that gives one."""
        deadline = self._clock() + self._seconds
        shown = Shown(stream)
        failure = self._late("nothing was answered")
        for attempt in range(self._tries):
            self._wait_until_free(deadline, failure)
            left = deadline - self._clock()
            if left < _LEAST:
                break
            try:
                return self._server.once(messages, tools=tools, stream=shown.begin(), shape=shape, seconds=left)
            except Again as again:
                failure = again
                pause = again.wait if again.wait is not None else min(_LONGEST_PAUSE, _PAUSE * 2**attempt)
                self._hold(pause * (1 + 0.25 * self._jitter()))
        raise ModelFailed(f"{failure.message} (asked {attempt + 1} times)", hint=failure.hint) from failure

    def _hold(self, pause: float) -> None:
        with self._lock:
            self._not_before = max(self._not_before, self._clock() + pause)

    def _wait_until_free(self, deadline: float, failure: ModelFailed) -> None:
        """Wait while the server wants to be left alone; ModelFailed at once where that is past the deadline."""
        until = 0.0
        while until < self._not_before:  # another thread may be told to wait longer meanwhile
            until = self._not_before
            wait = until - self._clock()
            if wait > 0 and until > deadline:
                late = self._late(f"asks to be left alone for {wait:.0f} s")
                raise ModelFailed(f"{failure.message}; {late.message}", hint=late.hint) from failure
            if wait > 0:
                self._sleep(wait)

    def _late(self, what: str) -> ModelFailed:
        return ModelFailed(
            f"{self.identity}: {what}, and there are {self._seconds:g} s for a reply",
            hint="Try again later, or give it more time (setting model_seconds).",
        )


class Shown:
    """What was streamed over several tries: a new try goes on where it says the same, and else begins a new line."""

    def __init__(self, stream: Callable[[str], None] | None) -> None:
        self._stream = stream
        self._out = ""
        self._now = ""

    def begin(self) -> Callable[[str], None]:
        """Where the next try streams to."""
        self._now = ""
        same = True

        def piece(text: str) -> None:
            nonlocal same
            self._now += text
            if self._stream is None or (same and self._out.startswith(self._now)):
                return
            if not same:
                news = text
            elif self._now.startswith(self._out):
                news = self._now[len(self._out) :]
            else:
                news = "\n" + self._now
            same = False
            self._out = self._now
            self._stream(news)

        return piece
