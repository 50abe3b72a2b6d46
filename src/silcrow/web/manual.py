"""/docs: the OpenAPI document as a page to read, without scripts and without anything from elsewhere."""

from html import escape
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response

from silcrow.web.pages import page

ROUTER = APIRouter()
_CSS = Path(__file__).parent / "static" / "plain.css"


@ROUTER.get("/static/plain.css")
def plain_css() -> Response:
    """How plain pages look."""
    return Response(_CSS.read_bytes(), media_type="text/css")


@ROUTER.get("/docs")
def docs(request: Request) -> Response:
    """What there is to ask, and with what."""
    document: dict[str, Any] = request.app.openapi()
    parts = [
        (
            f"<p>{escape(document['info']['description'])} For programs: "
            '<a href="/openapi.json">openapi.json</a>. For agents: MCP at <code>/mcp</code>.</p>'
        )
    ]
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            parts.append(_operation(method.upper(), path, operation, document))
    return page("Silcrow over HTTP", "\n".join(parts))


def _operation(method: str, path: str, operation: dict[str, Any], document: dict[str, Any]) -> str:
    rows = [_row(one["name"], one["schema"], one.get("required", False)) for one in operation.get("parameters", ())]
    content = operation.get("requestBody", {}).get("content", {})
    for media, body in content.items():
        schema = _resolved(body["schema"], document)
        rows += [
            _row(f"{name} ({media})", one, name in schema.get("required", ()))
            for name, one in schema.get("properties", {}).items()
        ] or [_row(media, schema, required=True)]
    table = f"<table>{''.join(rows)}</table>" if rows else ""
    text = escape(operation.get("description", ""))
    return f"<h2><code>{method} {escape(path)}</code></h2>\n<p>{text}</p>\n{table}"


def _row(name: str, schema: dict[str, Any], required: bool) -> str:
    kinds = [one.get("type", "") for one in schema.get("anyOf", (schema,))]
    kind = " or ".join(one for one in kinds if one and one != "null")
    said = [kind, *(["required"] if required else []), schema.get("description", "")]
    return f"<tr><td><code>{escape(name)}</code></td><td>{escape('; '.join(one for one in said if one))}</td></tr>"


def _resolved(schema: dict[str, Any], document: dict[str, Any]) -> dict[str, Any]:
    name = schema.get("$ref", "").rpartition("/")[2]
    found: dict[str, Any] = document["components"]["schemas"][name] if name else schema
    return found
