"""Nouns to rows and back: how regions, tables, health and the like are packed. Knows no SQL.

What comes back equals what was put in, to the last bit of a float.
"""

import json
import struct
from collections.abc import Iterable, Iterator
from typing import Any

from silcrow.document import Cell, Document, Furniture, Health, Paragraph, Record, Section, Table
from silcrow.errors import Notice
from silcrow.place import Box, Region
from silcrow.store.protocol import Index

# Page, whether a box follows, and the box: left, top, right, bottom.
_REGION = struct.Struct("<I?4d")
_NO_BOX = (False, 0.0, 0.0, 0.0, 0.0)

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode

Row = tuple[Any, ...]


def pack_regions(regions: tuple[Region, ...]) -> bytes:
    """37 bytes a region."""
    pack = _REGION.pack
    return b"".join([pack(page, *((True, *box) if box is not None else _NO_BOX)) for page, box in regions])


def unpack_regions(block: bytes) -> tuple[Region, ...]:
    """The regions of a packed block."""
    if not block:
        return ()
    return tuple(
        [
            Region(page, Box(left, top, right, bottom) if boxed else None)
            for page, boxed, left, top, right, bottom in _REGION.iter_unpack(block)
        ]
    )


def pack_strings(strings: Iterable[str]) -> str:
    """A JSON list; empty text for none, which is the usual case."""
    return _encode(list(strings)) if strings else ""


def unpack_strings(text: str) -> tuple[str, ...]:
    """The strings of a packed list."""
    return tuple(json.loads(text)) if text else ()


def _pack_cell(cell: Cell) -> object:
    if cell.box is None and cell.rowspan == 1 and cell.colspan == 1:
        return cell.text
    return [cell.text, cell.box, cell.rowspan, cell.colspan]


def _unpack_cell(packed: Any) -> Cell:
    if isinstance(packed, str):
        return Cell(packed)
    text, box, rowspan, colspan = packed
    return Cell(text, None if box is None else Box(*box), rowspan, colspan)


def pack_table(table: Table) -> str:
    """JSON: caption, unit, header, rows; a cell that is only text is a string."""
    rows = [[_pack_cell(cell) for cell in row] for row in table.rows]
    return _encode([table.caption, table.unit, [_pack_cell(cell) for cell in table.header], rows])


def unpack_table(text: str) -> Table:
    """The table of a packed one."""
    caption, unit, header, rows = json.loads(text)
    return Table(
        header=tuple(_unpack_cell(cell) for cell in header),
        rows=tuple(tuple(_unpack_cell(cell) for cell in row) for row in rows),
        caption=caption,
        unit=unit,
    )


def pack_health(health: Health) -> str:
    """JSON of a health report."""
    notices = [[notice.code, notice.message, notice.place] for notice in health.notices]
    return _encode([health.evidence, health.doubtful, health.flat, health.pages_without_text, notices])


def unpack_health(text: str) -> Health:
    """The health report of a packed one."""
    evidence, doubtful, flat, without_text, notices = json.loads(text)
    return Health(
        evidence=tuple((clue, count) for clue, count in evidence),
        doubtful=tuple(doubtful),
        flat=flat,
        pages_without_text=tuple(without_text),
        notices=tuple(Notice(*notice) for notice in notices),
    )


def pack_furniture(furniture: Iterable[Furniture]) -> str:
    """JSON of all furniture of a document, in order."""
    return _encode([[one.text, one.position, one.regions] for one in furniture])


def unpack_furniture(text: str) -> tuple[Furniture, ...]:
    """The furniture of a packed block."""
    return tuple(
        Furniture(
            text=text,
            regions=tuple(Region(page, None if box is None else Box(*box)) for page, box in regions),
            position=position,
        )
        for text, position, regions in json.loads(text)
    )


def document_row(document: Document, index: Index, source: object, added: str) -> Row:
    """A document in the order of its columns; `source` is whatever its store knows the source by."""
    return (
        document.doc_id,
        document.edition,
        document.recipe,
        document.format,
        document.title,
        pack_strings(document.authors),
        document.date,
        document.language,
        document.pages,
        pack_strings(document.page_labels),
        len(document.sections),
        len(document.paragraphs),
        sum(paragraph.tokens for paragraph in document.paragraphs),
        pack_health(document.health),
        source,
        added,
        json.dumps(index.totals),
        index.lengths,
    )


def paragraph_rows(key: int, paragraphs: Iterable[Paragraph]) -> Iterator[Row]:
    """Rows of the table paragraph, in its column order."""
    for order, p in enumerate(paragraphs):
        table = None if p.table is None else pack_table(p.table)
        yield key, order, p.kind, p.text, pack_regions(p.regions), p.tokens, table


def paragraph_of(kind: Any, text: str, regions: bytes, tokens: int, table: str | None) -> Paragraph:
    """A paragraph of its row, from `kind` on."""
    return Paragraph(kind, text, unpack_regions(regions), tokens, None if table is None else unpack_table(table))


def section_rows(key: int, sections: Iterable[Section]) -> Iterator[Row]:
    """Rows of the table section, in its column order. A path is written only where it is not parent's + heading."""
    paths: dict[str | None, tuple[str, ...]] = {None: ()}
    for s in sections:
        path = None if s.path == (*paths.get(s.parent, ()), s.heading) else pack_strings(s.path)
        paths[s.sec_id] = s.path
        pages = s.pages or (None, None)
        head = (key, s.ord, s.last, s.parent, s.level, s.sec_id, s.heading, s.label, s.title, path, s.first, s.count)
        tail = (s.end, s.tokens, *pages, pack_regions(s.regions), pack_strings(s.evidence), s.confidence)
        yield head + tail


def sections_of(rows: Iterable[Row]) -> tuple[Section, ...]:
    """All sections of a document from their rows, from `ord` on, in pre-order."""
    paths: dict[str | None, tuple[str, ...]] = {None: ()}
    evidence: dict[str, tuple[str, ...]] = {"": ()}
    sections = []
    for row in rows:
        order, last, parent, level, sec_id, heading, label, title, path, first, count, end, tokens, *rest = row
        first_page, last_page, regions, clues, confidence = rest
        chain = (*paths.get(parent, ()), heading) if path is None else unpack_strings(path)
        paths[sec_id] = chain
        if clues not in evidence:
            evidence[clues] = unpack_strings(clues)
        sections.append(
            Section(
                sec_id=sec_id,
                heading=heading,
                label=label,
                title=title,
                level=level,
                parent=parent,
                path=chain,
                ord=order,
                last=last,
                first=first,
                count=count,
                end=end,
                tokens=tokens,
                pages=None if first_page is None else (first_page, last_page),
                regions=unpack_regions(regions),
                evidence=evidence[clues],
                confidence=confidence,
            )
        )
    return tuple(sections)


def record_of(row: Row, addresses: tuple[str, ...]) -> Record:
    """A record of its row: columns in the order of the noun, `addresses` apart."""
    doc_id, edition, recipe, form, title, authors, date, language, pages, labels, *rest = row
    sections, paragraphs, tokens, health, source, size, kept, added = rest
    return Record(
        doc_id=doc_id,
        edition=edition,
        recipe=recipe,
        format=form,
        title=title,
        authors=unpack_strings(authors),
        date=date,
        language=language,
        pages=pages,
        page_labels=unpack_strings(labels),
        sections=sections,
        paragraphs=paragraphs,
        tokens=tokens,
        health=unpack_health(health),
        source=source,
        size=size,
        kept=bool(kept),
        addresses=addresses,
        added=added,
    )
