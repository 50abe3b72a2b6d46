"""What the store keeps for retrieval, packed: the shape of a document, and one block a term.

Units are what can be found: the paragraphs by order number, then the sections that hold nothing but their heading.
Little-endian throughout. Knows nothing of words and of ranking.
"""

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from silcrow.document import Kind
from silcrow.errors import Internal, LibraryError

Array = NDArray[Any]

_VERSION = 1
_HEADER = struct.Struct("<B3sII")  # version, language, paragraphs, sections
_COLUMNS = (("text", "<u4"), ("numbers", "<u2"), ("kind", "u1"), ("page", "<u4"), ("until", "<u4"))
_SECTION_COLUMNS = (("heading", "<u2"), ("first", "<u4"), ("count", "<u4"), ("end", "<u4"), ("last", "<u4"))
KINDS: tuple[Kind | Literal["listing"], ...] = ("text", "list", "table", "figure", "code", "formula", "note", "listing")
"""What a paragraph may be, by its number; a listing only names sections, whatever it was printed as."""
TEXT, LIST, TABLE, LISTING = map(KINDS.index, ("text", "list", "table", "listing"))
_POSTING = struct.Struct("<I")  # paragraphs; what follows tells the number of sections
_OCCURRENCE = 5  # bytes of one: where it is, and how often
_MOST = {"<u2": 0xFFFF, "<u4": 0xFFFFFFFF, "u1": 0xFF}


class Posting(NamedTuple):
    """Where one term stands in one document: paragraphs and headings (by section), with its frequency in each."""

    paragraphs: Array
    in_text: Array
    sections: Array
    in_heading: Array


@dataclass(frozen=True)
class Shape:
    """The shape of a document: what ranking needs to know of its paragraphs and sections beside their words.

    text      index terms of each paragraph; `numbers` those that are figures
    kind      place in KINDS; page, until: first and last page, 0 for none
    heading   index terms of each section's own heading
    first, count, end, last   as in document.Section
    """

    language: str
    text: Array
    numbers: Array
    kind: Array
    page: Array
    until: Array
    heading: Array
    first: Array
    count: Array
    end: Array
    last: Array

    @property
    def paragraphs(self) -> int:
        """How many there are."""
        return len(self.text)

    @cached_property
    def owner(self) -> Array:
        """The section of each paragraph."""
        return np.repeat(np.arange(len(self.first)), self.count)

    @cached_property
    def bare(self) -> Array:
        """Sections that hold nothing but their heading, in order; they are the units after the paragraphs."""
        return np.flatnonzero(self.first == self.end)

    @cached_property
    def section(self) -> Array:
        """The section of each unit."""
        return np.concatenate([self.owner, self.bare])

    @cached_property
    def path(self) -> Array:
        """Index terms of each section's heading path, its own heading included."""
        steps = np.zeros(len(self.heading) + 1, np.int64)
        steps[:-1] += self.heading
        np.subtract.at(steps, self.last.astype(np.int64) + 1, self.heading.astype(np.int64))
        return np.cumsum(steps[:-1])


def pack_shape(shape: Shape) -> bytes:
    """The block of a shape."""
    header = _HEADER.pack(_VERSION, shape.language.encode()[:3], shape.paragraphs, len(shape.first))
    columns = [
        np.minimum(getattr(shape, name), _MOST[kind]).astype(kind).tobytes()
        for name, kind in (*_COLUMNS, *_SECTION_COLUMNS)
    ]
    return header + b"".join(columns)


def unpack_shape(block: bytes) -> Shape:
    """The shape of a packed one."""
    version, language, paragraphs, sections = _HEADER.unpack_from(block)
    _check(version)
    arrays: dict[str, Array] = {}
    at = _HEADER.size
    for columns, length in ((_COLUMNS, paragraphs), (_SECTION_COLUMNS, sections)):
        for name, kind in columns:
            arrays[name] = np.frombuffer(block, kind, length, at)
            at += arrays[name].nbytes
    return Shape(language=language.rstrip(b"\0").decode(), **arrays)


def _check(version: int) -> None:
    if version != _VERSION:
        raise Internal(f"an index block of version {version} was found", hint="Add the document again.")


def _size(paragraphs: int, sections: int) -> int:
    """Bytes of a shape's block."""
    return _HEADER.size + sum(
        np.dtype(kind).itemsize * count
        for columns, count in ((_COLUMNS, paragraphs), (_SECTION_COLUMNS, sections))
        for _, kind in columns
    )


def torn() -> LibraryError:
    """What is said of an index that is cut, or that tells of what is not there."""
    return LibraryError(
        "the index of a document is damaged",
        hint="silcrow fsck --deep names the document: remove it and add its file again.",
    )


class Shapes(NamedTuple):
    """The shapes of several documents, each column of one behind that of the one before; sizes by document."""

    languages: tuple[str, ...]
    paragraphs: Array
    sections: Array
    columns: dict[str, Array]


