"""A quote on paper: the boxes of exactly its words, on every page that it touches.

The letters that a PDF draws are compared with the quote's without case, spaces, signs and hyphens, first inside the
regions of the paragraphs it stands in. Knows letters and boxes, no document.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from silcrow.document import Paragraph
from silcrow.place import Box
from silcrow.web.reader.paper import Letters

_NEAR = 4.0  # points around a region that still are of it
_ALIKE = 88  # of 100, from which a run of letters is taken for the quote where no run is it
_LONGEST = 20_000  # letters that are compared so, since that takes the product of both lengths
_TRIM = 0.08  # of a line's height, so that the marks of two lines do not touch


@dataclass(frozen=True, slots=True)
class Marked:
    """The boxes by page. exact: they are of the quote's own letters; else of something like it, or whole paragraphs."""

    pages: tuple[tuple[int, tuple[Box, ...]], ...]
    exact: bool


@dataclass(frozen=True, slots=True)
class _Letter:
    sign: str
    page: int
    at: int


def signs(text: str) -> str:
    """Letters and digits alone, without case and compatibility forms."""
    return "".join(sign for character in text for sign in _folded(character))


def mark(read: Callable[[int], Letters], paragraphs: Sequence[Paragraph], quote: str, *, before: int = 0) -> Marked:
    """Where a quote stands. `before`: where in the first paragraph it begins, which tells equal runs apart.

    Without a quote the whole paragraphs.
    """
    regions = [region for paragraph in paragraphs for region in paragraph.regions]
    numbers = list(dict.fromkeys(region.page for region in regions))
    wanted = signs(quote)
    if wanted:
        expected = len(signs(paragraphs[0].text[:before])) if paragraphs else 0
        pages = {number: read(number) for number in numbers}
        boxes = {number: [r.box for r in regions if r.page == number and r.box is not None] for number in numbers}
        inside = [one for n in numbers for one in _stream(pages[n], n, boxes[n])]
        for letters in (inside, [one for n in numbers for one in _stream(pages[n], n, ())]):
            found, exact = _find(letters, wanted, expected)
            found, exact = (found, exact) if exact else _rows(letters, quote) or (found, exact)
            if found:
                return Marked(tuple(_by_page(_edged(found, pages, quote), pages)), exact)
    whole = ((number, tuple(r.box for r in regions if r.page == number and r.box is not None)) for number in numbers)
    return Marked(tuple((number, boxes) for number, boxes in whole if boxes), exact=not wanted)


def _folded(character: str) -> Iterator[str]:
    for sign in unicodedata.normalize("NFKC", character).casefold():
        if sign.isalnum():
            yield sign


def _stream(letters: Letters, page: int, regions: Sequence[Box]) -> Iterator[_Letter]:
    """The letters of a page that stand in one of these boxes, or all of them where there is none."""
    for at, (character, box) in enumerate(zip(letters.text, letters.boxes, strict=True)):
        if not regions or any(_in(box, region) for region in regions):
            for sign in _folded(character):
                yield _Letter(sign, page, at)


def _in(box: Box, region: Box) -> bool:
    across, along = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    return (
        region.left - _NEAR <= across <= region.right + _NEAR and region.top - _NEAR <= along <= region.bottom + _NEAR
    )


def _find(letters: Sequence[_Letter], wanted: str, expected: int) -> tuple[Sequence[_Letter], bool]:
    """The run of letters that says it, of several the one nearest to where it was expected; else one much like it."""
    text = "".join(one.sign for one in letters)
    best, at = -1, text.find(wanted)
    while at >= 0:
        if best < 0 or abs(at - expected) < abs(best - expected):
            best = at
        at = text.find(wanted, at + 1)
    if best >= 0:
        return letters[best : best + len(wanted)], True
    if len(text) >= len(wanted) and len(text) + len(wanted) <= _LONGEST:
        like = fuzz.partial_ratio_alignment(wanted, text, score_cutoff=_ALIKE)
        if like is not None:
            return letters[like.dest_start : like.dest_end], False
    return (), False


def _rows(letters: Sequence[_Letter], quote: str) -> tuple[Sequence[_Letter], bool] | None:
    """The lines of a quote that leaves out some between them, as one of a table does; None where most are not there.

    What stands above the rows of a table, its caption or unit, need not be drawn with them.
    """
    lines = [(line, signs(line)) for line in quote.splitlines() if signs(line)]
    text = "".join(one.sign for one in letters)
    found: list[_Letter] = []
    missing: list[str] = []
    at = 0
    for line, wanted in lines:
        here = text.find(wanted, at)
        if here < 0:
            missing.append(line)
            continue
        at = here + len(wanted)
        found += letters[here:at]
    if len(lines) < 2 or 2 * len(missing) >= len(lines):
        return None
    return found, all(not line.startswith("|") for line in missing)


def _edged(found: Sequence[_Letter], pages: dict[int, Letters], quote: str) -> Sequence[_Letter]:
    """With the signs that the quote begins and ends with, such as £ and %, where they stand there."""
    first, last = found[0], found[-1]
    body = [at for at, character in enumerate(quote) if signs(character)]
    lead, tail = (quote[: body[0]], quote[body[-1] + 1 :]) if body else ("", "")
    start, end = first.at - len(lead), last.at + 1 + len(tail)
    before = range(start, first.at) if start >= 0 and pages[first.page].text[start : first.at] == lead else ()
    after = range(last.at + 1, end) if pages[last.page].text[last.at + 1 : end] == tail else ()
    return (
        *(_Letter("", first.page, at) for at in before),
        *found,
        *(_Letter("", last.page, at) for at in after),
    )


def _by_page(found: Sequence[_Letter], pages: dict[int, Letters]) -> Iterator[tuple[int, tuple[Box, ...]]]:
    for number in dict.fromkeys(one.page for one in found):
        boxes = pages[number].boxes
        yield number, tuple(_lines(dict.fromkeys(one.at for one in found if one.page == number), boxes))


def _lines(places: Iterator[int] | dict[int, None], boxes: Sequence[Box]) -> Iterator[Box]:
    """Boxes of letters put together line by line."""
    line: Box | None = None
    for at in places:
        box = boxes[at]
        if line is not None and _goes_on(line, box):
            line = Box(
                min(line.left, box.left),
                min(line.top, box.top),
                max(line.right, box.right),
                max(line.bottom, box.bottom),
            )
            continue
        if line is not None:
            yield _trimmed(line)
        line = box
    if line is not None:
        yield _trimmed(line)


def _goes_on(line: Box, box: Box) -> bool:
    high = max(line.bottom - line.top, 1.0)
    middle = (box.top + box.bottom) / 2
    return line.top <= middle <= line.bottom and -high / 2 <= box.left - line.right <= high * 3


def _trimmed(line: Box) -> Box:
    cut = (line.bottom - line.top) * _TRIM
    return Box(line.left - 0.5, line.top + cut, line.right + 0.5, line.bottom - cut)
