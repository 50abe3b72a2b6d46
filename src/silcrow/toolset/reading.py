"""Passages as a tool's result, never above its cap: fewer paragraphs, or a piece of one that is longer than the cap.

Knows Passages and how they are shown; what was asked for is the caller's.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from silcrow import wire
from silcrow.desk import Desk
from silcrow.errors import Notice
from silcrow.language.tokens import estimate_tokens
from silcrow.passage import LeftOut, Passage, Passages
from silcrow.render.listing import notice_text
from silcrow.render.passages import render_passages
from silcrow.toolset.fence import UNTRUSTED, fenced
from silcrow.toolset.sizes import ENVELOPE, cursor_at, decoded, given, piece, tokens_of
from silcrow.toolset.tool import ToolResult

_TRIES = 10  # budgets tried before one paragraph is all that is left
_LONG = 3
_PIECE = "~"  # between the cursor of a paragraph and that of a piece of it


@dataclass(frozen=True, slots=True)
class Request:
    """A reading that may be asked for again: `read` takes a budget and a cursor; `asked` tells it from others."""

    read: Callable[[int, str | None], Passages]
    asked: str
    cap: int


def fitting(search: Callable[[int], Passages], desk: Desk, cap: int) -> ToolResult:
    """What a search finds, with the largest budget that keeps the whole result below its cap."""
    budget = cap - ENVELOPE
    for _ in range(_TRIES):
        result = shown(desk, _few(search(budget)))
        size = _size(result)
        if size <= cap:
            return result
        budget = max(1, budget * cap // size - 10)
    return shown(desk, _few(search(1)))


def _few(found: Passages) -> Passages:
    """The same result with the first hits that are longer than the budget named, and not all of them."""
    long = [notice for notice in found.notices if notice.code == "over_budget"]
    rest = tuple(notice for notice in found.notices if notice.code != "over_budget")
    return replace(found, notices=(*rest, *long[:_LONG]))


def reading(desk: Desk, request: Request, cursor: str | None) -> ToolResult:
    """The next paragraphs that fit, or the next piece of one that does not."""
    at, cut, within = (given(cursor) or "").partition(_PIECE)
    if cut:
        return _piece(desk, request, at, decoded(within, f"{request.asked}|{at}"))
    budget = request.cap - ENVELOPE
    while True:
        found = request.read(budget, at or None)
        result = shown(desk, _without(found, "over_budget"))
        size = _size(result)
        if size <= request.cap:
            return result
        if sum(len(passage.paragraphs) for passage in found.passages) == 1:
            return _piece(desk, request, at, 0)
        budget = max(1, min(budget - 1, budget * request.cap // size - 10))


def _piece(desk: Desk, request: Request, at: str, start: int) -> ToolResult:
    """A piece of the one paragraph at a cursor, from a character on."""
    found = _without(request.read(1, at or None), "over_budget")
    (passage,) = found.passages
    (paragraph,) = passage.paragraphs
    frame = tokens_of(wire.passages(_with(found, passage, "", ())))
    end = piece(paragraph.text, start, request.cap - frame - 2 * ENVELOPE)
    length = len(paragraph.text)
    message = f"This is {start + 1}-{end} of {length} characters of a paragraph longer than the cap."
    notice = Notice("cut", message, str(passage.span))
    part = _with(found, passage, paragraph.text[start:end], (notice,))
    if end < length:
        left = found.left_out or LeftOut(0, 0)
        rest = LeftOut(left.count + 1, left.tokens + estimate_tokens(paragraph.text[end:]))
        part = replace(part, left_out=rest, cursor=f"{at}{_PIECE}{cursor_at(end, f'{request.asked}|{at}')}")
    return shown(desk, part)


def _with(found: Passages, passage: Passage, text: str, notices: tuple[Notice, ...]) -> Passages:
    """The same result with other text in its only paragraph."""
    paragraph = replace(passage.paragraphs[0], text=text)
    return replace(found, passages=(replace(passage, paragraphs=(paragraph,)),), notices=(*found.notices, *notices))


def _without(found: Passages, code: str) -> Passages:
    return replace(found, notices=tuple(notice for notice in found.notices if notice.code != code))


def shown(desk: Desk, found: Passages) -> ToolResult:
    """Passages as JSON and as Markdown, document text fenced and named untrusted."""
    doc_ids = dict.fromkeys(passage.span.doc_id for passage in found.passages)
    records = {record.doc_id: record for record in desk.only(*doc_ids).documents()} if doc_ids else {}
    labels = {doc_id: record.page_labels for doc_id, record in records.items()}
    said = found.notices
    data = wire.passages(replace(found, notices=(*said, UNTRUSTED)), labels=labels)
    blocks = [f"Note: {notice_text(notice)}" for notice in said]
    if found.passages:
        blocks.append(fenced(render_passages(replace(found, left_out=None, cursor=None), documents=records)))
    rest = read_on(data["left_out"], found.cursor, "paragraphs")
    return ToolResult(data, "\n".join(blocks) + rest)


def read_on(left_out: wire.JSON | None, cursor: str | None, what: str) -> str:
    """What a cap kept out, and how to go on."""
    lines = [f"Left out: {left_out['count']} {what} (~{left_out['tokens']:,} tokens)."] if left_out else []
    lines += [f"Go on with cursor={cursor}"] if cursor else []
    return "\n\n" + "\n".join(lines) if lines else ""


def _size(result: ToolResult) -> int:
    return max(tokens_of(result.data), estimate_tokens(result.text))
