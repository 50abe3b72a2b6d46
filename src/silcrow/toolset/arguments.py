"""What a model gave a tool, checked by hand against the tool's schema; each error names what is known or wanted.

Knows the few keywords of JSON Schema that tools use: type, items, minItems, maxItems, minimum, maximum, pattern,
and of objects properties and required.
"""

import difflib
import json
import re
from collections.abc import Mapping
from typing import Any

from silcrow.errors import Usage

_WANTED = {
    "string": "text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "an object",
}
_SHOWN = 60  # characters of a wrong value


def checked(
    tool: str, parameters: Mapping[str, Any], aliases: Mapping[str, tuple[str, ...]], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments under their own names, those that are null left out. Usage where one is unknown or wrong."""
    known: Mapping[str, Any] = parameters["properties"]
    names = {alias: name for name, others in aliases.items() for alias in others if alias not in known}
    found: dict[str, Any] = {}
    for word, value in given.items():
        name = names.get(word, word)
        if name not in known:
            raise _unknown(tool, word, known)
        if value is None:
            continue
        value = _value(f"{tool}: {word}", value, known[name])  # noqa: PLW2901  the same, checked
        if found.setdefault(name, value) != value:
            raise Usage(f"{tool}: {name} was given twice and differs", hint=f"Give {name} once.")
    for name in parameters.get("required", ()):
        if name not in found:
            raise Usage(f"{tool} needs {name}", hint=f"{name}: {known[name].get('description', '')}")
    return found


def _unknown(tool: str, word: str, known: Mapping[str, Any]) -> Usage:
    near = difflib.get_close_matches(word[:_SHOWN], known, n=1)
    meant = f"Did you mean {near[0]}? " if near else ""
    names = f"Known arguments: {', '.join(known)}." if known else "It takes none."
    return Usage(f"{tool} has no argument {word[:_SHOWN]!r}", hint=meant + names)


def _value(where: str, value: Any, schema: Mapping[str, Any]) -> Any:
    """A value as its schema has it; a whole number may be written 5.0, a list as text of JSON, a list of one bare."""
    kind = schema["type"]
    match value:
        case float() if kind == "integer" and value.is_integer():
            value = int(value)
        case str() if kind == "array" and value.lstrip().startswith("["):
            value = _listed(value)
        case str() if kind == "array" and schema["items"]["type"] == "string":
            value = [value]
    if not _is(kind, value):
        raise _wrong(where, value, _WANTED[kind])
    if kind == "array":
        least, most = schema.get("minItems", 0), schema.get("maxItems", 1_000)
        if not least <= len(value) <= most:
            raise _wrong(where, value, f"a list of {least}" if least == most else f"a list of {least} to {most}")
        return [_value(where, one, schema["items"]) for one in value]
    if kind == "object":
        return checked(where, schema, {}, value)
    if kind in ("integer", "number") and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        raise _wrong(where, value, f"{_WANTED[kind]} from {schema['minimum']} to {schema['maximum']}")
    if "pattern" in schema and not re.fullmatch(schema["pattern"].strip("^$"), value):
        raise _wrong(where, value, "written like 3 or 3-8")
    return value


def _listed(text: str) -> Any:
    """A list that was written as JSON in a text, as some models do; the text itself where it is none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return [text]
    return found if isinstance(found, list) else [text]


def _is(kind: str, value: Any) -> bool:
    if kind in ("integer", "number"):
        return isinstance(value, int if kind == "integer" else int | float) and not isinstance(value, bool)
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": dict}[kind])


def _wrong(where: str, value: Any, wanted: str) -> Usage:
    shown = repr(value)
    shown = shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"
    return Usage(f"{where} is {shown}", hint=f"It should be {wanted}.")
