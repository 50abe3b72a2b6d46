"""Pages of two columns that the engine read across the gutter, read column by column.

Small type in a figure beside a column of text misleads it at times: a line of one column is then followed by the line
of the other. Only pages on which this tears several sentences apart are touched.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from silcrow.parse.pdf.drafts import Draft, Line, Sheet

_FEWEST = 6  # lines before or after a tear that show the fault
_CROSSING = 0.25  # share of lines that may run over the gutter
_MIDDLE = range(34, 67)  # where a gutter may be, in hundredths of the page width
_ENDS = ".!?:;。！？"
_LEVEL = 1.5  # points between the tops of two lines of one row
_ALIGNED = 0.6  # share of lines on a row with the other side
_RAGGED = 0.2  # share of the column by which a line may end before its edge
_BESIDE = 3
_TABULAR = 0.25  # share of lines in tables over both columns that makes it a page of tables
_BOTH = 4  # lines before or after a tear on either side where they are
_SLACK = 3.0


class _Half(NamedTuple):
    """What stands of a line on one side of the gutter, its place in the order read, and whether it is all of it."""

    top: float
    place: int
    alone: bool
    line: Line


def part_columns(sheet: Sheet) -> None:
    """Set what stands between the first and the last torn sentence anew, column by column."""
    drafts = [draft for draft in sheet.drafts if not draft.furniture]
    if _side_by_side(sheet, drafts) < _BESIDE:
        return
    gutter = _gutter([line for draft in drafts for line in draft.lines], sheet.width)
    band = _torn_band(drafts, gutter) if gutter is not None else None
    if gutter is None or band is None:
        return
    top, bottom = band
    inside = [draft for draft in drafts if draft.box.top < bottom and draft.box.bottom > top]
    rows = sum(len(draft.lines) for draft in inside if draft.table is not None and _straddles(draft, gutter))
    if rows > _TABULAR * sum(len(draft.lines) for draft in inside):
        return
    place = next(n for n, draft in enumerate(sheet.drafts) if draft is inside[0])
    rest = [draft for draft in sheet.drafts[place:] if not any(draft is other for other in inside)]
    sheet.drafts = sheet.drafts[:place] + _set_anew(inside, gutter) + rest


def _set_anew(drafts: Sequence[Draft], gutter: float) -> list[Draft]:
    out: list[Draft] = []
    band: list[tuple[int, Draft]] = []
    for draft in sorted(drafts, key=lambda draft: draft.box.top):
        if _crosses(draft, gutter):
            out += _in_columns(band)
            band = []
            out.append(draft)
        else:
            band += _sides(draft, gutter)
    return out + _in_columns(band)


def _straddles(draft: Draft, gutter: float) -> bool:
    return draft.box.left < gutter < draft.box.right


def _side_by_side(sheet: Sheet, drafts: Sequence[Draft]) -> int:
    """How often text stands beside what comes next: a first, cheap sign."""
    count = 0
    for draft, after in pairwise(drafts):
        one, other = draft.box, after.box
        if one.top < other.bottom and other.top < one.bottom and (one.right < other.left or other.right < one.left):
            count += 1
    first, last = sheet.width * _MIDDLE[0] / 100, sheet.width * _MIDDLE[-1] / 100
    for draft in drafts:
        if draft.table is None and draft.box.left < first and draft.box.right > last:
            count += sum(
                any(one.right > first and other.left < last for one, other in pairwise(line.pieces))
                for line in draft.lines
                if line.pieces and line.left < first and line.right > last
            )
    return count


def _gutter(lines: Sequence[Line], width: float) -> float | None:
    """The place in the middle of the page that the fewest lines cross, or None where too many do."""
    steps = [0] * 102  # where lines begin and end, in hundredths of the width
    scale = 100 / max(width, 1.0)
    for line in lines:
        for left, right in [(piece.left, piece.right) for piece in line.pieces] or [(line.left, line.right)]:
            begin, end = int((left + _SLACK) * scale) + 1, int((right - _SLACK) * scale) + 1
            if begin < end:
                steps[max(0, min(begin, 101))] += 1
                steps[max(0, min(end, 101))] -= 1
    crossing = list(accumulate(steps))
    fewest = min(crossing[x] for x in _MIDDLE)
    if fewest > _CROSSING * len(lines):
        return None
    bands: list[list[int]] = [[]]
    for x in _MIDDLE:
        if crossing[x] <= fewest + 1:
            bands[-1].append(x)
        elif bands[-1]:
            bands.append([])
    widest = max(bands, key=len)
    return width * (widest[0] + widest[-1]) / 200


def _torn_band(drafts: Sequence[Draft], gutter: float) -> tuple[float, float] | None:
    """From where to where sentences go on in the next line of their column, but not in the next line read.

    Where what stands right of the gutter begins on the same lines as what stands left of it, the page may as well be
    a list in two columns, read by rows: then both sides must show it.
    """
    columns: tuple[list[_Half], list[_Half]] = ([], [])
    for n, halves in enumerate(_all_halves([draft for draft in drafts if draft.table is None], gutter)):
        for side, half in enumerate(halves):
            if half is not None and half.text:
                columns[side].append(_Half(half.top, n, None in halves, half))
    torn = [_torn(column) for column in columns]
    places = sorted(torn[0] + torn[1])
    if len(places) < _FEWEST:
        return None
    fewer, more = sorted(columns, key=len)
    level = sum(any(abs(half.top - other.top) < _LEVEL for other in more) for half in fewer)
    if level >= _ALIGNED * len(fewer) and min(map(len, torn)) < _BOTH:
        return None
    return places[0], places[-1]


def _torn(column: list[_Half]) -> list[float]:
    """The heights of the lines before and after each tear."""
    column.sort()
    left = min((half.line.left for half in column), default=0.0)
    right = max((half.line.right for half in column), default=0.0)
    full = right - _RAGGED * (right - left)
    heights: list[float] = []
    for one, other in pairwise(column):
        line, after = one.line, other.line
        near = 0 < after.top - line.top < 1.7 * max(line.size, 1.0)
        goes_on = line.right > full and line.text[-1] not in _ENDS and after.text[0].islower()
        if near and goes_on and not (one.alone and other.alone and other.place == one.place + 1):
            heights += (line.top, after.bottom)
    return heights


def _all_halves(drafts: Sequence[Draft], gutter: float) -> Iterator[tuple[Line | None, Line | None]]:
    for draft in drafts:
        for line in draft.lines:
            yield (None, None) if _runs_over(line, gutter) else _halves(line, gutter)


def _runs_over(line: Line, gutter: float) -> bool:
    if line.right <= gutter or line.left >= gutter:
        return False
    return not line.pieces or any(
        piece.left < gutter - _SLACK and piece.right > gutter + _SLACK for piece in line.pieces
    )


def _crosses(draft: Draft, gutter: float) -> bool:
    return any(_runs_over(line, gutter) for line in draft.lines)


def _sides(draft: Draft, gutter: float) -> list[tuple[int, Draft]]:
    """The draft, or its halves, with the column each stands in."""
    if draft.box.right <= gutter + _SLACK:
        return [(0, draft)]
    if draft.box.left >= gutter - _SLACK:
        return [(1, draft)]
    halves: tuple[list[Line], list[Line]] = ([], [])
    for line in draft.lines:
        for side, half in enumerate(_halves(line, gutter)):
            if half is not None:
                halves[side].append(half)
    return [(side, Draft.of("text", draft.page, half)) for side, half in enumerate(halves) if half]


def _halves(line: Line, gutter: float) -> tuple[Line | None, Line | None]:
    if line.right <= gutter + _SLACK:
        return line, None
    if line.left >= gutter - _SLACK:
        return None, line
    left = [piece for piece in line.pieces if piece.left < gutter]
    right = [piece for piece in line.pieces if piece.left >= gutter]
    return _part(line, left), _part(line, right)


def _part(line: Line, pieces: Sequence[tuple[float, float, str]]) -> Line | None:
    if not pieces:
        return None
    return Line(
        " ".join(text for _, _, text in pieces),
        pieces[0][0],
        line.top,
        pieces[-1][1],
        line.bottom,
        line.size,
        line.bold,
        line.italic,
        line.family,
    )


def _in_columns(band: Sequence[tuple[int, Draft]]) -> list[Draft]:
    return [
        draft
        for side in (0, 1)
        for draft in sorted((draft for column, draft in band if column == side), key=lambda draft: draft.box.top)
    ]
