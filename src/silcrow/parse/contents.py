"""Contents pages: which fragments they are, and what each of their entries says (title, printed page, indent).

Entries are read by form: a leader, or a page number at the end of the line or in a column of its own. Where the
headings stand that they name is not known here.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from silcrow.language.numerals import roman
from silcrow.parse.fragment import Fragment

_TITLES: Final = (
    "contents|table of contents|brief contents|detailed contents|summary of contents|short contents|"
    "index|list of figures|list of tables|figures|tables|figures and tables|list of examples|list of boxes|"
    "list of exhibits|index to exhibits|目录|目次|目錄|图目录|表目录|図目次|表目次|もくじ|inhalt|inhaltsverzeichnis|"
    "inhaltsübersicht|sommaire|table des matières|índice|indice|sommario|innehåll|spis treści|contenido|"
    "tabla de contenido|conteúdo|inhoud|содержание|оглавление"
)
_TITLE_KEYS: Final = frozenset(_TITLES.replace(" ", "").split("|"))
_FIGURES: Final = re.compile(r"(?:list of )?(?:figures|tables|examples|boxes|exhibits)\b|[图表図]")
_NOT_KEY = re.compile(r"[\W_]+")
_DOTS = ".·•‧…_⋯"
# Possessive and only from the first dot of a row: linear on rows of any length.
_ROW = rf"(?<![{_DOTS}])(?<![{_DOTS}]\s)(?:[{_DOTS}]\s?){{4,}}+"
_LEADER = re.compile(rf"{_ROW}|(?<!…)…{{2,}}+")
_LED = re.compile(rf"{_ROW}\s*(?:\d{{1,4}}|[ivxlc]{{1,8}})(?=\s|\Z)")
_PAGE = re.compile(r"(?:(?<=\s)|(?<=[.·…_⋯]))(?P<page>\d{1,4}|[ivxlc]{1,8}|[A-Z]{1,2}[-–.]?\d{1,3})\.?\Z")
_NUMBER = re.compile(r"(?:\d{1,4}|[ivxlc]{1,8}|[A-Z]-\d{1,3})\Z")
_YEAR = re.compile(r"(?:19|20)\d\d\Z")
_LONE = re.compile(
    r"(?:part|item|chapter|section|article|appendix|annex|exhibit|schedule|note|clause|rule|book|volume)s?"
    r"(?: no\.?)?\s{1,4}[\w.]{1,8}\Z",
    re.IGNORECASE,
)
_HEAD_WORDS = re.compile(
    r"(?:page(?: no\.?| number)?|item no\.?(?: page)?|seite|页码|頁|ページ|section|title)s?\Z", re.IGNORECASE
)
_OPENS = re.compile(
    r"(?:part|item|chapter|section|appendix|annex|note|article)\b|\(?[\dA-Z]{1,3}(?:\.\d+)*[.)]?\s|第", re.IGNORECASE
)
ENOUGH: Final = 3
"""Entries that make a contents page; fewer are lines that happen to end in a number."""
SHARE: Final = 0.5
"""Share of a page's lines that must be entries for a contents to go on over it."""
RISING: Final = 0.8
"""Share of steps between page numbers that must not fall; an index of words falls at every second step."""
UNNAMED: Final = 6
"""Lines with page numbers in a row that make a contents without a title, in a text without pages."""
MISSES: Final = 5
"""Lines without a page number between two entries (PART I, a wrapped title); more of them end the contents."""
FLUSH: Final = 0.5
"""Share of a page's entries that must stand on margins seen before for the page not to be shifted."""
EDGES: Final = 24  # left edges that are looked at; a contents has no more depths than that
LONG: Final = 250  # characters of an entry; longer lines are prose
_LISTING: Final = 20_000  # characters of one fragment that are looked through


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a contents page.

    printed   its page label as printed, or empty
    at        the index of its fragment
    left      its indent in points
    look      its type size in half points, and whether it is bold
    """

    title: str
    printed: str
    at: int
    left: float
    look: tuple[int, bool]

    @property
    def number(self) -> int | None:
        """The printed page as a number; roman pages and letters give None."""
        return int(self.printed) if self.printed.isdigit() else None


@dataclass(frozen=True, slots=True)
class Contents:
    """The contents of a document: entries in order, the fragments that only hold such lines, and those with a title."""

    entries: tuple[Entry, ...] = ()
    fragments: frozenset[int] = frozenset()
    titles: frozenset[int] = frozenset()


@dataclass(slots=True)
class _Line:
    text: str
    at: int
    page: int
    left: float
    top: float
    look: tuple[int, bool]
    title: str = ""
    printed: str = ""
    led: bool = False


def key_of(text: str) -> str:
    """The letters and digits of text, case and spaces gone: what two printings of one title share."""
    return _NOT_KEY.sub("", text.casefold())


def is_title(text: str) -> bool:
    """Whether text is the title of a contents page, or of a list of figures, in any of the languages known here."""
    return len(text) <= 40 and key_of(text) in _TITLE_KEYS


def read_contents(fragments: Sequence[Fragment]) -> Contents:
    """Find the contents pages of a document and read them."""
    pages: dict[int, list[int]] = {}
    for at, fragment in enumerate(fragments):
        if not fragment.furniture and fragment.kind in ("text", "list", "table", "code"):
            pages.setdefault(fragment.regions[0].page if fragment.regions else 0, []).append(at)
    if set(pages) == {0}:
        return _read_unpaged(fragments, pages[0])
    entries: list[Entry] = []
    held: set[int] = set()
    titles: set[int] = set()
    margins: Counter[int] = Counter()
    running = figures = False
    for numbers in pages.values():
        title = next((n for n, at in enumerate(numbers) if is_title(fragments[at].text)), None)
        if title is None and not running and not _has_leaders(fragments, numbers):
            continue
        lines = [line for at in numbers[(title or 0) :] for line in _lines(fragments[at], at)]
        _tell_pages(lines, max(pages))
        if title is None and not running:
            lines = _from_first_entry(lines)
        lines = _run(lines, whole=title is None)
        running = bool(lines)
        if not lines:
            continue
        listed: list[_Line] = []
        for line in lines:
            held.add(line.at)
            if is_title(line.text):
                titles.add(line.at)
                figures = _FIGURES.match(line.text.casefold()) is not None
            elif not figures:
                listed.append(line)
        _set_flush(listed, margins)
        entries += _entries(listed)
    return Contents(tuple(entries), frozenset(held - titles), frozenset(titles))


def _read_unpaged(fragments: Sequence[Fragment], numbers: Sequence[int]) -> Contents:
    """The contents of a text without pages: runs of lines that end in page numbers, with or without a title."""
    lines = [line for at in numbers for line in _lines(fragments[at], at)]
    _tell_pages(lines, 0)
    entries: list[Entry] = []
    held: set[int] = set()
    titles: set[int] = set()
    times = Counter(key_of(line.text) for line in lines if len(line.text) <= LONG)
    n = 0
    while n < len(lines):
        is_named = is_title(lines[n].text)
        run = _longest_run(lines, n) if is_named or lines[n].printed else []
        if is_named and not run:
            run = _repeated(lines, n, times)
        if len(run) >= (ENOUGH if is_named else UNNAMED) and (is_named or _share(run) >= SHARE):
            titles.update(line.at for line in run if is_title(line.text))
            held.update(line.at for line in run)
            entries += _entries(run)
            n += len(run)
        else:
            n += 1
    return Contents(tuple(entries), frozenset(held - titles), frozenset(titles))


def _longest_run(lines: list[_Line], start: int) -> list[_Line]:
    """The run of entries from a line on, tried at twice the length as long as it holds: a failure costs little."""
    run: list[_Line] = []
    size = 2 * UNNAMED
    while found := _run(lines[start : start + size], whole=False):
        if len(found) <= len(run):
            break
        run, size = found, 2 * size
    return run


def _repeated(lines: list[_Line], start: int, times: Counter[str]) -> list[_Line]:
    """A title and the lines below it that come once more, up to where they do; none where they are no contents."""
    last, seen = start, set[str]()
    for n in range(start + 1, len(lines)):
        line = lines[n]
        key = key_of(line.text)
        if key in seen or n - last > MISSES or len(line.text) > LONG:
            break
        if times[key] > 1 and key:
            last = n
            seen.add(key)
    return lines[start : last + 1] if len(seen) >= ENOUGH else []


def _share(lines: Sequence[_Line]) -> float:
    return sum(line.printed != "" for line in lines) / max(1, len(lines))


def _has_leaders(fragments: Sequence[Fragment], numbers: Sequence[int]) -> bool:
    led = 0
    for at in numbers:
        text = fragments[at].text
        if fragments[at].clues.contents:
            led += 1
        elif _may_lead(text):
            led += len(_LED.findall(text, 0, _LISTING))
    return led >= ENOUGH


def _may_lead(text: str) -> bool:
    return ". . ." in text or "...." in text or "……" in text or "____" in text or "····" in text


def _lines(fragment: Fragment, at: int) -> Iterator[_Line]:
    """The printed lines of a fragment, as far as they can be told."""
    clues, text = fragment.clues, fragment.text
    page, box = fragment.regions[0] if fragment.regions else (0, None)
    left, top = (box.left, box.top) if box else (0.0, 0.0)
    look = (round((clues.size or 0) * 2), clues.weight > 0.6)
    if fragment.table is not None:
        for row in (fragment.table.header, *fragment.table.rows):
            cells = [cell for n, cell in enumerate(row) if cell.text and (n == 0 or cell.text != row[n - 1].text)]
            if cells:
                edge = next((cell.box for cell in cells if cell.box), box)
                words = " ".join(cell.text for cell in cells)
                yield _Line(words, at, page, edge.left if edge else left, edge.top if edge else top, look)
    elif clues.parts:
        for part, end in zip(clues.parts, [*[part.start for part in clues.parts[1:]], len(text)], strict=True):
            place, edge = part.regions[0] if part.regions else (page, box)
            own = (round((part.clues.size or 0) * 2), part.clues.weight > 0.6)
            yield _Line(
                text[part.start : end].strip(), at, place, edge.left if edge else left, edge.top if edge else top, own
            )
    elif _may_lead(text) and len(ends := [led.end() for led in _LED.finditer(text, 0, _LISTING)]) > 1:
        for start, end in pairwise([0, *ends]):
            yield _Line(text[start:end].strip(), at, page, left, top, look)
    else:
        for n, line in enumerate(text.split("\n", 500)):
            yield _Line(line.strip(), at, page, left + len(line) - len(line.lstrip()), top + n, look)


def _may_be_page(text: str, page: str, last: int) -> bool:
    """Whether the end of a line without a leader can be its page: not a year, a sentence's end or its own number."""
    if text.endswith(".") or _LONE.match(text) or (_YEAR.match(page) and int(page) > last):
        return False
    return page[0].isdigit() or page[0].isupper() or roman(page) is not None


