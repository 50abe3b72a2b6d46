"""Two documents, section by section: what is unchanged, reworded, moved, added, removed, with both places.

documents   the whole comparison        sections    which section of one is which of the other
paragraphs  the same inside a section   words       the same inside a paragraph

Compares letters; what a change means is not asked. Knows documents as values, and no library.
"""

from silcrow.compare.documents import compare

__all__ = ["compare"]
