"""markdown-it's block tokens to fragments, one after the other. Reports explicit levels; decides nothing."""

import re
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it.token import Token

from silcrow.document import Cell, Kind, Table
from silcrow.parse.fragment import NO_CLUES, Clues, Fragment
from silcrow.parse.html.read import fragments_of
from silcrow.parse.listing import is_contents_title
from silcrow.parse.markdown.inline import Inline
from silcrow.render.tables import markdown

_FOOTNOTE = re.compile(r"^\[\^[^\]\s]{1,80}\]:", re.MULTILINE)
_LONGEST_UNDERLINED = 200  # characters; a longer text over a line of dashes is a paragraph over a rule
_ATTRIBUTES = re.compile(r"\s*\{[#.][^{}]{0,200}\}\Z")
_IMAGES = re.compile(r"(?:!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])?\s*)+\Z")
_FORMULA = re.compile(r"(?:\$\$.*\$\$|\\\[.*\\\])\Z", re.DOTALL)
_HTML_COMMENT = re.compile(r"\s*<!--(?:(?!-->).)*-->\s*\Z", re.DOTALL)
_TAGS_ONLY = re.compile(r"(?:\s*+<(?![^<>]*\balt\b)[^<>]*+>)*+\s*+\Z")


@dataclass(slots=True)
class Blocks:
    """The walk over the blocks of one file."""

    inline: Inline
    fragments: list[Fragment] = field(default_factory=list)
    _lists: list[int] = field(default_factory=list)  # widths of the markers of open lists
    _marker: str = ""
    _quotes: int = 0
    _note: bool = False
    _listing: bool = False  # below a heading "Contents"

    def run(self, tokens: list[Token]) -> list[Fragment]:
        """The fragments of all tokens."""
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.type == "table_open":
                at = self._table(tokens, at)
            elif token.type == "inline":
                self._text(token, tokens[at - 1])
            else:
                self._other(token)
            at += 1
        return self.fragments

    def _other(self, token: Token) -> None:
        kind = token.type
        if kind in ("fence", "code_block"):
            self._code(token)
        elif kind == "html_block":
            if not (_TAGS_ONLY.match(token.content) or _HTML_COMMENT.match(token.content)):
                self._take(fragments_of(token.content))
        elif kind in ("bullet_list_open", "ordered_list_open"):
            self._lists.append(0)
        elif kind in ("bullet_list_close", "ordered_list_close"):
            self._lists.pop()
        elif kind == "list_item_open":
            marker = f"{token.info}{token.markup} " if token.info else f"{token.markup} "
            self._lists[-1] = len(marker)
            self._marker = " " * sum(self._lists[:-1]) + marker
        elif kind == "list_item_close":
            self._marker = ""
        elif kind in ("blockquote_open", "blockquote_close"):
            self._quotes += token.nesting

    def _text(self, token: Token, opening: Token) -> None:
        source = token.content
        lines = token.map[1] - token.map[0] if token.map else 1
        if opening.type == "heading_open" and not self._quotes and self._heading(source, opening):
            return
        self._note = bool(_FOOTNOTE.match(source))
        if _FORMULA.match(source):
            self._add("formula", source, Clues(lines=lines))
        elif self._note:
            starts = [found.start() for found in _FOOTNOTE.finditer(source)]
            for start, end in pairwise([*starts, len(source)]):
                self._add("note", self.inline.render(source[start:end]).text, NO_CLUES)
        else:
            kind: Kind = "figure" if _IMAGES.match(source) else "list" if self._marker else "text"
            printed = self.inline.render(source, by_line=self._listing)
            for text in printed.text.split("\n") if self._listing else [printed.text]:
                clues = Clues(weight=printed.bold, italic=printed.italic, caps=text.isupper(), lines=lines)
                self._add(kind, text, clues)

    def _heading(self, source: str, opening: Token) -> bool:
        text = " ".join(self.inline.render(_ATTRIBUTES.sub("", source)).text.split())
        if len(text) > _LONGEST_UNDERLINED and opening.markup in ("-", "="):
            return False
        if text:
            self._marker = ""
            self._listing = is_contents_title(text)
            self._add("text", text, Clues(level=int(opening.tag[1]), caps=text.isupper()))
        return True

    def _code(self, token: Token) -> None:
        if self._note and token.type == "code_block":  # the indented rest of a footnote
            for part in token.content.split("\n\n"):
                self._add("note", self.inline.render(part).text, NO_CLUES)
            return
        self._add("code", token.content.strip("\n"), Clues(lines=token.content.count("\n") or 1))

    def _table(self, tokens: list[Token], at: int) -> int:
        rows: list[list[Cell]] = []
        while tokens[at].type != "table_close":
            if tokens[at].type == "tr_open":
                rows.append([])
            elif tokens[at].type == "inline":
                rows[-1].append(Cell(self.inline.render(tokens[at].content).text))
            at += 1
        table = Table(header=tuple(rows[0]), rows=tuple(tuple(row) for row in rows[1:]))
        self._take([Fragment("table", markdown(table), table=table)])
        return at

    def _take(self, fragments: list[Fragment]) -> None:
        """Fragments that another reader has made."""
        if fragments:
            self._marker = ""
            self._note = False
            if fragments[-1].clues.level is not None:
                self._listing = is_contents_title(fragments[-1].text)
        self.fragments += fragments

    def _add(self, kind: Kind, text: str, clues: Clues) -> None:
        if text.strip():
            self.fragments.append(Fragment(kind, self._marker + text, clues=clues))
            self._marker = ""
