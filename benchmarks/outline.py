"""Predictions for `outline` (heading trees of long PDFs) and `pages` (one-page PDFs as Markdown).

Both go the product's own way, silcrow.parse; nothing here knows the gold.
"""

import re
import time
from pathlib import Path

from silcrow.document import Document, Section
from silcrow.parse import parse
from silcrow.render.document import render_document

# An outline prints "Item 1A. Risk Factors" and "Note 3 - Debt" whole; it drops the bare numbers and "Chapter 5".
_SAID = re.compile(r"(?:item|note|part|appendix|annex|schedule|exhibit)\b", re.IGNORECASE)

_MARKS = re.compile(r"<!--.*?-->\n*|</?aside[^<>]*>")

Heading = tuple[str, int, int]
"""Title, level and page, both from 1."""


def outline(data: Path) -> dict[str, dict[str, object]]:
    """Headings and CPU seconds of each PDF in data/pdfs, by the file's stem."""
    found: dict[str, dict[str, object]] = {}
    for path in sorted((data / "pdfs").glob("*.pdf")):
        start = time.process_time()
        document = _parse(path)
        seconds = time.process_time() - start
        found[path.stem] = {"headings": headings(document), "seconds": round(seconds, 3)}
    return found


def pages(data: Path, out: Path) -> None:
    """One Markdown file in out for each PDF in data/pdfs: what is printed, without the marks of pages and notes."""
    out.mkdir(parents=True, exist_ok=True)
    for path in sorted((data / "pdfs").glob("*.pdf")):
        (out / f"{path.stem}.md").write_text(printed(render_document(_parse(path))), encoding="utf-8")


def printed(markdown: str) -> str:
    """What stands on the page: Markdown of `convert` without its marks of pages and notes."""
    return _MARKS.sub("", markdown)


def _parse(path: Path) -> Document:
    return parse(path.read_bytes(), doc_id="document", name=path.name)


def headings(document: Document) -> list[Heading]:
    """The outline of a document as a list."""
    return [
        (_title(section), section.level, section.regions[0].page)
        for section in document.sections
        if section.heading and section.regions
    ]


def _title(section: Section) -> str:
    return section.heading if _SAID.match(section.label) or not section.title else section.title
