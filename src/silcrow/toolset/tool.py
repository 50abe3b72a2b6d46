"""What a tool is: a name, what it says of itself, a schema of its arguments, and what it does at a Desk.

Knows no model and no face; study and agent have tables of the same type.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from silcrow import wire
from silcrow.desk import Desk
from silcrow.errors import Internal, NotFound, SilcrowError
from silcrow.toolset.arguments import checked
from silcrow.toolset.places import with_candidates

_LONGEST = 600  # characters of an error's message; it repeats what was given
_log = logging.getLogger(__name__)

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a tool gives back: JSON of the envelope, and the same in short Markdown with document text fenced.

    An error is a result too: `data` is then `{"error": {code, message, hint, candidates}}`.
    """

    data: wire.JSON
    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool. Those of the Desk only read: calling one changes nothing.

    parameters   JSON Schema of an object that admits no other keys
    aliases      other names of its parameters that are understood, by parameter
    handler      what it does with checked arguments; raises SilcrowError
    output       JSON Schema of an object that success and error both fit
    """

    name: str
    title: str
    description: str
    parameters: Mapping[str, Any]
    handler: Callable[[Desk, Arguments], ToolResult]
    output: Mapping[str, Any]
    aliases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def call(tool: Tool, desk: Desk, arguments: Arguments | None) -> ToolResult:
    """Call a tool; whatever goes wrong is a result that says so, with its code and what to do."""
    found: Arguments = {}
    try:
        found = checked(tool.name, tool.parameters, tool.aliases, arguments or {})
        return tool.handler(desk, found)
    except NotFound as failure:
        return failed(with_candidates(failure, desk, found.get("doc_id")))
    except SilcrowError as failure:
        return failed(failure)
    except Exception as fault:  # noqa: BLE001  a model gets a result, never a traceback
        _log.exception("the tool %s failed", tool.name)
        return failed(Internal(f"a fault of Silcrow's own ({type(fault).__name__})", hint="Please report it."))


def failed(failure: SilcrowError) -> ToolResult:
    """An error as a result."""
    data = wire.error(failure)
    error = data["error"]
    if len(error["message"]) > _LONGEST:
        error["message"] = error["message"][:_LONGEST] + "…"
    lines = [f"Error ({error['code']}): {error['message']}", *(f"- {one}" for one in error["candidates"])]
    return ToolResult(data, "\n".join([*lines, *([error["hint"]] if error["hint"] else [])]), is_error=True)
