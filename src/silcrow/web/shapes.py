"""What is asked and answered, as the OpenAPI document says it. Arguments that are not known are refused."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from silcrow.toolset import outputs
from silcrow.toolset.outputs import Schema

MOST_TOKENS = 200_000

Words = Annotated[str, Field(min_length=1, max_length=2_000)]
DocId = Annotated[str, Field(min_length=1, max_length=200)]
Cursor = Annotated[str | None, Field(description="from the result before: goes on there, same arguments")]
MaxTokens = Annotated[int, Field(ge=1, le=MOST_TOKENS, description="of text; what is left out is counted")]


class Asked(BaseModel):
    """Arguments, of which none but the known ones are taken."""

    model_config = ConfigDict(extra="forbid")


PROBLEM: Schema = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code", "hint", "candidates"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "code": {"type": "string"},
        "hint": {"type": "string"},
        "candidates": {"type": "array", "items": {"type": "string"}},
    },
}


def answers(shape: Schema, text: str, *, status: int = 200) -> dict[int | str, dict[str, Any]]:
    """What a route answers, for its entry in the OpenAPI document."""
    return {
        status: {"description": text, "content": {"application/json": {"schema": shape}}},
        304: {"description": "What you have still holds."},
    }


def result(**properties: Schema) -> Schema:
    """A result of these, which it always has, and perhaps of others."""
    return {"type": "object", "required": list(properties), "properties": properties}


ANY: Schema = {}
OBJECT: Schema = {"type": "object"}
LIST: Schema = {"type": "array"}
TEXT: Schema = {"type": "string"}
DOCUMENTS, OUTLINE, PASSAGES = outputs.DOCUMENTS, outputs.OUTLINE, outputs.PASSAGES
