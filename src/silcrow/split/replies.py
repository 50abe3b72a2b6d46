"""What a model wrote of places to cut, read as far as it can be: JSON, JSON in prose, or JSON that breaks off."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_LONGEST = 200_000  # characters of a reply that are looked at
_MOST = 60  # places of a reply that are looked at
_STRING = r'"((?:[^"\\]|\\.)*)"'
_FIELD = re.compile(rf'"(before|after|title)"\s*:\s*{_STRING}', re.DOTALL)
_TITLE = 120  # characters of a title


class Place(NamedTuple):
    """The words before and after a place, as a model has them, and its title for what begins there."""

    before: str
    after: str
    title: str


def places(reply: str) -> list[Place]:
    """The places that a reply names; none where it cannot be read at all."""
    reply = reply[:_LONGEST]
    return list(_whole(reply) or _fields(reply))[:_MOST]


def _whole(reply: str) -> list[Place]:
    """The places of a reply that holds a whole JSON object."""
    start = reply.find("{")
    if start < 0:
        return []
    try:
        found, _ = json.JSONDecoder().raw_decode(reply, start)
    except (ValueError, RecursionError):
        return []
    cuts = found.get("cuts") if isinstance(found, dict) else None
    return [_place(cut) for cut in cuts if isinstance(cut, dict)] if isinstance(cuts, list) else []


def _fields(reply: str) -> Iterator[Place]:
    """The places of a broken reply: its fields in order, a place ending where one of them comes twice."""
    held: dict[str, str] = {}
    for field in _FIELD.finditer(reply):
        name = field[1]
        if name in held:
            yield _place(held)
            held = {}
        try:
            held[name] = str(json.loads(f'"{field[2]}"', strict=False))
        except ValueError:
            held[name] = field[2]
    if held:
        yield _place(held)


def _place(cut: Mapping[str, object]) -> Place:
    before, after, title = (found if isinstance(found := cut.get(name), str) else "" for name in Place._fields)
    return Place(before, after, " ".join(title.split())[:_TITLE])
