"""Server-sent events of an act that works in a thread of its own: its steps as they are saved, then what came of it.

Knows no verb. When the client is gone the act is told so at its next step, and stops there.
"""

import asyncio
import contextlib
import threading
from collections.abc import Callable
from typing import Any

import anyio
from anyio import to_thread
from fastapi import Response

from silcrow import wire
from silcrow.errors import SilcrowError
from silcrow.web import problems

MEDIA_TYPE = "text/event-stream"
_BEAT = 15.0  # seconds after which a silent stream shows that it is alive

Tell = Callable[..., None]
"""tell(event, data, number=None): one event; raises Gone when nobody listens any more."""


class Gone(Exception):
    """Nobody listens."""


class Events(Response):
    """What an act tells. An error of it is the last event, `problem`."""

    media_type = MEDIA_TYPE

    def __init__(self, act: Callable[[Tell], None], limiter: anyio.CapacityLimiter) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        self._act = act
        self._limiter = limiter

    async def __call__(self, _scope: Any, receive: Any, send: Any) -> None:
        """Send what is told, until the act ends or the client is gone."""
        fields = [(name, value) for name, value in self.raw_headers if name != b"content-length"]
        await send({"type": "http.response.start", "status": 200, "headers": fields})
        queue: asyncio.Queue[bytes | None] = asyncio.Queue()
        loop = asyncio.get_running_loop()
        gone = threading.Event()

        def tell(event: str, data: wire.JSON | str, number: int | None = None) -> None:
            if gone.is_set():
                raise Gone
            if event:  # without a name it only asks whether somebody listens
                loop.call_soon_threadsafe(queue.put_nowait, _event(event, data, number))

        async def work() -> None:
            await to_thread.run_sync(self._worked, tell, limiter=self._limiter)
            queue.put_nowait(None)

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            gone.set()
            queue.put_nowait(None)

        async with anyio.create_task_group() as group:
            group.start_soon(watch)
            group.start_soon(work)
            while True:
                with anyio.move_on_after(_BEAT) as wait:
                    piece = await queue.get()
                if wait.cancelled_caught:
                    piece = b": at work\n\n"
                if piece is None:
                    break
                await send({"type": "http.response.body", "body": piece, "more_body": True})
            if not gone.is_set():
                await send({"type": "http.response.body", "body": b""})
            group.cancel_scope.cancel()

    def _worked(self, tell: Tell) -> None:
        try:
            self._act(tell)
        except Gone:
            pass
        except SilcrowError as failure:
            _last(tell, failure)
        except Exception as fault:  # noqa: BLE001  the stream has begun: there is no status to give any more
            problems.note(fault)
            _last(tell, problems.told(fault))


def _last(tell: Tell, failure: SilcrowError) -> None:
    with contextlib.suppress(Gone):
        tell("problem", problems.written(failure))


def _event(event: str, data: wire.JSON | str, number: int | None) -> bytes:
    """One event. JSON in its one spelling has no line breaks."""
    text = data if isinstance(data, str) else wire.dumps(data)
    return (f"id: {number}\n" * (number is not None) + f"event: {event}\ndata: {text}\n\n").encode()
