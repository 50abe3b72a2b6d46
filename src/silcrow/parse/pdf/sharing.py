"""Which text run belongs to which block of the engine.

A run belongs to the block whose box holds its centre; where boxes overlap or none holds it, to the block whose text
contains it. A block whose runs, set in lines, do not read as the engine read it is set again in the engine's order:
that happens where a paragraph runs over two columns, and costs nothing elsewhere.
"""

from collections.abc import Iterable, Sequence

from liteparse.types import LayoutBlock

from silcrow.parse.pdf.drafts import Line
from silcrow.parse.pdf.engine import Run
from silcrow.parse.pdf.letters import is_leftward
from silcrow.parse.pdf.lines import lines_in_sequence, print_lines, same_row

Edges = tuple[float, float, float, float]

_RECENT = 4
_SLACK = 1.0
_ENOUGH = 0.7  # share of a block that must be found again to set it in the engine's order
_REACH = 2.5  # how far from a box its run may stand, in heights of the run
_MARKUP = str.maketrans("", "", "*\\~$`_ \t\n\xa0-‐‑\xad")
_NO_TEXT = ("figure", "rule")  # blocks that own a run only where no other does
_NOWHERE: Edges = (0.0, 0.0, -1.0, -1.0)
_NOT_LINES = ("table", "figure", "rule")


def share_out(blocks: Sequence[LayoutBlock], runs: Sequence[Run]) -> tuple[list[list[Run]], list[Run], list[bool]]:
    """The runs of each block, those of none, and whether each block stands apart from all others."""
    boxes = [_NOWHERE if block.kind in _NO_TEXT else _edges(block) for block in blocks]
    frames = [(n, _edges(block)) for n, block in enumerate(blocks) if block.kind in _NO_TEXT]
    apart = _apart(boxes)
    texts: dict[int, str] = {}
    owned: list[list[Run]] = [[] for _ in blocks]
    lone: list[Run] = []
    recent: list[tuple[float, float, float, float, list[Run]]] = []  # runs come by height: mostly it is one of these
    for run in runs:
        across, down = (run.left + run.right) / 2, (run.top + run.bottom) / 2
        for left, top, right, bottom, mine in recent:
            if top <= down <= bottom and left <= across <= right:
                mine.append(run)
                break
        else:
            held = _holders(enumerate(boxes), across, down) or _holders(frames, across, down)[:1]
            if not held:
                near = {n: _distance(box, across, down) for n, box in enumerate(boxes)}
                close = sorted((n for n in near if near[n] < _REACH * (run.bottom - run.top)), key=near.__getitem__)
                held = _by_text(close, run, blocks, texts)
            elif len(held) > 1:
                held = _by_text(held, run, blocks, texts) or [min(held, key=lambda n: _area(boxes[n]))]
            elif apart[held[0]]:
                recent = [(*boxes[held[0]], owned[held[0]]), *recent[: _RECENT - 1]]
            (owned[held[0]] if held else lone).append(run)
    return owned, lone, apart


def _holders(boxes: Iterable[tuple[int, Edges]], across: float, down: float) -> list[int]:
    return [n for n, box in boxes if box[1] <= down <= box[3] and box[0] <= across <= box[2]]


def set_lines(
    blocks: Sequence[LayoutBlock], owned: list[list[Run]], lone: list[Run], apart: Sequence[bool]
) -> list[list[Line]]:
    """The lines of each block; runs of no block that the engine's reading claims leave `lone`.

    A block that stands apart, a run to a line, can only be read in one way, so its text is not compared.
    """
    lines = [print_lines(runs) if runs else [] for runs in owned]
    odd = [
        n
        for n, block in enumerate(blocks)
        if block.kind not in _NOT_LINES
        and (lone or not apart[n] or len(lines[n]) != len(owned[n]))
        and not _reads_as(block, lines[n])
    ]
    if not odd:
        return lines
    pool = [run for n in odd for run in owned[n]] + lone
    free = {id(run) for run in pool}
    follows = {n: _follow(_told(blocks[n]), pool, free, {id(run) for run in owned[n]}) for n in odd}
    for n in odd:
        sequence = follows[n]
        for run in owned[n]:
            if id(run) in free:
                _slip_in(sequence, run)
                free.discard(id(run))
        lines[n] = lines_in_sequence(sequence)
    lone[:] = [run for run in lone if id(run) in free]
    return lines


