"""Calls of tools, and a report to call them on."""

from typing import Any

from jsonschema import Draft202012Validator

from silcrow import wire
from silcrow.desk import Desk
from silcrow.language.tokens import estimate_tokens
from silcrow.toolset import TOOLS, ToolResult, call
from silcrow.toolset.figures import CALCULATE
from silcrow.toolset.quotes import VERIFY_QUOTES

BY_NAME = {tool.name: tool for tool in (*TOOLS, CALCULATE, VERIFY_QUOTES)}

REPORT = """
# Part I

## Item 1A. Risk Factors

Prices may fall.

Prices may rise.

### Competition

There is much of it, and there will be more.

## Item 2. Properties

We own two harbours.

# Part II

## Item 1A. Risk Factors

Nothing has changed.
"""


def one(tool: str, desk: Desk, **arguments: Any) -> ToolResult:
    """Call a tool; its result fits the schema that the tool gives, whether it failed or not."""
    found = call(BY_NAME[tool], desk, arguments)
    Draft202012Validator(BY_NAME[tool].output).validate(found.data)
    assert ("error" in found.data) == found.is_error
    return found


def code(result: ToolResult) -> str:
    """The code of an error."""
    assert result.is_error
    return result.data["error"]["code"]


def size(result: ToolResult) -> int:
    """What a result costs its reader, as JSON or as Markdown."""
    return max(estimate_tokens(wire.dumps(result.data)), estimate_tokens(result.text))


def flat(entries: list[dict[str, Any]]) -> list[str]:
    """The sec_ids of an outline, in order."""
    return [sec_id for entry in entries for sec_id in (entry["sec_id"], *flat(entry["sections"]))]
