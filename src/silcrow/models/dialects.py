"""What servers of one wire format still say differently, in one place: how a reply was meant, and what a refusal means.

Knows words and JSON, no SDK and no network. A call that was written as text is read as a call only where its name is
known or its marks leave no doubt; arguments that cannot be read are handed on as they are, never as an empty object.
"""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from silcrow.errors import ModelFailed
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import Message, Reply, Stop, ToolCall, ToolSchema, Usage
from silcrow.models.written import written_calls

_STOPS: Mapping[str, Stop] = {
    "length": "length",
    "max_tokens": "length",
    "model_length": "length",
    "model_context_window_exceeded": "length",
    "tool_calls": "calls",
    "function_call": "calls",
    "tool_use": "calls",
}
_WITHHELD = frozenset({"content_filter", "refusal"})
_THINKING = re.compile(r"\s*<(think|thinking|thought)>")
_FENCED = re.compile(r"\s*```[a-z]*\s*(?P<inside>.*?)\s*(?:```\s*)?\Z", re.DOTALL)
_MOST_CALLS = 64


@dataclass(slots=True)
class RawCall:
    """A call as it came, piece by piece."""

    call_id: str = ""
    name: str = ""
    arguments: str = ""


@dataclass(slots=True)
class Draft:
    """A reply while it comes. `stop` is the server's own word; without one the reply was cut off."""

    text: str = ""
    thoughts: str = ""
    calls: list[RawCall] = field(default_factory=list)
    usage: Usage | None = None
    stop: str = ""


def finished(draft: Draft, *, messages: Sequence[Message], tools: Sequence[ToolSchema]) -> Reply:
    """The reply that was meant. ModelFailed where the server withheld it."""
    inner, text = split_thoughts(draft.text)
    text = text.lstrip()
    names = {tool.name for tool in tools}
    raw = [call for call in draft.calls if call.name or call.arguments.strip()]
    if tools and not raw:
        text, found = written_calls(text, names)
        raw = [RawCall("", name, arguments) for name, arguments in found]
    if draft.stop in _WITHHELD and not text and not raw:
        raise ModelFailed(f"the model's reply was withheld by its server ({draft.stop})", hint="Ask in other words.")
    calls = _numbered(raw[:_MOST_CALLS], names, messages)
    stop = _STOPS.get(draft.stop, "end")
    if stop != "length":
        stop = "calls" if calls else "end"
    thoughts = "\n".join(part for part in (draft.thoughts.strip(), inner) if part)
    usage = draft.usage or estimated(messages, tools, draft)
    return Reply(text, calls, usage, stop, thoughts)


def estimated(messages: Sequence[Message], tools: Sequence[ToolSchema], draft: Draft) -> Usage:
    """Usage where the server does not count."""
    sent = [m.text + "".join(call.arguments for call in m.calls) for m in messages]
    sent += [f"{tool.name} {tool.description} {json.dumps(dict(tool.parameters))}" for tool in tools]
    got = [draft.text, draft.thoughts, *(call.name + call.arguments for call in draft.calls)]
    return Usage(sum(map(estimate_tokens, sent)), sum(map(estimate_tokens, got)), estimated=True)


def split_thoughts(text: str) -> tuple[str, str]:
    """What stands between marks of thinking at the beginning, and the rest. Some templates leave out the first mark."""
    found = _THINKING.match(text)
    mark = found[1] if found else "think"
    before, close, after = text[found.end() if found else 0 :].partition(f"</{mark}>")
    if not found and (not close or f"<{mark}>" in before):
        return "", text
    return before.strip(), after


def unfenced(text: str) -> str:
    """The inside of a code fence that is all there is; else the text itself."""
    found = _FENCED.match(text) if text.lstrip().startswith("```") else None
    return found["inside"] if found else text


def arguments_of(found: object) -> str:
    """The arguments of a call as JSON text, where they came as an object, in a fence, or as JSON inside a string."""
    if found is None:
        return "{}"
    if not isinstance(found, str):
        return json.dumps(found, ensure_ascii=False)
    text = unfenced(found).strip()
    if text.startswith('"'):
        inner = read_json(text)
        if isinstance(inner, str) and inner.lstrip().startswith("{"):
            return inner
    return text or "{}"


def object_of(arguments: str) -> dict[str, Any]:
    """Arguments as an object, to be shown to a server again: what was none is quoted in one, since they would choke."""
    found = read_json(arguments)
    return found if isinstance(found, dict) else {"unreadable": arguments[:2000]}