def _reads_as(block: LayoutBlock, lines: Sequence[Line]) -> bool:
    """Whether the lines of a block read as the engine read it, markup, spaces and hyphens apart.

    Among Hebrew and Arabic the engine mistakes the order of other words, so there the letters are enough.
    """
    texts = [line.text for line in lines]
    if block.text == " ".join(texts) or (plain := _plain(texts)) == (told := _told(block)):
        return True
    return any(map(is_leftward, texts)) and not any(line.pieces for line in lines) and sorted(plain) == sorted(told)


def _follow(told: str, pool: Sequence[Run], free: set[int], own: set[int]) -> list[Run]:
    """The runs of the pool that the engine read, in its order; taken from `free`. Empty where too little is found."""
    starts: dict[str, list[tuple[str, Run]]] = {}
    for run in pool:
        if id(run) in free and (plain := run.text.translate(_MARKUP)):
            starts.setdefault(plain[0], []).append((plain, run))
    taken: list[Run] = []
    used: set[int] = set()
    place = found = 0
    while place < len(told):
        fits = [
            (plain, run)
            for plain, run in starts.get(told[place], ())
            if id(run) not in used and told.startswith(plain, place)
        ]
        if not fits:
            place += 1
            continue
        plain, run = max(fits, key=lambda fit: (len(fit[0]), id(fit[1]) in own, -_leap(taken, fit[1])))
        taken.append(run)
        used.add(id(run))
        found += len(plain)
        place += len(plain)
    if found < _ENOUGH * len(told):
        return []
    free -= used
    return taken


def _leap(taken: Sequence[Run], run: Run) -> float:
    """How far a run stands from the last one taken; upwards is farther than down."""
    if not taken:
        return run.top
    step = run.top - taken[-1].top
    return step if step >= -1 else 1000 - step


def _slip_in(sequence: list[Run], run: Run) -> None:
    """Put a run that the engine did not read where it stands: on its row, else under the last that is above it."""
    place = len(sequence)
    for n, other in enumerate(sequence):
        if same_row(run, other):
            place = n + 1 if other.left <= run.left else n
            if other.left > run.left:
                break
        elif other.top > run.top and place == len(sequence):
            place = n
    sequence.insert(place, run)


def _edges(block: LayoutBlock) -> Edges:
    at = block.bbox
    if at is None:
        return _NOWHERE
    return (at.x - _SLACK, at.y - _SLACK, at.x + at.width + _SLACK, at.y + at.height + _SLACK)


def _apart(boxes: Sequence[Edges]) -> list[bool]:
    """Whether each box overlaps no other, so that a run inside it needs no further question."""
    apart = [True] * len(boxes)
    for n, (left, top, right, bottom) in enumerate(boxes):
        for m in range(n):
            other = boxes[m]
            if top < other[3] and other[1] < bottom and left < other[2] and other[0] < right:
                apart[n] = apart[m] = False
    return apart


def _area(edges: Edges) -> float:
    return (edges[2] - edges[0]) * (edges[3] - edges[1])


def _distance(edges: Edges, across: float, down: float) -> float:
    left, top, right, bottom = edges
    return max(left - across, across - right, 0.0) + max(top - down, down - bottom, 0.0)


def _by_text(numbers: Sequence[int], run: Run, blocks: Sequence[LayoutBlock], texts: dict[int, str]) -> list[int]:
    wanted = run.text.translate(_MARKUP)
    found = []
    for n in numbers:
        if n not in texts:
            texts[n] = _told(blocks[n])
        if wanted in texts[n]:
            found.append(n)
    return found


def _told(block: LayoutBlock) -> str:
    """The characters of a block as the engine read them, without its markup, spaces and hyphens."""
    if block.rows is None:
        return _plain((block.marker or "", block.text or "", *(block.lines or ())))
    return _plain(cell.text for row in (block.header or (), *block.rows) for cell in row)


def _plain(texts: Iterable[str]) -> str:
    return "".join(texts).translate(_MARKUP)
