"""The tool that finds sections by what they are called: locate.scope, a page at a time."""

from silcrow import wire
from silcrow.desk import Desk
from silcrow.errors import NotFound
from silcrow.locate.scope import scope
from silcrow.render.places import pages_text
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.places import exact
from silcrow.toolset.reading import read_on
from silcrow.toolset.sizes import CAP, ENVELOPE, page
from silcrow.toolset.tool import Arguments, ToolResult


def find_section(desk: Desk, arguments: Arguments) -> ToolResult:
    """One, several that were asked for, or ambiguous; NotFound with the nearest where there is none."""
    words, doc_id = arguments["words"], arguments.get("doc_id")
    sought = exact(desk, words, doc_id)
    scoped = scope(desk if doc_id is None else desk.only(doc_id), sought)
    if scoped.result == "none":
        near = tuple(str(lead.span) for lead in scoped.nearest)
        why = "".join(f" {notice.message}" for notice in scoped.notices)
        hint = "These are called most like it; none of them is it." if near else ""
        raise NotFound(f"no section {words!r} here.{why}", hint=hint, candidates=near)
    records = {record.doc_id: record for record in desk.only(*{one.span.doc_id for one in scoped.sections}).documents()}
    labels = {name: record.page_labels for name, record in records.items()}
    asked = "|".join(["find", words, doc_id or "", *(record.edition for record in records.values())])
    found = page(
        scoped.sections,
        lambda one: wire.located(one, labels),
        cursor=arguments.get("cursor"),
        asked=asked,
        max_tokens=arguments.get("max_tokens", CAP) - ENVELOPE,
    )
    data = {
        "result": scoped.result,
        "sections": found.entries,
        "left_out": found.left_out,
        "cursor": found.cursor,
        "notices": wire.notices([*scoped.notices, UNTRUSTED]),
    }
    lines = [_line(entry) for entry in found.entries]
    head = "Ambiguous: one was asked for, and these fit.\n" if scoped.result == "ambiguous" else ""
    return ToolResult(data, head + fenced("\n".join(lines)) + read_on(found.left_out, found.cursor, "sections"))


def _line(entry: wire.JSON) -> str:
    paper = pages_text(entry["pages"])
    sure = "" if entry["confidence"] >= 1 else f", {entry['found_by']} {entry['confidence']:.2f}"
    return f"- {entry['place']}: {' › '.join(entry['path'])}" + (f" ({paper}{sure})" if paper else sure)
