"""What a document lists of others and defines itself: its bibliography and its glossary, each entry at its place."""

import re
from collections.abc import Iterator
from typing import Final

from silcrow.document import Document
from silcrow.locate.definitions import definitions
from silcrow.locate.references import Text
from silcrow.place import Coordinate
from silcrow.studied import Gathered

_LISTS: Final = re.compile(
    r"\b(?:references|bibliography|works cited|literature cited|cited works|sources|literaturverzeichnis|literatur"
    r"|bibliographie|bibliografía|bibliografia)\b|参考文献|參考文獻|文献",
    re.IGNORECASE,
)
_ENTRY = re.compile(r"(?:\[[\w.+-]{1,16}\]|\(?\d{1,3}[.)\]])\s|[^\W\d_][^\n]{3,300}?\(?(?:19|20)\d\d[a-z]?\)?")
_SHORTEST, _LONGEST = 15, 1_500  # characters of an entry
_MOST = 5_000


def gathered(document: Document, text: Text) -> Gathered:
    """The bibliography and the glossary of a document."""
    return Gathered(tuple(_entries(document))[:_MOST], definitions(text.passages)[:_MOST])


def _entries(document: Document) -> Iterator[tuple[str, Coordinate]]:
    """The entries of sections that list works, by their names and by the look of the entries."""
    for section in document.sections:
        if not _LISTS.search(section.heading) or len(section.heading) > 60:
            continue
        own = document.paragraphs[section.first : section.first + section.count]
        listed = [(n, " ".join(p.text.split())) for n, p in enumerate(own, 1) if p.kind in ("text", "list", "note")]
        fits = [(n, line) for n, line in listed if _SHORTEST <= len(line) <= _LONGEST and _ENTRY.match(line)]
        if 2 * len(fits) >= len(listed):
            yield from ((line, Coordinate(document.doc_id, section.sec_id, n)) for n, line in fits)
