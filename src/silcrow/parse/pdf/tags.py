"""Headings that the file's own tags name (H1 to H6 of a tagged PDF), as entries that find their place like bookmarks.

Tags are what a program made of styles: many call a running head or a whole paragraph a heading. So what repeats from
page to page is left out, and all of them where what they hold is too much or too long for headings.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import pypdfium2
import pypdfium2.raw as pdfium

from silcrow.parse.pdf.catalog import LOCK, Bookmark
from silcrow.parse.pdf.drafts import Line, Sheet
from silcrow.parse.pdf.engine import Tag
from silcrow.parse.pdf.things import on_page, things_of
from silcrow.place import Box

_LONGEST: Final = 250  # characters of a heading
_REPEATED: Final = 3  # pages on which one text is no heading
_LONG: Final = 100  # characters that few headings have
_MOST_LONG: Final = 0.2  # share of headings that may be so long
_MOST_TEXT: Final = 0.2  # share of a document's text that headings may be


def tagged(
    data: bytes, tags: Mapping[int, Sequence[Tag]], sheets: Sequence[Sheet], *, password: str | None
) -> list[Bookmark]:
    """The headings that tags name, in the order of pages; none where the tags make no sense."""
    if not tags:
        return []
    by_page = {sheet.page: sheet for sheet in sheets}
    found: list[Bookmark] = []
    with LOCK, pypdfium2.PdfDocument(data, password=password) as pdf:
        for number, held in sorted(tags.items()):
            if number in by_page and number <= len(pdf):
                found += _of_page(pdf, by_page[number], held)
    pages = {(entry.title, entry.page) for entry in found}
    often = Counter(title for title, _ in pages)
    found = [entry for entry in found if often[entry.title] < _REPEATED]
    return found if _are_sane(found, sheets) else []


def _of_page(pdf: pypdfium2.PdfDocument, sheet: Sheet, tags: Sequence[Tag]) -> list[Bookmark]:
    wanted = {mark: n for n, tag in enumerate(tags) for mark in tag.marks}
    boxes: dict[int, list[Box]] = {}
    try:
        page = pdf[sheet.page - 1]
        for thing in things_of(page.raw):
            if thing.kind == pdfium.FPDF_PAGEOBJ_TEXT:
                n = wanted.get(pdfium.FPDFPageObj_GetMarkedContentID(thing.handle))
                if n is not None:
                    boxes.setdefault(n, []).append(on_page(page, thing.edges))
    except pypdfium2.PdfiumError:
        return []
    lines = [line for draft in sheet.drafts if not draft.furniture for line in draft.lines]
    found = []
    for n, held in sorted(boxes.items()):
        inside = [line for line in lines if _stands_in(line, held)]
        title = " ".join(line.text for line in inside)
        if 1 < len(title) <= _LONGEST:
            found.append(Bookmark(title, tags[n].level, sheet.page, sheet.height - min(line.top for line in inside)))
    return found


def _stands_in(line: Line, boxes: Sequence[Box]) -> bool:
    """Whether most of a line is drawn in some places."""
    middle = (line.top + line.bottom) / 2
    shared = sum(
        max(0.0, min(line.right, box.right) - max(line.left, box.left))
        for box in boxes
        if box.top - 1 <= middle <= box.bottom + 1
    )
    return shared > 0.5 * (line.right - line.left)


def _are_sane(entries: Sequence[Bookmark], sheets: Sequence[Sheet]) -> bool:
    count = sum(len(entry.title) for entry in entries)
    text = sum(len(line.text) for sheet in sheets for draft in sheet.drafts for line in draft.lines)
    long = sum(len(entry.title) > _LONG for entry in entries)
    return bool(entries) and count <= _MOST_TEXT * text and long <= _MOST_LONG * len(entries)
