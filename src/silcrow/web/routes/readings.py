"""Readings: what was asked of models, and how far it came; going on with one, and following one that works."""

import time
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from silcrow import wire
from silcrow.errors import NotFound
from silcrow.reading import Reading
from silcrow.toolset.sizes import cursor_at, position
from silcrow.web import events, shapes
from silcrow.web.acts import answered, shown, step_data, streamed, told_of
from silcrow.web.events import Events, Tell
from silcrow.web.replies import reply
from silcrow.web.service import Served, Service
from silcrow.web.shapes import Asked, Cursor, answers

ROUTER = APIRouter(tags=["readings"])

_LOOK = 0.3  # seconds between two looks at a reading that works elsewhere
_ONE = shapes.result(reading=shapes.TEXT, state=shapes.TEXT, steps=shapes.LIST)


class ListAsked(Asked):
    """How many at a time."""

    limit: Annotated[int, Field(ge=1, le=1_000)] = 100
    cursor: Cursor = None


@ROUTER.get("/readings", responses=answers(shapes.result(readings=shapes.LIST), "Without what was read."))
def readings(request: Request, served: Served, asked: Annotated[ListAsked, Query()]) -> Response:
    """What was asked of models and studied, oldest first, a page at a time."""
    found = [one for one in served.library.readings() if _is_open(served, one)]
    at = position(asked.cursor, "readings")
    shown, rest = found[at : at + asked.limit], found[at + asked.limit :]
    data = wire.readings(shown)
    data["left_out"] = {"count": len(rest), "tokens": 0} if rest else None
    data["cursor"] = cursor_at(at + len(shown), "readings") if rest else None
    return reply(request, data)


@ROUTER.get("/readings/{reading}", responses=answers(_ONE, "With all that its steps hold."))
def one_reading(request: Request, served: Served, reading: str) -> Response:
    """A reading, step by step."""
    return reply(request, wire.reading(open_reading(served, reading)))


@ROUTER.delete("/readings/{reading}", responses=answers(shapes.result(forgotten=shapes.LIST), "It is forgotten."))
def forget(request: Request, served: Served, reading: str) -> Response:
    """Forget a reading and what it read."""
    served.must_write()
    found = open_reading(served, reading)
    served.library.forget(found.reading_id)
    return reply(request, wire.forgotten([found.reading_id]))


@ROUTER.post("/readings/{reading}/resume", responses=streamed("The answer."))
async def resume(request: Request, served: Served, reading: str) -> Response:
    """Go on with a question that was broken off, from its last saved step; one that is done is answered again."""
    found = await run_in_threadpool(open_reading, served, reading)

    def act(tell: Tell) -> wire.JSON:
        answer = served.library.resume(
            found.reading_id,
            chat=served.chat,
            watch=told_of(tell),
            hear=lambda words: tell("words", {"text": words}),
        )
        return shown(served, answer)

    return await answered(request, act)


@ROUTER.get(
    "/readings/{reading}/events",
    responses={200: {"description": "Its steps, then `done`.", "content": {events.MEDIA_TYPE: {"schema": {}}}}},
)
async def follow(
    request: Request,
    served: Served,
    reading: str,
    last_event_id: Annotated[int, Header(ge=0, le=10**6, description="the step that was seen last")] = 0,
) -> Response:
    """The steps of a reading, those saved and those to come, until it is done; after the one seen last."""
    found = await run_in_threadpool(open_reading, served, reading)

    def act(tell: Tell) -> None:
        seen, one = last_event_id, found
        while True:
            for step in one.steps[seen:]:
                tell("step", step_data(one.reading_id, step), number=step.number)
            seen = max(seen, len(one.steps))
            if one.state == "done":
                tell("done", {"reading": one.reading_id})
                return
            time.sleep(_LOOK)
            tell("", "")
            one = served.library.reading(found.reading_id)

    return Events(act, request.app.state.followers)


def open_reading(served: Service, name: str) -> Reading:
    """A reading of what lies open; NotFound for any other."""
    found = served.library.reading(name)
    if not _is_open(served, found):
        raise NotFound(f"no reading {name!r}", hint="See which readings there are.")
    return found


def _is_open(served: Service, found: Reading) -> bool:
    """Whether all that a reading looked at lies open; one of the whole library only where all of that does."""
    named = served.opened.named()
    return not named or (bool(found.documents) and all(doc_id in named for doc_id, _ in found.documents))