def _tell_pages(lines: Sequence[_Line], last: int) -> None:
    """Part title and page of each line; numbers that stand alone are given to the lines beside them.

    `last` is the number of the last page, 0 where the text has none.
    """
    alone = []
    for line in lines:
        if _NUMBER.match(line.text):
            alone.append(line)
            continue
        leader, page = _LEADER.search(line.text), _PAGE.search(line.text)
        if page and page.start() and (leader or _may_be_page(line.text, page["page"], last)):
            line.printed = page["page"]
            line.led = leader is not None
        end = leader.start() if leader else page.start() if page and line.printed else len(line.text)
        line.title = line.text[:end].strip(" .·…_⋯")
    beside = {(line.page, round(line.top / 4)): line for line in lines if line.title and not line.printed}
    for number in alone:
        row = round(number.top / 4)
        found = next(
            (beside[number.page, near] for near in (row, row - 1, row + 1) if (number.page, near) in beside), None
        )
        if found is not None and not found.printed and found.left < number.left:
            found.printed = number.text


def _from_first_entry(lines: list[_Line]) -> list[_Line]:
    """The lines without those above the first entry: a contents without a title may stand below a heading.

    Straight above it a line that is set like lines without a page further down (PART II) is one of the contents.
    """
    first = next((n for n, line in enumerate(lines) if line.printed), len(lines))
    inside = {(line.look, round(line.left)) for line in lines[first:] if not line.printed}
    if first and (lines[first - 1].look, round(lines[first - 1].left)) in inside:
        first -= 1
    return lines[first:]


