"""Markdown that no parser should nest: headings, fences and paragraphs, line by line. All text is kept as written."""

import re

from silcrow.parse.fragment import Clues, Fragment
from silcrow.parse.lines import joined

_HEADING = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def read_lines(text: str) -> list[Fragment]:
    """The fragments of a text: its headings with their levels, its fences as code, the rest by blank lines."""
    found: list[Fragment] = []
    block: list[str] = []
    fence = ""
    for line in [*text.split("\n"), ""]:
        if fence:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                _close(found, block, fence)
                fence = ""
            else:
                block.append(line)
        elif opened := _FENCE.match(line):
            _close(found, block, fence)
            fence = opened[1]
        elif heading := _HEADING.match(line):
            _close(found, block, fence)
            if heading[2]:
                found.append(Fragment("text", heading[2], clues=Clues(level=len(heading[1]))))
        elif line.strip():
            block.append(line)
        else:
            _close(found, block, fence)
    _close(found, block, fence)
    return found


def _close(found: list[Fragment], block: list[str], fence: str) -> None:
    text = "\n".join(block).strip("\n") if fence else joined(block)
    if text.strip():
        found.append(Fragment("code" if fence else "text", text, clues=Clues(lines=len(block))))
    block.clear()
