"""The tools of reading through: a host agent takes parts, notes them, and puts the whole together. They write notes
into the library and nothing else.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from silcrow import wire
from silcrow.desk import Desk
from silcrow.errors import NotFound, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.mcp.opened import Opened
from silcrow.render.study import note_text, progress_line, render_beside, render_noted
from silcrow.studied import Handed, Studied
from silcrow.study.room import Study
from silcrow.toolset import outputs
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.places import only_document
from silcrow.toolset.reading import read_on
from silcrow.toolset.sizes import CAP, ENVELOPE, page, piece
from silcrow.toolset.tool import Arguments, Tool, ToolResult

_PART = 4_000  # tokens of a part, where nobody has begun: it has to fit a result with all that goes with it
_LINE = 1_500  # tokens of one entry
_TEXT = {"type": "string"}
_PLACED = {"doc_id": _TEXT, "part": {"type": "integer"}}
_ALIASES = {"doc_id": ("doc", "document"), "part": ("number",)}


def study_tools(opened: Opened) -> Mapping[str, Tool]:
    """The tools, over what lies open."""
    made = (
        ("next_part", "Next part", _NEXT, {**_PLACED, "cursor": _TEXT}, _next, outputs.PART),
        ("note_part", "Note it", _NOTE, {**_PLACED, "note": _TEXT, "skip": _TEXT}, _note, outputs.NOTED),
        ("study_status", "Progress", _STATUS, {"doc_id": _TEXT}, _status, outputs.STUDY),
        ("synthesis", "Synthesis", _WHOLE, {"doc_id": _TEXT, "note": _TEXT, "cursor": _TEXT}, _whole, outputs.WHOLE),
    )
    return {
        name: Tool(name, title, said, _schema(given), partial(handler, opened), output, _ALIASES)
        for name, title, said, given, handler, output in made
    }


_STATUS = "How far that is."
_NEXT = "To read a document through: its next part, and the form of notes."
_NOTE = "Saves a note on a part in that form, or skips it for a reason."
_WHOLE = "All notes; note saves your synthesis."


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
    study = _study(opened, desk, arguments)
    state = _begun(study)
    found = study.synthesis(arguments.get("note"))
    whole = wire.synthesis(found, said=[UNTRUSTED])
    asked = f"synthesis|{state.edition}|{state.doc_id}|{len(state.completed)}"
    notes = whole["documents"][0]["notes"]
    shown = page(notes, lambda one: one, cursor=arguments.get("cursor"), asked=asked, max_tokens=CAP // 2)
    data = {
        "doc_id": state.doc_id,
        "total": len(state.parts),
        "completed": list(state.completed)[:1000],
        "synthesis": whole["synthesis"],
        "notes": shown.entries,
        "terms": whole["terms"],
        "gaps": whole["gaps"],
        "form": found.form,
        "left_out": shown.left_out,
        "cursor": shown.cursor,
        "notices": whole["notices"],
    }
    numbers = {entry["index"] for entry in shown.entries}
    noted = [part for part in found.studies[0].parts if part.index in numbers]
    lines = [f"Part {part.index}: {part.title}\n{note_text(part.note)}" for part in noted if part.note]
    if found.note:
        lines.insert(0, f"Synthesis:\n{note_text(found.note)}")
    text = fenced("\n\n".join(lines)) if lines else "No part is noted yet."
    form = f"\n\nSave a synthesis with note, in this form:\n{found.form}"
    return ToolResult(data, text + read_on(shown.left_out, shown.cursor, "notes") + form)
