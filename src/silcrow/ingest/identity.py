"""Which document some bytes are: one that is known, a new edition of it, or a new one and under which name.

The address is the identity; equal bytes elsewhere are the same document at one more address. Knows no format.
"""

import os
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import PurePath
from typing import Literal

from silcrow.document import Record
from silcrow.errors import Usage
from silcrow.parse import renewal
from silcrow.parse.formats import PROFILE
from silcrow.parse.renewal import DIVIDED
from silcrow.place import is_id
from silcrow.profile import Profile
from silcrow.store.protocol import Store

# new: not known before. same: nothing to do. changed: another edition in the place of the one before.
# address: known bytes, at one more address.
Outcome = Literal["new", "same", "changed", "address"]

# Characters of a doc_id: people type it, it stands in addresses of pages, and a database takes so much in an index.
_LONGEST = 200
_DASHES = re.compile(r"-*(\.)[.-]*|-+")


@dataclass(frozen=True, slots=True)
class Arrival:
    """Bytes that came in: where from, and what they are. `made_up` is an address that is no place."""

    address: str
    sha256: str
    made_up: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with an arrival. `edition`: the one that stands there now; `leaving`: addresses it loses."""

    outcome: Outcome
    doc_id: str
    edition: str = ""
    leaving: tuple[str, ...] = ()


def check_doc_id(doc_id: str) -> None:
    """Usage when text cannot be a doc_id."""
    if not is_id(doc_id):
        raise Usage(f"{doc_id[:_LONGEST]!r} cannot be a doc_id", hint="Use letters, digits, dots and dashes.")
    if len(doc_id) > _LONGEST:
        raise Usage(f"a doc_id of {len(doc_id):,} characters is too long", hint=f"Use at most {_LONGEST}.")


def decide(
    store: Store,
    arrival: Arrival,
    *,
    doc_id: str | None,
    reparse: bool,
    languages: Sequence[str] = (),
    profiles: Sequence[Profile] = (),
    cohesion: bool = False,
) -> Plan:
    """What an arrival is. Asked again under the write lock, since others may be adding too."""
    here = _at_its_address(store, arrival, doc_id)
    if here and here.source != arrival.sha256:
        leaving = tuple(address for address in here.addresses if address != arrival.address)
        return Plan("changed", here.doc_id, here.edition, leaving)
    known = here or _record(store, store.with_source(arrival.sha256))
    if known is None:
        return Plan("new", _free(store, arrival, doc_id))
    undivided = cohesion and known.health.flat and not known.recipe.endswith(DIVIDED)
    older = why_older(known, languages=languages) or not is_read_by(known, profiles)
    if undivided or (reparse and older):
        return Plan("changed", known.doc_id, known.edition)
    return Plan("same" if here or arrival.made_up else "address", known.doc_id, known.edition)


def why_older(record: Record, *, languages: Sequence[str] = ()) -> str:
    """Why the bytes of a document would be read otherwise today; "" where they would not."""
    return renewal(record.recipe, record.format, record.health.notices, languages=languages)


def is_read_by(record: Record, profiles: Sequence[Profile]) -> bool:
    """Whether a document was read by one of these profiles, or, where there are none, by none."""
    found = read_by(record)
    return found in {profile.identity for profile in profiles} if profiles else not found


def read_by(record: Record) -> str:
    """The identity of the profile that a document was read by; empty where it fitted none."""
    return record.recipe.removesuffix(DIVIDED).partition(PROFILE)[2]


def slug(name: str) -> str:
    """A name in the alphabet of ids: `10-K 2025 (final)` → `10-k-2025-final`. Empty when nothing is left."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    kept = "".join(c if c == "." or unicodedata.category(c)[0] in "LMN" else "-" for c in folded)
    return _DASHES.sub(lambda run: run[1] or "-", kept).strip(".-")


def _at_its_address(store: Store, arrival: Arrival, doc_id: str | None) -> Record | None:
    """The document that is identified by where the bytes came from.

    One that was found at several addresses stands for the oldest that is still there: a copy that was edited is
    another document now, a file that was moved and then edited is the same.
    """
    here = _record(store, store.at_address(arrival.address))
    if here is None:
        return None
    if arrival.made_up and doc_id not in (None, here.doc_id):
        return None
    if here.source == arrival.sha256:
        return here
    alive = (one for one in here.addresses if one == arrival.address or os.path.exists(one))  # noqa: PTH110
    return here if next(alive) == arrival.address else None


def _record(store: Store, doc_id: str | None) -> Record | None:
    return next(iter(store.records([doc_id])), None) if doc_id else None


def _free(store: Store, arrival: Arrival, doc_id: str | None) -> str:
    if doc_id is None:
        return next(name for name in _names(arrival) if not store.records([name]))
    for record in store.records([doc_id]):
        where = ", ".join(record.addresses) or "no address"
        raise Usage(
            f"{doc_id!r} is the doc_id of another document ({where})",
            hint="Choose another, or rename or remove that one first.",
        )
    return doc_id


def _names(arrival: Arrival) -> Iterator[str]:
    """What a new document may be called, best first: its stem, with its folder's name in front, then numbered."""
    path = PurePath("" if arrival.made_up else arrival.address)
    name = _cut(slug(path.stem)) or "document"
    yield name
    if folder := slug(path.parent.name):
        name = _cut(f"{folder}-{name}")
        yield name
    for number in count(2):
        yield f"{name}~{number}"


def _cut(name: str) -> str:
    return name[:_LONGEST].rstrip(".-")
