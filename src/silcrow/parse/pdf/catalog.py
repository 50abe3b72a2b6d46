"""What a PDF says of itself: number of pages, title, authors, date, bookmarks. Read with pypdfium2.

pdfium is not safe for threads, so all use of it is behind one lock. Bookmarks are hostile input: they may be a
million, nested without end or in a ring; the walk is iterative, bounded, and says what it left out.
"""

import ctypes
import re
import threading
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium

from silcrow.errors import Damaged, DocumentError, Encrypted, Notice, TooLarge, WrongPassword
from silcrow.parse.pdf.envelope import with_trailer

MAX_PAGES = 20_000
MAX_BOOKMARKS = 50_000
MAX_DEPTH = 32

LOCK = threading.Lock()

_DATE = re.compile(r"(?:D:)?\s*(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?")
_FILE_NAME = re.compile(
    r"\.(?:docx?|dotx?|rtf|pdf|xlsx?|pptx?|tex|dvi|indd|qxd|p65|html?|txt|odt|fm|ps|eps)\"?$", re.IGNORECASE
)
_JUNK = re.compile(
    r"(?:microsoft (?:word|powerpoint|excel)\b.*|untitled.*|document ?\d*|none|null|title|slide \d+)\Z", re.IGNORECASE
)
_MACHINE = re.compile(r"[\d\W_]+\Z")
_NOBODY = re.compile(
    r"(?:admin(?:istrator)?|user|owner|root|author|unknown|anonymous|default|none|null|windows user|\(?unspecified\)?"
    r"|edgar online.*|.*\bpdf\b.*)\Z",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Bookmark:
    """One entry of the outline: its page from 1 and the place it points at, in points from the bottom, if it says."""

    title: str
    level: int
    page: int
    up: float | None = None


@dataclass(frozen=True, slots=True)
class Catalog:
    """What the file says of itself, and the bytes and the password that open it; `tagged` if it says that it is."""

    data: bytes
    password: str | None
    pages: int
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    bookmarks: tuple[Bookmark, ...] = ()
    notices: tuple[Notice, ...] = ()
    tagged: bool = False


def read_catalog(data: bytes, *, name: str, password: str | None) -> Catalog:
    """Open the file and read what it says of itself; Damaged, Encrypted, WrongPassword or TooLarge."""
    with LOCK:
        pdf, data, password = _open(data, name=name, password=password)
        try:
            pages = len(pdf)
            if pages > MAX_PAGES:
                raise TooLarge(f"{name} has {pages:,} pages; the limit is {MAX_PAGES:,}", hint="Split it first.")
            says = pdf.get_metadata_dict(skip_empty=True)
            bookmarks, notices = _bookmarks(pdf, pages)
            tagged = bool(pdfium.FPDFCatalog_IsTagged(pdf.raw))
        finally:
            pdf.close()
    title = _clean(says.get("Title", ""))
    return Catalog(
        data=data,
        password=password,
        pages=pages,
        title="" if _is_junk(title) else title,
        authors=_authors(_clean(says.get("Author", ""))),
        date=_date(says.get("CreationDate", "")),
        bookmarks=bookmarks,
        notices=notices,
        tagged=tagged,
    )


def _open(data: bytes, *, name: str, password: str | None) -> tuple[pypdfium2.PdfDocument, bytes, str | None]:
    """The open file; without its password where it needs none, with a new trailer where it lost its own."""
    try:
        return pypdfium2.PdfDocument(data, password=password), data, password
    except pypdfium2.PdfiumError as problem:
        locked = problem.err_code == pdfium.FPDF_ERR_PASSWORD
        again = data if locked else with_trailer(data)
        if again is None or (locked and password is None):
            raise _refusal(locked=locked, name=name, password=password) from None
    try:
        return pypdfium2.PdfDocument(again), again, None
    except pypdfium2.PdfiumError:
        raise _refusal(locked=locked, name=name, password=password) from None


def _refusal(*, locked: bool, name: str, password: str | None) -> DocumentError:
    if locked and password:
        return WrongPassword(f"the password does not open {name}", hint="Check the password.")
    if locked:
        return Encrypted(f"{name} is locked", hint="Give its password with --password.")
    return Damaged(
        f"{name} is not a readable PDF: it is cut off or damaged beyond repair",
        hint="Fetch or export the file again.",
    )


def _bookmarks(pdf: pypdfium2.PdfDocument, pages: int) -> tuple[tuple[Bookmark, ...], tuple[Notice, ...]]:
    found: list[Bookmark] = []
    seen: set[int] = set()
    trouble: set[str] = set()
    stack = [(pdfium.FPDFBookmark_GetFirstChild(pdf, None), 1)]
    while stack:
        pointer, level = stack.pop()
        while pointer:
            address = ctypes.addressof(pointer.contents)
            if address in seen:
                trouble.add("it runs in a ring")
                break
            if len(seen) >= MAX_BOOKMARKS:
                trouble.add(f"only the first {MAX_BOOKMARKS:,} entries were read")
                stack.clear()
                break
            seen.add(address)
            mark = pypdfium2.PdfBookmark(pointer, pdf, level - 1)
            if entry := _entry(mark, level, pages):
                found.append(entry)
            child = pdfium.FPDFBookmark_GetFirstChild(pdf, pointer)
            sibling = pdfium.FPDFBookmark_GetNextSibling(pdf, pointer)
            if child and level >= MAX_DEPTH:
                trouble.add(f"entries below depth {MAX_DEPTH} were left out")
                child = None
            if child:
                stack.append((sibling, level))
                pointer, level = child, level + 1
            else:
                pointer = sibling
    if not trouble:
        return tuple(found), ()
    return tuple(found), (Notice("bookmarks_cut", "the bookmarks are damaged: " + "; ".join(sorted(trouble))),)


def _entry(mark: pypdfium2.PdfBookmark, level: int, pages: int) -> Bookmark | None:
    """The entry with its place, or None where it has no title or points at no page of this file."""
    title = _clean(mark.get_title())
    dest = mark.get_dest() if title else None
    index = dest.get_index() if dest else None
    if dest is None or index is None or not 0 <= index < pages:
        return None
    mode, position = dest.get_view()
    up = None
    if mode == pdfium.PDFDEST_VIEW_XYZ and len(position) > 1:
        up = position[1] or None
    elif mode in (pdfium.PDFDEST_VIEW_FITH, pdfium.PDFDEST_VIEW_FITBH) and position:
        up = position[0]
    return Bookmark(title, level, index + 1, up)


def _clean(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _is_junk(title: str) -> bool:
    return bool(_FILE_NAME.search(title) or _JUNK.match(title) or _MACHINE.match(title))


def _authors(text: str) -> tuple[str, ...]:
    names = [_clean(part).strip(" ,") for part in re.split(r"\s*(?:;|\band\b|&)\s*", text)]
    return tuple(part for part in names if part and not _NOBODY.match(part))


def _date(text: str) -> str:
    """An ISO date of a PDF date: "D:20210212183057-05'00'" is 2021-02-12."""
    found = _DATE.match(text.strip())
    if not found or not "1900" <= found[1] <= "2200":
        return ""
    return "-".join(part for part in found.groups() if part)
