"""A JSON Schema filled by a model from some paragraphs: each with a quote that stands there, else null and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from silcrow.answer import Citation
from silcrow.errors import Usage
from silcrow.language.quantities import quantities
from silcrow.models.chat import Chat, Shape
from silcrow.models.chat import Usage as Tokens
from silcrow.models.structured import structured
from silcrow.rules.evidence import asked, standing
from silcrow.rules.ground import Line

_DEEPEST: Final = 8
_UNSUPPORTED: Final = "its quote stands nowhere in the scope"
_NOT_SAID: Final = "the scope does not say it"


@dataclass(frozen=True, slots=True)
class Filled:
    """The object that a schema describes. `evidence` by JSON pointer: the citation of a value, or why it is null."""

    value: Mapping[str, Any]
    evidence: Mapping[str, Citation | str]
    usage: Tokens


def fill(schema: Mapping[str, Any], lines: Sequence[Line], chat: Chat) -> Filled:
    """The values that a model finds in some paragraphs. Usage for a schema that is none of an object, or too deep."""
    if schema.get("type") != "object" or not isinstance(schema.get("properties"), Mapping):
        raise Usage("the schema is not that of an object with properties", hint='Write {"type": "object", …}.')
    _well_formed(schema)
    told = structured(chat, asked("fill", "Fill in the form.", lines), Shape("form", _quoted(schema, 0)))
    evidence: dict[str, Citation | str] = {}
    value = _proven(told.value, schema, "", lines, evidence)
    return Filled(value, evidence, told.usage)


def _well_formed(schema: Mapping[str, Any]) -> None:
    """Usage, saying where, for what JSON Schema does not know."""
    from jsonschema import Draft202012Validator, SchemaError  # noqa: PLC0415  heavy, and only for this

    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as fault:
        where = "/".join(map(str, fault.path)) or "the schema"
        raise Usage(f"{where}: {fault.message[:200]}", hint="Write a JSON Schema.") from None
    except RecursionError:
        raise Usage(f"the schema is more than {_DEEPEST} levels deep", hint="Flatten it.") from None


def _quoted(schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """The schema with a quote beside each value."""
    if depth > _DEEPEST:
        raise Usage(f"the schema is more than {_DEEPEST} levels deep", hint="Flatten it.")
    if schema.get("type") == "object":
        inner = {name: _quoted(one, depth + 1) for name, one in schema.get("properties", {}).items()}
        return {"type": "object", "properties": inner, "required": list(inner), "additionalProperties": False}
    if schema.get("type") == "array":
        return {"type": "array", "items": _quoted(schema.get("items", {"type": "string"}), depth + 1)}
    value = dict(schema)
    kinds = value.get("type", "string")
    value["type"] = [*([kinds] if isinstance(kinds, str) else kinds), "null"]
    if "enum" in value:
        value["enum"] = [*value["enum"], None]
    properties = {"value": value, "quote": {"type": "string"}}
    return {"type": "object", "properties": properties, "required": ["value", "quote"], "additionalProperties": False}


def _proven(
    told: Any, schema: Mapping[str, Any], pointer: str, lines: Sequence[Line], evidence: dict[str, Citation | str]
) -> Any:
    """A value as it was told, where its quote stands and bears it."""
    if schema.get("type") == "object":
        properties = schema.get("properties", {})
        return {
            name: _proven(told[name], one, f"{pointer}/{_escaped(name)}", lines, evidence)
            for name, one in properties.items()
        }
    if schema.get("type") == "array":
        items = schema.get("items", {"type": "string"})
        return [_proven(one, items, f"{pointer}/{i}", lines, evidence) for i, one in enumerate(told)]
    value = told["value"]
    if value is None:
        evidence[pointer] = _NOT_SAID
        return None
    citation = standing(str(told["quote"]), lines)
    fault = _UNSUPPORTED if citation is None else next(_faults(value, citation.quote), "")
    evidence[pointer] = fault or citation or _UNSUPPORTED
    return None if fault else value


def _faults(value: Any, quote: str) -> Iterator[str]:
    """Why a quote does not bear a value: a number has to stand in it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        stand = {figure.value for figure in quantities(quote)}
        if not any(abs(float(one) - value) < 1e-9 * max(1.0, abs(value)) for one in stand):
            yield f"{value} does not stand in its quote"


def _escaped(name: str) -> str:
    """A name in a JSON pointer (RFC 6901)."""
    return name.replace("~", "~0").replace("/", "~1")
