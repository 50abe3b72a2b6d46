"""Replies kept by what was asked, so that a run can be played again exactly, without a model and without a network.

A file for each request, named by the hash of all that was sent: messages, tools, shape, and which model. What was asked
before is answered from the file; what was not is asked, and kept. A folder of recordings holds text of the documents.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, get_args

from silcrow.errors import ModelFailed, Usage
from silcrow.models.chat import Chat, Message, Reply, Shape, Stop, ToolCall, ToolSchema
from silcrow.models.chat import Usage as Tokens

_FORM = 1
_NAMES = "models.txt"


def request_hash(
    identity: str, messages: Sequence[Message], tools: Sequence[ToolSchema] = (), shape: Shape | None = None
) -> str:
    """What tells a request from every other, in 32 hexadecimal digits."""
    sent = {
        "form": _FORM,
        "model": identity,
        "messages": [asdict(message) for message in messages],
        "tools": [[one.name, one.description, one.parameters] for one in tools],
        "shape": [shape.name, shape.schema] if shape else None,
    }
    return hashlib.sha256(_bytes(sent)).hexdigest()[:32]


class Recorded:
    """A Chat that answers from a folder, and asks `chat` for what is not in it. Without one that is a ModelFailed."""

    def __init__(self, chat: Chat | None, folder: Path, *, identity: str) -> None:
        """`identity`: which model; of its own replies only are given."""
        self.identity = identity
        self._chat = chat
        self._folder = folder

    def reply(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema] = (),
        stream: Callable[[str], None] | None = None,
        shape: Shape | None = None,
    ) -> Reply:
        """The reply that was given to this request before, streamed in one piece; or a new one, which is kept."""
        path = self._folder / f"{request_hash(self.identity, messages, tools, shape)}.json"
        known = _read(path)
        if known is not None:
            if stream is not None and known.text:
                stream(known.text)
            return known
        if self._chat is None:
            raise ModelFailed(
                f"no reply to this request is recorded in {self._folder}",
                hint="Documents, question, settings and model must be those of the recording. Record it: --record DIR.",
            )
        reply = self._chat.reply(messages, tools=tools, stream=stream, shape=shape)
        self._keep(path, reply)
        return reply

    def _keep(self, path: Path, reply: Reply) -> None:
        names = recorded_models(self._folder)
        if self.identity not in names:
            _write(self._folder / _NAMES, "".join(f"{name}\n" for name in sorted({*names, self.identity})).encode())
        _write(path, _bytes({"form": _FORM, "model": self.identity, "reply": asdict(reply)}) + b"\n")


def recorded_models(folder: Path) -> tuple[str, ...]:
    """The models whose replies are in a folder."""
    try:
        return tuple((folder / _NAMES).read_text(encoding="utf-8").splitlines())
    except (FileNotFoundError, NotADirectoryError):
        return ()


def only_model(folder: Path) -> str:
    """The one model of a folder; Usage where there is none, or more than one."""
    names = recorded_models(folder)
    if len(names) == 1:
        return names[0]
    if not names:
        raise Usage(f"nothing is recorded in {folder}", hint="Record a run first: --record DIR.")
    raise Usage(f"{folder} holds replies of {', '.join(names)}", hint="Name one of them with --model.")


def _read(path: Path) -> Reply | None:
    try:
        found = json.loads(path.read_bytes())
        return _reply(found["reply"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ModelFailed(f"the recording {path} cannot be read", hint="Delete it, and record again.") from error


def _reply(found: Mapping[str, Any]) -> Reply:
    calls = tuple(ToolCall(**{name: str(value) for name, value in call.items()}) for call in found["calls"])
    stop: Stop = found["stop"]
    if stop not in get_args(Stop):
        raise ValueError(stop)
    return Reply(str(found["text"]), calls, Tokens(**found["usage"]), stop, str(found["thoughts"]))


def _bytes(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=True, sort_keys=True, default=dict).encode()


def _write(path: Path, content: bytes) -> None:
    """All of it or nothing, whenever we are killed."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=".", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).replace(path)
    except OSError as error:
        raise ModelFailed(f"{path} cannot be written: {error.strerror}", hint="Record to another folder.") from error
