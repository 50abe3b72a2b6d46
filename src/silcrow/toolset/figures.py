"""The tool that computes: exact arithmetic over figures of the documents, each operand checked where it stands."""

from silcrow import wire
from silcrow.answer import Figure
from silcrow.cite import Named, calculate
from silcrow.desk import Desk
from silcrow.toolset import outputs
from silcrow.toolset.fence import UNTRUSTED
from silcrow.toolset.tool import Arguments, Tool, ToolResult

_MOST = 50
_TEXT = {"type": "string"}


def _calculate(desk: Desk, arguments: Arguments) -> ToolResult:
    given = [Named(one["name"], one["value"], one["place"]) for one in arguments.get("operands", ())]
    figure = calculate(arguments["expression"], given, desk)
    data = wire.figure(figure) | {"notices": wire.notices([UNTRUSTED])}
    return ToolResult(data, _text(figure))


def _text(figure: Figure) -> str:
    about = "" if figure.exact else " (rounded)"
    lines = [f"{figure.expression} = {figure.text}{about}"]
    lines += [f"- {one.name} = {one.value} at {one.place}: {one.fault or 'stands there'}" for one in figure.operands]
    if not figure.stands:
        lines.append("An operand that does not stand at its place proves nothing: read there, and calculate again.")
    return "\n".join(lines)


CALCULATE = Tool(
    "calculate",
    "Calculate",
    "Exact arithmetic over figures of the documents: + - * / % ** ( ) sum mean min max round abs. Each figure is an "
    "operand with its value as printed and its place; it is checked there. Cite the operands' places in the answer.",
    {
        "type": "object",
        "properties": {
            "expression": {**_TEXT, "description": "such as (now - before) / before * 100"},
            "operands": {
                "type": "array",
                "maxItems": _MOST,
                "items": {
                    "type": "object",
                    "properties": {
                        "name": {**_TEXT, "description": "its name in the expression"},
                        "value": {**_TEXT, "description": "as printed: 1,749 or $3.2 million"},
                        "place": {**_TEXT, "description": "DOC:SECTION:PARAGRAPH"},
                    },
                    "required": ["name", "value", "place"],
                    "additionalProperties": False,
                },
            },
        },
        "required": ["expression"],
        "additionalProperties": False,
    },
    _calculate,
    outputs.FIGURE,
)