def read_json(text: str) -> Any:
    """The value of a JSON text, None where it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def sent_again(arguments: str) -> str:
    """The arguments of a call that was made, for the server to see again."""
    found = read_json(arguments)
    return arguments if isinstance(found, dict) else json.dumps(object_of(arguments), ensure_ascii=False)


def text_of(content: object) -> str:
    """The text of a content: text, null, or a list of parts."""
    if isinstance(content, list):
        parts = (part.get("text") if isinstance(part, dict) else part for part in content)
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def add_call(calls: list[RawCall], piece: Mapping[str, Any]) -> None:
    """Put a piece of a call where it belongs: by its index, unless it brings the id of another call.

    Some servers give every one of several calls the index 0, or none, and some send a call whole.
    """
    index = piece.get("index")
    call_id = piece.get("id") if isinstance(piece.get("id"), str) else ""
    function = piece["function"] if isinstance(piece.get("function"), dict) else piece
    name = function.get("name") if isinstance(function.get("name"), str) else ""
    arguments = function.get("arguments")
    if not isinstance(index, int) or isinstance(index, bool) or index < 0:
        index = len(calls) if call_id or name else len(calls) - 1
    known = calls[index] if index < len(calls) else None
    if known and call_id and known.call_id and known.call_id != call_id:
        known = next((call for call in calls if call.call_id == call_id), None)
    elif known is None and calls and not (call_id or name):
        known = calls[-1]
    if known is None:
        if len(calls) >= _MOST_CALLS:
            return
        known = RawCall()
        calls.append(known)
    known.call_id = known.call_id or call_id or ""
    known.name = known.name or name or ""
    if isinstance(arguments, str):
        known.arguments += arguments
    elif arguments is not None:
        known.arguments = arguments_of(arguments)


def is_strict(schema: Mapping[str, Any]) -> bool:
    """Whether a schema is one that OpenAI takes as strict: all properties required, and no others, all the way down."""
    if schema.get("type") == "object" or "properties" in schema:
        inside = schema.get("properties")
        if not isinstance(inside, Mapping) or schema.get("additionalProperties") is not False:
            return False
        if set(inside) != set(schema.get("required", ())) or not all(map(is_strict, inside.values())):
            return False
    items = schema.get("items")
    return is_strict(items) if isinstance(items, Mapping) else not {"oneOf", "allOf", "not", "if"} & set(schema)


def count_of(found: object) -> int:
    """A count of tokens: whole and not negative, else 0."""
    return found if isinstance(found, int) and not isinstance(found, bool) and found > 0 else 0


def _numbered(raw: Sequence[RawCall], names: Collection[str], messages: Sequence[Message]) -> tuple[ToolCall, ...]:
    """Calls with names without marks, and ids that no call of the conversation has."""
    taken = {call.call_id for message in messages for call in message.calls}
    number = len(taken)
    calls: list[ToolCall] = []
    for one in raw:
        call_id = one.call_id
        while not call_id or call_id in taken:
            number += 1
            call_id = f"call_{number}"
        taken.add(call_id)
        calls.append(ToolCall(call_id, _name(one.name, names), arguments_of(one.arguments)))
    return tuple(calls)


def _name(name: str, names: Collection[str]) -> str:
    bare = name.split("<|", maxsplit=1)[0].strip().removeprefix("functions.")
    return bare if bare in names else name.strip()


# What servers say when the messages are too long: OpenAI and those like it, Anthropic, llama.cpp, Ollama, LM Studio,
# Mistral, xAI, Bedrock, Gemini.
_FULL_KINDS = frozenset({"context_length_exceeded", "exceed_context_size_error", "request_too_large"})
_FULL = re.compile(
    r"maximum context length|context length exceeded|exceeds? the (?:available )?context (?:size|length|window)"
    r"|exceeds the context window|exceed(?:s|ed)? (?:the )?(?:max(?:imum)? )?context (?:limit|length|size)"
    r"|prompt is too long|prompt too long|maximum prompt length|input is too long|context length of only"
    r"|greater than the context length|reduce the length of the (?:messages|prompt|input)|too large for model with"
    r"|input token count .{0,80}exceeds|exceeds the maximum number of tokens",
    re.IGNORECASE,
)
_WINDOWS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"maximum (?:context|prompt) length (?:is|of) (\d{3,9})",
        r"(?:available )?context (?:size|length|window) \((\d{3,9})",
        r"> (\d{3,9})\b",
        r"context length of only (\d{3,9})",
        r"too large for model with (\d{3,9})",
        r"maximum number of tokens allowed \(?(\d{3,9})",
        r"n_ctx\W{1,4}(\d{3,9})",
    )
)


_NO_TOOLS = re.compile(
    r"not support (?:tools?|function)|tool choice requires|tools? param requires|that support tool use"
    r"|tools? (?:use |calls? |calling )?(?:is|are) not (?:supported|enabled)",
    re.IGNORECASE,
)


def takes_no_tools(said: str) -> bool:
    """Whether a refusal means that the server cannot be told of tools."""
    return bool(_NO_TOOLS.search(said))


def is_context_full(status: int, said: str, kinds: Collection[str]) -> bool:
    """Whether a refusal means that the messages are more than the model takes."""
    if status == 413 and "rate_limit_exceeded" not in kinds:
        return True
    if status in (401, 403, 404, 429):
        return False
    return bool(_FULL_KINDS & set(kinds) or _FULL.search(said))


def window_of(said: str) -> int | None:
    """What the model takes in tokens, where the refusal says so."""
    return next((int(found[1]) for pattern in _WINDOWS if (found := pattern.search(said))), None)


def words_of(body: object) -> str:
    """The words of an error's body."""
    if isinstance(body, str):
        return body
    if isinstance(body, Mapping):
        for name in ("error", "message", "detail", "msg"):
            if body.get(name) and (words := words_of(body[name])):
                return words
    if isinstance(body, list) and body:
        return words_of(body[0])
    return ""


def kinds_of(body: object) -> frozenset[str]:
    """The codes and types that an error's body names."""
    if not isinstance(body, Mapping):
        return frozenset()
    inner = body.get("error")
    kinds = {str(body[name]) for name in ("code", "type") if isinstance(body.get(name), str)}
    return frozenset(kinds) | (kinds_of(inner) if isinstance(inner, Mapping) else frozenset())
