"""Small PDFs made on the spot: text put at a place on a page, and nothing else."""

import io
from collections.abc import Sequence
from typing import NamedTuple

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

WIDTH, HEIGHT = 612, 792


class Put(NamedTuple):
    """One string on a page: x and the baseline's distance from the top, in points."""

    x: float
    down: float
    text: str
    size: float = 10
    font: str = "Times-Roman"


def pdf(
    *pages: Sequence[Put],
    bookmarks: Sequence[tuple[str, int, int]] = (),
    labels: str = "",
    title: str = "",
    author: str = "",
    password: str | None = None,
    owner: str = "owner",
) -> bytes:
    """A PDF of these pages. Bookmarks are (title, level from 0, page from 1); labels a raw /PageLabels dictionary."""
    file = io.BytesIO()
    lock = None if password is None else StandardEncryption(password, ownerPassword=owner, strength=128)
    canvas = Canvas(file, pagesize=(WIDTH, HEIGHT), invariant=1, encrypt=lock)
    if title:
        canvas.setTitle(title)
    if author:
        canvas.setAuthor(author)
    for number, page in enumerate(pages, start=1):
        for n, (name, level, at) in enumerate(bookmarks):
            if at == number:
                canvas.bookmarkPage(f"mark{n}")
                canvas.addOutlineEntry(name, f"mark{n}", level=level)
        for put in page:
            canvas.setFont(put.font, put.size)
            canvas.drawString(put.x, HEIGHT - put.down, put.text)
        canvas.showPage()
    canvas.save()
    data = file.getvalue()
    return with_labels(data, labels) if labels else data


def with_labels(data: bytes, labels: str) -> bytes:
    """The same PDF with /PageLabels in its catalogue; its cross-reference table is left as it was."""
    return data.replace(b"/Type /Catalog", f"/PageLabels {labels} /Type /Catalog".encode(), 1)


def column(
    x: float, down: float, lines: Sequence[str], *, size: float = 10, step: float = 12, font: str = "Times-Roman"
) -> list[Put]:
    """Lines of text below each other."""
    return [Put(x, down + n * step, text, size, font) for n, text in enumerate(lines)]


BODY = (
    "The harbour master keeps a register of all vessels that lie at the quay for longer",
    "than one tide. Every entry names the master, the port of registry and the draught.",
    "The register is open to inspection on working days between nine and noon, and the",
    "clerk gives a certified copy of any entry to whoever pays the fee for it in advance.",
)
"""Four full lines of running text at 10 points: what a page needs to have a body."""


def prose(down: float, lines: Sequence[str] = BODY, *, x: float = 72) -> list[Put]:
    """A paragraph of running text."""
    return column(x, down, lines)
