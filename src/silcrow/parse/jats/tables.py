"""Tables of an article to a Table: rows and cells with their spans, header rows told by their tags."""

from typing import Final

from silcrow.document import Cell, Table
from silcrow.parse.jats.inline import Tag, name_of, text_of
from silcrow.render.tables import merged_header

_WIDEST: Final = 1_000


def tables_of(wrap: Tag, caption: str, notes: list[Tag]) -> list[Table]:
    """The tables in a wrap; the first bears the caption."""
    found: list[Table] = []
    for table in wrap.iter():
        if name_of(table) != "table" or any(name_of(above) == "table" for above in table.iterancestors()):
            continue
        heads: list[tuple[Cell, ...]] = []
        rows: list[tuple[Cell, ...]] = []
        for row in table.iter():
            if name_of(row) != "tr":
                continue
            cells = [one for one in row if name_of(one) in ("td", "th")]
            above = row.getparent()
            head = above is not None and name_of(above) == "thead"
            alike = not rows and bool(cells) and all(name_of(one) == "th" for one in cells)
            made = tuple(
                Cell(text_of(one, notes=notes), None, _span(one.get("rowspan")), _span(one.get("colspan")))
                for one in cells
            )
            if any(cell.text for cell in made):
                (heads if head or alike else rows).append(made)
        if not rows:
            heads, rows = [], heads
        if rows:
            header = merged_header(heads) if heads else ()
            found.append(Table(header, tuple(rows), "" if found else caption))
    return found


def _span(text: str | None) -> int:
    return min(max(int(text), 1), _WIDEST) if text and text.isascii() and text.isdigit() and len(text) < 6 else 1
