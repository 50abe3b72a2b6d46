"""Where the lines of one block change their look: what headings/ needs to cut a heading from its body.

Two lines part where size, weight, slope, family or capitals change, or where much more room than usual is between
them. Whether a part is a heading is not known here.
"""

from collections.abc import Sequence

from silcrow.parse.fragment import Clues, Part
from silcrow.parse.pdf.drafts import Line, around
from silcrow.parse.pdf.wording import clean, join
from silcrow.place import Region

_SIZE = 0.5  # points: less is rounding
_ROOM = 1.7  # room between two lines, in usual distances of this block, that parts them
_LEADING = 1.25  # usual distance of two lines, in line heights, where a block has too few to tell
_MOST = 400  # lines: a longer block is a listing, not a paragraph with a heading in it


def parts_of(lines: Sequence[Line], page: int, known: set[str]) -> tuple[Part, ...]:
    """The parts of a block, or () where all its lines look alike."""
    if not 1 < len(lines) <= _MOST:
        return ()
    usual = _usual_distance(lines)
    cuts = [n for n in range(1, len(lines)) if _differ(lines[n - 1], lines[n], usual)]
    if not cuts:
        return ()
    starts = _starts(lines, cuts, known)
    parts = []
    for start, first, end in zip(starts, [0, *cuts], [*cuts, len(lines)], strict=True):
        held = lines[first:end]
        gap = round((held[0].top - lines[first - 1].bottom) / max(held[0].height, 1.0), 2) if first else None
        parts.append(Part(start, _clues(held, gap), (Region(page, around(list(held))),)))
    return tuple(parts)


def _starts(lines: Sequence[Line], cuts: Sequence[int], known: set[str]) -> list[int]:
    """Where line 0 and each line of `cuts` begins in the running text of all lines."""
    starts, text, wanted = [0], lines[0].text, set(cuts)
    for n, line in enumerate(lines[1:], start=1):
        text = join(text, line.text, known)
        if n in wanted:
            starts.append(len(clean(text[: len(text) - len(line.text)])))
    return starts


def _usual_distance(lines: Sequence[Line]) -> float:
    distances = sorted(after.top - line.top for line, after in zip(lines, lines[1:], strict=False))
    height = max(line.height for line in lines)
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
