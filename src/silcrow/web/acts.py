"""Acts that a model may take part in: answered at once, or step by step as server-sent events.

Knows that an act gives JSON, and not what is asked.
"""

from collections.abc import Callable
from typing import Any

import anyio
from anyio import to_thread
from fastapi import Request, Response

from silcrow import wire
from silcrow.agent.resuming import Watch
from silcrow.answer import Answer
from silcrow.reading import Step
from silcrow.render.reading import step_line
from silcrow.toolset.outputs import Schema
from silcrow.web import events, shapes
from silcrow.web.events import Events, Tell
from silcrow.web.replies import labels_of, reply
from silcrow.web.service import Service

AT_ONCE = 4
"""Acts at work at the same time; more wait their turn, and verbs without a model do not wait for them."""

ANSWER = shapes.result(text=shapes.TEXT, extractive={"type": "boolean"}, citations=shapes.LIST)

Act = Callable[[Tell], wire.JSON]


def limiter() -> anyio.CapacityLimiter:
    """What counts the acts of one app; made inside its event loop."""
    return anyio.CapacityLimiter(AT_ONCE)


async def answered(request: Request, act: Act, *, event: str = "answer") -> Response:
    """What comes of an act, as who asks would have it: as JSON, or as the last event, of this name."""
    if events.MEDIA_TYPE in request.headers.get("accept", ""):
        return Events(lambda tell: tell(event, act(tell)), request.app.state.acts)
    return reply(request, await to_thread.run_sync(act, _silent, limiter=request.app.state.acts))


def shown(served: Service, answer: Answer) -> wire.JSON:
    """An answer with the printed labels of its pages."""
    return wire.answer(answer, labels=labels_of(served.desk(), (one.span.doc_id for one in answer.citations)))


def told_of(tell: Tell) -> Watch:
    """A watch that tells of each step once it is saved, without what was read."""

    def watch(reading: str, step: Step) -> None:
        tell("step", step_data(reading, step), number=step.number)

    return watch


def step_data(reading: str, step: Step) -> wire.JSON:
    """A step as it is told while it works: its number and kind, and a line for people."""
    return {"reading": reading, "number": step.number, "kind": step.kind, "line": step_line(step)}


def streamed(text: str, *, shape: Schema = ANSWER, event: str = "answer") -> dict[int | str, dict[str, Any]]:
    """What a route with acts answers, for its entry in the OpenAPI document."""
    found = shapes.answers(shape, f"{text} Events: `step` and `words` while it works, then `{event}` or `problem`.")
    found[200]["content"][events.MEDIA_TYPE] = {"schema": {"type": "string"}}
    return found


def _silent(*_: object, **__: object) -> None:
    """Tells nobody."""
