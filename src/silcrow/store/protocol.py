"""The one seam between Silcrow and a database. Ranking lives above it, so it is the same on every store.

The contract suite in tests/store/ runs over every implementation.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol

from silcrow.document import Document, Furniture, Paragraph, Record, Section
from silcrow.errors import Notice
from silcrow.job import Job
from silcrow.reading import Reading, Step


class Posting(NamedTuple):
    """One term in one document: `n` paragraphs hold it; `block` is retrieve.terms' own packing."""

    term: str
    doc_id: str
    n: int
    block: bytes


@dataclass(frozen=True, slots=True)
class Index:
    """What retrieve.terms makes of a document: packed lengths by paragraph, and term -> (n, block)."""

    lengths: bytes
    totals: tuple[int, ...]
    blocks: Mapping[str, tuple[int, bytes]]


class Lengths(NamedTuple):
    """Paragraph lengths of one document: number of paragraphs, total length by field, packed by paragraph."""

    doc_id: str
    paragraphs: int
    totals: tuple[int, ...]
    block: bytes


class Totals(NamedTuple):
    """One document in figures: number of paragraphs and total length by field; title and language as it has them."""

    doc_id: str
    title: str
    language: str
    paragraphs: int
    totals: tuple[int, ...]


class Held(NamedTuple):
    """The postings of one term without their blocks: documents, in no certain order, and the `n` of each."""

    term: str
    doc_ids: tuple[str, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """The bytes a document was read from. `data` is None when they are not to be kept."""

    sha256: str
    size: int
    address: str
    data: bytes | None


class Jobs(Protocol):
    """The job table: a row a file that is still to be read, or cannot be. Every method is one transaction."""

    def claim(self, wanted: Sequence[tuple[str, str]], *, owner: str, seconds: float) -> tuple[Job, ...]:
        """Take on files by source and sha256 for so many seconds, in one step; each job as it stands then.

        It is the owner's when its `owner` says so. What another holds, and what is set aside, stays as it is; other
        bytes at a source are another job.
        """

    def renew(self, owner: str, *, seconds: float) -> None:
        """Hold what an owner reads for so many seconds from now."""

    def note(self, job: Job) -> None:
        """Write what became of a job."""

    def done(self, source: str, sha256: str) -> None:
        """Forget the job of these bytes; `Store.put` does so in its own transaction."""

    def release(self, owner: str) -> None:
        """Give back what an owner still holds: it waits again."""

    def listed(self) -> tuple[Job, ...]:
        """All jobs, by source."""

    def retry(self, sources: Sequence[str]) -> None:
        """Let those of these that failed or are set aside be read again, as if they had never been tried."""

    def clear(self, sources: Sequence[str]) -> None:
        """Forget these, whatever their state."""


class Signs(NamedTuple):
    """The signs of a document's vectors: as many bytes a paragraph, in order."""

    doc_id: str
    paragraphs: int
    block: bytes


class Vectors(Protocol):
    """What is kept of embedding models. It belongs to an edition and goes with it; of one that is gone nothing is kept.

    A paragraph has a block, retrieve.dense's own packing. A document all of whose paragraphs have one may have the
    signs of its vectors kept too, a bit a number, by which the nearest of very many are found.
    """

    def keep(self, model: str, doc_id: str, edition: str, blocks: Mapping[int, bytes]) -> None:
        """Keep blocks of some paragraphs, by order number, in place of any there are. Changes no generation."""

    def of(self, model: str, doc_id: str) -> Mapping[int, bytes]:
        """All blocks of a document by order number."""

    def some(self, model: str, spots: Sequence[tuple[str, int]]) -> Mapping[tuple[str, int], bytes]:
        """The blocks of some paragraphs, by doc_id and order number."""

    def models(self) -> tuple[str, ...]:
        """The models that any block is kept of, in order."""

    def counts(self, model: str) -> Mapping[str, int]:
        """Of how many paragraphs of each document a block is kept; without those that have none."""

    def keep_signs(self, model: str, doc_id: str, edition: str, signs: Sequence[bytes]) -> None:
        """Keep the signs of all paragraphs of a document, each as many bytes; a new generation."""

    def signs(self, model: str, doc_ids: Sequence[str] | None = None) -> Iterable[Signs]:
        """The signs of these documents, or of all, in doc_id order; without those that have none."""

    def index(self, model: str) -> None:
        """Take a model's signs into an index, where the store can have one; nothing elsewhere."""

    def indexed(self, model: str) -> bool:
        """Whether there is an index of a model's signs."""

    def unindexed(self, model: str) -> Iterable[Signs]:
        """The signs that no index has, in doc_id order: they have to be looked through."""

    def nearest(self, model: str, signs: bytes, most: int) -> Sequence[tuple[str, int]]:
        """Paragraphs of the library whose signs differ in the fewest bits, by doc_id and order number, nearest first.

        Found by the index, which may miss some; none where there is no index.
        """


class Store(Protocol):
    """Documents as rows. Every writing method is one transaction; every reading method sees one edition.

    What needs several calls to see one edition (an outline, then its paragraphs) makes them inside `with
    store.reading():`. Transactions belong to the calling thread and may be nested; keep them short. Methods that
    change or fetch one document raise NotFound when there is none of that doc_id. Where others write at the same time,
    `with store.writing():` raises Overtaken when one that was quicker changed the same; a single method does its work
    anew by itself.
    """

    @property
    def jobs(self) -> Jobs:
        """The job table."""

    @property
    def vectors(self) -> Vectors:
        """What is kept of embedding models."""

    def reading(self) -> AbstractContextManager[object]:
        """A read transaction: all that is read inside is of one moment."""

    def writing(self) -> AbstractContextManager[object]:
        """A write transaction: what is read and written inside is one step, all of it or nothing."""

    def put(self, document: Document, index: Index, source: Source, *, added: str = "") -> None:
        """Write a document, replacing any edition of the same doc_id; note its source and address; its job is done.

        The earlier addresses of a document stay with it when its bytes stay, and fall away when they change. `added`:
        when that was, where it is not now.
        """

    def remove(self, doc_id: str) -> None:
        """Forget a document, its addresses, and its kept bytes when no other document needs them."""

    def rename(self, doc_id: str, new: str) -> None:
        """Give a document another doc_id; Usage when another document has it."""

    def note_address(self, doc_id: str, address: str) -> None:
        """Note one more address of a document."""

    def records(self, doc_ids: Sequence[str] | None = None) -> tuple[Record, ...]:
        """Records in doc_id order: of these documents (unknown ones are left out), or of all."""

    def at_address(self, address: str) -> str | None:
        """The doc_id of the document last added from this address."""

    def with_source(self, sha256: str) -> str | None:
        """The doc_id of the document read from these bytes."""

    def bytes_of(self, doc_id: str) -> bytes | None:
        """The kept bytes of a document, or None when they were not kept.

        Busy inside a transaction that sees an edition whose bytes are gone since.
        """

    def outline(self, doc_id: str) -> tuple[Section, ...]:
        """All sections in pre-order; empty for an unknown document."""

    def read(self, doc_id: str, first: int, end: int) -> tuple[Paragraph, ...]:
        """Paragraphs by order number, first to end - 1."""

    def paragraphs(self, doc_id: str, orders: Sequence[int]) -> Mapping[int, Paragraph]:
        """Those of some order numbers that are there."""

    def index_of(self, doc_id: str) -> Index:
        """All that `put` was given of a document's words."""

    def furniture(self, doc_id: str) -> tuple[Furniture, ...]:
        """What was put aside, in order."""

    def postings(self, terms: Sequence[str], doc_ids: Sequence[str] | None = None) -> Iterable[Posting]:
        """Postings of these terms in these documents, or in all: term by term, in the order given."""

    def held(self, terms: Sequence[str], doc_ids: Sequence[str] | None = None) -> Iterable[Held]:
        """Which of these documents, or of all, hold each term that any holds; cheap for ten thousand documents."""

    def totals(self, doc_ids: Sequence[str] | None = None) -> Iterable[Totals]:
        """These documents in figures, or all, in doc_id order."""

    def lengths(self, doc_ids: Sequence[str] | None = None) -> Iterable[Lengths]:
        """Paragraph lengths of these documents, or of all, in doc_id order."""

    def begin_reading(self, reading: Reading) -> Reading:
        """Write a reading without steps; the same with its reading_id and start."""

    def save_step(self, reading_id: str, step: Step) -> Step:
        """Write the next step of a reading; the same with its time. Busy when its number is not the next one."""

    def keep_reading(self, reading: Reading) -> None:
        """Write a reading with all its steps as it stands elsewhere, in place of any of its reading_id."""

    def readings(self) -> tuple[Reading, ...]:
        """All readings, oldest first; their steps without data."""

    def reading_heads(self) -> tuple[Reading, ...]:
        """All readings, oldest first, without their steps: cheap where those are many."""

    def one_reading(self, reading_id: str) -> Reading:
        """A reading with all its steps; NotFound when there is none."""

    def remove_reading(self, reading_id: str) -> None:
        """Forget a reading; NotFound when there is none."""

    def afterwards(self, act: Callable[[], None]) -> None:
        """Do something once the calling thread's transaction has ended well; at once when it is in none."""

    def generation(self) -> int:
        """A number that grows with every change."""

    def count(self) -> int:
        """How many documents there are."""

    def check(self) -> tuple[Notice, ...]:
        """Faults found (fsck); empty when all is well. Sweeps kept bytes that no document needs."""

    def backup(self, target: Path) -> None:
        """Write a copy of all of it, of one moment and kept bytes included, as a library file; Usage where one is."""

    def vacuum(self) -> None:
        """Give room that is not used any more back to the disk."""

    def close(self) -> None:
        """Close the calling thread's connection and all others."""