def _run(lines: list[_Line], *, whole: bool) -> list[_Line]:
    """The lines up to the last entry of the run that begins here; none where they are no contents.

    `whole` is for pages without a title, where most lines must be entries.
    """
    last, misses = -1, 0
    for n, line in enumerate(lines):
        if line.printed or (last >= 0 and _NUMBER.match(line.text)):
            last, misses = n, 0
        elif not is_title(line.text):
            misses += 1
            if misses > MISSES or len(line.text) > LONG:
                break
    found = [line for line in lines[: last + 1] if line.printed]
    if len(found) < ENOUGH or (whole and len(found) < SHARE * len(lines)):
        return []
    return lines[: last + 1] if _rises(lines[: last + 1]) else []


def _rises(lines: Sequence[_Line]) -> bool:
    """Whether page numbers rise, but for where another contents begins."""
    up = steps = 0
    before: int | None = None
    for line in lines:
        if is_title(line.text):
            before = None
        elif line.printed.isdigit():
            number = int(line.printed)
            if before is not None:
                steps += 1
                up += before <= number
            before = number
    return up >= RISING * steps


def _set_flush(lines: Sequence[_Line], margins: Counter[int]) -> None:
    """Shift the lines of a page to the margins of the pages before it: left and right pages are bound differently."""
    own = Counter(dict(Counter(round(line.left) for line in lines if line.printed).most_common(EDGES)))
    if margins and sum(count for left, count in own.items() if left in margins) < FLUSH * own.total():
        steps = sorted({left - edge for left in margins for edge in own}, key=abs)
        best = max(steps, key=lambda step: sum(count for edge, count in own.items() if edge + step in margins))
        for line in lines:
            line.left += best
    for edge, count in Counter(round(line.left) for line in lines if line.printed).most_common(EDGES):
        if edge in margins or len(margins) < EDGES:
            margins[edge] += count


def _entries(lines: Sequence[_Line]) -> Iterator[Entry]:
    waiting: _Line | None = None
    for line in lines:
        if not line.title or _HEAD_WORDS.match(line.title) or is_title(line.text):
            continue
        if waiting is not None:
            if _continues(waiting, line):
                line.title, line.left, line.look = f"{waiting.title} {line.title}", waiting.left, waiting.look
            else:
                yield _entry(waiting)
            waiting = None
        if line.printed:
            yield _entry(line)
        elif len(line.title) < LONG:
            waiting = line
    if waiting is not None:
        yield _entry(waiting)


def _entry(line: _Line) -> Entry:
    return Entry(line.title, line.printed, line.at, line.left, line.look)


def _continues(line: _Line, after: _Line) -> bool:
    """Whether `after` is the rest of a title too long for one line."""
    if line.page != after.page or line.look != after.look or _OPENS.match(after.title):
        return False
    return after.title[:1].islower() or len(line.title) > 60 or (after.left > line.left + 4 and len(line.title) > 40)
