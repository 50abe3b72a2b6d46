"""`read --tables`: the tables of what was read, as Markdown, CSV or JSON, each at its place."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from silcrow import wire
from silcrow.cli.exits import NOT_FOUND, OK
from silcrow.cli.screen import Look, Result
from silcrow.cli.session import Session
from silcrow.document import Table
from silcrow.errors import Usage
from silcrow.passage import Passages
from silcrow.place import Coordinate, Region
from silcrow.render.tables import csv_rows, csv_text, markdown

FORMS = ("md", "csv", "json")

Placed = tuple[Coordinate, Table, tuple[int, ...]]


def tables_result(session: Session, found: Passages, form: str | None) -> Result:
    """The tables among some passages; without any it exits 3."""
    if form not in (None, *FORMS):
        raise Usage(f"--format {form!r} is not known", hint=f"Forms of tables: {', '.join(FORMS)}.")
    found = replace(found, notices=(*session.notices, *found.notices))
    placed = _placed(found)
    as_json = partial(wire.tables, placed, found)

    def text(_look: Look) -> str:
        if form == "json":
            return wire.dumps(as_json(), indent=1)
        if form == "csv":
            return _csv(placed)
        return "\n".join(_markdown(place, table) for place, table, _ in placed)

    remark = "" if placed else "No tables there."
    return Result(as_json, text, found.notices, OK if placed else NOT_FOUND, remark)


def _placed(found: Passages) -> list[Placed]:
    return [
        (Coordinate(passage.span.doc_id, passage.span.sec_id, para_idx), paragraph.table, _pages(paragraph.regions))
        for passage in found.passages
        for para_idx, paragraph in enumerate(passage.paragraphs, passage.span.first or 0)
        if paragraph.table is not None
    ]


def _pages(regions: tuple[Region, ...]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(region.page for region in regions))


def _markdown(place: Coordinate, table: Table) -> str:
    return f"<!-- {place} -->\n{markdown(table)}\n"


def _csv(placed: Sequence[Placed]) -> str:
    """One table as CSV and no more; of several each below a row with its place and caption, a blank line between."""
    if len(placed) == 1:
        return csv_text(placed[0][1])
    return "\n".join(csv_rows([[str(place), table.caption]]) + csv_text(table) for place, table, _ in placed)
