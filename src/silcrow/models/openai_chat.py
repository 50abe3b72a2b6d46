"""Chat from any server that speaks OpenAI's `POST /v1/chat/completions`, by the official SDK (extra `openai`).

OpenAI and Azure (its /openai/v1/ address), vLLM, llama.cpp, Ollama, LM Studio, OpenRouter, a LiteLLM proxy. Asked only
when the user names it. One try at a time: patience.py asks again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from silcrow.models import dialects, sdk
from silcrow.models.chat import Message, Reply, Shape, ToolSchema, Usage
from silcrow.models.dialects import Draft, count_of
from silcrow.models.telling import in_words
from silcrow.models.visible import Visible

_NO_KEY = "none"  # the SDK wants one, servers of one's own do not
_THOUGHTS = ("reasoning_content", "reasoning")  # vLLM, llama.cpp, DeepSeek; OpenRouter, Ollama


class OpenAIServer:
    """A model behind an address such as https://api.openai.com/v1. Usable from any thread."""

    def __init__(self, name: str, *, url: str, key: str = "", identity: str = "") -> None:
        self.identity = identity or f"openai:{name} at {url}"
        self._name = name
        self._key = key
        self._sdk = sdk.package("openai", extra="openai")
        self._client = self._sdk.OpenAI(
            api_key=key or _NO_KEY, base_url=url, max_retries=0, http_client=sdk.http_client(url)
        )
        self._refused: set[str] = set()  # what this server would not have, and could be left out
        self._thoughts = _THOUGHTS[0]

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
            return self._drafted(messages, tools, shape, visible, seconds)

        return sdk.one_try(drafted, self.identity, messages=messages, tools=tools, stream=stream, seconds=seconds)

    def _drafted(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema],
        shape: Shape | None,
        visible: Visible,
        seconds: float,
    ) -> Draft:
        """The reply as it came; where the server will not have what can be left out, it is."""
        while True:
            request = self._request(messages, tools, shape)
            try:
                return self._read(request, visible, seconds)
            except sdk.faults(self._sdk) as error:
                failure = sdk.failed(error, who=self.identity, key=self._key)
                option = _refused(request, failure.said) if isinstance(failure, sdk.Refused) else ""
                if not option or option in self._refused:
                    raise failure from error
                self._refused.add(option)

    def _request(self, messages: Sequence[Message], tools: Sequence[ToolSchema], shape: Shape | None) -> dict[str, Any]:
        if "tools" in self._refused and (tools or any(message.calls for message in messages)):
            messages, tools = in_words(messages, tools), ()
        request: dict[str, Any] = {
            "model": self._name,
            "messages": [self._message(message) for message in messages],
            "stream": True,
        }
        if "stream_options" not in self._refused:
            request["stream_options"] = {"include_usage": True}
        if tools:
            request["tools"] = [
                {
                    "type": "function",
                    "function": {"name": one.name, "description": one.description, "parameters": dict(one.parameters)},
                }
                for one in tools
            ]
        if shape and "json_schema" not in self._refused:
            asked = {"name": shape.name, "schema": dict(shape.schema), "strict": dialects.is_strict(shape.schema)}
            request["response_format"] = {"type": "json_schema", "json_schema": asked}
        elif shape and "json_object" not in self._refused:
            request["response_format"] = {"type": "json_object"}
        return request

    def _message(self, message: Message) -> dict[str, Any]:
        if message.role == "tool":
            return {"role": "tool", "tool_call_id": message.call_id, "content": message.text}
        if not message.calls:
            return {"role": message.role, "content": message.text}
        calls = [
            {
                "id": call.call_id,
                "type": "function",
                "function": {"name": call.name, "arguments": dialects.sent_again(call.arguments)},
            }
            for call in message.calls
        ]
        thoughts = {self._thoughts: message.thoughts} if message.thoughts else {}
        return {"role": "assistant", "content": message.text or None, "tool_calls": calls, **thoughts}

    def _read(self, request: Mapping[str, Any], visible: Visible, seconds: float) -> Draft:
        draft = Draft()
        with self._client.chat.completions.create(**request, timeout=sdk.timeout(seconds)) as replies:
            if (whole := sdk.unstreamed(replies.response)) is not None:
                self._take(draft, whole, visible)
            else:
                for piece in replies:
                    self._take(draft, piece.model_dump(warnings=False), visible)
        return draft

    def _take(self, draft: Draft, piece: Mapping[str, Any], visible: Visible) -> None:
        """Add a piece of the reply, or a reply that did not come in pieces."""
        if isinstance(piece.get("usage"), dict):
            draft.usage = _usage(piece["usage"]) or draft.usage
        choices = piece.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        if choice.get("index"):
            return  # a second reply that nobody asked for
        if isinstance(choice.get("finish_reason"), str):
            draft.stop = choice["finish_reason"]
        delta = choice.get("delta") or choice.get("message")
        if not isinstance(delta, dict):
            return
        text = dialects.text_of(delta.get("content")) or dialects.text_of(delta.get("refusal"))
        if text:
            draft.text += text
            visible.feed(text)
        for name in _THOUGHTS:
            if isinstance(delta.get(name), str) and delta[name]:
                draft.thoughts += delta[name]
                self._thoughts = name
                break
        calls = delta.get("tool_calls")
        for one in calls if isinstance(calls, list) else ():
            if isinstance(one, dict):
                dialects.add_call(draft.calls, one)
        if isinstance(delta.get("function_call"), dict):
            dialects.add_call(draft.calls, {"index": 0, "function": delta["function_call"]})


def _usage(found: Mapping[str, Any]) -> Usage | None:
    details = found.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, dict) else found.get("prompt_cache_hit_tokens")
    usage = Usage(count_of(found.get("prompt_tokens")), count_of(found.get("completion_tokens")), count_of(cached))
    return usage if usage != Usage() else None


def _refused(request: Mapping[str, Any], said: str) -> str:
    """What of a request a refusal is about, if it could be left out."""
    if "stream_options" in request and "stream_options" in said:
        return "stream_options"
    if "tools" in request and dialects.takes_no_tools(said):
        return "tools"
    form = request.get("response_format", {}).get("type", "")
    return form if form and any(word in said for word in ("response_format", "json_schema", "json_object")) else ""
