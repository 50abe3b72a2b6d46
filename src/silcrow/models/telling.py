"""Tools for a model whose server cannot be told of them: told in words, called in words, answered in words.

vLLM without a parser of calls and models of Ollama without a template for tools refuse a request that offers any. The
form is that of Hermes and Qwen, which written.py reads back.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace

from silcrow.models.chat import Message, ToolCall, ToolSchema

_HOW = """# Tools

You may call these tools. A call is one JSON object between marks, alone on its lines, with nothing after the last one:

<tool_call>
{"name": "NAME", "arguments": {"ARGUMENT": "VALUE"}}
</tool_call>

The results come in the next message, in the order of the calls. The tools, with a JSON Schema of their arguments:
"""


def in_words(messages: Sequence[Message], tools: Sequence[ToolSchema]) -> list[Message]:
    """The conversation without calls and answers of its own: tools in the system prompt, and all else as text."""
    offered = [_HOW, *(_one(tool) for tool in tools)] if tools else []
    system = [message.text for message in messages if message.role == "system"]
    told = "\n\n".join([*system, "\n".join(offered)] if offered else system)
    rest = list(_turns([message for message in messages if message.role != "system"]))
    return [Message("system", told), *rest] if told else rest


def _one(tool: ToolSchema) -> str:
    schema = json.dumps(tool.parameters, ensure_ascii=False, default=dict)
    return f"- {tool.name}: {tool.description}\n  {schema}"


def _turns(messages: Sequence[Message]) -> Iterator[Message]:
    """Turns as text; the answers to calls, and what the user says after them, are one turn."""
    pending: list[str] = []
    for message in messages:
        match message.role:
            case "assistant":
                if pending:
                    yield Message("user", "\n\n".join(pending))
                pending = []
                calls = (_written(call) for call in message.calls)
                yield replace(message, text="\n".join(filter(None, [message.text, *calls])), calls=(), thoughts="")
            case "tool":
                pending.append(f"<tool_response>\n{message.text}\n</tool_response>")
            case _:
                pending.append(message.text)
    if pending:
        yield Message("user", "\n\n".join(pending))


def _written(call: ToolCall) -> str:
    return f'<tool_call>\n{{"name": {json.dumps(call.name)}, "arguments": {call.arguments}}}\n</tool_call>'
