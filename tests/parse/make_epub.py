"""Books made on the spot: pages of XHTML by name, a navigation, and a package around them."""

import io
import zipfile
from collections.abc import Mapping, Sequence

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OPS/book.opf"/></rootfiles></container>'
)
Points = Sequence[tuple]
"""Label, target and, where there is more below, its points."""


def nav(points: Points) -> str:
    """The navigation document of EPUB 3."""
    return f'<html xmlns:epub="x"><body><nav epub:type="toc"><h1>Contents</h1>{_list(points)}</nav></body></html>'


def _list(points: Points) -> str:
    rows = []
    for label, target, *below in points:
        link = f'<a href="{target}">{label}</a>' if target else f"<span>{label}</span>"
        rows.append(f"<li>{link}{_list(below[0]) if below else ''}</li>")
    return f"<ol>{''.join(rows)}</ol>"


def ncx(points: Points) -> str:
    """The navigation of EPUB 2; a label of None is left out."""
    return f'<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap>{_points(points)}</navMap></ncx>'


def _points(points: Points) -> str:
    rows = []
    for label, target, *below in points:
        shown = "" if label is None else f"<navLabel><text>{label}</text></navLabel>"
        inside = _points(below[0]) if below else ""
        rows.append(f'<navPoint>{shown}<content src="{target}"/>{inside}</navPoint>')
    return "".join(rows)


def epub(
    pages: Mapping[str, str],
    *,
    nav_points: Points = (),
    ncx_points: Points = (),
    title: str = "Harbour book",
    facts: str = "",
    guide: str = "",
    spine: Sequence[str] | None = None,
    more: Mapping[str, str | bytes] | None = None,
) -> bytes:
    """A book of these pages in this order."""
    manifest = [f'<item id="{name}" href="{name}" media-type="application/xhtml+xml"/>' for name in pages]
    members: dict[str, str | bytes] = {"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER}
    members |= {f"OPS/{name}": f"<html><body>{text}</body></html>" for name, text in pages.items()}
    if nav_points:
        manifest.append('<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>')
        members["OPS/nav.xhtml"] = nav(nav_points)
    if ncx_points:
        manifest.append('<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>')
        members["OPS/toc.ncx"] = ncx(ncx_points)
    order = "".join(f'<itemref idref="{name}"/>' for name in (pages if spine is None else spine))
    members["OPS/book.opf"] = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"<dc:title>{title}</dc:title>{facts}</metadata><manifest>{''.join(manifest)}</manifest>"
        f"<spine>{order}</spine><guide>{guide}</guide></package>"
    )
    members |= dict(more or {})
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()
