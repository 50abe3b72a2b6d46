"""The parts of a DOCX and the relations between them. Knows names and trees, and nothing of what is written in them."""

import io
import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from lxml import etree

from silcrow.parse.archive import Archive

W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MAIN: Final = "word/document.xml"
# ISO 29500 Strict has the same elements under other names; inside they are read under the usual ones.
_STRICT: Final = (
    (
        b"http://purl.oclc.org/ooxml/wordprocessingml/main",
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/math",
        b"http://schemas.openxmlformats.org/officeDocument/2006/math",
    ),
    (
        b"http://purl.oclc.org/ooxml/officeDocument/relationships",
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
    ),
)
Element = etree._Element  # noqa: SLF001 - lxml has no public name for it


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation of the main part: what it is ("styles", "footnotes", "header") and the part it leads to."""

    kind: str
    part: str


class Package:
    """A DOCX laid open: its main part and those that it names."""

    def __init__(self, data: bytes, *, name: str) -> None:
        """Damaged where the archive or its main part is."""
        self.archive = Archive(data, name=name)
        top = self._relations("_rels/.rels", base="")
        named = next((relation.part for _, relation in top if relation.kind == "officeDocument"), _MAIN)
        self.main = named if named in self.archive else _MAIN
        if self.main not in self.archive:
            raise self.archive.missing(self.main, "Word document")
        folder, file = posixpath.split(self.main)
        self.relations = dict(self._relations(f"{folder}/_rels/{file}.rels", base=folder))
        self.core = next((relation.part for _, relation in top if relation.kind == "core-properties"), "")

    def part(self, kind: str) -> str:
        """The name of the part that the main part relates to as `kind`, or the usual one."""
        return next((r.part for r in self.relations.values() if r.kind == kind), f"word/{kind}.xml")

    def tree(self, part: str) -> Element | None:
        """The tree of a part, None when there is none."""
        data = self._bytes(part)
        return None if data is None else self.archive.tree(data, part)

    def blocks(self) -> Iterator[Element]:
        """The blocks of the body in order, each freed when the next one is asked for."""
        data = self._bytes(self.main)
        if data is None:
            raise self.archive.missing(self.main, "Word document")
        self.archive.check_entities(data, self.main)
        tags = [W + tag for tag in ("p", "tbl", "sdt", "customXml", "ins", "moveTo", "sectPr")]
        try:
            for _, block in etree.iterparse(
                io.BytesIO(data),
                events=("end",),
                tag=tags,
                resolve_entities=False,
                no_network=True,
                load_dtd=False,
                huge_tree=False,
                remove_pis=True,
                remove_comments=True,
            ):
                parent = block.getparent()
                if parent is None or parent.tag != W + "body":
                    continue
                yield block
                block.clear()
                while block.getprevious() is not None:
                    del parent[0]
        except etree.XMLSyntaxError as error:
            raise self.archive.not_xml(error, self.main) from error

    def _bytes(self, part: str) -> bytes | None:
        data = self.archive.read(part)
        if data is not None and b"http://purl.oclc.org/ooxml/" in data:
            for strict, usual in _STRICT:
                data = data.replace(strict, usual)
        return data

    def _relations(self, part: str, *, base: str) -> list[tuple[str, Relation]]:
        root = self.archive.xml(part, lenient=True)
        found = []
        for relation in root if root is not None else ():
            target = relation.get("Target", "")
            if relation.get("TargetMode") == "External" or not target:
                continue
            name = target.lstrip("/") if target.startswith("/") else posixpath.normpath(posixpath.join(base, target))
            kind = relation.get("Type", "").rsplit("/", 1)[-1]
            found.append((relation.get("Id", ""), Relation(kind, name)))
        return found


def value(parent: Element | None, tag: str) -> str | None:
    """The `w:val` of the child of that tag, None without one."""
    child = None if parent is None else parent.find(W + tag)
    return None if child is None else child.get(W + "val")


def switch(parent: Element | None, tag: str) -> bool | None:
    """A property that is on when it is there and not said to be off; None when it is not there."""
    child = None if parent is None else parent.find(W + tag)
    if child is None:
        return None
    return child.get(W + "val", "true").lower() not in ("0", "false", "off", "none")


def number(text: str | None, *, least: int, most: int) -> int | None:
    """A whole number within bounds, else None."""
    if text is None or len(text) > 12:
        return None
    try:
        found = int(text)
    except ValueError:
        return None
    return found if least <= found <= most else None
