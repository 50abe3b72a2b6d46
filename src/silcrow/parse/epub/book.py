"""The package of an EPUB: metadata, what belongs to it, and the order it is read in. Knows no page's text."""

import posixpath
from dataclasses import dataclass
from typing import Final
from urllib.parse import unquote

from lxml import etree

from silcrow.errors import Damaged, DocumentError, Encrypted, Notice
from silcrow.parse.archive import Archive

Element = etree._Element  # noqa: SLF001 - lxml has no public name for it

_CONTAINER: Final = "META-INF/container.xml"
_PAGES: Final = frozenset({"application/xhtml+xml", "text/html", "application/html", "text/x-oeb1-document"})
_PAGE_ENDINGS: Final = (".xhtml", ".html", ".htm")
_FONTS: Final = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


@dataclass(frozen=True, slots=True)
class Book:
    """What the package says. Names are those of members of the archive.

    pages       the pages in reading order
    nav, ncx    the navigation document of EPUB 3, that of EPUB 2; "" for none
    covers, listings   pages that show the cover, or list the contents
    """

    title: str
    authors: tuple[str, ...]
    date: str
    language: str
    pages: tuple[str, ...]
    nav: str
    ncx: str
    covers: frozenset[str]
    listings: frozenset[str]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of the manifest."""

    name: str
    media: str
    properties: frozenset[str]

    @property
    def is_page(self) -> bool:
        return self.media in _PAGES or (not self.media and self.name.lower().endswith(_PAGE_ENDINGS))


def resolve(base: str, reference: str) -> tuple[str, str]:
    """The member and the anchor that a reference inside the member `base` leads to."""
    path, _, anchor = reference.strip().partition("#")
    name = posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(path))) if path else base
    return name.lstrip("/"), unquote(anchor)


def open_book(archive: Archive) -> Book:
    """The package of an archive; Damaged without one, Encrypted when its pages are locked."""
    package = _package_name(archive)
    root = archive.xml(package, lenient=True)
    if root is None:
        raise archive.missing(package, "EPUB book")
    manifest = _manifest(root, package)
    pages, notices = _spine(root, manifest, archive)
    _refuse_locked(archive, pages, package)
    guides = _guides(root, package)
    navs = [entry.name for entry in manifest.values() if "nav" in entry.properties]
    listings = {name for kind, name in guides if kind == "toc"} | set(navs)
    return Book(
        title=next(iter(_said(root, "title")), ""),
        authors=tuple(dict.fromkeys(_said(root, "creator"))),
        date=next(iter(_said(root, "date")), "")[:10],
        language=next(iter(_said(root, "language")), "").replace("_", "-").split("-")[0].lower(),
        pages=pages,
        nav=next(iter(navs), ""),
        ncx=_ncx(root, manifest),
        covers=frozenset(name for kind, name in guides if kind == "cover"),
        listings=frozenset(listings),
        notices=notices,
    )


def _package_name(archive: Archive) -> str:
    try:
        container = archive.xml(_CONTAINER, lenient=True)
    except Damaged:
        container = None
    for file in container.iter("{*}rootfile") if container is not None else ():
        if (name := file.get("full-path", "")) in archive:
            return name
    found = next((name for name in sorted(archive.names) if name.lower().endswith(".opf")), "")
    if not found:
        raise archive.missing(_CONTAINER, "EPUB book")
    return found


def _manifest(root: Element, package: str) -> dict[str, _Entry]:
    found: dict[str, _Entry] = {}
    for entry in root.iterfind("{*}manifest/{*}item"):
        name, _ = resolve(package, entry.get("href", ""))
        properties = frozenset(entry.get("properties", "").split())
        found.setdefault(entry.get("id", ""), _Entry(name, entry.get("media-type", "").lower(), properties))
    return found


def _spine(root: Element, manifest: dict[str, _Entry], archive: Archive) -> tuple[tuple[str, ...], tuple[Notice, ...]]:
    """The pages that are there, each once, and what is to be said of the others."""
    notices = []
    named = [
        manifest[ref] for part in root.iterfind("{*}spine/{*}itemref") if (ref := part.get("idref", "")) in manifest
    ]
    if not named:
        named = [entry for entry in manifest.values() if entry.is_page]
        notices.append(Notice("no_reading_order", "The book states no reading order: pages follow its list of files."))
    pages = dict.fromkeys(entry.name for entry in named if entry.is_page)
    gone = [name for name in pages if name not in archive]
    if gone:
        shown = ", ".join(gone[:5]) + (", ..." if len(gone) > 5 else "")
        notices.append(Notice("missing_part", f"{len(gone)} pages of the book are missing from the file: {shown}."))
    there = tuple(name for name in pages if name in archive)
    if not there:
        if gone:
            raise archive.missing(gone[0], "EPUB book")
        hint = "The file may be cut short: fetch or export it again."
        raise Damaged(f"{archive.shown} is no whole EPUB book: it names no page", hint=hint)
    return there, tuple(notices)


def _ncx(root: Element, manifest: dict[str, _Entry]) -> str:
    spine = root.find("{*}spine")
    named = manifest.get("" if spine is None else spine.get("toc", ""))
    if named is None:
        named = next((entry for entry in manifest.values() if entry.media == "application/x-dtbncx+xml"), None)
    return named.name if named else ""


def _guides(root: Element, package: str) -> list[tuple[str, str]]:
    return [
        (reference.get("type", "").lower(), resolve(package, reference.get("href", ""))[0])
        for reference in root.iterfind("{*}guide/{*}reference")
    ]


def _said(root: Element, name: str) -> list[str]:
    texts = (
        " ".join("".join(map(str, each.itertext())).split()) for each in root.iterfind(f"{{*}}metadata//{{*}}{name}")
    )
    return [text for text in texts if text]


def _refuse_locked(archive: Archive, pages: tuple[str, ...], package: str) -> None:
    """Encrypted when a page is; fonts are always scrambled a little and lock nothing."""
    try:
        root = archive.xml("META-INF/encryption.xml", lenient=True)
    except DocumentError:
        return
    if root is None:
        return
    locked = set()
    for data in root.iter("{*}EncryptedData"):
        method, reference = data.find("{*}EncryptionMethod"), data.find(".//{*}CipherReference")
        if reference is None or (method is not None and method.get("Algorithm", "").startswith(_FONTS)):
            continue
        locked.add(archive.find(resolve("", reference.get("URI", ""))[0]))
    if any(archive.find(name) in locked for name in (*pages, package)):
        raise Encrypted(
            f"{archive.shown} is locked by digital rights management (DRM): its pages are encrypted",
            hint="No password opens it here: ask whoever sold it for a copy without DRM.",
        )
