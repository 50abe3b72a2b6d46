"""Fragments set by hand: how headings, paragraphs and contents lines look to headings/, and the outline they give."""

from dataclasses import replace

from silcrow.document import Kind
from silcrow.parse.fragment import NO_CLUES, Clues, Fragment, Heading, Part, Source
from silcrow.parse.headings.decide import decide
from silcrow.place import Box, Region

BODY = Clues(size=10.0, font="Times", gap=1.0)
LOREM = (
    "the tide comes in twice a day and the harbour master writes down when it does, since the boats must know it, and "
    "what he writes down is kept in the office by the gate for as long as anyone may ask for it."
)


def text(
    words: str = LOREM, page: int = 1, *, kind: Kind = "text", clues: Clues = BODY, left: float = 72.0
) -> Fragment:
    """A fragment; without words a paragraph of running text."""
    words = words[0].upper() + words[1:] if words is LOREM else words
    return Fragment(kind, words, (Region(page, Box(left, 100.0, 500.0, 112.0)),), clues)


def head(words: str, page: int = 1, **clues: object) -> Fragment:
    """A line set as a heading: 14 points and bold, called one by the engine, unless said otherwise."""
    look = replace(BODY, size=14.0, weight=1.0, engine=2)
    return text(words, page, clues=replace(look, **clues))  # type: ignore[arg-type]  # any clue may be given by name


def bold(words: str, page: int = 1, **clues: object) -> Fragment:
    """A line in bold at body size, which no engine calls a heading unless said otherwise."""
    return head(words, page, **{"size": 10.0, "engine": None, **clues})


def contents(*entries: str, page: int = 1) -> list[Fragment]:
    """A contents page: its title and its lines."""
    return [head("Contents", page), *(text(entry, page, clues=replace(BODY, contents=True)) for entry in entries)]


def parted(*parts: tuple[str, Clues], page: int = 1) -> Fragment:
    """One block whose lines differ in look: a heading glued to its body."""
    starts, whole = [], ""
    for words, _ in parts:
        starts.append(len(whole) + bool(whole))
        whole = f"{whole} {words}" if whole else words
    place = (Region(page, Box(72.0, 100.0, 500.0, 130.0)),)
    made = tuple(Part(start, clues, place) for start, (_, clues) in zip(starts, parts, strict=True))
    return Fragment("text", whole, place, replace(parts[0][1], parts=made, lines=len(parts)))


def stream(*fragments: Fragment, pages: int = 0, source: str = "pdf") -> list[Heading | Fragment]:
    """What headings/ makes of a document of these fragments."""
    last = max((region.page for fragment in fragments for region in fragment.regions), default=1)
    return decide(Source(source, list(fragments), pages=pages or max(last, 20))).stream


def headings(*fragments: Fragment, pages: int = 0, source: str = "pdf") -> list[Heading]:
    """The headings of a document of these fragments."""
    return [found for found in stream(*fragments, pages=pages, source=source) if isinstance(found, Heading)]


def outline(*fragments: Fragment, pages: int = 0, source: str = "pdf") -> list[str]:
    """The headings as they are printed, two blanks a level."""
    return ["  " * (found.level - 1) + found.text for found in headings(*fragments, pages=pages, source=source)]


def typed(*lines: str) -> list[Fragment]:
    """Plain text: one fragment a line, a blank line above each, no sizes; capitals are seen, page numbers are none."""
    return [Fragment("text", line, (), replace(NO_CLUES, gap=1.0, caps=line.isupper())) for line in lines]


def paged(*fragments: Fragment) -> list[Fragment]:
    """The same fragments behind a cover, one page further with each heading: headings seldom stand on one page."""
    out, page = [], 1
    for fragment in fragments:
        page += fragment.clues.weight > 0.5
        out.append(replace(fragment, regions=tuple(Region(max(page, 2), region.box) for region in fragment.regions)))
    return out
