"""First rung: a place in text form, `10k-2025:item-1a` or `10k-2025:item-1a:3-8`."""

from silcrow.errors import Usage
from silcrow.locate.sight import Asked, Hit, Sight
from silcrow.place import Span


def place(asked: Asked) -> Sight | None:
    """The place itself, where its document lies open; a section or paragraph that it lacks is not looked for."""
    if ":" not in asked.words:
        return None
    try:
        span = Span.parse(asked.words)
    except Usage:
        return None
    mine = [area for area in asked.areas if area.contents.doc_id == span.doc_id]
    if not mine:
        return None
    contents = mine[0].contents
    if span.sec_id not in contents.ords:
        return Sight(missing=f"there is no place {span}")
    entry = contents.entry(contents.ords[span.sec_id])
    if not any(area.holds(entry) for area in mine) or (span.last or 0) > entry.section.count:
        return Sight(missing=f"there is no place {span} here", near=(Hit(contents, entry, "place", 1.0, ()),))
    return Sight((Hit(contents, entry, "place", 1.0, (f"place {span}",), span),))
