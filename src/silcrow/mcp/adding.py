"""The tool that reads documents into the library, from allowed folders only; off unless one is allowed."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from silcrow import wire
from silcrow.desk import Desk
from silcrow.document import Record
from silcrow.errors import Notice, SilcrowError
from silcrow.ingest.one import Added
from silcrow.ingest.sources import find
from silcrow.mcp.folders import read_inside, real_path
from silcrow.mcp.opened import Opened
from silcrow.render.listing import render_records
from silcrow.toolset import outputs
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.tool import Arguments, Tool, ToolResult

# Told of each file: how many are done, of how many, and the name of the one that is read next.
Report = Callable[[int, int, str], None]

_LISTED = 50  # documents and failures in a result


def add_tool(opened: Opened, report: Report) -> Tool:
    """The tool, telling `report` how far it is."""

    def add(_desk: Desk, arguments: Arguments) -> ToolResult:
        folders = opened.folders
        path = real_path(arguments["path"], folders)
        held = opened.scope.library.path
        found = find([path], library=held if isinstance(held, Path) else None) if path.is_dir() else None
        files = found.files if found else (path,)
        done: list[Added] = []
        failures: list[tuple[str, SilcrowError]] = [*found.failures] if found else []
        for at, file in enumerate(files):
            report(at, len(files), file.name)
            try:
                done.append(_add(opened, file, arguments.get("password")))
            except SilcrowError as failure:
                failures.append((str(file), failure))
        report(len(files), len(files), "")
        if len(failures) == 1 and not done:
            raise failures[0][1]
        return _result(done, failures, found.notices if found else ())

    return replace(ADD_DOCUMENT, handler=add)


def _add(opened: Opened, file: Path, password: str | None) -> Added:
    scope = opened.scope
    data = read_inside(file, opened.folders)
    added = scope.library.add(data, address=str(file), password=password)
    opened.lay_open(added.record.doc_id)
    return added


def _result(done: list[Added], failures: list[tuple[str, SilcrowError]], notices: tuple[Notice, ...]) -> ToolResult:
    notices = (*notices, *(notice for one in done for notice in one.notices))[:_LISTED]
    if (more := max(len(done), len(failures)) - _LISTED) > 0:
        notices = (*notices, Notice("not_listed", f"{more} more are not listed here; the documents tool lists all."))
    shown = done[:_LISTED]
    rows: list[tuple[Record, str]] = [(one.record, one.outcome) for one in shown]
    data = wire.added(rows, failures[:_LISTED], said=(*notices, UNTRUSTED))
    counts = f"{len(done)} read, {len(failures)} failed."
    lines = [f"- {address}: {failure.message} ({failure.code})" for address, failure in failures[:_LISTED]]
    text = "\n".join([counts, *lines, *([fenced(render_records([record for record, _ in rows]))] if rows else [])])
    return ToolResult(data, text)


def _unbound(_desk: Desk, _arguments: Arguments) -> ToolResult:
    raise NotImplementedError("add_tool binds it to a library")


ADD_DOCUMENT = Tool(
    "add_document",
    "Add a document",
    "Reads a file, or a folder with all files below it, into the library and opens what it read. Only in folders that "
    "the person who started the server allowed. Known files are not read twice.",
    {
        "type": "object",
        "properties": {
            "path": {"type": "string", "description": "path of a file or folder"},
            "password": {"type": "string", "description": "opens an encrypted document"},
        },
        "required": ["path"],
        "additionalProperties": False,
    },
    _unbound,
    outputs.ADDED,
    {"path": ("file", "file_path", "uri")},
)
