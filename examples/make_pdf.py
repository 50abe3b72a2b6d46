"""Prints a handbook written in Markdown: cover, contents with leaders, running heads, numbered sections, tables.

Run it as `python examples/make_pdf.py [SOURCE.md [TARGET.pdf]]`; it needs the `dev` extra. The PDF is a printed page
and no more: no bookmarks, no tags, so that what a reader finds in it was found without them. It knows only the
Markdown that the sample uses.
"""

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token
from reportlab.lib import colors
from reportlab.lib.enums import TA_JUSTIFY
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    KeepTogether,
    ListFlowable,
    NextPageTemplate,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    Table,
)
from reportlab.platypus.tableofcontents import TableOfContents

SAMPLE = Path(__file__).with_name("skerry-point-handbook.md")
MARGIN = 28 * mm
WIDTH = A4[0] - 2 * MARGIN

BODY = ParagraphStyle("Body", fontName="Times-Roman", fontSize=11.5, leading=15.5, spaceAfter=9, alignment=TA_JUSTIFY)
CAPTION = ParagraphStyle("Caption", parent=BODY, fontName="Times-Italic", fontSize=10.5, spaceBefore=4, spaceAfter=4)
CELL = ParagraphStyle("Cell", parent=BODY, fontSize=10, leading=13, spaceAfter=0, alignment=0)
HEAD_CELL = ParagraphStyle("HeadCell", parent=CELL, fontName="Times-Bold")
TITLE = ParagraphStyle("Title", fontName="Helvetica-Bold", fontSize=28, leading=34, spaceBefore=60 * mm, spaceAfter=14)
CONTENTS = ParagraphStyle("ContentsTitle", fontName="Helvetica-Bold", fontSize=18, leading=24, spaceAfter=12)
_BOLD = ParagraphStyle("Heading", fontName="Helvetica-Bold", keepWithNext=1)
HEADINGS = {
    "h2": ParagraphStyle("Chapter", parent=_BOLD, fontSize=18, leading=24, spaceAfter=12),
    "h3": ParagraphStyle("Section", parent=_BOLD, fontSize=13.5, leading=18, spaceBefore=10, spaceAfter=6),
    "h4": ParagraphStyle("Subsection", parent=_BOLD, fontSize=11.5, leading=15, spaceBefore=6, spaceAfter=4),
}
LEVELS = {"h2": 0, "h3": 1, "h4": 2}
CONTENTS_LEVELS = [
    ParagraphStyle("Contents1", fontName="Times-Bold", fontSize=11, leading=15, spaceBefore=5),
    ParagraphStyle("Contents2", fontName="Times-Roman", fontSize=10.5, leading=13.5, leftIndent=14),
    ParagraphStyle("Contents3", fontName="Times-Roman", fontSize=10.5, leading=13.5, leftIndent=32),
]


class Handbook(BaseDocTemplate):
    """Pages with a running head; it tells the contents page on which page each heading fell."""

    def __init__(self, target: Path, *, title: str) -> None:
        super().__init__(str(target), pagesize=A4, title=title, author="The Aldous Trust", invariant=1)
        frame = Frame(MARGIN, MARGIN, WIDTH, A4[1] - 2 * MARGIN, id="text", leftPadding=0, rightPadding=0)
        self.chapter = ""
        self.addPageTemplates(
            [
                PageTemplate("cover", [frame]),
                PageTemplate("page", [frame], onPageEnd=partial(self.furnish, title=title)),
            ]
        )

    def furnish(self, canvas: Canvas, _document: BaseDocTemplate, *, title: str) -> None:
        """Print the running head and the page number."""
        canvas.saveState()
        canvas.setFont("Helvetica", 8.5)
        canvas.drawString(MARGIN, A4[1] - 18 * mm, title)
        canvas.drawRightString(A4[0] - MARGIN, A4[1] - 18 * mm, self.chapter)
        canvas.line(MARGIN, A4[1] - 20 * mm, A4[0] - MARGIN, A4[1] - 20 * mm)
        canvas.drawCentredString(A4[0] / 2, 15 * mm, str(self.page))
        canvas.restoreState()

    def beforeDocument(self) -> None:  # noqa: N802 - reportlab's name
        """Start each pass over the story with a bare head."""
        self.chapter = "Contents"

    def afterFlowable(self, flowable: Flowable) -> None:  # noqa: N802 - reportlab's name
        """Note a heading for the contents page, and a chapter for the running head."""
        for tag, style in HEADINGS.items():
            if getattr(flowable, "style", None) is style:
                self.notify("TOCEntry", (LEVELS[tag], flowable.getPlainText(), self.page))
                if tag == "h2":
                    self.chapter = flowable.getPlainText()


