"""Initials: the large first letter of a chapter, set beside its lines or on the first of them, joined to its word.

The engine gives it as a heading of one letter, or as the beginning of a line that is then as tall as the letter.
"""

from collections.abc import Sequence

from silcrow.parse.pdf.engine import Run

_LARGE = 14.0  # points; smaller letters are no initials
_TALLER = 1.7  # heights of a line in an initial
_NEAR = 1.0  # heights of a line between an initial and its word
_APART = 0.45  # the same where the letter is a word of its own
_NARROW = 0.28  # width of a character in type sizes below which a line is not set in the size of its first letter
_LINE = 20  # characters of a run that is a line
_HEIGHT = 1.13  # of a line in type sizes
_WORDS = frozenset("AIOaioÀÉYyEe")


def join_initials(runs: list[Run]) -> list[Run]:
    """The runs of a page, each initial in the line that it opens."""
    large = [run for run in runs if run.size >= _LARGE]
    if not large or len(large) == len(runs):
        return runs
    gone: set[int] = set()
    for run in large:
        if len(run.text) == 1 and run.text.isalpha():
            if (line := _beside(run, runs)) is not None:
                apart = run.text in _WORDS and line.left - run.right > _APART * (line.bottom - line.top)
                line.text = f"{run.text} {line.text}" if apart else run.text + line.text
                gone.add(id(run))
        elif len(run.text) > _LINE and run.right - run.left < _NARROW * run.size * len(run.text):
            _lower(run, runs)
    return [run for run in runs if id(run) not in gone] if gone else runs


def _beside(initial: Run, runs: Sequence[Run]) -> Run | None:
    """The first line beside an initial, if it goes on with its word."""
    height = initial.bottom - initial.top
    found = [
        run
        for run in runs
        if run is not initial
        and height > _TALLER * (run.bottom - run.top)
        and -2 < run.left - initial.right < _NEAR * (run.bottom - run.top)
        and initial.top - 0.5 * height < (run.top + run.bottom) / 2 < initial.bottom
    ]
    first = min(found, key=lambda run: run.top, default=None)
    if first is None or not first.text[0].isalpha():
        return None
    return first if first.text[0].islower() or first.text.split()[0].isupper() else None


def _lower(line: Run, runs: Sequence[Run]) -> None:
    """Give a line that is as tall as its initial the size and height of the line below it."""
    below = [
        run
        for run in runs
        if run.top > line.top
        and run.size < line.size / _TALLER
        and line.left - 2 <= run.left < line.right
        and run.top < line.bottom + 1.5 * run.size
    ]
    after = min(below, key=lambda run: run.top, default=None)
    if after is not None:
        line.size = after.size
        line.bottom = min(line.bottom, after.top - 0.5)
        line.top = max(line.top, line.bottom - _HEIGHT * line.size)
