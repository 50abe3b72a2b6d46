"""The navigation of a book as points: the nav document of EPUB 3, the NCX of EPUB 2. Knows no pages."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from silcrow.errors import DocumentError
from silcrow.parse.alike import is_title_of, plain
from silcrow.parse.archive import Archive
from silcrow.parse.encoding import decode
from silcrow.parse.epub.book import Book, Element, resolve
from silcrow.parse.html.nesting import is_hostile

_MOST: Final = 100_000  # points
_DEEPEST: Final = 64
_FIRST: Final = 3  # points at the top of which one may be the book's title: a cover and the contents precede it


@dataclass(frozen=True, slots=True)
class Point:
    """One entry of the navigation: depth from 1, its label ("" where it has none), and where it leads.

    `root` marks the title of the whole book: it is no section.
    """

    depth: int
    label: str
    page: str
    anchor: str
    root: bool = False


def points_of(archive: Archive, book: Book) -> list[Point]:
    """The points of the nav document; those of the NCX where that leads nowhere."""
    pages = frozenset(book.pages)
    for name, read in ((book.nav, _nav), (book.ncx, _ncx)):
        try:
            found = [point for point in read(archive, name) if point.page in pages] if name else []
        except DocumentError:
            continue
        if found:
            return _without_root(_once(found), book.title)
    return []


def _nav(archive: Archive, name: str) -> list[Point]:
    data = archive.read(name)
    html = decode(data).text if data else ""
    if not html or is_hostile(html):
        return []
    navs = LexborHTMLParser(html).css("nav")
    kinds = [f"{nav.attributes.get('epub:type') or ''} {nav.attributes.get('role') or ''}".split() for nav in navs]
    chosen = [nav for nav, kind in zip(navs, kinds, strict=True) if "toc" in kind or "doc-toc" in kind] or navs[:1]
    found: list[Point] = []
    for nav in chosen[:1]:
        for depth, entry in _entries(nav):
            link = next((part for part in _own(entry) if part.tag == "a"), None)
            label = link or next((part for part in _own(entry) if part.tag == "span"), None)
            text = " ".join(label.text().split()) if label else ""
            page, anchor = resolve(name, link.attributes.get("href") or "") if link else ("", "")
            if len(found) < _MOST:
                found.append(Point(depth, text, page, anchor))
    return _led(found)


def _entries(nav: LexborNode) -> Iterator[tuple[int, LexborNode]]:
    """All `li` below a nav with the number of lists around each, in order, without recursion."""
    waiting: list[tuple[LexborNode, int]] = [(nav, 0)]
    while waiting:
        here, depth = waiting.pop()
        if here.tag == "li":
            yield min(depth, _DEEPEST), here
        inside = depth + (here.tag in ("ol", "ul"))
        children = []
        child = here.child
        while child is not None:
            if child.tag and child.tag[0] != "-":
                children.append((child, inside))
            child = child.next
        waiting += reversed(children)


def _own(entry: LexborNode) -> Iterator[LexborNode]:
    """The elements inside an entry, but not those of lists in it."""
    waiting = [entry]
    while waiting:
        here = waiting.pop()
        children = []
        child = here.child
        while child is not None:
            if child.tag and child.tag[0] != "-" and child.tag not in ("ol", "ul"):
                children.append(child)
            child = child.next
        if here is not entry:
            yield here
        waiting += reversed(children)


def _ncx(archive: Archive, name: str) -> list[Point]:
    root = archive.xml(name, lenient=True)
    top = None if root is None else root.find("{*}navMap")
    found: list[Point] = []
    waiting: list[tuple[Element, int]] = [] if top is None else [(top, 0)]
    while waiting and len(found) < _MOST:
        here, depth = waiting.pop()
        if depth:
            label, content = here.find("{*}navLabel"), here.find("{*}content")
            text = "" if label is None else " ".join("".join(map(str, label.itertext())).split())
            page, anchor = resolve(name, "" if content is None else content.get("src", ""))
            found.append(Point(min(depth, _DEEPEST), text, "" if content is None else page, anchor))
        waiting += [(child, depth + 1) for child in reversed(here.findall("{*}navPoint"))]
    return _led(found)


def _led(points: list[Point]) -> list[Point]:
    """A point that leads nowhere itself heads those below it: it leads to where the first of them does."""
    found = list(points)
    for at in range(len(found) - 2, -1, -1):
        after = found[at + 1]
        if not found[at].page and after.page and after.depth > found[at].depth:
            found[at] = replace(found[at], page=after.page, anchor=after.anchor)
    return [point for point in found if point.page]


def _once(points: list[Point]) -> list[Point]:
    """Without points that repeat the one above them, as some programs write every parent again as its first child."""
    found: list[Point] = []
    for point in points:
        above = found[-1] if found else None
        if above and (point.page, point.anchor, plain(point.label)) == (above.page, above.anchor, plain(above.label)):
            continue
        found.append(point)
    return found


def _without_root(points: list[Point], title: str) -> list[Point]:
    """The title of the book marked where it is one of the first at the top; what is below it is raised."""
    found: list[Point] = []
    tops = 0
    below = False
    for point in points:
        if point.depth == 1:
            tops += 1
            below = tops <= _FIRST and not any(each.root for each in found) and is_title_of(point.label, title)
            found.append(replace(point, root=below))
        else:
            found.append(replace(point, depth=point.depth - 1) if below else point)
    return found if any(not point.root for point in found) else points
