"""What kind of thing a draft is beside plain text: code, formula, footnote.

Code is set in type of one width where the document as a whole is not. A formula opens in a mathematical font and holds
hardly any words. A footnote is small type at the foot of a page.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from silcrow.parse.pdf.body import Body, is_narrow
from silcrow.parse.pdf.drafts import Draft, Sheet, around
from silcrow.parse.pdf.fonts import is_math, is_mono

_MARK = re.compile(r"(?:\d{1,3}|[*†‡§¶∗]{1,3}|\(\d{1,2}\)|\[\d{1,3}\]|[a-z]\))[\s.:]?\s*\S|[a-z]\s?(?=[A-Z\"“])")
_WORD = re.compile(r"[^\W\d_]{4,}")
_NUMBER = re.compile(r"[(\[]?(\d{1,3})[)\].]?\s*(?=[^\W\d_]|[\"“‘'])")
_ENDS = (".", "!", "?", ";", "。")
_PROSE = 0.85  # share of letters and blanks in running text
_SMALL = 0.93  # in body sizes
_STEP = 1.7  # line heights from one line of a paragraph to the next
_CLOSE = 2.6  # line heights between two pieces of one listing


def untell_code(sheets: Iterable[Sheet], body: Body) -> None:
    """Take back that prose is code.

    The engine says so of all type of one width, where all of a document is set in it, and of a line of text that opens
    with a word of code, which it also cuts from its paragraph.
    """
    for sheet in sheets:
        if not any(draft.kind == "code" for draft in sheet.drafts):
            continue
        for draft in sheet.drafts:
            if draft.kind != "code":
                continue
            text = " ".join(line.text for line in draft.lines)
            if body.mono and sum(c.isalpha() or c == " " for c in text) > _PROSE * len(text):
                draft.kind = "text"
        sheet.drafts = _with_lines_of_text(sheet.drafts)


def _with_lines_of_text(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts with lines that are code by their first word only put back into the paragraph around them."""
    out: list[Draft] = []
    cut = False  # whether the last line of the last draft was such a line
    for draft in drafts:
        opens = draft.kind == "code" and all(is_mono(line.family) and is_narrow(line) for line in draft.lines)
        if opens:
            draft.kind = "text"
        if out and (opens or cut) and _one_paragraph(out[-1], draft):
            out[-1] = Draft.of("text", draft.page, [*out[-1].lines, *draft.lines])
        else:
            out.append(draft)
        cut = opens
    return out


def _one_paragraph(draft: Draft, after: Draft) -> bool:
    """Whether text goes on below at the same edge in the next line, as a paragraph does after a full line."""
    line, more = draft.lines[-1], after.lines[0]
    if draft.kind != "text" or after.kind != "text" or draft.level is not None or after.level is not None:
        return False
    step, size = more.top - line.top, max(line.size, line.bottom - line.top)
    flush = abs(line.left - more.left) < 1 and line.right > max(draft.box.right, after.box.right) - 3 * line.size
    return flush and 0 < step < _STEP * size and line.text[-1] not in ".!?:;"


def tell_kinds(sheets: Iterable[Sheet], body: Body) -> None:
    """Give drafts of text the kind that their type tells."""
    for sheet in sheets:
        for draft in sheet.drafts:
            if draft.furniture or draft.table is not None or draft.kind not in ("text", "list"):
                continue
            if _is_code(draft, body):
                draft.kind = "code"
            elif draft.level is None and _is_formula(draft):
                draft.kind = "formula"
        text = [draft for draft in sheet.drafts if not draft.furniture and draft.box.bottom > 0.5 * sheet.height]
        for draft in text:
            if draft.kind in ("text", "list") and draft.lines[0].size < _SMALL * body.size and _is_note(draft, text):
                draft.kind, draft.level = "note", None
        if any(draft.kind in ("note", "code") for draft in sheet.drafts):
            sheet.drafts = _gathered(sheet.drafts)


def _is_code(draft: Draft, body: Body) -> bool:
    lines = draft.lines
    if draft.kind == "list" or (draft.level is not None and len(lines) == 1):
        return False
    if lines[0].size > 1.1 * body.size or not all(map(body.is_code, lines)):
        return False
    return len(lines) > 1 or (lines[0].bold < 0.5 and " " in lines[0].text)  # one word alone is a term


def _is_formula(draft: Draft) -> bool:
    lines = draft.lines
    if len(lines) > 5 or not is_math(lines[0].family):
        return False
    text = " ".join(line.text for line in lines)
    return len(_WORD.findall(text)) <= 3 and len(text) < 300 and any(c in "=<>≤≥∑∫→∈≈±∝" for c in text)


def _is_note(draft: Draft, text: Iterable[Draft]) -> bool:
    first = draft.lines[0]
    if not _MARK.match(first.text) or first.bold > 0.8 or draft.contents:
        return False
    box = draft.box
    return not any(
        other.box.top >= box.bottom - 1
        and other.box.left < box.right
        and box.left < other.box.right
        and (other.table is not None or other.lines[0].size > first.size + 0.4)
        for other in text
    )


def _gathered(drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, with pieces of code that only blank lines part made one, and footnotes whole and apart."""
    out: list[Draft] = []
    for draft in drafts:
        last = out[-1] if out else None
        if last is not None and last.kind == draft.kind == "code" and _is_close(last, draft):
            last.lines = last.lines + draft.lines
            last.box = around(last.lines)
            last.regions = (*last.regions[:-1], last.regions[-1]._replace(box=last.box))
        elif last is not None and last.kind == "note" and _continues(last, draft):
            out[-1] = Draft.of("note", draft.page, last.lines + draft.lines)
        elif draft.kind == "note":
            out += _notes(draft)
        else:
            out.append(draft)
    return out


def _is_close(upper: Draft, lower: Draft) -> bool:
    height = lower.lines[0].bottom - lower.lines[0].top
    room = lower.lines[0].top - upper.lines[-1].bottom
    return -1 < room < _CLOSE * height and len(upper.regions) == 1 and lower.box.left < upper.box.right


def _continues(note: Draft, draft: Draft) -> bool:
    """Whether a draft is the rest of the footnote above it."""
    line, after = note.lines[-1], draft.lines[0]
    if draft.kind not in ("text", "note") or draft.furniture or draft.bookmark or abs(line.size - after.size) > 1:
        return False
    if _number(after.text) or not 0 < after.top - line.top < 1.8 * line.size:
        return False
    return after.left < line.right and (after.text[:1].islower() or not line.text.endswith(_ENDS))


def _notes(draft: Draft) -> list[Draft]:
    """The footnotes in one draft: each begins with the next number."""
    starts = [0]
    number = _number(draft.lines[0].text)
    for n, line in enumerate(draft.lines[1:], start=1):
        if number and _number(line.text) == number + 1:
            starts.append(n)
            number += 1
    if len(starts) == 1:
        return [draft]
    return [
        Draft.of("note", draft.page, draft.lines[first:end]) for first, end in pairwise([*starts, len(draft.lines)])
    ]


def _number(text: str) -> int:
    """The number that a footnote begins with, 0 for none."""
    found = _NUMBER.match(text)
    return int(found[1]) if found else 0
