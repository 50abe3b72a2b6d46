"""PDFs in any script without a font of it: each letter a black box that says which character it stands for."""

from collections.abc import Sequence
from typing import NamedTuple

_WIDTH = 500  # of every letter, in thousandths of its size


class Drawn(NamedTuple):
    """A string of glyphs, drawn from the left in the order given; points from the left and from the top of the page."""

    x: float
    down: float
    glyphs: str
    size: float = 10


def lettered_pdf(*pages: Sequence[Drawn]) -> bytes:
    """A PDF of these pages; at most 250 different characters."""
    letters = sorted({c for page in pages for drawn in page for c in drawn.glyphs})
    codes = {letter: n for n, letter in enumerate(letters, start=1)}
    last = len(letters)
    box = f"{_WIDTH} 0 50 0 450 700 d1 50 0 400 700 re f"
    names = " ".join(f"/g{n} 6 0 R" for n in range(1, last + 1))
    told = "\n".join(f"<{n:02x}> <{letter.encode('utf-16-be').hex()}>" for letter, n in codes.items())
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /T def /CMapType 2 def\n"
        f"1 begincodespacerange <00> <ff> endcodespacerange\n{last} beginbfchar\n{told}\nendbfchar\n"
        "endcmap CMapName currentdict /CMap defineresource pop end end"
    )
    first = 7
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(len(pages)))
    font = (
        f"<</Type/Font/Subtype/Type3/FontBBox[0 0 {_WIDTH} 700]/FontMatrix[.001 0 0 .001 0 0]/CharProcs 4 0 R"
        f"/Encoding<</Type/Encoding/Differences[1 {' '.join(f'/g{n}' for n in range(1, last + 1))}]>>/FirstChar 1"
        f"/LastChar {last}/Widths[{' '.join([str(_WIDTH)] * last)}]/ToUnicode 5 0 R/Resources<<>>>>"
    )
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        f"<</Type/Pages/Count {len(pages)}/Kids[{kids}]>>",
        font,
        f"<<{names}>>",
        f"<</Length {len(cmap)}>>stream\n{cmap}\nendstream",
        f"<</Length {len(box)}>>stream\n{box}\nendstream",
    ]
    for n, page in enumerate(pages):
        text = "\n".join(
            f"BT /F1 {size} Tf {x} {792 - down} Td <{bytes(codes[c] for c in glyphs).hex()}> Tj ET"
            for x, down, glyphs, size in page
        )
        objects.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents {first + 2 * n + 1} 0 R"
            "/Resources<</Font<</F1 3 0 R>>>>>>"
        )
        objects.append(f"<</Length {len(text)}>>stream\n{text}\nendstream")
    return assembled(objects)


def assembled(objects: Sequence[str]) -> bytes:
    """A file of these objects, numbered from 1, the first one its catalogue."""
    out = b"%PDF-1.7\n"
    places = []
    for number, held in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{held}\nendobj\n".encode("latin-1")
    size = len(objects) + 1
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    trailer = f"trailer<</Size {size}/Root 1 0 R>>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{trailer}".encode()
