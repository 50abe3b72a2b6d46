"""A reply as JSON that fits a schema: asked for in every way that the model's server knows, and checked here.

The schema goes into the words as well as into the request, since servers that cannot be asked ignore the latter. What
does not fit is sent back once, with what is wrong with it; what does not fit then is a ModelFailed and never a guess.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from silcrow.errors import ModelFailed
from silcrow.models.chat import Chat, Message, Reply, Shape, Usage

_MOST_FAULTS = 5
_LONGEST_FAULT = 200
_WANTED = "Reply with one JSON object that fits this JSON Schema, and with nothing else:\n"
_AGAIN = (
    "That is not what was asked for:\n{faults}\nReply with the whole JSON object again, corrected, and nothing else."
)
_FENCE = re.compile(r"```(?:json|JSON)?[ \t]*\n")
_MOST_STARTS = 16


@dataclass(frozen=True, slots=True)
class Structured:
    """The object, and what all its replies cost."""

    value: Mapping[str, Any]
    usage: Usage


def structured(chat: Chat, messages: Sequence[Message], shape: Shape) -> Structured:
    """The object that a model replies with. Raises ModelFailed where none fits after one correction."""
    talk = list(_asked(messages, shape))
    usage = Usage()
    faults: list[str] = []
    for _ in range(2):
        reply = chat.reply(talk, shape=shape)
        usage += reply.usage
        value = found_object(reply.text)
        faults = list(_faults(reply, value, shape))
        if value is not None and not faults:
            return Structured(value, usage)
        told = "\n".join(f"- {fault}" for fault in faults)
        talk += [replace(reply.turn(), calls=()), Message("user", _AGAIN.format(faults=told))]
    raise ModelFailed(
        f"the model gave no {shape.name} that fits its schema: {faults[0]}",
        hint="Try again, or name a model that follows a schema.",
    )


def found_object(text: str) -> dict[str, Any] | None:
    """The JSON object in a text: all of it, in a fence, or the first that stands among words."""
    starts = [0, *(fence.end() for fence in _FENCE.finditer(text)), *(at.start() for at in re.finditer(r"\{", text))]
    for start in starts[:_MOST_STARTS]:
        at = start + len(text[start:]) - len(text[start:].lstrip())
        try:
            value, _ = json.JSONDecoder(parse_constant=_no_number).raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            return value
    return None


def _asked(messages: Sequence[Message], shape: Shape) -> Iterator[Message]:
    """The messages, the last turn of the user saying what is wanted."""
    wanted = _WANTED + json.dumps(shape.schema, ensure_ascii=False, default=dict)
    if messages and messages[-1].role == "user":
        yield from messages[:-1]
        yield replace(messages[-1], text=f"{messages[-1].text}\n\n{wanted}")
    else:
        yield from messages
        yield Message("user", wanted)


def _faults(reply: Reply, value: dict[str, Any] | None, shape: Shape) -> Iterator[str]:
    """What is wrong with a reply, the first in its order first."""
    if value is None:
        cut = "it was cut off at the longest reply the model gives" if reply.stop == "length" else ""
        yield cut or ("it is no JSON object" if reply.text.strip() else "it is empty")
        return
    from jsonschema import Draft202012Validator  # noqa: PLC0415  heavy, and only for this
    from referencing import Registry  # noqa: PLC0415  as above
    from referencing.exceptions import Unresolvable  # noqa: PLC0415  as above

    registry: Registry[Any] = Registry()  # an empty one: a schema that points elsewhere is not followed there
    try:
        found = list(Draft202012Validator(_plain(shape.schema), registry=registry).iter_errors(value))
    except Unresolvable as error:
        raise ModelFailed(
            f"the schema of {shape.name} points to {error.ref!r}, which it does not hold", hint="Put it into $defs."
        ) from error
    for fault in sorted(found, key=lambda fault: [str(step) for step in fault.absolute_path])[:_MOST_FAULTS]:
        where = "/".join(map(str, fault.absolute_path)) or "the object"
        message = fault.message if len(fault.message) <= _LONGEST_FAULT else fault.message[:_LONGEST_FAULT] + "…"
        yield f"{where}: {message}"


def _plain(schema: Any) -> Any:
    """A schema of dicts and lists, which is all that the validator knows."""
    if isinstance(schema, Mapping):
        return {str(name): _plain(one) for name, one in schema.items()}
    return [_plain(one) for one in schema] if isinstance(schema, list | tuple) else schema


def _no_number(word: str) -> float:
    raise ValueError(word)
