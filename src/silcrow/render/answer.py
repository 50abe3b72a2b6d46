"""An answer as text: numbered quotes with their places, or a model's words; never the one dressed as the other."""

import shlex
from collections.abc import Sequence

from silcrow.answer import Answer, Citation, Lead
from silcrow.place import Span
from silcrow.render.columns import Paint, cell_width, clip, counted, plain, table_lines, wrap
from silcrow.render.places import ECHOED, GAP, Records, place_lines, place_text

_WIDEST = 100
_EXTRACTIVE = "no model: quotes only"


def render_answer(
    answer: Answer,
    *,
    searched: Sequence[str] = (),
    read_on: str = "",
    documents: Records | None = None,
    width: int | None = None,
    paint: Paint = plain,
) -> str:
    """An answer for people. `searched` names the documents asked; `read_on` is a place to go on reading at."""
    if not answer.citations:
        return "\n".join(_not_found(answer, searched, documents, width, paint))
    lines = []
    if answer.extractive:
        bear = "bears" if len(answer.citations) == 1 else "bear"
        head = f'{counted(len(answer.citations), "passage")} {bear} on "{clip(answer.question, ECHOED)}"'
        lines.extend(_head(head, width, paint))
    else:
        lines.extend([*table_lines(answer.text, width and min(width, _WIDEST)), ""])
    for number, citation in enumerate(answer.citations, 1):
        lines.extend(_citation(citation, number, documents, width, paint))
    foot = _unsupported(answer)
    if read_on:
        foot.append(f"Read on: silcrow read {shlex.quote(read_on)}")
    return "\n".join([*lines, *(paint("quiet", line) for line in _foot(foot, width))])


def widened(span: Span, *, last: int | None = None, by: int = 2) -> Span:
    """A span with some paragraphs before and after it, inside a section of `last` paragraphs."""
    if span.first is None or span.last is None:
        return span
    end = span.last + by if last is None else min(span.last + by, last)
    return Span(span.doc_id, span.sec_id, max(1, span.first - by), max(end, span.last))


def _unsupported(answer: Answer) -> list[str]:
    if answer.extractive:
        return [f"Words found nowhere here: {', '.join(answer.unsupported) or 'none'}."]
    return [f"Without support: {claim}" for claim in answer.unsupported]


def _foot(parts: Sequence[str], width: int | None) -> list[str]:
    """What stands below the quotes: on one line, or on a line each where that is too long."""
    line = "  ".join(parts)
    if width is None or cell_width(line) <= width:
        return [line] if parts else []
    return [piece for part in parts for piece in wrap(part, width)]


def _citation(citation: Citation, number: int, documents: Records | None, width: int | None, paint: Paint) -> list[str]:
    span = citation.span
    room = None if width is None else max(min(width, _WIDEST) - 4, 20)
    if citation.verdict == "unsupported":
        said = f", said to stand at {citation.place}" if citation.place else ""
        quote = " ".join(citation.quote.split())
        return [paint("doubt", f"[{number}] unsupported{said}"), *(f"    {line}" for line in wrap(quote, room))]
    head = f"[{number}] " + place_text(span, citation.path, citation.pages, documents)
    if citation.verdict != "verified":
        head += f" ({citation.verdict})"
    lines = place_lines(head, span, width=width, paint=paint)
    lines.extend(f"    {line}" if line else "" for line in table_lines(citation.quote, room))
    if citation.found:
        lines.extend(f"    {line}" for line in wrap(f"There stands: {citation.found}", room))
    return lines


def _head(head: str, width: int | None, paint: Paint) -> list[str]:
    """The first line, which says that no model wrote what follows."""
    note = paint("quiet", _EXTRACTIVE)
    if width is None or cell_width(head) + len(GAP) + len(_EXTRACTIVE) <= width:
        return [head + GAP + note]
    return [*wrap(head, width), note]


def _not_found(
    answer: Answer, searched: Sequence[str], documents: Records | None, width: int | None, paint: Paint
) -> list[str]:
    where = ", ".join(searched[:3]) + (f" and {len(searched) - 3} more" if len(searched) > 3 else "")
    head = f'not found in {where or "the library"}: "{clip(answer.question, ECHOED)}"'
    lines = _head(head, width, paint) if answer.extractive else [head]
    if answer.text and not answer.extractive:
        lines.append(answer.text)
    if answer.leads:
        lines.append("Where one could look (leads, not citations):")
        for lead in answer.leads:
            lines.extend(f"    {line}" for line in _lead(lead, documents, width and width - 4, paint))
    foot = _foot(_unsupported(answer), width) if answer.unsupported else []
    return [*lines, *(paint("quiet", line) for line in foot)]


def _lead(lead: Lead, documents: Records | None, width: int | None, paint: Paint) -> list[str]:
    head = place_text(lead.span, lead.path, lead.pages, documents)
    return place_lines(head, lead.span, width=width, paint=paint)
