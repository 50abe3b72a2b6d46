"""A printed label, a title or a whole heading, letter by letter after folding; then the same words of a title in
another dress: without "the" and marks, plural for singular.
"""

from silcrow.address import name_key
from silcrow.locate.contents import Entry, tokens
from silcrow.locate.sight import Asked, Hit, Sight

_SAME_WORDS = 0.95


def name(asked: Asked) -> Sight | None:
    """The sections of that very name, else those whose titles are the same words."""
    key = name_key(asked.words)
    hits = [
        Hit(area.contents, entry, _way(entry, key), 1.0, (f"{_way(entry, key)} {asked.words.strip()!r} is printed so",))
        for area in asked.areas
        for entry in area.contents.by_name.get(key, ())
        if area.holds(entry)
    ]
    return Sight(tuple(hits)) if hits else _same_words(asked)


def _way(entry: Entry, key: str) -> str:
    return "label" if name_key(entry.section.label) == key else "title"


def _same_words(asked: Asked) -> Sight | None:
    hits: list[Hit] = []
    for area in asked.areas:
        words = tokens(asked.words, area.contents.language)
        for entry in area.contents.by_key.get(tuple(word.stem for word in words), ()):
            if area.holds(entry):
                trace = (f"title {entry.section.title!r} has the same words",)
                hits.append(Hit(area.contents, entry, "title", _SAME_WORDS, trace))
    return Sight(tuple(hits)) if hits else None
