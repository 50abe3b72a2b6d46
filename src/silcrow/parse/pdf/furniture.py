"""What repeats at the page edge over the document: running heads and feet, page numbers.

A line is set aside for what the whole document shows, never for one page: its text, digits apart, comes back at the
same height in the same size; or it stands where such lines stand; numbers must go on with the pages, and may stand
below the text of their page at any height. A heading that happens to open one page stays. Pages that are copies of
others show nothing, nor do pages that hold nothing else.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import pairwise

from silcrow.language.numerals import roman
from silcrow.parse.copies import originals
from silcrow.parse.pdf.drafts import Draft, Line, Sheet, around, regions_of

_BAND = 0.16  # share of the page height at either edge in which furniture may stand
_DEPTH = 5  # lines at either edge that are looked at
_DRIFT = 4.0  # points by which the same line may move from page to page
_LARGE = 1.15  # in body sizes: what is larger is a heading unless it is on most pages
_MANY = 0.3  # share of the pages
_NUMBER = re.compile(r"\d+")
_ALONE = re.compile(r"[-–—]? ?(?:[A-Z]-)?(\d{1,4}) ?[-–—]?")
_FEWEST = 3  # pages that count alike
_NEAR = (-2, -1, 1, 2)  # pages beside one of which one counts as it does
_ROMAN = re.compile(r"[ivxlcIVXLC]+")


@dataclass(frozen=True, slots=True)
class _Spot:
    """One line near the edge of one page, or a piece of it that wide room sets apart: a title on the left of each
    page beside the chapter's on the right. `key` is its text with numbers as #.
    """

    sheet: Sheet
    draft: Draft
    line: Line
    text: str
    head: bool
    key: str
    numbers: tuple[int, ...]


def set_aside(sheets: Sequence[Sheet], body: float) -> None:
    """Mark the drafts that are furniture; one that holds more than furniture is cut. `body` is the usual type size."""
    if len(sheets) < 2:
        return
    spots = [spot for sheet in sheets for spot in _spots(sheet)]
    groups: dict[tuple[bool, str, int], list[_Spot]] = defaultdict(list)
    for spot in spots:
        groups[spot.head, spot.key, round(spot.line.size)].append(spot)
    alike = [same for group in groups.values() for same in _by_height(group)]
    telling = originals((sheet.page, (line.text for draft in sheet.drafts for line in draft.lines)) for sheet in sheets)
    found = _running(alike, telling, body, len(sheets))
    if found:
        telling &= _with_more(sheets, {id(spot.line) for spot in found})
        found = _running(alike, telling, body, len(sheets))
    lines = {id(spot.line) for spot in found}
    slots = _slots(found, len(sheets))
    beside = [spot for spot in spots if id(spot.line) not in lines and _in_slot(spot, slots, body)]
    more = _with_more(sheets, lines | {id(spot.line) for spot in beside})
    lines.update(id(spot.line) for spot in beside if spot.sheet.page in more or not any(map(str.isalpha, spot.key)))
    lines |= _page_numbers(sheets, lines)
    if lines:
        for sheet in sheets:
            sheet.drafts = [part for draft in sheet.drafts for part in _cut(draft, lines)]


def _running(alike: Iterable[list[_Spot]], telling: AbstractSet[int], body: float, pages: int) -> list[_Spot]:
    """The lines that are furniture by what the telling pages show: those that are no copy and hold more than that.

    All pages tell of numbers.
    """
    found: list[_Spot] = []
    for same in alike:
        words = any(map(str.isalpha, same[0].key))
        shown = [spot for spot in same if spot.sheet.page in telling] if words else same
        if shown and _repeats(shown, body, len(telling) if words else pages):
            found += same
    return found


def _with_more(sheets: Iterable[Sheet], lines: AbstractSet[int]) -> set[int]:
    """The pages that hold more than some lines."""
    return {
        sheet.page for sheet in sheets if not all(id(line) in lines for draft in sheet.drafts for line in draft.lines)
    }


def _spots(sheet: Sheet) -> list[_Spot]:
    top, foot = _BAND * sheet.height, (1 - _BAND) * sheet.height
    heads: list[tuple[Draft, Line]] = []
    feet: list[tuple[Draft, Line]] = []
    for draft in sheet.drafts:
        if draft.table is not None:
            continue
        if draft.box.top < top:
            heads += [(draft, line) for line in draft.lines[:_DEPTH] if line.bottom < top]
        if draft.box.bottom > foot:
            feet += [(draft, line) for line in draft.lines[-_DEPTH:] if line.top > foot]
    heads.sort(key=lambda pair: pair[1].top)
    feet.sort(key=lambda pair: -pair[1].bottom)
    at_edge = [(True, *pair) for pair in heads[:_DEPTH]] + [(False, *pair) for pair in feet[:_DEPTH]]
    return [
        _spot(sheet, draft, line, text, head=head)
        for head, draft, line in at_edge
        for text in (line.text, *(piece.text for piece in line.pieces))
    ]


def _spot(sheet: Sheet, draft: Draft, line: Line, text: str, *, head: bool) -> _Spot:
    numbers = tuple(int(number) for number in _NUMBER.findall(text) if len(number) < 6)
    key = _NUMBER.sub("#", text).casefold()
    if not numbers:
        for word in {text, *text.rsplit(maxsplit=1)[-1:], *text.split(maxsplit=1)[:1]}:
            if _ROMAN.fullmatch(word) and (value := roman(word)):
                numbers, key = (value,), text.replace(word, "#", 1).casefold()
                break
    return _Spot(sheet, draft, line, text, head, key, numbers)


def _by_height(group: list[_Spot]) -> list[list[_Spot]]:
    """The group cut where two heights differ by more than drift."""
    group.sort(key=lambda spot: spot.line.top)
    runs = [[group[0]]]
    for spot in group[1:]:
        if spot.line.top - runs[-1][-1].line.top > _DRIFT:
            runs.append([])
        runs[-1].append(spot)
    return runs


def _repeats(same: list[_Spot], body: float, pages: int) -> bool:
    """Whether lines alike in text, size and height are furniture."""
    held = {spot.sheet.page for spot in same}
    if len(held) < min(3, max(pages, 2)):
        return False
    if same[0].line.size > _LARGE * body and len(held) < 0.4 * pages:
        return False
    texts = len({spot.text for spot in same})
    parts = any(spot.text != spot.line.text for spot in same)  # the first cells of a table come back too
    if any(c.isalpha() for c in same[0].key) and texts <= 0.5 * len(held):
        return not parts or len(held) >= max(3, _MANY * pages)
    return not parts and _counts_pages(same)


def _counts_pages(same: list[_Spot]) -> bool:
    """Whether a number in the lines goes on with the pages, however often it starts anew."""
    same = sorted(same, key=lambda spot: spot.sheet.page)
    places = min(len(spot.numbers) for spot in same)
    if not places:
        return False
    for place in (0, places - 1):
        steps = [spot.numbers[place] - spot.sheet.page for spot in same]
        kept = sum(1 for step, after in pairwise(steps) if step == after)
        if kept >= 0.6 * (len(steps) - 1):
            return True
    return False


def _page_numbers(sheets: Iterable[Sheet], lines: AbstractSet[int]) -> set[int]:
    """The lowest lines that are nothing but a number which goes on from a page nearby, wherever their pages end: those
    printed from the web are as long as their text. `lines` are known as furniture, and may stand below.
    """
    held: dict[int, tuple[int, int]] = {}
    for sheet in sheets:
        line = _lowest(sheet, lines)
        if line is not None and (found := _ALONE.fullmatch(line.text)):
            held[sheet.page] = int(found[1]) - sheet.page, id(line)
    often = Counter(ahead for ahead, _ in held.values())
    return {
        line
        for page, (ahead, line) in held.items()
        if often[ahead] >= _FEWEST and any(held.get(page + step, (None,))[0] == ahead for step in _NEAR)
    }


def _lowest(sheet: Sheet, lines: AbstractSet[int]) -> Line | None:
    """The last line of a page but for furniture, unless it is part of a table or others stand beside it."""
    left = [draft for draft in sheet.drafts if not all(id(line) in lines for line in draft.lines)]
    last = max(left, key=lambda draft: draft.box.bottom, default=None)
    if last is None or last.table is not None:
        return None
    line = last.lines[-1]
    beside = any(draft.box.bottom > line.top for draft in left if draft is not last)
    return None if beside else line


def _slots(found: Iterable[_Spot], pages: int) -> set[tuple[bool, int, int]]:
    """Heights and sizes at which furniture stands on many pages."""
    tally: dict[tuple[bool, int, int], set[int]] = defaultdict(set)
    for spot in found:
        tally[spot.head, round(spot.line.top), round(spot.line.size)].add(spot.sheet.page)
    return {slot for slot, held in tally.items() if len(held) >= max(3, _MANY * pages)}


def _in_slot(spot: _Spot, slots: set[tuple[bool, int, int]], body: float) -> bool:
    line = spot.line
    if len(spot.draft.lines) > 1 or line.size > _LARGE * body:
        return False
    top = round(line.top)
    return any(
        (spot.head, top + drift, round(line.size) + step) in slots for drift in (0, -1, 1, -2, 2) for step in (0, -1, 1)
    )


def _cut(draft: Draft, lines: set[int]) -> list[Draft]:
    """The draft in parts, furniture and the rest; itself where it is all one or the other."""
    marks = [id(line) in lines for line in draft.lines]
    if not any(marks):
        return [draft]
    if all(marks):
        draft.furniture = True
        return [draft]
    if not all(
        before == mark or _stand_apart(line, after)
        for (line, before), (after, mark) in pairwise(zip(draft.lines, marks, strict=True))
    ):
        return [draft]
    parts: list[Draft] = []
    for line, mark in zip(draft.lines, marks, strict=True):
        if parts and parts[-1].furniture == mark:
            parts[-1].lines.append(line)
        else:
            part = Draft.of(draft.kind, draft.page, [line])
            part.furniture, part.level = mark, None if mark else draft.level
            parts.append(part)
    for part in parts:
        part.box = around(part.lines)
        part.regions = regions_of(part.page, part.lines, part.box)
    return parts


def _stand_apart(line: Line, after: Line) -> bool:
    """Whether two lines differ in look or stand farther apart than lines of one paragraph do."""
    if abs(line.size - after.size) > 0.5 or line.italic != after.italic or line.family != after.family:
        return True
    return after.top - line.top > 1.5 * max(line.size, after.size)
