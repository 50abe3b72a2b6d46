"""Running heads, running feet and page numbers of a text file. Marks lines as furniture; removes nothing."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from statistics import median

from silcrow.language.numerals import roman
from silcrow.parse.copies import originals
from silcrow.parse.text.printed import Line

_EDGE = 3  # lines at the top and the bottom of a page that may be running ones
_SHARE = 0.4  # of all pages, on which a line must stand at the edge
_FEWEST_PAGES = 2
_FEWEST = 4  # times that a line must stand in a file without form feeds, or page numbers follow each other
_EVEN = 0.8  # share of pages that are about as long as the others
_PAGE_LENGTH = (800, 9_000)  # characters between two running lines of such a file
_LONGEST = 300
_SHORTEST = 10
_BREAKS = 0.2  # share of running lines that stand inside a sentence: a heading never does
_DIGITS = re.compile(r"[0-9]+|\b[ivxlc]+\b")
_NUMBER = re.compile(
    r"[-–—\[( ]{0,3}(?:page|seite|p\.)?[ ]?(?P<number>[0-9]{1,4}|[ivxlc]{1,7})"
    r"(?:[ ]?(?:of|von|/)[ ]?[0-9]{1,4})?[-–—\]) ]{0,3}\Z",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?:;。！？：；][\"”’')\]]{0,2}\Z")


def mark_running(lines: Sequence[Line]) -> None:
    """Mark what repeats at the edges of pages, or at their distance where the file has no page breaks."""
    if lines and lines[-1].page > 1:
        _mark_edges(lines)
    else:
        _mark_numbers(lines)
        _mark_repeated(lines)


def _mark_edges(lines: Sequence[Line]) -> None:
    """Lines that come back at the edges of pages, told by the pages that hold more than such lines."""
    pages: dict[int, list[Line]] = {}
    for line in lines:
        pages.setdefault(line.page, []).append(line)
    edges = {number: page[:_EDGE] + page[max(_EDGE, len(page) - _EDGE) :] for number, page in pages.items()}
    telling = originals((number, [line.text for line in page]) for number, page in pages.items())
    running = _repeated({number: edges[number] for number in telling}, _SHARE * len(telling))
    telling = {number for number in telling if _has_more(pages[number], running)}
    running = _repeated({number: edges[number] for number in telling}, _SHARE * len(telling))
    running |= {form for form in _repeated(edges, _SHARE * len(pages)) if not any(map(str.isalpha, form))}
    for edge in edges.values():
        for line in edge:
            line.furniture |= _form(line) in running


def _repeated(edges: Mapping[int, Sequence[Line]], enough: float) -> set[str]:
    """What stands at the edges of enough pages, and of two at least."""
    seen = Counter(form for edge in edges.values() for form in {_form(line) for line in edge})
    return {form for form, count in seen.items() if count >= max(_FEWEST_PAGES, enough)}


def _has_more(page: Sequence[Line], running: AbstractSet[str]) -> bool:
    """Whether a page holds more than what would be running: most of it, else it may be a form filled in twice."""
    own = [line for line in page if not line.furniture]
    return sum(_form(line) in running for line in own) < len(own) / 2


def _form(line: Line) -> str:
    return _DIGITS.sub("0", " ".join(line.text.lower().split()))


def _mark_numbers(lines: Sequence[Line]) -> None:
    """Lines that are only a number, where the numbers count pages: one more each time, always a page apart."""
    chains: dict[int, list[tuple[int, Line]]] = {}  # last number → where the lines stand that count up to it
    at = 0
    for line in lines:
        at += len(line.text)
        number = _page_number(line.text)
        if number is None:
            continue
        chain = chains.get(number - 1, [])
        if chain and at - chain[-1][0] < _PAGE_LENGTH[0] // 2:
            continue
        chains.pop(number - 1, None)
        if len(chain) >= len(chains.get(number, ())):
            chain.append((at, line))
            chains[number] = chain
    for chain in chains.values():
        if len(chain) >= _FEWEST and _is_even([place for place, _ in chain]):
            for _, line in chain:
                line.furniture = True


def _is_even(places: Sequence[int]) -> bool:
    """Whether places lie a page apart, each time. Chapters may count as pages do, and differ in length."""
    distances = [after - before for before, after in pairwise(places)]
    page = median(distances)
    if not _PAGE_LENGTH[0] <= page <= _PAGE_LENGTH[1]:
        return False
    return sum(0.3 * page <= distance <= 2.5 * page for distance in distances) >= _EVEN * len(distances)


def _page_number(text: str) -> int | None:
    found = _NUMBER.match(text) if len(text) <= 20 else None
    if not found:
        return None
    return int(found["number"]) if found["number"].isdigit() else roman(found["number"])


def _mark_repeated(lines: Sequence[Line]) -> None:
    """Lines that stand again and again, a page apart, and now and then inside a sentence."""
    places: dict[str, list[int]] = {}
    starts: list[int] = []
    at = 0
    for index, line in enumerate(lines):
        starts.append(at)
        at += len(line.text)
        if _SHORTEST <= len(line.text) <= _LONGEST and not line.furniture:
            places.setdefault(line.text, []).append(index)
    for indexes in places.values():
        if len(indexes) < _FEWEST:
            continue
        distances = [starts[after] - starts[before] for before, after in pairwise(indexes)]
        if not _PAGE_LENGTH[0] <= median(distances) <= _PAGE_LENGTH[1]:
            continue
        inside = sum(_is_inside_sentence(lines, index) for index in indexes)
        if inside >= _BREAKS * len(indexes):
            for index in indexes:
                lines[index].furniture = True


def _is_inside_sentence(lines: Sequence[Line], index: int) -> bool:
    before = _nearest(lines, range(index - 1, max(-1, index - 4), -1))
    after = _nearest(lines, range(index + 1, min(len(lines), index + 4)))
    return bool(before and after and after[0].islower() and not _SENTENCE_END.search(before))


def _nearest(lines: Sequence[Line], places: Iterable[int]) -> str:
    return next((lines[place].text for place in places if not lines[place].furniture), "")
