"""A document as structured Markdown: headings at their levels, tables as tables, text that stays text.

What plain text shares with Markdown's signs is escaped where a reader of Markdown would take it for one, and only
there. Running heads and page numbers stay out; headings below level 6 are written at level 6. Where a page begins a
comment says so, with the label printed on it; notes are asides, which CommonMark has no sign for.
"""

import re
from collections.abc import Iterator, Sequence
from html import escape as html_escape

from silcrow.document import Document, Paragraph, Section, Table
from silcrow.place import Region
from silcrow.render.tables import has_rowspans, html

_DEEPEST = 6
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,80}\]:")
_LINE = re.compile(r"\s*\n\s*")
_ITEM = re.compile(r"([-*+•‣▪◦–]|\d{1,9}[.)]|[A-Za-z][.)]|\([A-Za-z0-9]{1,4}\))[ \t]+")

# Signs that open a block when they start a line: headings, quotes, bullets, rules, fences, tables, setext lines.
_OPENS = re.compile(r"(?=(#{1,6}(\s|\Z)|>|[-+*](\s|\Z)|([-*_=][ \t]*){3,}\Z|=+\s*\Z|:?-+:?\s*(\||\Z)|```|~~~|\|))")
_NUMBERED = re.compile(r"(\d{1,9})([.)])(?=\s|\Z)")
# Signs that mean something inside a line: code, links, HTML and autolinks, entities, a backslash before a sign,
# stars that touch a word, and underscores at the edge of one.
_INLINE = re.compile(
    r"[`]|\](?=[(\[:])|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)|\\(?=[!-/:-@\[-`{-~]|\Z)"
    r"|\*(?=\S)|(?<=\S)\*|(?<![^\W_])_(?=\S)|(?<=\S)_(?![^\W_])|~(?=~)"
)


def render_document(document: Document) -> str:
    """The whole document as Markdown, ending in one line break."""
    return "\n\n".join(_blocks(document)) + "\n"


def _blocks(document: Document) -> Iterator[str]:
    page = 0
    for section in document.sections:
        if section.heading:
            page, anchor = _anchor(page, section.regions, document.page_labels)
            yield from anchor
            yield _heading(section)
        points: list[str] = []
        for paragraph in document.paragraphs[section.first : section.first + section.count]:
            page, anchor = _anchor(page, paragraph.regions, document.page_labels)
            if points and (anchor or paragraph.kind != "list"):
                yield "\n".join(points)
                points = []
            yield from anchor
            block = _paragraph(paragraph)
            if block and paragraph.kind == "list":
                points.append(block)
            elif block:
                yield block
        if points:
            yield "\n".join(points)


def _anchor(page: int, regions: Sequence[Region], labels: Sequence[str]) -> tuple[int, list[str]]:
    """The page that a block begins on, and the comment that says so where it is another one than before."""
    if not regions or regions[0].page == page:
        return page, []
    page = regions[0].page
    label = labels[page - 1] if 0 < page <= len(labels) else ""
    printed = f", printed {label.replace('-->', '')}" if label and label != str(page) else ""
    return page, [f"<!-- page {page}{printed} -->"]


def _heading(section: Section) -> str:
    text = escape(" ".join(section.heading.split()))
    # A closing run of # would be taken for decoration.
    text = re.sub(r"(?<=\s)(#+)\Z", lambda run: run[1].replace("#", "\\#"), text)
    return f"{'#' * min(max(section.level, 1), _DEEPEST)} {text}"


def _paragraph(paragraph: Paragraph) -> str:
    text = paragraph.text.strip("\n")
    if paragraph.kind == "table":
        return _table(text, paragraph.table)
    if paragraph.kind == "code":
        longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{text}\n{fence}"
    if paragraph.kind == "list" and (found := _ITEM.match(text)):
        return _item(found[1], text[found.end() :])
    if paragraph.kind == "list":
        return _item("-", text)
    if paragraph.kind == "note" and not _FOOTNOTE.match(text):
        return f'<aside role="doc-footnote">{_LINE.sub("<br>", html_escape(text, quote=False))}</aside>'
    return escape(text)


def _table(text: str, table: Table | None) -> str:
    """The table as pipes; as HTML where a cell stands for several rows, or a reader could not tell one from two."""
    if table is None or not has_rowspans(table):
        return text
    lines = text.split("\n")
    piped = [n for n, line in enumerate(lines) if line.startswith("|")]
    if not piped:
        return text
    return "\n".join([*lines[: piped[0]], html(table), *lines[piped[-1] + 1 :]])


def _item(mark: str, text: str) -> str:
    """One list item. Markdown knows bullets and numbers; other marks are kept as text behind a bullet."""
    if not mark[0].isdigit():
        text, mark = (text, "-") if mark in "-*+•‣▪◦–" else (f"{mark} {text}", "-")
    first, *more = escape(text).split("\n")
    return "\n".join([f"{mark} {first}", *(" " * (len(mark) + 1) + line for line in more)])


def escape(text: str) -> str:
    """Plain text as Markdown that reads as the same text."""
    return "\n".join(map(_escape_line, text.split("\n")))


def _escape_line(line: str) -> str:
    body = line.strip()
    escaped = _INLINE.sub(lambda sign: "\\" + sign[0], body)
    if escaped == body or not escaped.startswith("\\"):
        if _OPENS.match(body):
            return "\\" + escaped
        return _NUMBERED.sub(r"\1\\\2", escaped, count=1) if _NUMBERED.match(body) else escaped
    return escaped
