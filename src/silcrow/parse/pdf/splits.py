"""Blocks that hold more than one paragraph, cut between printed lines.

The engine now and then runs a heading into its body, list points into each other, or a whole contents page into one
block. A cut needs evidence on paper: room, look, a list mark, a leader, or a line that ends long before it had to.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from silcrow.parse.lines import HYPHENS
from silcrow.parse.pdf.body import Body
from silcrow.parse.pdf.contents import is_led
from silcrow.parse.pdf.drafts import Draft, Line, Sheet, around, columns_of

_BULLETS = frozenset("•‣▪●○◦■□◆◇➢➤❖✓✔\uf0a7\uf0b7")
_DASHES = frozenset("·∙–—*-")  # these are marks of a list only with a blank after them
ENUMERATOR = re.compile(r"(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,5})\)|\d{1,2}\.)(?:\s|\Z)")

_FRONT, _FRONT_PAGES = 0.2, 30  # where contents pages are: lines with a leader farther back are an index
_ENDS = ".!?:;。！？：；…"
_CLOSERS = "\"'”’)]）」』»"
_ROOM = 1.5  # distance of two lines that parts paragraphs, in usual distances
_LEADING = 1.22  # usual distance in type sizes where nothing tells it
_SIZE = 0.6  # points


def is_bullet(text: str) -> bool:
    """Whether a line begins with the mark of a list point."""
    return text[:1] in _BULLETS or (text[1:2] == " " and text[0] in _DASHES)


def split(sheets: Sequence[Sheet], body: Body) -> None:
    """Cut every draft of text where one of its lines begins another paragraph."""
    leading = _leading(sheets)
    front = max(_FRONT_PAGES, _FRONT * len(sheets))
    for sheet in sheets:
        out: list[Draft] = []
        for draft in sheet.drafts:
            if draft.furniture or draft.kind not in ("text", "list"):
                out.append(draft)
            else:
                out += _pieces(draft, leading, body, listing=sheet.page <= front)
        sheet.drafts = out


def _leading(sheets: Iterable[Sheet]) -> dict[int, float]:
    """The usual distance of two lines by their type size."""
    tally: dict[int, Counter[float]] = defaultdict(Counter)
    for sheet in sheets:
        for draft in sheet.drafts:
            if len(draft.lines) > 2 and draft.table is None:
                for line, after in pairwise(draft.lines):
                    tally[round(line.size)][round(2 * (after.top - line.top)) / 2] += 1
    usual = {size: max(counts, key=lambda step: (counts[step], -step)) for size, counts in tally.items()}
    return {size: step for size, step in usual.items() if 0.8 * size < step < 3 * size}


def _pieces(draft: Draft, leading: dict[int, float], body: Body, *, listing: bool) -> list[Draft]:
    """The draft cut where paragraphs begin; `listing` where lines with a leader are entries of their own."""
    cuts: list[int] = []
    if len(draft.lines) > 1:
        first = 0
        columns = columns_of(draft.lines)
        for held in columns:
            usual = _usual(held, leading)
            box = draft.box if len(columns) == 1 else around(held)
            code = [body.is_code(line) for line in held] if body.widths else []
            code = code if any(code) else []
            cuts += [
                first + n
                for n in range(1, len(held))
                if (is_led(held[n - 1].text) and listing)
                or _parts(held, n, box.left, box.right, usual)
                or (code and _code_begins_or_ends(held, code, n, box.right))
            ]
            first += len(held)
    if not cuts:
        _finish(draft)
        return [draft]
    out = []
    for first, end in pairwise([0, *cuts, len(draft.lines)]):
        held = draft.lines[first:end]
        piece = Draft.of(draft.kind if first == 0 else "text", draft.page, held)
        piece.hidden = draft.hidden
        piece.level = draft.level if first == 0 or _alike(held[0], draft.lines[0]) else None
        _finish(piece)
        out.append(piece)
    return out


def _finish(draft: Draft) -> None:
    """What the text of its lines tells of a draft: a list point, a line of a contents page."""
    if is_bullet(draft.lines[0].text):
        draft.kind, draft.level = "list", None
    draft.contents = draft.contents or is_led(draft.lines[-1].text)


def _usual(lines: Sequence[Line], leading: dict[int, float]) -> float:
    if len(lines) > 3:
        steps = sorted(after.top - line.top for line, after in pairwise(lines))
        middle = steps[(len(steps) - 1) // 2]
        if middle > 0.8 * lines[0].size:
            return middle
    return leading.get(round(lines[0].size), _LEADING * lines[0].size)


def _parts(lines: Sequence[Line], n: int, left: float, right: float, usual: float) -> bool:
    """Whether line n begins another paragraph than line n-1."""
    line, after = lines[n - 1], lines[n]
    text, more = line.text, after.text
    if not text or not more:
        return False
    if text[-1] in HYPHENS and more[0].islower():
        return False
    step = after.top - line.top
    if step <= 0:
        return False
    ended = text[-1] in _ENDS or (text[-1] in _CLOSERS and text.rstrip(_CLOSERS)[-1:] in _ENDS)
    if is_bullet(more):
        return ended or more[0] in _BULLETS or is_bullet(lines[0].text)
    small = more[0].islower()
    if step > _ROOM * usual and after.top - line.bottom > 0.4 * line.size:
        return ended or not small or fits(line, after, right)
    if small and not ended:
        return False
    alike = _alike(line, after)
    if alike and not ended:
        return False
    ends_early = fits(line, after, right)
    if not alike and ends_early and not small:
        return True
    if ended and (ends_early or ENUMERATOR.match(lines[0].text)) and ENUMERATOR.match(more):
        return after.left <= left + 2 * after.size
    if ended and ends_early and not small:
        return line.right < right - 0.25 * (right - left) and abs(line.left - after.left) < 4 * line.size
    return False


def _code_begins_or_ends(lines: Sequence[Line], code: Sequence[bool], n: int, right: float) -> bool:
    """Whether text turns into code or back: the line before ended early, or the two stand at different indents."""
    if code[n] == code[n - 1]:
        return False
    line, after = lines[n - 1], lines[n]
    return fits(line, after, right) or abs(line.left - after.left) > line.size


def fits(line: Line, after: Line, right: float) -> bool:
    """Whether the next line's first word would have found room on this line, so that the break was meant."""
    word = after.text.split(maxsplit=1)[0]
    width = (after.right - after.left) * (len(word) + 1) / max(len(after.text), 1)
    return line.right + width < right - 0.5


def _alike(line: Line, after: Line) -> bool:
    return (
        abs(line.size - after.size) < _SIZE and (line.bold > 0.8) == (after.bold > 0.8) and line.italic == after.italic
    )
