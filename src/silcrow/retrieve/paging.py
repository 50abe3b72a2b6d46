"""Reading on: parts of a document in order, a budget at a time, with a cursor that goes on where one result ended.

Following the cursor gives each paragraph once, whatever the budgets. Knows nothing of words and places.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from silcrow.document import Paragraph, Section
from silcrow.errors import Notice, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.passage import LeftOut, Passage, Passages
from silcrow.place import Span
from silcrow.store.protocol import Store

_BLOCK = 64  # paragraphs read at once under a budget
_EMPTY = ("", "null", "none", "undefined")
_CURSOR = re.compile(r"(?P<at>[0-9]{1,9})-(?P<spent>[0-9]{1,12})-(?P<reading>[0-9a-f]{12})-(?P<check>[0-9a-f]{8})\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """Paragraphs first to last of one section, by para_idx; 0 is the heading."""

    section: Section
    first: int
    last: int

    @property
    def count(self) -> int:
        """How many paragraphs it holds."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class Reading:
    """What is read: parts in reading order; `asked` tells one request from another, edition included."""

    doc_id: str
    parts: Sequence[Part]
    asked: str

    @property
    def count(self) -> int:
        """Paragraphs in all."""
        return sum(part.count for part in self.parts)

    @property
    def key(self) -> str:
        """A digest of the request."""
        return hashlib.sha256(self.asked.encode()).hexdigest()[:12]


def heading_paragraph(section: Section) -> Paragraph:
    """A heading, read as text."""
    return Paragraph("text", section.heading, section.regions, estimate_tokens(section.heading))


def page(
    store: Store, reading: Reading, *, max_tokens: int | None, cursor: str | None, notices: Sequence[Notice] = ()
) -> Passages:
    """The next paragraphs that fit the budget, at least one; a passage a section."""
    if max_tokens is not None and max_tokens < 1:
        raise Usage(f"max_tokens {max_tokens} leaves room for nothing", hint="Give a budget of 1 or more.")
    at, before = _position(cursor, reading)
    taken: list[tuple[Section, int, Paragraph]] = []
    spent = 0
    for section, para_idx, paragraph in _paragraphs(store, reading, at, _BLOCK if max_tokens else None):
        if max_tokens is not None and taken and spent + paragraph.tokens > max_tokens:
            break
        taken.append((section, para_idx, paragraph))
        spent += paragraph.tokens
    notices = list(notices)
    if max_tokens is not None and spent > max_tokens:
        place = f"{reading.doc_id}:{taken[0][0].sec_id}:{taken[0][1]}"
        notices.append(
            Notice("over_budget", f"One paragraph of about {spent} tokens is longer than the budget.", place)
        )
    passages = tuple(_passages(reading.doc_id, taken))
    left = reading.count - at - len(taken)
    if left <= 0:
        return Passages(passages, None, None, tuple(notices))
    rest = LeftOut(left, max(0, _total(store, reading) - before - spent))
    return Passages(passages, rest, _cursor(reading, at + len(taken), before + spent), tuple(notices))


def _passages(doc_id: str, taken: Sequence[tuple[Section, int, Paragraph]]) -> Iterator[Passage]:
    for _, group in groupby(taken, key=lambda one: one[0].ord):
        run = list(group)
        section = run[0][0]
        span = Span(doc_id, section.sec_id, run[0][1], run[-1][1])
        yield Passage(span, section.path, tuple(paragraph for _, _, paragraph in run))


def _paragraphs(store: Store, reading: Reading, at: int, block: int | None) -> Iterator[tuple[Section, int, Paragraph]]:
    """Section, para_idx and paragraph, from the at-th on."""
    for part in reading.parts:
        if at >= part.count:
            at -= part.count
            continue
        section, begin, at = part.section, part.first + at, 0
        if begin == 0:
            yield section, 0, heading_paragraph(section)
            begin = 1
        while begin <= part.last:
            end = part.last if block is None else min(part.last, begin + block - 1)
            order = section.first - 1
            for i, paragraph in enumerate(store.read(reading.doc_id, order + begin, order + end + 1), begin):
                yield section, i, paragraph
            begin = end + 1


def _total(store: Store, reading: Reading) -> int:
    """The estimate for all parts."""
    total = 0
    for part in reading.parts:
        section = part.section
        if part.first == 0:
            total += heading_paragraph(section).tokens
        if part.first <= 1 and part.last == section.count:
            total += section.tokens
        elif part.last:
            order = section.first - 1
            total += sum(
                p.tokens for p in store.read(reading.doc_id, order + max(1, part.first), order + part.last + 1)
            )
    return total


def _cursor(reading: Reading, at: int, spent: int) -> str:
    text = f"{at}-{spent}-{reading.key}"
    return base64.urlsafe_b64encode(f"{text}-{_check(text)}".encode()).decode().rstrip("=")


def _check(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _position(cursor: str | None, reading: Reading) -> tuple[int, int]:
    """Paragraphs and tokens before a cursor. Usage when it is damaged or belongs to another reading."""
    if cursor is None or cursor.strip().casefold() in _EMPTY:
        return 0, 0
    damaged = Usage("the cursor is damaged", hint="Give it as it was returned, or none to begin again.")
    try:
        text = base64.b64decode(cursor.strip() + "=" * (-len(cursor.strip()) % 4), b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        raise damaged from None
    found = _CURSOR.match(text)
    if not found or found["check"] != _check(text[: found.start("check") - 1]):
        raise damaged
    if found["reading"] != reading.key or int(found["at"]) >= reading.count:
        raise Usage(
            "the cursor belongs to another reading, or the document has changed since",
            hint="Read the same place with it, or give none to begin again.",
        )
    return int(found["at"]), int(found["spent"])
