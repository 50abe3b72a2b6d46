"""The one call of the layout engine, and what it gives in our words: pages of runs and blocks.

Options are those of DESIGN §5, which leave block kinds and text as they are, and three that cost nothing: no text is
dropped for its size, a page that cannot be read is named while the others are, and how far a page draws is told. It
must only ever see bytes that begin with %PDF: for anything else it starts an office suite.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from liteparse.parser import LiteParse
from liteparse.types import LayoutBlock, PageError, ParsedPage, ParseResult, TextItem

from silcrow.errors import Damaged, Encrypted, WrongPassword
from silcrow.parse.pdf.fonts import face, is_mono
from silcrow.parse.pdf.letters import trimmed

ALL_PAGES = 10**6

_TALL = 1.4  # height in type sizes of a run that holds larger type than its first
_FLAT = 0.8  # height in type sizes below which a run is set smaller than its font says
_FLATTEST = 0.7  # the same in type of one width, which has less above and below
_HEADINGS = {f"H{level}": level for level in range(1, 7)}
_MOST_TAGS = 20_000  # of one page
_BLEED = 4.0  # points by which drawing may reach over the edge of a page without being looked at
_BOX = 0.9  # usual type size in heights of a run


@dataclass(slots=True)
class Run:
    """A piece of a line in one style, as the engine gives it; points from the top left of the page."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    size: float
    font: str | None
    rotation: float


@dataclass(slots=True)
class Page:
    """One page as the engine gives it. `text` is all its text as it would print it."""

    number: int
    label: str | None
    width: float
    height: float
    text: str
    runs: list[Run]
    blocks: Sequence[LayoutBlock]


@dataclass(frozen=True, slots=True)
class Tag:
    """A heading of a tagged file: its level and the numbers of what is marked as its content on one page."""

    level: int
    marks: tuple[int, ...]


@dataclass(slots=True)
class Layout:
    """The pages of a document, to be taken one by one, and those that could not be read.

    `spilling`: the pages, from 1, that draw beyond their edges; text there is not among their runs.
    `tags`: the headings that a tagged file names, by page.
    """

    pages: Iterator[Page]
    spilling: frozenset[int]
    tags: Mapping[int, Sequence[Tag]]
    failed: Sequence[PageError]


def lay_out(data: bytes, *, name: str, password: str | None, tagged: bool = False) -> Layout:
    """All pages of a PDF with blocks and text runs, in one call: levels are decided over the whole document.

    `tagged`: whether the file says that it is tagged.
    """
    parser = LiteParse(
        ocr_enabled=False,
        quiet=True,
        extract_blocks=True,
        keep_headers_footers=True,
        max_pages=ALL_PAGES,
        preserve_very_small_text=True,
        extract_content_bounds=True,
        extract_structure_tree=tagged,
        continue_on_page_error=True,
        password=password,
    )
    try:
        result = _parse(parser, data)
    except Exception as problem:  # noqa: BLE001 - the native call raises what the wrapper would turn into ParseError
        if "password" in str(problem).lower():
            if password:
                raise WrongPassword(f"the password does not open {name}", hint="Check the password.") from None
            raise Encrypted(f"{name} is locked", hint="Give its password with --password.") from None
        raise Damaged(
            f"{name} could not be laid out: {problem}",
            hint="Open it in a PDF viewer and save it anew, then add that copy.",
        ) from None
    pages, failed = list(result.pages), result.page_errors
    spilling = frozenset(page.page_num for page in pages if _spills(page))
    tags = {page.page_num: held for page in pages if tagged and (held := _tags(page))}
    return Layout(_taken(pages), spilling, tags, failed)


def _parse(parser: LiteParse, data: bytes) -> ParseResult:
    """The native result where the wrapper has it: the same fields, a tenth cheaper than as Python objects."""
    native = getattr(parser, "_native", None)
    if native is None:
        return parser.parse(data)
    result: ParseResult = native.parse_bytes(data)
    return result


def _taken(pages: list[ParsedPage]) -> Iterator[Page]:
    pages.reverse()
    while pages:
        yield _page(pages.pop())


def _spills(page: ParsedPage) -> bool:
    # The native result has a rectangle where the wrapper's types say a tuple
    held: Any = page.content_bounds
    return held is not None and (
        held.x < -_BLEED
        or held.y < -_BLEED
        or held.x + held.width > page.width + _BLEED
        or held.y + held.height > page.height + _BLEED
    )


def _tags(page: ParsedPage) -> list[Tag]:
    """The headings of a page's tags, walked without recursion."""
    tree: Any = page.structure_tree
    found: list[Tag] = []
    stack = list(reversed(tree.roots)) if tree is not None else []
    seen = 0
    while stack and seen < _MOST_TAGS:
        one = stack.pop()
        seen += 1
        below = one.children
        if (level := _HEADINGS.get(one.element_type)) is None:
            stack.extend(reversed(below))
            continue
        marks = list(one.marked_content_ids)
        while below and seen < _MOST_TAGS:
            inner = below.pop(0)
            seen += 1
            marks += inner.marked_content_ids
            below = [*inner.children, *below]
        if marks:
            found.append(Tag(level, tuple(marks)))
    return found


def _page(page: ParsedPage) -> Page:
    runs = [run for part in page.text_items if (run := _run(part)).text]
    return Page(page.page_num, page.page_label, page.width, page.height, page.text, runs, page.blocks or ())


def _run(part: TextItem) -> Run:
    x, y, height, text = part.x, part.y, part.height, part.text
    return Run(
        text if text.isascii() and text.isprintable() and text[:1] > " " < text[-1:] else trimmed(text),
        x,
        y,
        x + part.width,
        y + height,
        _size(part.font_size or 0.0, height, part.font_name),
        part.font_name,
        part.rotation,
    )


def _size(size: float, height: float, font: str | None) -> float:
    """The type size as printed.

    That of a font that is scaled on the page says nothing, and a run that opens with a raised mark gives the mark's.
    """
    if _FLAT * size < height < _TALL * size:
        return size
    if height < _TALL * size and height > _FLATTEST * size and is_mono(face(font).family):
        return size
    return round(_BOX * height, 1)
