"""Contents pages: their rows made whole.

A contents page is read by rows, and the engine reads it by columns or as a table at times: numbers, titles and page
numbers apart. On a page where most rows end with a leader, or with page numbers that stand flush and never fall, what
stands on one row becomes one line again.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from silcrow.parse.pdf.drafts import Draft, Line, Sheet

_LEADER = re.compile(r"(?:(?:\.\s?){4,}|(?:…\s?){2,}|(?:·\s?){4,}|_{6,})\s*\S{0,10}\Z")

_TAIL = 30  # characters of a line that a leader and the page number after it take at the least
_PAGE = re.compile(r"\s?(\d{1,4}|[ivxl]{1,7})\Z")
_LAST = frozenset("0123456789ivxl")
_ELSE = re.compile(r"[\d,.%$€£]*\d[\d,.%)]*\s+(?:\d{1,4})\Z")  # a figure before the page number: a table of figures
_FLUSH = 4.0  # points by which page numbers may miss their common right edge
_RISING = 0.9  # share of steps between page numbers that must not fall
_FEWEST = 5  # rows that make a contents page
_SHARE = 0.5  # of the rows of the page
_PARTS = 4  # pieces that one row may be torn into


def mend(sheets: Iterable[Sheet]) -> None:
    """Make rows of contents pages whole, one draft a row, and mark them; mark single lines with a leader anywhere."""
    for sheet in sheets:
        drafts = [draft for draft in sheet.drafts if not draft.furniture]
        lines = [line for draft in drafts for line in draft.lines]
        led = sum(is_led(line.text) for line in lines)
        if led < _FEWEST:
            if sum(ends_in_page(line.text) for line in lines) >= _FEWEST and is_listing(rows := _rows(lines)):
                _set_anew(sheet, rows, ends_in_page)
            continue
        rows = _rows(lines)
        if led < _SHARE * len(rows) or any(
            sum(is_led(line.text) for line in row) > 1 or len(row) > _PARTS for row in rows
        ):
            continue
        _set_anew(sheet, rows, is_led)


def ends_in_page(text: str) -> bool:
    """Whether a line ends with a page number, alone or after its title."""
    return text[-1:] in _LAST and _page(text) is not None


def _page(text: str) -> re.Match[str] | None:
    return _PAGE.match(text, max(0, text.rfind(" ")))


def is_listing(rows: Sequence[list[Line]]) -> bool:
    """Whether most rows are titles with page numbers, flush right and never falling: contents without leaders."""
    found = [(row, number[1]) for row in rows if (number := _page(max(row, key=_right).text))]
    if len(found) < max(_FEWEST, _SHARE * len(rows)):
        return False
    edges = Counter(round(max(line.right for line in row)) for row, _ in found)
    edge = max(edges, key=edges.__getitem__)
    pages = [
        int(number) if number.isdigit() else 0
        for row, number in found
        if abs(max(line.right for line in row) - edge) < _FLUSH
        and not _ELSE.search(" ".join(line.text for line in row))
    ]
    if len(pages) < max(_FEWEST, _SHARE * len(rows)) or len(set(pages)) < min(3, _FEWEST):
        return False
    rising = sum(before <= after for before, after in pairwise(pages))
    titled = sum(sum(c.isalpha() for line in row for c in line.text) > 2 for row, _ in found)
    return rising >= _RISING * (len(pages) - 1) and titled >= _RISING * len(found)


def _right(line: Line) -> float:
    return line.right


def is_led(text: str) -> bool:
    """Whether a line ends with a row of dots, with or without a page number after it."""
    end = text[-_TAIL:]
    led = ".." in end or ". ." in end or "___" in end
    if led or not (end.isascii() or ("……" not in end and "··" not in end)):
        return _LEADER.search(end) is not None
    return False


def _rows(lines: Sequence[Line]) -> list[list[Line]]:
    rows: list[list[Line]] = []
    bottom = 0.0
    for line in sorted(lines, key=lambda line: line.top):
        if rows and bottom - line.top > 0.5 * (line.bottom - line.top):
            rows[-1].append(line)
            bottom = min(bottom, line.bottom)
        else:
            rows.append([line])
            bottom = line.bottom
    return rows


def _set_anew(sheet: Sheet, rows: Sequence[list[Line]], is_entry: Callable[[str], bool]) -> None:
    """One draft a row from the first row that is an entry to the last; what stands above and below stays as it is."""
    home = {id(line): draft for draft in sheet.drafts for line in draft.lines}
    marks = [any(is_entry(line.text) for line in row) for row in rows]
    first, last = marks.index(True), len(marks) - 1 - marks[::-1].index(True)
    inside = rows[first : last + 1]
    torn = {id(home[id(line)]) for row in inside for line in row}
    out: list[Draft] = []
    for row in _wrapped(inside, is_entry):
        draft = Draft.of("text", sheet.page, row)
        draft.contents = is_entry(row[-1].text)
        if id(row[0]) in home and not draft.contents:
            draft.level = home[id(row[0])].level
        out.append(draft)
    shown = {id(line) for row in inside for line in row}
    before: list[Draft] = []
    after: list[Draft] = []
    for draft in sheet.drafts:
        side = before if draft.box.top < inside[0][0].top else after
        if id(draft) not in torn:
            side.append(draft)
        elif left := [line for line in draft.lines if id(line) not in shown]:
            side.append(Draft.of("text", sheet.page, left, draft.level))
    sheet.drafts = before + out + after


def _wrapped(rows: Sequence[list[Line]], is_entry: Callable[[str], bool]) -> list[list[Line]]:
    """Each row as one line; with the row before where an entry runs over two."""
    out: list[list[Line]] = []
    for row in rows:
        row.sort(key=lambda line: line.left)
        line = _one(row)
        before = out[-1][-1] if out else None
        if (
            before
            and not is_entry(before.text)
            and is_entry(line.text)
            and not line.text[0].isdigit()
            and before.text[:1].isdigit()
            and abs(before.size - line.size) < 0.5
            and line.left > before.left + 1
        ):
            out[-1].append(line)
        else:
            out.append([line])
    return out


def _one(row: Sequence[Line]) -> Line:
    if len(row) == 1:
        return row[0]
    longest = max(row, key=lambda line: len(line.text))
    return Line(
        " ".join(line.text for line in row),
        row[0].left,
        min(line.top for line in row),
        max(line.right for line in row),
        max(line.bottom for line in row),
        longest.size,
        longest.bold,
        longest.italic,
        longest.family,
    )
