"""One call of a tool as a model wrote it: read strictly, answered from the ledger where it was made before, else run.

What cannot be run as it stands is refused with the reason and the schema. It is never run with guessed arguments.
"""

import difflib
import json
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from silcrow.agent.draft import coerced
from silcrow.agent.prompt import words
from silcrow.agent.talk import Talk
from silcrow.desk import Desk
from silcrow.errors import Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import ToolCall, ToolSchema
from silcrow.toolset import TOOLS
from silcrow.toolset.arguments import checked
from silcrow.toolset.fence import fenced
from silcrow.toolset.figures import CALCULATE
from silcrow.toolset.tool import Arguments, Tool, ToolResult, call, failed

AT_ONCE = 4  # calls of one turn that are run side by side
_SHOWN = 200  # characters of arguments that are no JSON
_LINE = 90  # of a passage, when it is shortened to one line
_NAMED = 12  # places named in a brief

_TEXT = {"type": "string"}


def _answered(_desk: Desk, arguments: Arguments) -> ToolResult:
    if not arguments["text"].strip():
        raise Usage("answer: the text is empty", hint="Give the answer, or a line that begins with 'Not found:'.")
    return ToolResult({"text": arguments["text"]}, "Taken; its quotes are compared with the documents.")


ANSWER = Tool(
    "answer",
    "Answer",
    "The answer, with a marker [1], [2] behind each statement; citations in the order of the markers.",
    {
        "type": "object",
        "properties": {
            "text": {**_TEXT, "description": "the answer with its markers"},
            "citations": {
                "type": "array",
                "maxItems": 200,
                "items": {
                    "type": "object",
                    "properties": {
                        "place": {**_TEXT, "description": "DOC:SECTION:PARAGRAPH"},
                        "quote": {**_TEXT, "description": "exact words that stand there"},
                    },
                    "required": ["place", "quote"],
                    "additionalProperties": False,
                },
                "description": "one for each marker",
            },
        },
        "required": ["text", "citations"],
        "additionalProperties": False,
    },
    _answered,
    {"type": "object"},
    {"text": ("answer",)},
)


TOOLBOX: Mapping[str, Tool] = {tool.name: tool for tool in (*TOOLS, CALCULATE, ANSWER)}
"""What the model may call."""


def schemas(tools: Mapping[str, Tool]) -> tuple[ToolSchema, ...]:
    """Tools as a model is told of them; how large a result may be is not its business here."""
    return tuple(ToolSchema(tool.name, tool.description, _offered(tool)) for tool in tools.values())


def offered_tokens(tools: Mapping[str, Tool]) -> int:
    """What the tools cost in a request, estimated."""
    return sum(_offered_tokens(tool.name) for tool in tools.values())


@cache
def _offered_tokens(name: str) -> int:
    tool = TOOLBOX[name]
    return estimate_tokens(f"{name} {tool.description} {json.dumps(_offered(tool))}")


def _offered(tool: Tool) -> Mapping[str, Any]:
    properties = {name: one for name, one in tool.parameters["properties"].items() if name != "max_tokens"}
    return {**tool.parameters, "properties": properties}


@dataclass(frozen=True, slots=True)
class _Plan:
    """A call that was read: the tool and its checked arguments, or what is said instead of running it."""

    call: ToolCall
    tool: Tool | None = None
    arguments: Arguments = field(default_factory=dict)
    refused: ToolResult | None = None

    @property
    def key(self) -> str:
        """What tells this call from others."""
        return f"{self.tool.name} {json.dumps(self.arguments, sort_keys=True)}" if self.tool else ""


def looked_after(
    desk: Desk, talk: Talk, tools: Mapping[str, Tool], *, cap: int, pool: Executor
) -> list[dict[str, Any]]:
    """What the pending calls of a turn bring, as the data of their `look` steps, in the order of the calls.

    `cap`: tokens of one result, unless the call asks for less. `pool`: where several are run side by side.
    """
    plans = [_read(one, tools, cap) for one in talk.pending]
    first: dict[str, int] = {}  # of each call, the one in this turn that is run
    for at, plan in enumerate(plans):
        if plan.tool and talk.stands(plan.key) is None:
            first.setdefault(plan.key, at)
    run = [plan for at, plan in enumerate(plans) if first.get(plan.key) == at]
    one_by_one = map if len(run) == 1 else pool.map
    results = list(one_by_one(lambda plan: call(plan.tool or ANSWER, desk, plan.arguments), run))
    done = {plan.key: _seen(plan, result) for plan, result in zip(run, results, strict=True)}
    found = []
    for at, plan in enumerate(plans):
        if plan.refused:
            found.append(_data(plan) | {"outcome": "refused", "text": plan.refused.text, "brief": _error(plan.refused)})
        elif first.get(plan.key) == at:
            found.append(done[plan.key])
        else:
            before = talk.stands(plan.key)
            found.append(_again(plan, str(before.data["brief"] if before else done[plan.key]["brief"])))
    return found


