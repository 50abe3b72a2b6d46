"""Files as they should not be, made on the spot: small, and each wrong in one way."""

import io
from collections.abc import Iterable

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

GOOD_MARKDOWN = b"# Harbour rules\n\n## 1 Berths\n\nA berth is given for one night.\n"


def printed(*pages: str, password: str = "", bookmarks: int = 0) -> bytes:
    """A PDF with one line of text a page ("" prints nothing), locked when there is a password."""
    file = io.BytesIO()
    lock = StandardEncryption(password, ownerPassword="owner", strength=128) if password else None
    canvas = Canvas(file, invariant=1, encrypt=lock)
    for number, text in enumerate(pages):
        canvas.setFont("Helvetica", 12)
        canvas.drawString(72, 720, text)
        if number == 0:
            for index in range(bookmarks):
                canvas.bookmarkPage(f"b{index}")
                canvas.addOutlineEntry(f"Bookmark {index}", f"b{index}", level=0)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def objects(bodies: Iterable[str]) -> bytes:
    """A PDF of these objects, numbered from 1; the first is the catalogue."""
    out = bytearray(b"%PDF-1.4\n")
    starts = []
    for number, body in enumerate(bodies, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n".encode()
    table = "".join(f"{start:010d} 00000 n \n" for start in starts)
    head = f"xref\n0 {len(starts) + 1}\n0000000000 65535 f \n{table}"
    tail = f"trailer\n<</Size {len(starts) + 1} /Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF\n"
    return bytes(out) + head.encode() + tail.encode()


def one_page(outlines: Iterable[str]) -> bytes:
    """A PDF of one page that says "Tide tables", with these bookmark objects from number 6 on (6 is the root)."""
    text = "BT /F1 12 Tf 72 720 Td (Tide tables) Tj ET"
    return objects(
        [
            "<</Type /Catalog /Pages 2 0 R /Outlines 6 0 R>>",
            "<</Type /Pages /Kids [3 0 R] /Count 1>>",
            "<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>",
            f"<</Length {len(text)}>>\nstream\n{text}\nendstream",
            "<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>",
            *outlines,
        ]
    )


def cyclic_bookmarks() -> bytes:
    """Two bookmarks that are each other's next, and the second its own child."""
    return one_page(
        [
            "<</Type /Outlines /First 7 0 R /Last 8 0 R /Count 2>>",
            "<</Title (One) /Parent 6 0 R /Next 8 0 R /Dest [3 0 R /Fit]>>",
            "<</Title (Two) /Parent 6 0 R /Next 7 0 R /First 8 0 R /Last 8 0 R /Count 1 /Dest [3 0 R /Fit]>>",
        ]
    )


def deep_bookmarks(depth: int) -> bytes:
    """Each bookmark the only child of the one before."""
    link = "<</Title (Level {0}) /Parent {1} 0 R /First {2} 0 R /Last {2} 0 R /Count 1 /Dest [3 0 R /Fit]>>"
    chain = [link.format(n, n + 5, n + 7) for n in range(1, depth)]
    last = f"<</Title (Level {depth}) /Parent {depth + 5} 0 R /Dest [3 0 R /Fit]>>"
    return one_page(["<</Type /Outlines /First 7 0 R /Last 7 0 R /Count 1>>", *chain, last])
