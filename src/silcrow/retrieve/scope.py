"""Where a search looks: some documents or all, and some ranges of them. Knows nothing of words."""

from dataclasses import dataclass
from typing import NamedTuple


class Range(NamedTuple):
    """Paragraphs first to end - 1 of a document, by order number.

    With `sections` (the first and the last, by ord) it is their subtree, and headings that hold no text belong to it.
    """

    doc_id: str
    first: int
    end: int
    sections: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """doc_ids None is all documents; with `within`, only these ranges, all of which lie in those documents."""

    doc_ids: tuple[str, ...] | None = None
    within: tuple[Range, ...] = ()

    @property
    def documents(self) -> tuple[str, ...] | None:
        """The documents to look into, None for all."""
        return tuple(dict.fromkeys(r.doc_id for r in self.within)) if self.within else self.doc_ids
