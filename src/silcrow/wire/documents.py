"""JSON of a whole document: sections with their paragraphs, and tables."""

from collections.abc import Iterable, Sequence

from silcrow.document import Cell, Document, Paragraph, Section, Table
from silcrow.errors import Notice
from silcrow.outline import Outline, fold
from silcrow.passage import Passages
from silcrow.place import Coordinate, Region
from silcrow.wire.envelope import JSON, left_out_entry, notices, page_numbers
from silcrow.wire.outline import health_report, nested, section


def document(found: Document, *, said: Iterable[Notice] = ()) -> JSON:
    """The whole document as a tree: each section with its own paragraphs (`content`) and the sections below it."""
    whole = Outline(found.doc_id, found.title, found.sections, found.pages, found.page_labels)

    def one(s: Section) -> JSON:
        own = found.paragraphs[s.first : s.first + s.count]
        content = [
            _paragraph(p, Coordinate(found.doc_id, s.sec_id, n), found.page_labels) for n, p in enumerate(own, 1)
        ]
        return section(s, found.page_labels) | {"content": content}

    return {
        "doc_id": found.doc_id,
        "edition": found.edition,
        "title": found.title,
        "authors": list(found.authors),
        "date": found.date,
        "language": found.language,
        "format": found.format,
        "pages": found.pages,
        "page_labels": list(found.page_labels),
        "sections": nested(fold(whole), one),
        "furniture": [{"text": f.text, "regions": regions(f.regions)} for f in found.furniture],
        "health": health_report(found.health),
        "notices": notices(said),
    }


def _paragraph(paragraph: Paragraph, place: Coordinate, labels: Sequence[str]) -> JSON:
    pages = tuple(dict.fromkeys(region.page for region in paragraph.regions))
    found: JSON = {"place": str(place), "kind": paragraph.kind, **page_numbers(pages, labels), "text": paragraph.text}
    found["regions"] = regions(paragraph.regions)
    return found | {"table": table(paragraph.table)} if paragraph.table else found


def regions(regions: Iterable[Region]) -> list[JSON]:
    return [{"page": r.page, "box": [round(x, 2) for x in r.box] if r.box else None} for r in regions]


def table(table: Table) -> JSON:
    return {
        "caption": table.caption,
        "unit": table.unit,
        "header": [_cell(cell) for cell in table.header],
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
    }


def tables(placed: Iterable[tuple[Coordinate, Table, Sequence[int]]], found: Passages) -> JSON:
    """Tables and where they stand, out of some passages."""
    return {
        "tables": [{"place": str(place), "pages": list(pages), **table(one)} for place, one, pages in placed],
        "left_out": left_out_entry(found.left_out),
        "cursor": found.cursor,
        "notices": notices(found.notices),
    }


def _cell(cell: Cell) -> JSON:
    return {"text": cell.text, "rowspan": cell.rowspan, "colspan": cell.colspan}