def unpack_shapes(blocks: Sequence[bytes]) -> Shapes:
    """The shapes of packed ones. The work for each document is a few slices, as there may be thousands."""
    if any(len(block) < _HEADER.size for block in blocks):
        raise torn()
    headers = [_HEADER.unpack_from(block) for block in blocks]
    for version, *_ in headers:
        _check(version)
    if any(len(block) != _size(h[2], h[3]) for block, h in zip(blocks, headers, strict=True)):
        raise torn()
    columns: dict[str, Array] = {}
    ats = [_HEADER.size] * len(blocks)
    for named, counts in ((_COLUMNS, [h[2] for h in headers]), (_SECTION_COLUMNS, [h[3] for h in headers])):
        for name, kind in named:
            ends = [at + np.dtype(kind).itemsize * count for at, count in zip(ats, counts, strict=True)]
            data = b"".join([block[at:end] for block, at, end in zip(blocks, ats, ends, strict=True)])
            columns[name], ats = np.frombuffer(data, kind).astype(np.int64), ends
    paragraphs, sections = (np.array([header[i] for header in headers], np.int64) for i in (2, 3))
    languages = tuple([header[1].rstrip(b"\0").decode() for header in headers])
    return Shapes(languages, paragraphs, sections, columns)


class Grouped(NamedTuple):
    """Occurrences by term: those of term i are ordinals[bounds[i]:bounds[i + 1]], with how often each text has it."""

    bounds: list[int]
    ordinals: Array
    times: Array


def group(numbers: Array, counts: Array, terms: int) -> Grouped:
    """Term numbers of texts one after another, `counts` of them a text, by term."""
    texts = max(1, len(counts))
    owner = np.repeat(np.arange(len(counts), dtype=np.int64), counts)
    keys, times = np.unique(numbers * texts + owner, return_counts=True)
    term, ordinals = np.divmod(keys, texts)
    bounds = np.searchsorted(term, np.arange(terms + 1)).tolist()
    return Grouped(bounds, ordinals.astype("<u4"), np.minimum(times, 255).astype("u1"))


def pack_postings(shape: Shape, text: Grouped, headings: Grouped) -> Iterator[tuple[int, bytes]]:
    """For each term in turn the number of units that hold it, in their text or above them in a heading; its block."""
    ordinals, times = text.ordinals.tobytes(), text.times.tobytes()
    pack = _POSTING.pack
    for (start, end), (top, bottom) in zip(pairwise(text.bounds), pairwise(headings.bounds), strict=True):
        block = pack(end - start) + ordinals[4 * start : 4 * end] + times[start:end]
        if top == bottom:
            yield end - start, block
        else:
            sections = headings.ordinals[top:bottom]
            held = end - start + _below(shape, sections, text.ordinals[start:end])
            yield held, block + sections.tobytes() + headings.times[top:bottom].tobytes()


def _below(shape: Shape, sections: Array, paragraphs: Array) -> int:
    """How many units stand below these sections, those paragraphs not counted."""
    found = 0
    for first, end, top, last in _outermost(shape, sections):
        found += end - first - int(np.searchsorted(paragraphs, end) - np.searchsorted(paragraphs, first))
        found += int(np.searchsorted(shape.bare, last, "right") - np.searchsorted(shape.bare, top))
    return found


def unpack_posting(block: bytes) -> Posting:
    """The arrays of a packed block."""
    (paragraphs,) = _POSTING.unpack_from(block)
    at = _POSTING.size
    sections = (len(block) - at - 5 * paragraphs) // 5
    return Posting(
        np.frombuffer(block, "<u4", paragraphs, at),
        np.frombuffer(block, "u1", paragraphs, at + 4 * paragraphs),
        np.frombuffer(block, "<u4", sections, at + 5 * paragraphs),
        np.frombuffer(block, "u1", sections, at + 5 * paragraphs + 4 * sections),
    )


def unpack_postings(blocks: Sequence[bytes]) -> tuple[Posting, Array, Array]:
    """The arrays of packed blocks, those of one behind those of the one before; paragraphs and sections of each."""
    if any(len(block) < _POSTING.size or (len(block) - _POSTING.size) % _OCCURRENCE for block in blocks):
        raise torn()
    counts = [_POSTING.unpack_from(block)[0] for block in blocks]
    rest = [(len(block) - _POSTING.size) // _OCCURRENCE - n for block, n in zip(blocks, counts, strict=True)]
    if min(rest, default=0) < 0:
        raise torn()
    ats = [_POSTING.size] * len(blocks)
    arrays = []
    for size, kind, numbers in ((4, "<u4", counts), (1, "u1", counts), (4, "<u4", rest), (1, "u1", rest)):
        ends = [at + size * n for at, n in zip(ats, numbers, strict=True)]
        data = b"".join([block[at:end] for block, at, end in zip(blocks, ats, ends, strict=True)])
        arrays.append(np.frombuffer(data, kind))
        ats = ends
    return Posting(*arrays), np.array(counts, np.int64), np.array(rest, np.int64)


def _outermost(shape: Shape, sections: Array) -> Iterator[tuple[int, int, int, int]]:
    """(first, end, section, last) of the sections that lie in no other of these."""
    beyond = -1
    for section in sections.tolist():
        if section > beyond:
            beyond = int(shape.last[section])
            yield int(shape.first[section]), int(shape.end[section]), section, beyond


def language_of(block: bytes) -> str:
    """The language of a packed shape."""
    language: bytes = _HEADER.unpack_from(block)[1]
    return language.rstrip(b"\0").decode()
