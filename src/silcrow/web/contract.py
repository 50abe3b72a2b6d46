"""The OpenAPI document: what FastAPI makes of the routes, with our problems in the place of its own errors."""

from typing import Any

from fastapi import FastAPI

from silcrow.web import shapes
from silcrow.web.problems import MEDIA_TYPE

HEALTH: dict[str, Any] = {
    "description": "It is up.",
    "content": {"application/json": {"schema": shapes.result(status=shapes.TEXT, version=shapes.TEXT)}},
}
_PROBLEM = {
    "description": "A problem: its code, what is wrong, and what to do.",
    "content": {MEDIA_TYPE: {"schema": shapes.PROBLEM}},
}


def kept(app: FastAPI) -> None:
    """Let an app show its OpenAPI document with problems."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = made()
            for operations in found["paths"].values():
                for operation in operations.values():
                    answers = operation["responses"]
                    answers.pop("422", None)
                    if set(answers) > {"200"} and answers.get("200") == _UNSAID:
                        del answers["200"]
                    answers["default"] = _PROBLEM
            for name in ("HTTPValidationError", "ValidationError"):
                found.get("components", {}).get("schemas", {}).pop(name, None)
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's manual has it


_UNSAID = {"description": "Successful Response", "content": {"application/json": {"schema": {}}}}
