"""Chat from Anthropic's `POST /v1/messages`, by the official SDK (extra `anthropic`).

The stable beginning of a conversation (tools, system prompt, first turn) and its last turn are marked for the server's
cache, so that a long conversation is read once. Asked only when the user names it. One try at a time: patience.py asks
again.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from silcrow.models import dialects, sdk
from silcrow.models.chat import Message, Reply, Shape, ToolSchema, Usage
from silcrow.models.dialects import Draft, RawCall, count_of
from silcrow.models.visible import Visible

_MOST_OUTPUT = 8192  # tokens of a reply; older models take less, and say so
_MOST_TAKEN = re.compile(r"max_tokens: \d+ > (\d{2,7})")
_CACHED = {"cache_control": {"type": "ephemeral"}}
_EMPTY = "(nothing)"  # empty texts are refused


class AnthropicServer:
    """A model behind an address such as https://api.anthropic.com. Usable from any thread."""

    def __init__(self, name: str, *, url: str, key: str, identity: str = "", bearer: bool = False) -> None:
        """`bearer`: the key is a token for the Authorization header."""
        self.identity = identity or f"anthropic:{name} at {url}"
        self._name = name
        self._key = key
        self._sdk = sdk.package("anthropic", extra="anthropic")
        named = {"auth_token" if bearer else "api_key": key}
        self._client = self._sdk.Anthropic(base_url=url, max_retries=0, http_client=sdk.http_client(url), **named)
        self._most = _MOST_OUTPUT

    def once(
        self,
        messages: Sequence[Message],
        *,
        tools: Sequence[ToolSchema],
        stream: Callable[[str], None],
        shape: Shape | None,
        seconds: float,
    ) -> Reply:
        """One try."""

        def drafted(visible: Visible) -> Draft:
            draft = self._drafted(messages, tools, shape, visible, seconds)
            return _shaped(draft, shape) if draft.stop and shape and not tools else draft

        return sdk.one_try(drafted, self.identity, messages=messages, tools=tools, stream=stream, seconds=seconds)

    def _drafted(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema],
        shape: Shape | None,
        visible: Visible,
        seconds: float,
    ) -> Draft:
        """The reply as it came; shorter where the model takes no such length."""
        while True:
            request = {"model": self._name, "max_tokens": self._most, "stream": True}
            try:
                return self._read(request | _body(messages, tools, shape), visible, seconds)
            except sdk.faults(self._sdk) as error:
                failure = sdk.failed(error, who=self.identity, key=self._key)
                most = _MOST_TAKEN.search(failure.said) if isinstance(failure, sdk.Refused) else None
                if most is None or int(most[1]) >= self._most:
                    raise failure from error
                self._most = int(most[1])

    def _read(self, request: Mapping[str, Any], visible: Visible, seconds: float) -> Draft:
        draft = Draft()
        blocks: dict[int, RawCall] = {}
        with self._client.messages.create(**request, timeout=sdk.timeout(seconds)) as stream:
            whole = sdk.unstreamed(stream.response)
            for event in _events(whole) if whole is not None else (one.model_dump(warnings=False) for one in stream):
                _take(draft, blocks, event, visible)
                if event.get("type") == "message_stop":
                    return draft
        draft.stop = ""
        return draft


def _body(messages: Sequence[Message], tools: Sequence[ToolSchema], shape: Shape | None) -> dict[str, Any]:
    """What is said and offered; tools, then system, then turns, as the server's cache reads them."""
    body: dict[str, Any] = {}
    system = "\n\n".join(message.text for message in messages if message.role == "system" and message.text.strip())
    if system:
        body["system"] = [{"type": "text", "text": system, **_CACHED}]
    turns = _turns([message for message in messages if message.role != "system"])
    for turn in {0, len(turns) - 1}:
        turns[turn]["content"][-1] = turns[turn]["content"][-1] | _CACHED
    body["messages"] = turns
    offered = [
        {"name": one.name, "description": one.description, "input_schema": dict(one.parameters)} for one in tools
    ]
    called = {call.name for message in messages for call in message.calls}
    if shape and not tools:
        description = "Give the result. Its arguments are the result."
        offered.append({"name": shape.name, "description": description, "input_schema": dict(shape.schema)})
        body["tool_choice"] = {"type": "tool", "name": shape.name}
    elif called and not tools:  # calls that were made must be of tools that are told, though none may be called now
        offered = [{"name": name, "input_schema": {"type": "object"}} for name in sorted(called)]
        body["tool_choice"] = {"type": "none"}
    if offered:
        body["tools"] = offered
    return body


