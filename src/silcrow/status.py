"""A library in figures. Knows records and no store."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from silcrow.document import Record


@dataclass(frozen=True, slots=True)
class Status:
    """A library in figures.

    path       the library's file or address; empty in memory
    health     documents by the state of their structure: sound, doubtful (some headings are, or pages without text),
               flat (none found); doubtful, flat: their doc_ids
    outdated   doc_ids of those read by an older recipe than they would be today
    size, kept   bytes of all sources, and of those kept
    """

    path: str
    documents: int
    pages: int
    paragraphs: int
    tokens: int
    size: int
    kept: int
    health: tuple[tuple[str, int], ...]
    outdated: tuple[str, ...]
    doubtful: tuple[str, ...] = ()
    flat: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pulse:
    """What changes in a library from one minute to the next; cheap to ask for.

    generation   a number that grows with every change
    jobs         files that are still to be read or cannot be, by state
    """

    documents: int
    generation: int
    jobs: tuple[tuple[str, int], ...]


def in_figures(path: str, records: Sequence[Record], *, outdated: Callable[[Record], object]) -> Status:
    """The library of these documents in figures; `outdated` tells those that would be read otherwise today."""
    states = Counter(record.health.state for record in records)
    return Status(
        path=path,
        documents=len(records),
        pages=sum(record.pages for record in records),
        paragraphs=sum(record.paragraphs for record in records),
        tokens=sum(record.tokens for record in records),
        size=sum(record.size for record in records),
        kept=sum(record.size for record in records if record.kept),
        health=tuple((state, states[state]) for state in ("sound", "doubtful", "flat") if states[state]),
        outdated=tuple(record.doc_id for record in records if outdated(record)),
        doubtful=tuple(record.doc_id for record in records if record.health.state == "doubtful"),
        flat=tuple(record.doc_id for record in records if record.health.state == "flat"),
    )
