"""From bytes to Source: the way through the room."""

import re
from typing import Final

from silcrow.errors import Notice
from silcrow.parse.docx.body import Body
from silcrow.parse.docx.contents import without_contents
from silcrow.parse.docx.notes import Notes, page_lines
from silcrow.parse.docx.numbering import numbering_of
from silcrow.parse.docx.package import Element, Package
from silcrow.parse.docx.runs import Runs
from silcrow.parse.docx.styles import styles_of
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.listing import mark_contents

_DC: Final = "{http://purl.org/dc/elements/1.1/}"
_TERMS: Final = "{http://purl.org/dc/terms/}"
_NO_TITLE: Final = re.compile(
    r"(?:word document|document ?\d*|untitled|microsoft word.*|\[.*\]|title)?\Z", re.IGNORECASE
)
_NO_AUTHOR: Final = frozenset({"", "python-docx", "un-named", "user", "author", "microsoft office user"})
_EMBEDDED: Final = frozenset({"package", "oleObject", "aFChunk", "control"})


def read(data: bytes, *, name: str, password: str | None) -> Source:  # noqa: ARG001 - every reader is called alike
    """The text of the document with all changes accepted, headers and footers put aside."""
    package = Package(data, name=name)
    styles = styles_of(package.tree(package.part("styles")))
    runs = Runs(styles)
    body = Body(styles, numbering_of(package.tree(package.part("numbering")), styles), runs, Notes(package))
    fragments = body.read(package.blocks())
    heads = [Fragment("text", text, furniture=True) for text in page_lines(package, "header", Runs(styles))]
    feet = [Fragment("text", text, furniture=True) for text in page_lines(package, "footer", Runs(styles))]
    core = package.tree(package.core) if package.core else None
    title = _said(core, _DC + "title")
    return Source(
        format="docx",
        fragments=[*heads, *without_contents(mark_contents(fragments)), *feet],
        title=body.title if _NO_TITLE.match(title) else title,
        authors=_authors(_said(core, _DC + "creator")),
        date=_said(core, _TERMS + "created")[:10],
        language=_language(_said(core, _DC + "language")),
        notices=tuple(_notices(package, body)),
    )


def _notices(package: Package, body: Body) -> list[Notice]:
    runs = body.runs
    found = []
    if runs.insertions or runs.deletions:
        found.append(
            Notice(
                "tracked_changes",
                f"Tracked changes are read as accepted: {runs.insertions} insertions are text, "
                f"{runs.deletions} deletions are left out.",
            )
        )
    if runs.comments:
        found.append(Notice("comments_left_out", f"{runs.comments} comments are left out."))
    embedded = sum(relation.kind in _EMBEDDED for relation in package.relations.values())
    if embedded:
        found.append(Notice("embedded_left_out", f"{embedded} embedded files are not opened."))
    if body.refused:
        message = (
            f"{body.refused} paragraphs have an outline level and are too long for headings: they are read as text."
        )
        found.append(Notice("outline_level_refused", message))
    return found


def _said(core: Element | None, name: str) -> str:
    found = None if core is None else core.find(name)
    return "" if found is None else " ".join((found.text or "").split())


def _authors(text: str) -> tuple[str, ...]:
    names = (name.strip() for name in text.split(";"))
    return tuple(dict.fromkeys(name for name in names if name.casefold() not in _NO_AUTHOR))


def _language(text: str) -> str:
    primary = text.replace("_", "-").split("-")[0].strip().lower()
    return primary if re.fullmatch(r"[a-z]{2,3}", primary) else ""
