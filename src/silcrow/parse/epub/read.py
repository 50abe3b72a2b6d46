"""From bytes to Source: the way through the room."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from silcrow.errors import Notice
from silcrow.language.detect import detect
from silcrow.parse.alike import bare, keys
from silcrow.parse.archive import Archive
from silcrow.parse.epub.book import Book, open_book
from silcrow.parse.epub.levels import levelled
from silcrow.parse.epub.navigation import Point, points_of
from silcrow.parse.epub.pages import Page, page_of
from silcrow.parse.epub.targets import find_targets
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.headings.numbering import split_label
from silcrow.parse.listing import is_contents_title

_CJK: Final = ("ja", "ko", "zh")
_SPOKEN: Final = 40_000  # characters from which the language is told
_COVER: Final = 200  # characters that a cover may have; a page with more is read


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """The pages of a book in reading order, nested as its navigation and its headings say."""
    archive = Archive(data, name=name)
    book = open_book(archive)
    points = points_of(archive, book)
    named = {point.page for point in points if is_contents_title(point.label)}
    book = replace(book, listings=book.listings | named)
    points = [point for point in points if not _leads_to_no_text(point, book)]
    wanted: dict[str, set[str]] = {}
    for point in points:
        wanted.setdefault(point.page, set()).add(point.anchor)
    pages = []
    for page_name in book.pages:
        content = archive.read(page_name) or b""
        page = page_of(content, page_name, wanted=frozenset(wanted.get(page_name, set()) - {""}))
        pages.append(page)
    _put_aside(pages, book, points)
    fragments = _nested(pages, points, book.title)
    return Source(
        format="epub",
        fragments=fragments,
        title=_title(book, points),
        authors=book.authors,
        date=book.date,
        language=_language(book.language, fragments),
        notices=(*book.notices, *_notices(pages, points)),
    )


def _title(book: Book, points: Sequence[Point]) -> str:
    """The title stated; where it is one word of a program ("users-guide"), as the navigation writes it."""
    shown = next((point.label for point in points if point.root), "")
    return shown if shown and " " not in book.title and book.title.islower() else book.title


def _language(stated: str, fragments: Sequence[Fragment]) -> str:
    """The language stated, unless the text is in a script that it is not written in: translations forget to say so."""
    if stated in _CJK:
        return stated
    texts = [fragment.text for fragment in fragments if fragment.kind == "text" and not fragment.furniture]
    found = detect("\n".join(texts)[:_SPOKEN])
    return found if found in _CJK or not stated else stated


def _leads_to_no_text(point: Point, book: Book) -> bool:
    """Whether a point leads to the cover or to the list of contents itself."""
    return point.page in book.covers or (point.page in book.listings and is_contents_title(point.label))


def _nested(pages: Sequence[Page], points: Sequence[Point], title: str) -> list[Fragment]:
    fragments = [fragment for page in pages for fragment in page.fragments]
    page_numbers = [number for number, page in enumerate(pages) for _ in page.fragments]
    starts: dict[str, int] = {}
    ends: dict[str, int] = {}
    at = 0
    for page in pages:
        starts[page.name], ends[page.name] = at, at + len(page.fragments)
        at = ends[page.name]
    anchors = {page.name: page.anchors for page in pages}
    places = [starts[point.page] + anchors[point.page].get(point.anchor, 0) for point in points]
    found = find_targets(points, places, fragments, [ends[point.page] for point in points], title=title)
    return levelled(fragments, found, page_numbers, title=title)


def _put_aside(pages: Sequence[Page], book: Book, points: Sequence[Point]) -> None:
    """The cover, and lists of what the book's own headings say, leave the text."""
    read = [page for page in pages if page.name not in book.listings]
    headings = (fragment.text for page in read for fragment in page.fragments if fragment.clues.level is not None)
    titles = keys([*(point.label for point in points), *headings])
    labels: dict[str, list[str]] = {}
    for point in points:
        labels.setdefault(point.page, []).append(point.label)
    for page in pages:
        size = sum(len(fragment.text) for fragment in page.fragments)
        if page.name in book.covers and size <= _COVER:
            page.fragments = [replace(fragment, furniture=True) for fragment in page.fragments]
            continue
        own = keys(labels.get(page.name, ()))
        page.fragments = [
            _listed(fragment) if _is_listing(fragment, page, book, titles, own) else fragment
            for fragment in page.fragments
        ]


def _is_listing(fragment: Fragment, page: Page, book: Book, titles: frozenset[str], own: frozenset[str]) -> bool:
    """Whether it only lists the contents: all of the navigation does, elsewhere what holds titles and nothing else.

    A heading by tag lists when it stands on a page of contents and is not a title of that page.
    """
    listing = page.name in book.listings
    if not (listing or fragment.clues.contents):
        return False
    if is_contents_title(fragment.text) or (fragment.clues.contents and page.name == book.nav):
        return True
    lines = fragment.text.split("\n")
    if fragment.clues.level is not None:
        return listing and bare(fragment.text) in titles - own
    return all(bare(line) in titles or bare(split_label(line)[1]) in titles for line in lines)


def _listed(fragment: Fragment) -> Fragment:
    return replace(fragment, furniture=True, clues=replace(fragment.clues, contents=True))


def _notices(pages: Sequence[Page], points: Sequence[Point]) -> list[Notice]:
    found = []
    if not points:
        found.append(Notice("no_navigation", "The book has no usable navigation: nesting is that of its heading tags."))
    if hidden := sum(page.hidden for page in pages):
        found.append(Notice("hidden_text", f"{hidden} characters that the pages hide were left out."))
    if flattened := [page.name for page in pages if page.flattened]:
        message = f"Tags are nested too deeply in {', '.join(flattened[:3])}: lists and tables are read as plain text."
        found.append(Notice("nesting_cut", message))
    return found
