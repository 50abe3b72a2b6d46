"""Passages as text: a place line, then the paragraphs with their numbers; those that answer are marked."""

from silcrow.document import Paragraph
from silcrow.passage import Hit, LeftOut, Passage, Passages
from silcrow.place import Span
from silcrow.render.columns import Paint, counted, plain, table_lines, wrap
from silcrow.render.places import Records, place_lines, place_text

HIT = "▸"
_WIDEST = 100  # columns of running text, however wide the terminal


def render_passages(
    found: Passages, *, documents: Records | None = None, width: int | None = None, paint: Paint = plain
) -> str:
    """Passages in document order, which a screen says of ranked ones, and what a budget left out.

    Without a width tables stay Markdown, lines unbroken.
    """
    blocks = [_passage(passage, documents, width, paint) for passage in found.passages]
    if width is not None and sum(bool(passage.rank) for passage in found.passages) > 1:
        blocks.insert(0, paint("quiet", f"{counted(len(blocks), 'passage')} in document order; #1 is the best"))
    if found.left_out or found.cursor:
        blocks.append("\n".join(paint("quiet", line) for line in _left_out(found.left_out, found.cursor)))
    return "\n\n".join(blocks)


def _left_out(left_out: LeftOut | None, cursor: str | None) -> list[str]:
    """What a budget kept out, and how to go on."""
    lines = []
    if left_out:
        lines.append(f"Left out: {counted(left_out.count, 'paragraph')} (~{left_out.tokens:,} tokens).")
    if cursor:
        lines.append(f"Read on: the same command with --cursor {cursor}")
    return lines


def _passage(passage: Passage, documents: Records | None, width: int | None, paint: Paint) -> str:
    span = passage.span
    head = place_text(span, passage.path, passage.pages, documents)
    if passage.rank:
        head = f"#{passage.rank} {head}"
    lines = place_lines(head, span, width=width, paint=paint)
    marked = {number for hit in passage.hits for number in _numbers(hit.span)}
    first = 1 if span.first is None else span.first
    digits = len(str(first + len(passage.paragraphs)))
    for number, paragraph in enumerate(passage.paragraphs, first):
        lines.append("")
        lines.extend(_paragraph(paragraph, number, hit=number in marked, digits=digits, width=width, paint=paint))
    for hit in passage.hits:
        if hit.reasons:
            lines.extend(("", *(paint("quiet", line) for line in _reasons(hit, width))))
    return "\n".join(lines)


def _reasons(hit: Hit, width: int | None) -> list[str]:
    """What a hit's score is made of, on a line or as few as the width allows."""
    parts = (f"{r.word} ({r.field}) {r.score:.2f}" if r.word else f"{r.field} {r.score:.2f}" for r in hit.reasons)
    line = f"¶{hit.span.first} scores {hit.score:.2f}: {', '.join(parts)}"
    return [line] if width is None else wrap(line, min(width, _WIDEST))


def _numbers(span: Span) -> range:
    return range(0) if span.first is None or span.last is None else range(span.first, span.last + 1)


def _paragraph(
    paragraph: Paragraph, number: int, *, hit: bool, digits: int, width: int | None, paint: Paint
) -> list[str]:
    mark = HIT if hit else " "
    lead = f"{mark} ¶{number:<{digits}} "
    painted = f"{paint('hit', mark) if hit else mark} {paint('hit' if hit else 'quiet', f'¶{number:<{digits}}')} "
    if width is None:
        text = paragraph.text
        alone = paragraph.kind in ("table", "code", "formula") and "\n" in text
        return [painted.rstrip(), text] if alone else [painted + text]
    room = max(width - len(lead), 20)
    body = body_lines(paragraph, room)
    return [(painted if at == 0 else " " * len(lead)) + line if line else "" for at, line in enumerate(body or [""])]


def body_lines(paragraph: Paragraph, width: int) -> list[str]:
    """The lines of a paragraph on a terminal: tables in columns, code as it stands, all else wrapped."""
    if paragraph.kind == "table":
        return table_lines(paragraph.text, width)
    if paragraph.kind == "code":
        return wrap(paragraph.text, width)
    return wrap(paragraph.text, min(width, _WIDEST))
