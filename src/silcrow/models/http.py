"""A JSON request to a model's server and its JSON reply: tried again where that may help, bounded in time and size.

Knows no dialect. Nothing of a reply is trusted but that it is JSON; a key goes to the named address only.
"""

import json
import math
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from silcrow.errors import ModelFailed, Usage

_TRIES = 3
_PAUSE, _LONGEST_PAUSE = 0.5, 20.0  # seconds before the second try, doubled after it; what a server may ask for
_MOST_BYTES = 64 * 2**20
_PIECE = 2**16
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504})


def post(url: str, payload: object, *, key: str = "", seconds: float = 60.0) -> Any:
    """The reply to a request. ModelFailed when there is none within so many seconds, all tries and pauses together."""
    if urlsplit(url).scheme not in ("http", "https") or not urlsplit(url).hostname:
        raise Usage(f"{url!r} is no address of a server", hint="It should begin with http:// or https://.")
    deadline = time.monotonic() + seconds
    failure = ModelFailed(f"{url} did not answer within {seconds:g} s", hint=_HINT)
    for pause in _pauses():
        try:
            return _once(url, payload, key, deadline)
        except urllib.error.HTTPError as error:
            failure = ModelFailed(f"{url} answered {error.code}: {_said(error)}", hint=_hint(error.code))
            if error.code not in _AGAIN:
                break
            wait = max(pause, _asked_for(error))
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            failure = ModelFailed(f"{url} could not be asked: {reason or type(error).__name__}", hint=_HINT)
            wait = pause
        if time.monotonic() + wait >= deadline:
            break
        time.sleep(wait)
    raise failure


_HINT = "Check that the model's server is running and can be reached."


def _pauses() -> Iterator[float]:
    yield from (_PAUSE * 2**i for i in range(_TRIES - 1))
    yield _LONGEST_PAUSE * _TRIES  # after the last try nothing is waited for


def _once(url: str, payload: object, key: str, deadline: float) -> Any:
    request = urllib.request.Request(url, json.dumps(payload).encode(), method="POST")  # noqa: S310  checked by post
    request.add_header("Content-Type", "application/json")
    request.add_header("Accept", "application/json")
    if key:
        request.add_unredirected_header("Authorization", f"Bearer {key}")
    left = max(0.1, deadline - time.monotonic())
    pieces: list[bytes] = []
    with urllib.request.urlopen(request, timeout=left) as reply:  # noqa: S310  checked by post
        while piece := reply.read1(_PIECE):
            pieces.append(piece)
            if len(pieces) * _PIECE > _MOST_BYTES and sum(map(len, pieces)) > _MOST_BYTES:
                raise ModelFailed(f"{url} answers without end", hint=_HINT)
            if time.monotonic() > deadline:
                raise TimeoutError("timed out")
    try:
        return json.loads(b"".join(pieces))
    except (ValueError, RecursionError) as error:
        raise ModelFailed(f"{url} did not answer in JSON", hint="Check that it is the address of the model.") from error


def number(found: object) -> float | None:
    """A finite number of a reply; None for anything else."""
    if isinstance(found, bool) or not isinstance(found, int | float):
        return None
    try:
        value = float(found)
    except OverflowError:
        return None
    return value if math.isfinite(value) else None


def _said(error: urllib.error.HTTPError) -> str:
    body = ""
    with suppress(OSError, HTTPException), error:
        body = error.read(2_000).decode("utf-8", "replace")
    return " ".join(body.split())[:200] or str(error.reason)


def _asked_for(error: urllib.error.HTTPError) -> float:
    """Seconds that the server asks to wait, within bounds."""
    asked = error.headers.get("Retry-After", "")
    return min(_LONGEST_PAUSE, float(asked)) if asked.isdigit() else 0.0


def _hint(status: int) -> str:
    if status in (401, 403):
        return "Check the key for this server."
    return "Try again later." if status in _AGAIN else "Check the address and the name of the model."