def _turns(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """User and assistant in turn, the user first; the answers to calls before what the user says beside them."""
    turns: list[dict[str, Any]] = []
    for message in messages:
        role = "assistant" if message.role == "assistant" else "user"
        if not turns and role == "assistant":
            turns.append({"role": "user", "content": [{"type": "text", "text": _EMPTY}]})
        if turns and turns[-1]["role"] == role:
            turns[-1]["content"].extend(_blocks(message))
        else:
            turns.append({"role": role, "content": _blocks(message)})
    for turn in turns:
        turn["content"].sort(key=lambda block: block["type"] != "tool_result")
    return turns or [{"role": "user", "content": [{"type": "text", "text": _EMPTY}]}]


def _blocks(message: Message) -> list[dict[str, Any]]:
    if message.role == "tool":
        return [{"type": "tool_result", "tool_use_id": message.call_id, "content": message.text or _EMPTY}]
    text = message.text.rstrip() if message.role == "assistant" else message.text
    blocks: list[dict[str, Any]] = [{"type": "text", "text": text}] if text.strip() else []
    for call in message.calls:
        made = dialects.object_of(call.arguments)
        blocks.append({"type": "tool_use", "id": call.call_id, "name": call.name, "input": made})
    return blocks or [{"type": "text", "text": _EMPTY}]


def _events(message: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """A reply that came whole, as the events it would have been."""
    yield {"type": "message_start", "message": message}
    content = message.get("content")
    for index, block in enumerate(content if isinstance(content, list) else ()):
        yield {"type": "content_block_start", "index": index, "content_block": block}
    yield {"type": "message_delta", "delta": message, "usage": message.get("usage")}
    yield {"type": "message_stop"}


def _take(draft: Draft, blocks: dict[int, RawCall], event: Mapping[str, Any], visible: Visible) -> None:
    """Add an event to the reply."""
    match event.get("type"):
        case "message_start":
            message = event.get("message")
            _count(draft, message.get("usage") if isinstance(message, dict) else None)
        case "content_block_start":
            block = _object(event.get("content_block"))
            if block.get("type") == "tool_use":
                call = RawCall(block.get("id") or "", block.get("name") or "")
                given = block.get("input")
                call.arguments = dialects.arguments_of(given) if given else ""
                blocks[event.get("index", len(blocks))] = call
                draft.calls.append(call)
            elif block.get("type") == "text" and block.get("text"):
                _say(draft, visible, block["text"])
            elif block.get("type") == "thinking":
                draft.thoughts += dialects.text_of(block.get("thinking"))
        case "content_block_delta":
            delta = _object(event.get("delta"))
            call = blocks.get(event.get("index", -1), RawCall())
            if delta.get("type") == "text_delta":
                _say(draft, visible, dialects.text_of(delta.get("text")))
            elif delta.get("type") == "input_json_delta":
                call.arguments += dialects.text_of(delta.get("partial_json"))
            elif delta.get("type") == "thinking_delta":
                draft.thoughts += dialects.text_of(delta.get("thinking"))
        case "message_delta":
            draft.stop = dialects.text_of(_object(event.get("delta")).get("stop_reason"))
            _count(draft, event.get("usage"))


def _object(found: object) -> Mapping[str, Any]:
    return found if isinstance(found, Mapping) else {}


def _say(draft: Draft, visible: Visible, text: str) -> None:
    draft.text += text
    visible.feed(text)


def _count(draft: Draft, usage: object) -> None:
    """Usage: what was read anew, read from the cache and written to it are all input; the last counts are the whole."""
    if not isinstance(usage, dict):
        return
    cached = count_of(usage.get("cache_read_input_tokens"))
    read = count_of(usage.get("input_tokens")) + cached + count_of(usage.get("cache_creation_input_tokens"))
    before = draft.usage or Usage()
    output = count_of(usage.get("output_tokens")) or before.output
    draft.usage = Usage(read or before.input, output, cached or before.cached)


def _shaped(draft: Draft, shape: Shape) -> Draft:
    """The arguments of the one call that was asked for are the text."""
    made = next((call.arguments for call in draft.calls if call.name == shape.name), None)
    if made is None:
        return draft
    return Draft(made, draft.thoughts, [], draft.usage, "length" if draft.stop == "max_tokens" else "end_turn")
