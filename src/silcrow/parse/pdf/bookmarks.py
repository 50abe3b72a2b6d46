"""Bookmarks, and the tags of a tagged file, to the drafts they point at.

A bookmark names its heading almost in the printed words, on its page or the one beside it. Where the named words are
only the first lines of a block, the block is cut after them; where two or three blocks make the title, they are joined.
Letters and digits alone are compared: spaces and marks differ too often.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from silcrow.parse.pdf.catalog import Bookmark
from silcrow.parse.pdf.drafts import Draft, Sheet

_ALIKE = 88.0  # of 100, for a title that differs in some letters
_SHORTEST = 6  # letters of a title that may differ at all
_LONGEST = 6  # lines of a heading
_FROM_BESIDE = 95.0  # on a page beside the one named
_LABEL = re.compile(
    r"\s*(?:(?:chapter|section|part|item|note|appendix|article|annex)\s+)?"
    r"(?:第?[\d一二三四五六七八九十百]+[章节節部编編]?|[ivxlc]+|[a-z])(?:[.\d]*)(?:[\s.:)–—-]+|\Z)",
    re.IGNORECASE,
)
_RUN_IN = re.compile(r"\s*[.:–—]\s")


@dataclass(frozen=True, slots=True)
class _Find:
    """Where a title was found: the draft, how well, how many of its lines and of the drafts after it make it."""

    place: int
    score: float
    lines: int
    joined: int = 0


def mark(sheets: Sequence[Sheet], bookmarks: Sequence[Bookmark]) -> None:
    """Give each draft the level of the bookmark that names it, cutting and joining drafts where need be."""
    for draft, entry in _places(sheets, bookmarks):
        draft.bookmark = entry.level


def mark_tags(sheets: Sequence[Sheet], tags: Sequence[Bookmark]) -> None:
    """The same for tags, where no bookmark names a draft."""
    for draft, entry in _places(sheets, tags):
        draft.tag = entry.level


def _places(sheets: Sequence[Sheet], entries: Sequence[Bookmark]) -> Iterator[tuple[Draft, Bookmark]]:
    """The draft of each entry that has one, once it is cut or joined."""
    by_page = {sheet.page: sheet for sheet in sheets} if entries else {}
    for entry in entries:
        title = _Title(key(entry.title), key(_LABEL.sub("", entry.title, count=1)))
        if not title.full:
            continue
        for page in (entry.page, entry.page + 1, entry.page - 1):
            sheet = by_page.get(page)
            least = _ALIKE if page == entry.page else _FROM_BESIDE
            down = sheet.height - entry.up if sheet and entry.up is not None and page == entry.page else None
            if sheet and (find := _find(sheet.drafts, title, least, down)):
                yield _cut_out(sheet, find), entry
                break


def key(text: str) -> str:
    """The letters and digits of a text, without case."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))


@dataclass(frozen=True, slots=True)
class _Title:
    full: str
    bare: str


def _find(drafts: Sequence[Draft], title: _Title, least: float, down: float | None) -> _Find | None:
    best: _Find | None = None
    nearest = 0.0
    for place, draft in enumerate(drafts):
        if (
            draft.furniture
            or draft.bookmark
            or draft.tag
            or draft.contents
            or draft.kind not in ("text", "list", "code")
        ):
            continue
        find = _match(drafts, place, title)
        if find is None or find.score < least:
            continue
        away = abs(draft.box.top - down) if down is not None else float(place)
        if best is None or (find.score, -away) > (best.score, -nearest):
            best, nearest = find, away
    return best


def _match(drafts: Sequence[Draft], place: int, title: _Title) -> _Find | None:
    """How well the title fits a draft, its first lines, or it with those after it."""
    draft = drafts[place]
    held = ""
    best: _Find | None = None
    for count, line in enumerate(draft.lines[:_LONGEST], start=1):
        held += key(line.text)
        score = _score(held, draft.lines[0].text, title)
        if score and (best is None or score > best.score):
            best = _Find(place, score if count == len(draft.lines) else score - 1, count)
        if len(held) > len(title.full) + 40:
            return best
    if held and len(draft.lines) <= _LONGEST and title.full.startswith(held):
        for joined, after in enumerate(drafts[place + 1 : place + 3], start=1):
            if after.furniture or after.bookmark or after.tag or after.kind != "text" or len(after.lines) > _LONGEST:
                break
            held += key(" ".join(line.text for line in after.lines))
            if held == title.full:
                return _Find(place, 98.0, len(draft.lines), joined)
    return best


def _score(held: str, text: str, title: _Title) -> float:
    """0 to 100: the same letters; the same without the printed number; a few letters apart."""
    if held == title.full:
        return 100.0
    if held == title.bare and len(held) > 1:
        return 97.0
    if (
        held.endswith(title.full)
        and len(held) - len(title.full) <= 12
        and key(_LABEL.sub("", text, count=1))
        and (held == key(text) and key(_LABEL.sub("", text, count=1)) == title.full)
    ):
        return 97.0
    if min(len(held), len(title.full)) < _SHORTEST:
        return 0.0
    return fuzz.ratio(held, title.full, score_cutoff=_ALIKE)


def _cut_out(sheet: Sheet, find: _Find) -> Draft:
    draft = sheet.drafts[find.place]
    if find.joined:
        others = sheet.drafts[find.place + 1 : find.place + 1 + find.joined]
        lines = [*draft.lines, *(line for other in others for line in other.lines)]
        sheet.drafts[find.place : find.place + 1 + find.joined] = [Draft.of("text", draft.page, lines, draft.level)]
    elif find.lines < len(draft.lines):
        head = Draft.of("text", draft.page, draft.lines[: find.lines], draft.level)
        body = Draft.of(draft.kind, draft.page, draft.lines[find.lines :])
        sheet.drafts[find.place : find.place + 1] = [replace(head, gap=draft.gap, centred=draft.centred), body]
    return sheet.drafts[find.place]
