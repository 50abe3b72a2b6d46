"""What the official SDKs have in common for us: how they are found, bounded, and what their errors mean.

Both stand on httpx2. A reply is bounded in time and bytes while it comes, so that neither a server that drips nor one
that never ends holds us; redirects are not followed, since a prompt goes to the address that was named and to no other.
"""

import importlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import httpx2

from silcrow.errors import ContextFull, ModelFailed
from silcrow.models import dialects
from silcrow.models.chat import Message, Reply, ToolSchema
from silcrow.models.patience import Again
from silcrow.models.visible import Visible

_MOST_BYTES = 64 * 2**20
_CONNECT = 10.0  # seconds
_MOST_SAID = 300  # characters of a server's words that are repeated
_AGAIN = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 520, 522, 524, 529})
_NO_MONEY = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_error"})
_BY_TYPE = {"overloaded_error": 529, "rate_limit_error": 429, "api_error": 500, "timeout_error": 504}

_deadline: ContextVar[float] = ContextVar("deadline")


def package(name: str, *, extra: str) -> Any:
    """An SDK, imported now; ModelFailed where it is not installed."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise ModelFailed(
            f"the package {name} is not installed", hint=f"Install it: pip install 'silcrow[{extra}]'"
        ) from error


def http_client(url: str) -> httpx2.Client:
    """A client for an SDK, with our bounds and the proxies of the environment, none for this machine itself.

    A connection is closed after its reply: opening one is nothing beside a model's time, and none goes stale.
    """
    limits = httpx2.Limits(max_connections=100, max_keepalive_connections=0)
    here = urlsplit(url).hostname in ("localhost", "127.0.0.1", "::1")
    hooks = {"response": [_bound]}
    return httpx2.Client(limits=limits, follow_redirects=False, event_hooks=hooks, trust_env=not here)


def timeout(seconds: float) -> httpx2.Timeout:
    """Of one try that has so many seconds."""
    return httpx2.Timeout(seconds, connect=min(_CONNECT, seconds))


@contextmanager
def bounded(seconds: float) -> Iterator[None]:
    """Replies that are read inside end after so many seconds."""
    token = _deadline.set(time.monotonic() + seconds)
    try:
        yield
    finally:
        _deadline.reset(token)


class _Bounded(httpx2.SyncByteStream):
    def __init__(self, stream: httpx2.SyncByteStream, deadline: float) -> None:
        self._stream = stream
        self._deadline = deadline

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        for piece in self._stream:
            size += len(piece)
            if size > _MOST_BYTES:
                raise ModelFailed("the server answers without end", hint="Check that it serves a language model.")
            if time.monotonic() > self._deadline:
                raise httpx2.ReadTimeout("the reply was not complete in time")
            yield piece

    def close(self) -> None:
        self._stream.close()


def _bound(response: httpx2.Response) -> None:
    if isinstance(response.stream, httpx2.SyncByteStream) and (deadline := _deadline.get(None)) is not None:
        response.stream = _Bounded(response.stream, deadline)


def unstreamed(response: httpx2.Response) -> dict[str, Any] | None:
    """The whole reply of a server that does not stream, None of one that does. ValueError where it is no object."""
    if not response.headers.get("content-type", "").startswith("application/json"):
        return None
    found = dialects.read_json(response.read().decode("utf-8", "replace"))
    if not isinstance(found, dict):
        raise ValueError("no JSON object")  # noqa: TRY004  what `failed` takes for a broken reply
    return found


def faults(sdk: Any) -> tuple[type[Exception], ...]:
    """What an SDK and all below it raise while a reply is read."""
    base = sdk.OpenAIError if hasattr(sdk, "OpenAIError") else sdk.AnthropicError
    return (base, httpx2.HTTPError, httpx2.StreamError, ValueError, RecursionError, OSError)


def failed(error: Exception, *, who: str, key: str) -> ModelFailed:
    """What an error of an SDK or of the line means: Again, ContextFull, or for good. The key is never repeated."""
    if isinstance(error, ModelFailed):
        return error
    body = getattr(error, "body", None)
    if isinstance(body, str | Mapping) or getattr(error, "status_code", None) is not None:
        return _refusal(error, body, who, key)
    if isinstance(error, ValueError | RecursionError):
        return Again(f"{who} sent what is no JSON", hint="Check that the address is that of a language model.")
    cause = error.__cause__ if isinstance(error.__cause__, httpx2.HTTPError) else error
    if "Timeout" in type(error).__name__ or isinstance(cause, httpx2.TimeoutException):
        return Again(f"{who} was too slow", hint="Give it more time (setting model_seconds), or ask for less.")
    said = _clean(str(cause) or type(cause).__name__, key)
    return Again(f"{who} could not be asked: {said}", hint="Check that the model's server is running and its address.")


def _refusal(error: Exception, body: str | Mapping[str, Any] | None, who: str, key: str) -> ModelFailed:
    said = _clean(dialects.words_of(body) or str(error), key)
    kinds = dialects.kinds_of(body)
    status = getattr(error, "status_code", None) or 500
    if status < 300:  # an error in the middle of a stream that began well
        status = next((_BY_TYPE[kind] for kind in kinds if kind in _BY_TYPE), 500)
    message = f"{who} answered {status}: {said}"
    if dialects.is_context_full(status, said, kinds):
        return ContextFull(
            message, hint="Ask for less, or name a model that takes more.", window=dialects.window_of(said)
        )
    if kinds & _NO_MONEY:
        return ModelFailed(message, hint="The account behind the key has no credit left.")
    headers = getattr(getattr(error, "response", None), "headers", {})
    if status in _AGAIN and headers.get("x-should-retry") != "false":
        return Again(message, hint="Try again later.", wait=_asked_for(headers))
    return Refused(message, hint=_hint(status), said=said)


class Refused(ModelFailed):
    """The server would not have the request; `said`: its words."""

    def __init__(self, message: str, *, hint: str, said: str) -> None:
        super().__init__(message, hint=hint)
        self.said = said


def _hint(status: int) -> str:
    match status:
        case 401 | 403:
            return "Check the key for this server (SILCROW_MODEL_KEY, or the variable of its SDK)."
        case 404:
            return "Check the name of the model, and the address (--model-url)."
        case _ if 300 <= status < 400:
            return "It points to another address, which is not followed: name that one with --model-url."
        case _:
            return "Check the name of the model, and that it can call tools."


def _clean(said: str, key: str) -> str:
    said = " ".join(said.split())
    if len(key) > 5:
        said = said.replace(key, "[key]")
    return said if len(said) <= _MOST_SAID else said[:_MOST_SAID] + "…"


def _asked_for(headers: Mapping[str, str]) -> float | None:
    """Seconds that the server asks to wait: as milliseconds, as seconds, or until a date of its own clock."""
    for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
        try:
            seconds = float(headers.get(name, "")) * unit
        except ValueError:
            continue
        if 0 <= seconds < 1e6:
            return seconds
    try:
        until = parsedate_to_datetime(headers["retry-after"])
        return max(0.0, (until - parsedate_to_datetime(headers["date"])).total_seconds())
    except (KeyError, TypeError, ValueError):
        return None


def one_try(
    drafted: Callable[[Visible], dialects.Draft],
    identity: str,
    *,
    messages: Sequence[Message],
    tools: Sequence[ToolSchema],
    stream: Callable[[str], None],
    seconds: float,
) -> Reply:
    """The reply of one try, whichever SDK makes the draft of it. Again where it broke off in the middle."""
    visible = Visible(stream, calls=bool(tools))
    with bounded(seconds):
        draft = drafted(visible)
    if not draft.stop:
        raise Again(f"{identity} broke off in the middle of its reply", hint="Try again later.")
    reply = dialects.finished(draft, messages=messages, tools=tools)
    if not reply.calls:
        visible.close(reply.text)
    return reply
