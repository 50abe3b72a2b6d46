"""Footnotes, endnotes, and the lines at the head and foot of pages. Knows paragraphs as text only."""

from silcrow.parse.docx.package import Element, Package, W
from silcrow.parse.docx.runs import Runs


def plain_text(parent: Element, runs: Runs) -> str:
    """The text of all paragraphs below an element, a line each, text boxes once."""
    lines: list[str] = []
    _gather(parent, runs, lines)
    return "\n".join(lines)


def _gather(parent: Element, runs: Runs, lines: list[str]) -> None:
    for child in parent:
        if child.tag == W + "p":
            content = runs.read(child, runs.styles.defaults)
            if text := " ".join(content.text.split()):
                lines.append(text)
            for box in content.boxes:
                _gather(box, runs, lines)
        elif child.tag not in (W + "del", W + "moveFrom"):
            _gather(child, runs, lines)


class Notes:
    """The notes of one document, by part and id; a part is read when its first note is asked for."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._parts: dict[str, dict[str, Element]] = {}

    def text(self, note: tuple[str, str], runs: Runs) -> str:
        """The text of a note, "" where the document refers to one that it does not have."""
        part, note_id = note
        if part not in self._parts:
            root = self._package.tree(self._package.part(part))
            self._parts[part] = {} if root is None else {each.get(W + "id", ""): each for each in root}
        found = self._parts[part].get(note_id)
        return "" if found is None else plain_text(found, runs)


def page_lines(package: Package, kind: str, runs: Runs) -> tuple[str, ...]:
    """The different texts of all headers or footers, in the order of their parts."""
    parts = sorted({relation.part for relation in package.relations.values() if relation.kind == kind})
    found: dict[str, None] = {}
    for part in parts:
        root = package.tree(part)
        if root is not None and (text := plain_text(root, runs)):
            found[text] = None
    return tuple(found)
