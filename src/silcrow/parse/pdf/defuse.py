"""Pages without the bookmarks that would bring the layout engine down.

The engine follows bookmarks by recursion: a ring of them, or some thousand levels, end the whole process. Where the
catalogue found such trouble, the engine is given the pages alone.
"""

import io

import pypdfium2

from silcrow.parse.pdf.catalog import LOCK


def pages_alone(data: bytes, *, password: str | None) -> bytes:
    """The same pages as a PDF of their own, unlocked, without bookmarks; page labels are lost with them."""
    with LOCK, pypdfium2.PdfDocument(data, password=password) as pdf, pypdfium2.PdfDocument.new() as bare:
        bare.import_pages(pdf)
        out = io.BytesIO()
        bare.save(out)
        return out.getvalue()