def _read(one: ToolCall, tools: Mapping[str, Tool], cap: int) -> _Plan:
    """A call as it can be run, or refused with the reason and the schema."""
    tool = tools.get(one.name)
    try:
        if tool is None:
            near = difflib.get_close_matches(one.name[:_SHOWN], tools, n=1)
            hint = f"Did you mean {near[0]}? " if near else ""
            raise Usage(f"there is no tool {one.name[:_SHOWN]!r}", hint=f"{hint}Known tools: {', '.join(tools)}.")  # noqa: TRY301
        found = checked(tool.name, tool.parameters, tool.aliases, _fields(one))
        if "max_tokens" in tool.parameters["properties"]:
            found["max_tokens"] = min(cap, found.get("max_tokens", cap))
    except Usage as failure:
        return _Plan(one, refused=_with_schema(failed(failure), tool))
    return _Plan(one, tool, found)


def _fields(one: ToolCall) -> Arguments:
    """The arguments as an object; Usage, with a bounded look at them, when they are none."""
    try:
        fields = json.loads(one.arguments) if one.arguments.strip() else {}
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        shown = one.arguments[:_SHOWN] + ("…" if len(one.arguments) > _SHOWN else "")
        raise Usage(f"{one.name}: the arguments are no JSON object: {shown}", hint="Nothing was run.")
    if one.name == ANSWER.name and "citations" in fields:
        fields["citations"] = coerced(fields["citations"])
    return fields


def _with_schema(result: ToolResult, tool: Tool | None) -> ToolResult:
    """An error with the schema that the call should have kept to."""
    schema = f"\nSchema of {tool.name}: {json.dumps(_offered(tool), ensure_ascii=False)}" if tool else ""
    return replace(result, text=result.text + schema)


def _data(plan: _Plan) -> dict[str, Any]:
    return {
        "id": plan.call.call_id,
        "name": plan.call.name[:_SHOWN],
        "arguments": dict(plan.arguments),
        "key": plan.key,
        "short": "",
    }


def _again(plan: _Plan, brief: str) -> dict[str, Any]:
    """A call that was made before: what it brought stands above."""
    said = words("repeated").replace("{brief}", brief)
    return _data(plan) | {"outcome": "repeated", "text": said, "brief": f"asked before: {brief}"}


def _seen(plan: _Plan, result: ToolResult) -> dict[str, Any]:
    """What a call brought."""
    if result.is_error:
        if result.data["error"]["code"] == "usage":
            result = _with_schema(result, plan.tool)
        return _data(plan) | {"outcome": "refused", "text": result.text, "brief": _error(result)}
    if plan.tool is ANSWER:
        draft = dict(plan.arguments)
        return _data(plan) | {"outcome": "answer", "text": result.text, "brief": "the answer", "draft": draft}
    found = places(result)
    said = {"brief": brief(found, result), "short": shortened(result, found)}
    return _data(plan) | {"outcome": "read", "text": result.text} | said


def _error(result: ToolResult) -> str:
    return f"refused: {result.data['error']['message']}"


def places(result: ToolResult) -> list[str]:
    """The places, or the documents, that a result is about."""
    data = result.data
    listed = [
        one["place"] for name in ("passages", "sections", "citations") for one in data.get(name, ()) if "place" in one
    ]
    listed += [one["place"] for one in data.get("operands", ())]
    listed += [one["doc_id"] for one in data.get("documents", ())]
    return listed or ([data["doc_id"]] if "doc_id" in data else [])


def brief(found: Sequence[str], result: ToolResult) -> str:
    """What a result brought, on one line for people: its places."""
    if not found:
        return "nothing found"
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    rest = ", more to read" if result.data.get("cursor") else ""
    return f"{', '.join(found[:_NAMED])}{more}{rest}"


def shortened(result: ToolResult, found: Sequence[str]) -> str:
    """What stays of a result in the conversation when room is needed: its places, and a line of each passage."""
    head = "Shortened to save room; the same call reads it again. It brought:"
    passages = result.data.get("passages")
    if not passages:
        return f"{head} {', '.join(found[:_NAMED]) or 'nothing'}."
    lines = (f"{one['place']}: {' '.join(one['text'].split())[:_LINE]}…" for one in passages)
    return f"{head}\n{fenced(chr(10).join(lines))}"
