"""The outline of a document: derived from its sections, never stored, rendered to any budget."""

from dataclasses import dataclass

from silcrow.document import Section
from silcrow.errors import Notice


@dataclass(frozen=True, slots=True)
class Outline:
    """Sections in pre-order, all below one root or the whole document."""

    doc_id: str
    title: str
    sections: tuple[Section, ...]
    pages: int = 0
    page_labels: tuple[str, ...] = ()
    notices: tuple[Notice, ...] = ()