def inline(token: Token) -> str:
    """Inline Markdown as reportlab's mark-up."""
    marks = {"em_open": "<i>", "em_close": "</i>", "strong_open": "<b>", "strong_close": "</b>", "softbreak": " "}
    parts = []
    for child in token.children or []:
        if child.type == "code_inline":
            parts.append(f'<font name="Courier" size="10">{escape(child.content)}</font>')
        else:
            parts.append(marks.get(child.type, escape(child.content)))
    return "".join(parts)


def table(tokens: Iterator[Token]) -> Flowable:
    """The rows up to the end of the table; a column aligned right in the source is aligned right."""
    rows: list[list[Paragraph]] = []
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type in ("th_open", "td_open"):
            base = HEAD_CELL if token.type == "th_open" else CELL
            right = "right" in str(token.attrs.get("style", ""))
            style = ParagraphStyle("Right", parent=base, alignment=2) if right else base
            rows[-1].append(Paragraph(inline(next(tokens)), style))
    rules = [
        ("LINEABOVE", (0, 0), (-1, 0), 1, colors.black),
        ("LINEBELOW", (0, 0), (-1, 0), 0.5, colors.black),
        ("LINEBELOW", (0, -1), (-1, -1), 1, colors.black),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
    return Table(rows, style=rules, repeatRows=1, spaceAfter=12, hAlign="LEFT", colWidths=column_widths(rows))


def column_widths(rows: list[list[Paragraph]]) -> list[float]:
    """The page's width shared out by the longest text of each column."""
    longest = [max(len(row[i].getPlainText()) for row in rows) + 3 for i in range(len(rows[0]))]
    return [WIDTH * n / sum(longest) for n in longest]


def bullets(tokens: Iterator[Token]) -> Flowable:
    """The items up to the end of the list."""
    items = []
    for token in tokens:
        if token.type == "bullet_list_close":
            break
        if token.type == "inline":
            items.append(Paragraph(inline(token), BODY))
    return ListFlowable(items, bulletType="bullet", start="•", leftIndent=16)


def story(source: str) -> Iterator[Flowable]:
    """The whole document, contents page included, in reading order."""
    tokens = iter(MarkdownIt("commonmark").enable("table").parse(source))
    caption: Paragraph | None = None
    for token in tokens:
        if token.type == "heading_open":
            text = inline(next(tokens))
            if token.tag == "h1":
                yield from (Paragraph(text, TITLE), NextPageTemplate("page"))
                continue
            if token.tag == "h2":
                if text.startswith("1 "):
                    yield from contents()
                yield PageBreak()
            yield Paragraph(text, HEADINGS[token.tag])
        elif token.type == "table_open":
            yield KeepTogether([flowable for flowable in (caption, table(tokens)) if flowable])
            caption = None
        elif token.type == "bullet_list_open":
            yield from (bullets(tokens), Spacer(0, 6))
        elif token.type == "inline":
            text = inline(token)
            if text.startswith("Table ") and text[6:9].rstrip("0123456789").endswith((":", "A")):
                caption = Paragraph(text, CAPTION)
            else:
                yield Paragraph(text, BODY)


def contents() -> Iterator[Flowable]:
    """The contents page, its dots and numbers filled in by the last pass."""
    listing = TableOfContents(dotsMinLevel=0, levelStyles=CONTENTS_LEVELS)
    yield from (PageBreak(), Paragraph("Contents", CONTENTS), listing)


def make(source: Path, target: Path) -> None:
    """Print `source` to `target`: the same bytes each time for one version of reportlab."""
    text = source.read_text(encoding="utf-8")
    title = text.split("\n", 1)[0].removeprefix("# ")
    Handbook(target, title=title).multiBuild(list(story(text)))


if __name__ == "__main__":
    os.environ.setdefault("SOURCE_DATE_EPOCH", "1740787200")  # reportlab's date of printing: 1 March 2025
    origin = Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE
    make(origin, Path(sys.argv[2]) if len(sys.argv) > 2 else origin.with_suffix(".pdf"))
