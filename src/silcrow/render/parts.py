"""A part of a document as Markdown: its own headings and paragraphs, and above them what it needs to be understood.

What does not belong to the text (place, header chain, the end of the part before) stands in comments, so that it is
there for whoever reads the file and is not taken for the document.
"""

from collections.abc import Iterator
from dataclasses import replace

from silcrow.document import Document, Paragraph, Section
from silcrow.part import Part, Stretch
from silcrow.render.document import render_document

_SHOWN = 3  # places named at the head of a part, where it has many


def render_part(document: Document, part: Part) -> str:
    """A part as Markdown, ending in one line break."""
    return "\n\n".join([*_head(part), render_document(_only(document, part))])


def _head(part: Part) -> Iterator[str]:
    places = ", ".join(str(span) for span in part.spans[:_SHOWN])
    more = f" and {len(part.spans) - _SHOWN} more" if len(part.spans) > _SHOWN else ""
    pages = f" · {_pages(part.pages)}" if part.pages else ""
    yield _comment(f"part {part.index} of {part.total}: {part.title} · {places}{more}{pages} · ~{part.tokens} tokens")
    if part.path:
        yield _comment(f"under: {' › '.join(part.path)}")
    if part.context_prefix:
        yield _comment(f"before: {part.context_prefix}")
    if part.table_header:
        yield _comment(f"table header:\n{part.table_header}\n")


def _comment(text: str) -> str:
    return f"<!-- {text.replace('-->', '--&gt;').replace('--!>', '--!&gt;')} -->"


def _pages(pages: tuple[int, ...]) -> str:
    first, last = min(pages), max(pages)
    return f"page {first}" if first == last else f"pages {first}–{last}"


def _only(document: Document, part: Part) -> Document:
    """The document with nothing but what a part has of it."""
    by_id = {section.sec_id: section for section in document.sections}
    sections: list[Section] = []
    paragraphs: list[Paragraph] = []
    for stretch in part.stretches:
        section = by_id[stretch.span.sec_id]
        own = _own(document, section, stretch)
        heading = _heading(section, stretch)
        sections.append(replace(section, heading=heading, first=len(paragraphs), count=len(own)))
        paragraphs.extend(own)
    return replace(document, sections=tuple(sections), paragraphs=tuple(paragraphs))


def _heading(section: Section, stretch: Stretch) -> str:
    first, last = stretch.span.first, stretch.span.last
    if first is None:
        return section.heading
    if first > 0:
        return ""
    begin = stretch.begins.offset if stretch.begins else 0
    end = stretch.ends.offset if stretch.ends and last == 0 else None
    return section.heading[begin:end]


def _own(document: Document, section: Section, stretch: Stretch) -> list[Paragraph]:
    """The paragraphs of a section that a stretch has, those at its ends cut where it is."""
    first, last = stretch.span.first, stretch.span.last
    if first is None or last is None:
        first, last = 0, section.count
    found = list(document.paragraphs[section.first + max(first, 1) - 1 : section.first + last])
    if found and stretch.ends:
        found[-1] = _slice(found[-1], 0, stretch.ends.offset)
    if found and stretch.begins and first > 0:
        found[0] = _slice(found[0], stretch.begins.offset, len(found[0].text))
    return found


def _slice(paragraph: Paragraph, begin: int, end: int) -> Paragraph:
    return replace(paragraph, text=paragraph.text[begin:end].rstrip(), table=None)
