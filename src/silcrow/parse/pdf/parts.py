"""Where the lines of one block change their look: what headings/ needs to cut a heading from its body.

Two lines part where size, weight, slope, family or capitals change, where much more room than usual is between them,
or where one of two bold lines ends long before it had to. Whether a part is a heading is not known here.
"""

from collections.abc import Sequence
from itertools import pairwise

from silcrow.parse.fragment import Clues, Part
from silcrow.parse.pdf.drafts import Line, around
from silcrow.place import Region

_SIZE = 0.5  # points: less is rounding
_ROOM = 1.7  # room between two lines, in usual distances of this block, that parts them
_LEADING = 1.25  # usual distance of two lines, in line heights, where a block has too few to tell
_MOST = 400  # lines: a longer block is a listing, not a paragraph with a heading in it


def parts_of(lines: Sequence[Line], starts: Sequence[int], page: int, right: float | None) -> tuple[Part, ...]:
    """The parts of a block, or () where all its lines look alike.

    `starts` is where each line begins in its text; `right` the right edge of its column, where breaks before it are
    meant to be seen.
    """
    if not 1 < len(lines) <= _MOST:
        return ()
    if right is None and _even(lines):
        return ()
    usual = _usual_distance(lines)
    cuts = [
        n
        for n in range(1, len(lines))
        if _differ(lines[n - 1], lines[n], usual) or (right is not None and _broken(lines[n - 1], lines[n], right))
    ]
    if not cuts:
        return ()
    parts = []
    for first, end in zip([0, *cuts], [*cuts, len(lines)], strict=True):
        held = lines[first:end]
        gap = (
            round((held[0].top - lines[first - 1].bottom) / max(held[0].bottom - held[0].top, 1.0), 2)
            if first
            else None
        )
        parts.append(Part(starts[first], _clues(held, gap), (Region(page, around(held)),)))
    return tuple(parts)


def _even(lines: Sequence[Line]) -> bool:
    """Whether all lines look alike and stand at like distances: most blocks, told without a closer look."""
    first = lines[0]
    if first.bold > 0.5:
        return False
    size, italic, family = first.size, first.italic, first.family
    for line in lines:
        if line.family != family or line.italic != italic or line.bold > 0.5 or abs(line.size - size) > _SIZE:
            return False
    if len(lines) < 4:
        return False
    steps = [after.top - line.top for line, after in pairwise(lines)]
    return max(steps) <= _ROOM * min(steps)


def _usual_distance(lines: Sequence[Line]) -> float:
    distances = sorted(after.top - line.top for line, after in pairwise(lines))
    height = max(line.bottom - line.top for line in lines)
    return distances[len(distances) // 2] if len(distances) > 2 else max(_LEADING * height, distances[0])


def _differ(line: Line, after: Line, usual: float) -> bool:
    return (
        abs(line.size - after.size) > _SIZE
        or (line.bold > 0.5) != (after.bold > 0.5)
        or line.italic != after.italic
        or line.family != after.family
        or (line.bold > 0.5 and line.text.isupper() != after.text.isupper())
        or after.top - line.top > _ROOM * usual
    )


def _broken(line: Line, after: Line, right: float) -> bool:
    """Whether a line was ended on purpose: the next one begins anew, and its first word would have fitted."""
    if after.text[:1].islower() or line.text[-1:] in "-–,":
        return False
    word = after.text.split(maxsplit=1)[0] if after.text else ""
    width = (after.right - after.left) * (len(word) + 1) / max(len(after.text), 1)
    return line.right + width < right - line.size


def _clues(lines: Sequence[Line], gap: float | None) -> Clues:
    total = sum(len(line.text) for line in lines) or 1
    widest = max(lines, key=lambda line: len(line.text))
    return Clues(
        size=round(widest.size, 1),
        weight=round(sum(line.bold * len(line.text) for line in lines) / total, 2),
        italic=all(line.italic for line in lines),
        caps=all(line.text.isupper() or not any(c.isalpha() for c in line.text) for line in lines),
        font=widest.family,
        lines=len(lines),
        gap=gap,
    )
