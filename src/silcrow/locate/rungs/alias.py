"""Other names: those that a profile, a rule or a caller gives, then headings that have several names everywhere."""

from dataclasses import replace
from functools import cache

from silcrow.address import name_key
from silcrow.locate.headings import groups
from silcrow.locate.rungs.name import name
from silcrow.locate.sight import Asked, Sight, traced

_GIVEN, _USUAL = 0.95, 0.8


def alias(asked: Asked) -> Sight | None:
    """What the first of the other names that fits stands for."""
    key = name_key(asked.words)
    for other in asked.tools.aliases.get(key, ()):
        if name_key(other) != key and (found := asked.part(other, exact=True)) and found.hits:
            return Sight(traced(found.hits, f"alias {asked.words.strip()!r} → {other!r}", at_most=_GIVEN), found.every)
    for other in _usual().get(key, ()):
        if found := name(replace(asked, words=other)):
            return Sight(traced(found.hits, f"{asked.words.strip()!r} is also called {other!r}", at_most=_USUAL))
    return None


@cache
def _usual() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for group in groups():
        for title in group:
            found[name_key(title)] = tuple(other for other in group if other != title)
    return found
