"""The shapes of results as JSON Schema, one a tool. Success and error fit the same one, since strict clients check
both: so no key is required, and none but these may stand there.
"""

from typing import Any

Schema = dict[str, Any]


def _object(**properties: Schema) -> Schema:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


_TEXT: Schema = {"type": "string"}
_COUNT: Schema = {"type": "integer"}
_NUMBER: Schema = {"type": "number"}
_TEXTS = _list(_TEXT)
_PAGES = {"pages": _list(_COUNT), "page_labels": _TEXTS}
_FRAME: dict[str, Schema] = {
    "left_out": {"type": ["object", "null"], "properties": {"count": _COUNT, "tokens": _COUNT}},
    "cursor": {"type": ["string", "null"]},
    "notices": _list(_object(code=_TEXT, message=_TEXT, place=_TEXT)),
    "error": _object(code=_TEXT, message=_TEXT, hint=_TEXT, candidates=_TEXTS),
}
_LISTED = {"doc_id": _TEXT, "edition": _TEXT, "title": _TEXT, "pages": _COUNT, "paragraphs": _COUNT, "state": _TEXT}
_ADDRESSES = {"addresses": _TEXTS}
_HIT = _object(place=_TEXT, score=_NUMBER, found_by=_TEXTS)

DOCUMENTS = _object(documents=_list(_object(**_LISTED, **_ADDRESSES)), **_FRAME)

OUTLINE = _object(
    doc_id=_TEXT,
    # Sections lie inside sections; a schema that repeats itself inside is more than some clients read.
    sections=_list(
        {
            "type": "object",
            "properties": {
                "sec_id": _TEXT,
                "label": _TEXT,
                "title": _TEXT,
                "level": _COUNT,
                "path": _TEXTS,
                "paragraphs": _COUNT,
                "tokens": _COUNT,
                **_PAGES,
                "evidence": _TEXTS,
                "confidence": _NUMBER,
                "sections": _list({"type": "object"}),
            },
        }
    ),
    health={"type": "object"},
    **_FRAME,
)

PASSAGES = _object(
    passages=_list(_object(place=_TEXT, path=_TEXTS, **_PAGES, text=_TEXT, rank=_COUNT, hits=_list(_HIT))), **_FRAME
)

SECTIONS = _object(
    result=_TEXT,
    sections=_list(
        _object(place=_TEXT, path=_TEXTS, **_PAGES, found_by=_TEXT, confidence=_NUMBER, trace=_TEXTS),
    ),
    **_FRAME,
)

CITATIONS = _object(
    citations=_list(
        _object(
            place=_TEXT,
            quote=_TEXT,
            verdict=_TEXT,
            **_PAGES,
            path=_TEXTS,
            given=_TEXT,
            found=_TEXT,
            difference=_list(_object(kind=_TEXT, text=_TEXT)),
        )
    ),
    **_FRAME,
)

FIGURE = _object(
    expression=_TEXT,
    value=_TEXT,
    exact={"type": "boolean"},
    operands=_list(_object(name=_TEXT, value=_TEXT, place=_TEXT, pages=_list(_COUNT), fault=_TEXT)),
    notices=_FRAME["notices"],
    error=_FRAME["error"],
)

_THING: Schema = {"type": ["object", "null"]}
_THINGS = _list({"type": "object"})
_STUDIED: dict[str, Schema] = {
    "reading": {"type": ["string", "null"]},
    "doc_id": _TEXT,
    "total": _COUNT,
    "completed": _list(_COUNT),
    **_FRAME,
}

PART = _object(
    part=_THING,
    left=_COUNT,
    text=_list(_object(place=_TEXT, kind=_TEXT, text=_TEXT)),
    context_prefix=_TEXT,
    table_header=_TEXT,
    so_far=_TEXT,
    gist=_THING,
    former=_THING,
    form=_TEXT,
    **_STUDIED,
)

NOTED = _object(part=_THING, current={"type": ["integer", "null"]}, note=_THING, **_STUDIED)

STUDY = _object(
    edition=_TEXT,
    title=_TEXT,
    split=_THING,
    current={"type": ["integer", "null"]},
    changed=_list(_COUNT),
    gone=_TEXTS,
    open=_list(_COUNT),
    questions=_TEXTS,
    synthesis={"type": "boolean"},
    usage=_THING,
    **_STUDIED,
)

WHOLE = _object(documents=_THINGS, synthesis=_THING, notes=_THINGS, terms=_THINGS, gaps=_THINGS, form=_TEXT, **_STUDIED)

ADDED = _object(
    documents=_list(_object(**_LISTED, **_ADDRESSES, outcome=_TEXT)),
    failed=_list(_object(address=_TEXT, error=_FRAME["error"])),
    notices=_FRAME["notices"],
    error=_FRAME["error"],
)
