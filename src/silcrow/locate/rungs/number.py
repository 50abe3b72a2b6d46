"""A kind and a number however written ("Chapter V" for "Chapter 5"), alone or before a title.

A number is a promise: where the document has no such one, no title that sounds like the rest may answer.
"""

import re
from typing import Final

from silcrow.locate import numbers
from silcrow.locate.contents import Entry, tokens
from silcrow.locate.kinds import numbered
from silcrow.locate.rungs.fuzzy import likeness
from silcrow.locate.sight import Asked, Hit, Sight, below, traced

_WRITTEN_OTHERWISE: Final = 0.97
_WITHOUT_LABEL: Final = 0.8
_LEADS_ON = re.compile(
    r"\s*(?:,|>|›|»)|\s+(?:of|in|under|within|to|from|inside|für|von|der|des|de)\b|\s*(?:的|中|の)", re.IGNORECASE
)
_TRIM: Final = " \t.:;,–—-()"
_ALIKE: Final = 0.5


def number(asked: Asked) -> Sight | None:
    """The section of that number; none, for good, where there is none."""
    read = numbers.read(asked.words)
    if read is None or read.kind == "mark":
        return None
    rest = asked.words[len(asked.words) - len(asked.words.lstrip()) :][read.end :]
    said = f"{asked.words.strip()[: read.end].strip(_TRIM)}"
    hits = tuple(
        Hit(area.contents, entry, "label", _WRITTEN_OTHERWISE, (f"{said} is labelled {entry.section.label!r}",))
        for area in asked.areas
        for entry in numbered(area, read.kind, read.number)
    )
    title = rest.strip(_TRIM)
    if not title:
        return Sight(hits) if hits else Sight(missing=f"there is no {said}")
    if _LEADS_ON.match(rest):
        return None  # "Section 3 of Chapter 2": a path
    if not read.kind and not hits:
        return None  # "3 ways to …"
    return _with_title(asked, read, said, title, hits) if hits else _unlabelled(asked, read, said, title)


def _with_title(asked: Asked, read: numbers.Numbered, said: str, title: str, hits: tuple[Hit, ...]) -> Sight | None:
    fits = tuple(hit for hit in hits if _fits(title, hit.entry, hit.contents.language))
    if fits:
        return Sight(traced(fits, f"{title!r} stands in its title"))
    inside = asked.part(title, areas=below(hits, asked.areas))
    if inside and inside.hits:
        return Sight(traced(inside.hits, f"inside {said}"), inside.every)
    if not read.kind:
        return None
    elsewhere = asked.part(title, exact=True)
    if elsewhere and elsewhere.hits:
        return Sight(traced((*hits, *elsewhere.hits), f"{said} is not titled {title!r}", at_most=0.5))
    return Sight(missing=f"{said} has no {title!r}", near=hits)


def _unlabelled(asked: Asked, read: numbers.Numbered, said: str, title: str) -> Sight:
    """The title alone, where its section bears no number that speaks against it."""
    found = asked.part(title, exact=True)
    fits = [hit for hit in (found.hits if found else ()) if hit.entry.number is None]
    if fits and not any(area.contents.of_kind.get(read.kind) for area in asked.areas):
        return Sight(traced(fits, f"{said} is not printed, but {title!r} is", at_most=_WITHOUT_LABEL))
    return Sight(missing=f"there is no {said}", near=tuple(found.hits if found else ()))


def _fits(title: str, entry: Entry, language: str) -> bool:
    """Whether words behind a number may be of its section's title."""
    words = tokens(title, language)
    return likeness(words, entry.words) >= _ALIKE
