"""Fragments: the flat stream a format makes of its bytes, with clues and no decisions.

A format says what it saw (a size, a weight, an explicit level, a bookmark); headings/ decides over the whole document
what is a heading and at which level; tree.py makes sections of it. All text of the source is in some fragment.
"""

from dataclasses import dataclass, field

from silcrow.document import Kind, Table
from silcrow.errors import Notice
from silcrow.place import Region


@dataclass(frozen=True, slots=True)
class Clues:
    """What a format saw that may make a fragment a heading. None and False mean "not seen".

    level      explicit: h1-h6, `##`, setext, a DOCX heading style; from 1
    number     what a counter of the format prints before it ("3.1", "Article II."); the text opens with it
    bookmark   depth of the bookmark that points at this text, from 1
    tag        level of a tagged PDF's H1-H6
    engine     heading level that the layout engine gave
    underline  plain text underlined by a ruler line: 1 for `===`, 2 for `---`
    size       font size of most of its characters, in points
    weight     share of its characters that are bold, 0-1
    italic, caps, centred   of the whole fragment
    font       family name without subset prefix and style suffixes
    lines      number of printed lines
    gap        free space above, in its own line heights; None at the top of a page
    contents   it is a line of a contents page (its text, without leader and page number, is in the text)
    parts      where its printed lines change their look or stand apart (a heading glued to its body): each part from
               its start in the text to the next one's start, the first at 0; empty where all lines look alike
    """

    level: int | None = None
    number: str = ""
    bookmark: int | None = None
    tag: int | None = None
    engine: int | None = None
    underline: int | None = None
    size: float | None = None
    weight: float = 0.0
    italic: bool = False
    caps: bool = False
    centred: bool = False
    font: str = ""
    lines: int = 1
    gap: float | None = None
    contents: bool = False
    parts: tuple["Part", ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Some printed lines of one fragment that look alike: where they begin in its text, their own clues and place."""

    start: int
    clues: Clues
    regions: tuple[Region, ...] = ()


NO_CLUES = Clues()


@dataclass(frozen=True, slots=True)
class Fragment:
    """One block of a document in reading order.

    `furniture` marks what repeats at the page edge; it keeps its place in the stream and leaves the text.
    `hidden` marks text that its format knows to be invisible (off the page, a hidden run): kept, and flagged.
    """

    kind: Kind
    text: str
    regions: tuple[Region, ...] = ()
    clues: Clues = NO_CLUES
    table: Table | None = None
    furniture: bool = False
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Heading:
    """A fragment that headings/ took for a heading: `text` as printed, split into label and title."""

    text: str
    label: str
    title: str
    level: int
    regions: tuple[Region, ...] = ()
    evidence: tuple[str, ...] = ()
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Source:
    """What a format knows of the whole document beside its fragments.

    `engines`: what read it beside those of its format, with their versions; part of the recipe of this document.
    """

    format: str
    fragments: list[Fragment]
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    language: str = ""
    pages: int = 0
    page_labels: tuple[str, ...] = ()
    pages_without_text: tuple[int, ...] = ()
    notices: tuple[Notice, ...] = field(default=())
    engines: tuple[str, ...] = ()
