"""The tools of reading through: a host agent takes parts, notes them, and puts the whole together. They write notes
into the library and nothing else.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from silcrow import wire
from silcrow.desk import Desk
from silcrow.errors import NotFound, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.mcp.opened import Opened
from silcrow.render.study import note_text, progress_line, render_beside, render_noted
from silcrow.studied import Handed, Studied, Synthesis
from silcrow.study.room import Study
from silcrow.toolset import outputs
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.places import only_document
from silcrow.toolset.reading import read_on
from silcrow.toolset.sizes import CAP, ENVELOPE, page, piece
from silcrow.toolset.tool import Arguments, Tool, ToolResult

_PART = 4_000  # tokens of a part, where nobody has begun: it has to fit a result with all that goes with it
_LINE = 1_500  # tokens of one entry
_TOGETHER = 20  # documents of one synthesis
_TERMS = 20
_TEXT = {"type": "string"}
_PLACED = {"doc_id": _TEXT, "part": {"type": "integer"}}
_SEVERAL = {"doc_ids": {"type": "array", "items": _TEXT}}
_ALIASES = {"doc_id": ("doc", "document"), "part": ("number",)}
_ALIASES_OF_SEVERAL = {"doc_ids": ("doc_id", "doc", "document", "documents")}


def study_tools(opened: Opened) -> Mapping[str, Tool]:
    """The tools, over what lies open."""
    made = (
        ("next_part", "Next part", _NEXT, {**_PLACED, "cursor": _TEXT}, _next, outputs.PART),
        ("note_part", "Note", _NOTE, {**_PLACED, "note": _TEXT, "skip": _TEXT}, _note, outputs.NOTED),
        ("study_status", "Status", _STATUS, {"doc_id": _TEXT}, _status, outputs.STUDY),
        ("synthesis", "Synthesis", _WHOLE, {**_SEVERAL, "note": _TEXT, "cursor": _TEXT}, _whole, outputs.WHOLE),
    )
    return {
        name: Tool(
            name,
            title,
            said,
            _schema(given),
            partial(handler, opened),
            output,
            _ALIASES_OF_SEVERAL if "doc_ids" in given else _ALIASES,
        )
        for name, title, said, given, handler, output in made
    }


_STATUS = "How far that is."
_NEXT = "To read a document through: its next part."
_NOTE = "Saves a note on a part, or skips it."
_WHOLE = "All notes; note saves a synthesis."


def _schema(given: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": dict(given), "additionalProperties": False}


def _study(opened: Opened, desk: Desk, arguments: Arguments) -> Study:
    """The study of the document named; only of one that lies open."""
    doc_id = only_document(desk, arguments.get("doc_id"))
    desk.only(doc_id)
    return opened.scope.library.study(doc_id)


def _begun(study: Study) -> Studied:
    try:
        return study.state()
    except NotFound:
        study.begin(max_tokens=_PART)
        return study.state()


def _next(opened: Opened, desk: Desk, arguments: Arguments) -> ToolResult:
    study = _study(opened, desk, arguments)
    state = _begun(study)
    found = study.next(arguments.get("part"))
    if found is None:
        said = [*state.notices, UNTRUSTED]
        done: wire.JSON = {"part": None, "completed": list(state.completed), "total": len(state.parts)}
        return ToolResult(done | {"notices": wire.notices(said)}, "All parts are done: call synthesis.")
    data = wire.handed(found, said=[UNTRUSTED])
    later = bool(arguments.get("cursor"))
    for name in ("gist", "so_far", "former", "form", "context_prefix") if later else ():
        del data[name]
    entries = list(_entries(data.pop("text")))
    room = max(CAP - ENVELOPE - estimate_tokens(wire.dumps(data)), CAP // 4)
    asked = f"part|{found.study.edition}|{found.study.doc_id}|{found.part.key}"
    shown = page(entries, lambda one: one, cursor=arguments.get("cursor"), asked=asked, max_tokens=room)
    data |= {"text": shown.entries, "left_out": shown.left_out, "cursor": shown.cursor}
    text = _part_text(found, shown.entries, later=later)
    return ToolResult(data, text + read_on(shown.left_out, shown.cursor, "paragraphs"))


def _entries(lines: list[wire.JSON]) -> Iterator[wire.JSON]:
    """The lines of a part, one that is long in pieces."""
    for line in lines:
        text, at = line["text"], 0
        while at < len(text):
            end = piece(text, at, _LINE)
            yield line | {"text": text[at:end]}
            at = end


def _part_text(found: Handed, entries: list[wire.JSON], *, later: bool) -> str:
    if later:
        return fenced("\n\n".join(f"[{one['place']}] {one['text']}" for one in entries))
    lines = "\n\n".join(f"[{one['place']}] {one['text']}" for one in entries)
    shown = fenced(f"{render_beside(found)}\n\n{lines}")
    return f"{shown}\n\nNote it with note_part, part={found.part.index}, in this form:\n{found.form}"


def _note(opened: Opened, desk: Desk, arguments: Arguments) -> ToolResult:
    study = _study(opened, desk, arguments)
    _begun(study)
    if ("note" in arguments) == ("skip" in arguments):
        raise Usage("a note, or skip with the reason", hint="Give one of the two.")
    number = study.which(arguments.get("part"))
    if "skip" in arguments:
        state = study.skip(number=number, why=arguments["skip"])
    else:
        state = study.note(arguments["note"], number=number)
    return ToolResult(wire.noted(state, number, said=[UNTRUSTED]), fenced(render_noted(state, number)))


def _status(opened: Opened, desk: Desk, arguments: Arguments) -> ToolResult:
    state = _study(opened, desk, arguments).state()
    data = wire.progress(state, said=[UNTRUSTED])
    left = [part.index for part in state.parts if not part.done]
    del data["parts"]
    return ToolResult(data | {"open": left[:1000]}, fenced(progress_line(state)))


def _whole(opened: Opened, desk: Desk, arguments: Arguments) -> ToolResult:
    study = _studies(opened, desk, arguments)
    states = [_begun(opened.scope.library.study(doc_id)) for doc_id in study.doc_ids]
    found = study.synthesis(arguments.get("note"))
    whole = wire.synthesis(found, said=[UNTRUSTED])
    entries, texts = _noted(found, whole)
    asked = "|".join(["synthesis", *(f"{one.edition}|{one.doc_id}|{len(one.completed)}" for one in states)])
    shown = page(entries, lambda one: one, cursor=arguments.get("cursor"), asked=asked, max_tokens=CAP // 2)
    data = {
        **_heads(states),
        "synthesis": whole["synthesis"],
        "notes": shown.entries,
        "terms": _terms(whole["terms"], len(states)),
        "gaps": whole["gaps"],
        "form": found.form,
        "left_out": shown.left_out,
        "cursor": shown.cursor,
        "notices": whole["notices"],
    }
    lines = [f"Synthesis:\n{note_text(found.note)}"] if found.note else []
    lines += [texts[_key(entry)] for entry in shown.entries]
    text = fenced("\n\n".join(lines)) if lines else "No part is noted yet."
    form = f"\n\nSave a synthesis with note, in this form:\n{found.form}"
    return ToolResult(data, text + read_on(shown.left_out, shown.cursor, "notes") + form)


def _studies(opened: Opened, desk: Desk, arguments: Arguments) -> Study:
    """The study of the document named, or one across several; only of those that lie open."""
    doc_ids = list(dict.fromkeys(one.strip() for one in arguments.get("doc_ids") or ()))
    if not doc_ids:
        return _study(opened, desk, arguments)
    if len(doc_ids) > _TOGETHER:
        raise Usage(f"{len(doc_ids)} documents at once", hint=f"Put at most {_TOGETHER} together.")
    desk.only(*doc_ids)
    return opened.scope.library.study(*doc_ids)


def _heads(states: list[Studied]) -> wire.JSON:
    heads = [{"doc_id": one.doc_id, "total": len(one.parts), "completed": list(one.completed)[:1000]} for one in states]
    return heads[0] if len(heads) == 1 else {"documents": heads}


def _noted(found: Synthesis, whole: wire.JSON) -> tuple[list[wire.JSON], dict[tuple[str, int], str]]:
    """The notes as entries, and each as text; of several documents their own syntheses come first."""
    several = len(found.studies) > 1
    entries: list[wire.JSON] = []
    texts: dict[tuple[str, int], str] = {}
    for study, one in zip(found.studies, whole["documents"], strict=True):
        if several and study.synthesis:
            entries.append({"doc_id": study.doc_id, "title": study.title, "note": one["synthesis"]})
            texts[study.doc_id, 0] = f"{study.doc_id}, all of it: {study.title}\n{note_text(study.synthesis)}"
    for study, one in zip(found.studies, whole["documents"], strict=True):
        entries += [{"doc_id": study.doc_id, **entry} if several else entry for entry in one["notes"]]
        for part in study.parts:
            if note := part.note:
                of = f"{study.doc_id}, part" if several else "Part"
                texts[study.doc_id if several else "", part.index] = (
                    f"{of} {part.index}: {part.title}\n{note_text(note)}"
                )
    return entries, texts


def _key(entry: wire.JSON) -> tuple[str, int]:
    return str(entry.get("doc_id", "")), int(entry.get("index", 0))


def _terms(terms: list[wire.JSON], documents: int) -> list[wire.JSON]:
    """The best terms of each document, as many in all as one document has."""
    left = Counter[str]()
    shown = []
    for one in terms:
        doc_id = one["places"][0].partition(":")[0] if one["places"] else ""
        left[doc_id] += 1
        if documents == 1 or left[doc_id] <= max(1, _TERMS // documents):
            shown.append(one)
    return shown
