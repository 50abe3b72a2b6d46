"""What fits a result, and cursors that go on where one ended: a list an entry at a time, a paragraph too long a piece
at a time. Following them gives each entry, and each letter, once. Knows nothing of what the entries are.
"""

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from silcrow import wire
from silcrow.errors import Usage
from silcrow.language.tokens import estimate_tokens

CAP = 8_000  # tokens of a result, unless asked otherwise
LEAST, MOST = 400, 20_000  # what may be asked for; clients refuse results of 25,000
ENVELOPE = 100  # tokens kept for notices, the cursor and what is left out

_EMPTY = ("", "0", "null", "none", "undefined")  # what models invent for a first call
_CURSOR = re.compile(r"(?P<at>[0-9]{1,9})-(?P<asked>[0-9a-f]{12})-(?P<check>[0-9a-f]{8})\Z")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Page:
    """Some entries of a list, what is left of it, and the cursor that goes on."""

    entries: list[wire.JSON]
    left_out: wire.JSON | None
    cursor: str | None


def tokens_of(data: wire.JSON) -> int:
    """The estimate for a result as it is sent."""
    return estimate_tokens(wire.dumps(data))


def page(
    listed: Sequence[T], one: Callable[[T], wire.JSON], *, cursor: str | None, asked: str, max_tokens: int
) -> Page:
    """The next entries that fit, at least one."""
    at = position(cursor, asked)
    if at and at >= len(listed):
        raise _strange()
    shown: list[wire.JSON] = []
    spent = 0
    for each in listed[at:]:
        entry = one(each)
        spent += tokens_of(entry) + 1
        if shown and spent > max_tokens:
            break
        shown.append(entry)
    rest = listed[at + len(shown) :]
    if not rest:
        return Page(shown, None, None)
    left = {"count": len(rest), "tokens": sum(tokens_of(one(each)) for each in rest)}
    return Page(shown, left, cursor_at(at + len(shown), asked))


def given(cursor: str | None) -> str | None:
    """A cursor as it was given; what a model invents for a first call is none."""
    return None if cursor is None or cursor.strip().casefold() in _EMPTY else cursor.strip()


def cursor_at(at: int, asked: str) -> str:
    """The cursor of a position in the answer to a request."""
    text = f"{at}-{_digest(asked)[:12]}"
    return base64.urlsafe_b64encode(f"{text}-{_digest(text)[:8]}".encode()).decode().rstrip("=")


def position(cursor: str | None, asked: str) -> int:
    """The position of a cursor; 0 without one. Usage when it is damaged or belongs to another request."""
    cursor = given(cursor)
    return 0 if cursor is None else decoded(cursor, asked)


def decoded(cursor: str, asked: str) -> int:
    """The position that a cursor holds; Usage as in `position`."""
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        text = ""
    found = _CURSOR.match(text)
    if not found or found["check"] != _digest(text[: found.start("check") - 1])[:8]:
        raise Usage("the cursor is damaged", hint="Give it as it was returned, or none to begin again.")
    if found["asked"] != _digest(asked)[:12]:
        raise _strange()
    return int(found["at"])


def _strange() -> Usage:
    hint = "Ask the same with it, or give none to begin again."
    return Usage("the cursor belongs to another request, or the document has changed since", hint=hint)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def piece(text: str, at: int, max_tokens: int) -> int:
    """Where the piece of a text that begins at `at` ends, within a budget of tokens: between words if it can."""
    room = max(max_tokens, 50)
    end = min(len(text), at + 4 * room)
    while end - at > 16 and (cost := estimate_tokens(wire.dumps({"": text[at:end]}))) > room:
        end = at + max(16, (end - at) * room // cost - 4)
    if end == len(text):
        return end
    middle = at + (end - at) // 2
    return max(text.rfind("\n", middle, end), text.rfind(" ", middle, end), end - 1) + 1 if middle > at else end
