"""Printed lines to running text, with the places of the lines in it."""

from collections.abc import Sequence
from itertools import pairwise

from silcrow.parse.lines import Words, ending
from silcrow.parse.pdf.drafts import Line
from silcrow.parse.pdf.letters import whole


def running(lines: Sequence[Line], words: Words) -> tuple[str, list[int]]:
    """The lines as one paragraph, and where each line begins in it."""
    if len(lines) == 1:
        return whole(lines[0].text), [0]
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    for line, after in pairwise(lines):
        text, glue = ending(line.text, after.text, words)
        starts.append(length)
        parts += (text, glue)
        length += len(text) + len(glue)
    starts.append(length)
    parts.append(whole(lines[-1].text))
    return "".join(parts), starts
