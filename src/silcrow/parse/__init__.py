"""Bytes to a Document: `parse`. A format reports fragments with clues, headings/ decides, tree.py builds.

way       the order of the stations        formats   the table of formats, recipe and edition
signs     what bytes are                   fragment  what a format reports
encoding  bytes to characters              lines     printed lines to running text
headings/ clues to headings                tree, ids, health   headings and paragraphs to a Document
pdf/ docx/ epub/ html/ markdown/ latex/ jats/ text/   the readers, imported on first use
archive   ZIP archives of XML, within bounds    alike    whether two titles are the same one
"""

from typing import TYPE_CHECKING

from silcrow.parse.formats import edition, recipe
from silcrow.parse.renewal import renewal
from silcrow.parse.signs import sniff

if TYPE_CHECKING:
    from silcrow.parse.way import parse

__all__ = ["edition", "parse", "recipe", "renewal", "sniff"]


def __getattr__(name: str) -> object:
    if name != "parse":
        raise AttributeError(f"module 'silcrow.parse' has no attribute {name!r}")
    from silcrow.parse.way import parse  # noqa: PLC0415  who only searches does not pay for it

    return parse
