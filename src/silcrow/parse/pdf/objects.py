"""The objects of a PDF as they lie in its bytes: streams, and which page draws which.

A reader for looking over a file quickly, not for reading it: it follows no cross-reference table and takes the last
object of a number. What it cannot make out it says, so that whoever asks looks at more instead of at less.
"""

import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

MOST_BYTES: Final = 8_000_000
"""Inflated bytes of one stream; a longer one is not read."""
_MOST_IN_ALL: Final = 300_000_000

_BEFORE: Final = 40  # bytes before "obj" that hold its number
_NO_DRAWING = re.compile(
    rb"/Image\b|/Length1\b|/Type1C\b|/CIDFontType0C\b|/OpenType\b|/XRef\b|/Metadata\b|/FunctionType\b|/EmbeddedFile\b"
    rb"|/ShadingType\b"
)
_FIRST = re.compile(rb"/First\s{0,8}(\d{1,10})")
_PAGE = re.compile(rb"/Type\s{0,8}/Page(?![A-Za-z])")
_CONTENTS = re.compile(rb"/Contents\s{0,8}(?:(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R|\[([^\]]{0,100000})\])")
_KIDS = re.compile(rb"/Kids\s{0,8}\[([^\]]{0,1000000})\]")
_REFERENCE = re.compile(rb"(\d{1,10})\s{1,8}\d{1,5}\s{1,8}R\b")


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream that may draw: the number of its object and what it holds; None where that cannot be read."""

    number: int
    content: bytes | None


@dataclass(slots=True)
class Objects:
    """`streams` that may draw; `says`: what is said outside of streams, with its object."""

    streams: list[Stream] = field(default_factory=list)
    says: list[tuple[int, bytes]] = field(default_factory=list)


def objects_of(data: bytes) -> Objects:
    """All objects of an unlocked PDF."""
    found = Objects()
    budget = _MOST_IN_ALL
    for piece in data.split(b"endobj"):
        opens = piece.find(b"obj")
        words = piece[max(0, opens - _BEFORE) : opens].split() if opens > 0 else []
        if len(words) < 2 or not words[-2].isdigit():
            continue
        number = int(words[-2])
        at = piece.find(b"stream", opens)
        head = piece[opens:] if at < 0 else piece[opens:at]
        found.says.append((number, head))
        if at < 0 or _NO_DRAWING.search(head):
            continue
        content = _content(head, piece, at, budget)
        budget -= len(content or b"")
        if content is None or b"/ObjStm" not in head:
            found.streams.append(Stream(number, content))
        else:
            found.says += _packed(head, content)
    return found


class Drawn:
    """Which pages of a file make use of an object. Needs a tree of pages as plain as it should be: see `whole`."""

    def __init__(self, found: Objects, pages: int) -> None:
        self._says = found.says
        self._order = _in_order(found.says)
        self._by_content: dict[int, set[int]] = {}
        self._users: dict[int, list[int]] = {}
        self.whole = len(self._order) == pages
        for page, says in self._order.values():
            held = _CONTENTS.search(says)
            one, many = held.groups() if held else (None, b"")
            for stream in (int(one),) if one else map(int, _REFERENCE.findall(many or b"")):
                self._by_content.setdefault(stream, set()).add(page)

    def pages(self, numbers: Iterable[int]) -> set[int]:
        """The pages, from 1, that draw some streams or come to some objects by way of others."""
        found: set[int] = set()
        stack: list[int] = []
        for number in numbers:
            if number in self._by_content:
                found |= self._by_content[number]
            else:
                stack.append(number)
        if stack and not self._users:
            for user, says in self._says:
                for used in set(_REFERENCE.findall(says)):
                    self._users.setdefault(int(used), []).append(user)
        seen = set(stack)
        while stack:
            for user in self._users.get(stack.pop(), ()):
                if user in self._order:
                    found.add(self._order[user][0])
                elif user not in seen:
                    seen.add(user)
                    stack.append(user)
        return found


def _in_order(all_says: list[tuple[int, bytes]]) -> dict[int, tuple[int, bytes]]:
    """Pages in the order of their tree: by object, the page from 1 and what its dictionary says; empty on any doubt."""
    nodes: dict[int, list[int]] = {}
    pages: dict[int, bytes] = {}
    for number, says in all_says:
        if b"/Page" not in says:
            continue
        if b"/Kids" in says and (kids := _KIDS.search(says)):
            nodes[number] = list(map(int, _REFERENCE.findall(kids[1])))
        elif _PAGE.search(says):
            pages[number] = says
    below_another = {kid for below in nodes.values() for kid in below}
    stack = [number for number in nodes if number not in below_another]
    order: dict[int, tuple[int, bytes]] = {}
    seen: set[int] = set()
    if len(stack) != 1:
        return {}
    while stack:
        number = stack.pop()
        if number in seen:
            return {}
        seen.add(number)
        if number in nodes:
            stack.extend(reversed(nodes[number]))
        elif number in pages:
            order[number] = (len(order) + 1, pages[number])
    return order


def _content(head: bytes, piece: bytes, at: int, budget: int) -> bytes | None:
    start = at + len(b"stream")
    start += 2 if piece[start : start + 2] == b"\r\n" else 1
    if b"/Filter" not in head:
        return piece[start:]
    if b"/FlateDecode" not in head or head.count(b"Decode") > 1 + head.count(b"/DecodeParms") or budget <= 0:
        return None
    engine = zlib.decompressobj()
    try:
        content = engine.decompress(memoryview(piece)[start:], MOST_BYTES)
    except zlib.error:
        return None
    return None if engine.unconsumed_tail else content


def _packed(head: bytes, content: bytes) -> Iterator[tuple[int, bytes]]:
    """The objects of an object stream."""
    first = _FIRST.search(head)
    if not first:
        return
    start = int(first[1])
    numbers = content[:start].split()
    try:
        places = [start + int(place) for place in numbers[1::2]]
        known = [int(number) for number in numbers[::2]]
    except ValueError:
        return
    places.append(len(content))
    for n, number in enumerate(known[: len(places) - 1]):
        yield number, content[places[n] : places[n + 1]]
