"""Inline Markdown to the text that it prints: links and code keep their text, images their description."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from silcrow.parse.lines import joined

_MARKUP = re.compile(r"[\\`*_~<&!\[]|  \n")
LONGEST = 200_000
"""Characters of one paragraph whose markup is read; a longer one is left as written."""
_BREAK = re.compile(r"<br\b", re.IGNORECASE)
_IMAGE = re.compile(r"<img\b[^>]*?\balt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """What a piece of inline Markdown prints: text with forced line breaks only, and the share of bold and slanted."""

    text: str
    bold: float = 0.0
    italic: bool = False


class Inline:
    """Renders inline Markdown of one document; `references` are its link definitions, by markdown-it."""

    def __init__(self, references: dict[str, object]) -> None:
        # Nesting of 20 bounds the work for hostile brackets.
        self._parser = MarkdownIt("commonmark", {"maxNesting": 20}).enable("strikethrough")
        self._env = references
        self.left_as_written = 0

    def render(self, source: str, *, by_line: bool = False) -> Printed:
        """The text of one block; `by_line` keeps the line ends of the source."""
        if len(source) > LONGEST:
            self.left_as_written += 1
            return Printed(source)
        if not _MARKUP.search(source):
            return Printed(source if by_line else joined(source.split("\n")))
        tokens: list[Token] = []
        self._parser.inline.parse(source, self._parser, self._env, tokens)
        return _printed(tokens, by_line=by_line)


def _printed(tokens: list[Token], *, by_line: bool) -> Printed:
    lines: list[str] = []
    pieces: list[str] = []
    bold = strong = slanted = emphasis = size = 0
    for token in tokens:
        text = ""
        if token.type in ("text", "text_special", "code_inline"):
            text = token.content
        elif token.type == "image":
            text = _printed(token.children or [], by_line=False).text
        elif token.type == "html_inline":
            text = _html(token.content)
        elif token.type in ("softbreak", "hardbreak"):
            text = "\n" if token.type == "hardbreak" or by_line else "\r"
        elif token.type in ("strong_open", "strong_close"):
            strong += token.nesting
        elif token.type in ("em_open", "em_close"):
            emphasis += token.nesting
        pieces.append(text)
        if text not in ("\n", "\r"):
            size += len(text)
            bold += len(text) * (strong > 0)
            slanted += len(text) * (emphasis > 0)
    lines = [joined(line.split("\r")) for line in "".join(pieces).split("\n")]
    text = "\n".join(line for line in lines if line)
    return Printed(text, round(bold / size, 2) if size else 0.0, size > 0 and slanted == size)


def _html(tag: str) -> str:
    if _BREAK.match(tag):
        return "\n"
    image = _IMAGE.match(tag)
    return (image[1] or image[2] or "") if image else ""
