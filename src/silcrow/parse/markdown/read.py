"""From bytes to Source: the way through the room."""

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference
from markdown_it.token import Token

from silcrow.errors import Notice
from silcrow.parse.encoding import decode
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.listing import mark_contents
from silcrow.parse.markdown.blocks import Blocks
from silcrow.parse.markdown.front import Front, split_front
from silcrow.parse.markdown.inline import LONGEST, Inline
from silcrow.parse.markdown.outlined import read_lines

_DEEPEST = 60  # lists and quotes in one another; markdown-it drops what lies deeper, so it must not come to that


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """All blocks of a file, in order."""
    decoded = decode(data)
    text, notices = decoded.text, list(decoded.notices)
    front = split_front(text) or Front("", 0)
    if front.lines:
        parts = text.split("\n", front.lines)
        text = parts[-1] if len(parts) > front.lines else ""
    fragments = _body(text, notices)
    if front.text.strip():
        fragments.insert(0, Fragment("text", front.text, furniture=True))
    return Source(
        format="markdown",
        fragments=mark_contents(fragments),
        title=front.title,
        authors=front.authors,
        date=front.date,
        language=front.language,
        notices=tuple(notices),
    )


def _body(text: str, notices: list[Notice]) -> list[Fragment]:
    parser = MarkdownIt("commonmark", {"maxNesting": _DEEPEST}).enable("table")
    parser.block.ruler.at("reference", _reference, {"alt": []})
    references: dict[str, object] = {}
    tokens: list[Token] = []
    parser.block.parse(text, parser, references, tokens)
    if any(token.level >= _DEEPEST - 1 for token in tokens):
        notices.append(
            Notice("nesting_cut", "Lists are nested too deeply: only headings, code and paragraphs are read.")
        )
        return read_lines(text)
    inline = Inline(references)
    fragments = Blocks(inline).run(tokens)
    if inline.left_as_written:
        message = f"{inline.left_as_written} paragraphs longer than {LONGEST} characters are left as written."
        notices.append(Notice("markup_kept", message))
    return fragments


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    """A link definition, unless it is a footnote: CommonMark would swallow `[^1]: word`."""
    if state.src.startswith("[^", state.bMarks[start] + state.tShift[start]):
        return False
    return reference(state, start, end, silent)
