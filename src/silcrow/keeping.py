"""What a library keeps: the life of documents, and of the readings that went over them.

Knows rows through the store, and nothing of what is done with a document.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from silcrow.document import Document, Record
from silcrow.errors import NotFound, Notice
from silcrow.ingest import waiting
from silcrow.ingest.batch import Failed, ingest_all
from silcrow.ingest.checking import rederived
from silcrow.ingest.copying import Copied, copy
from silcrow.ingest.identity import check_doc_id, why_older
from silcrow.ingest.limits import Limits
from silcrow.ingest.one import Added, ingest
from silcrow.ingest.sources import address_of, read_file
from silcrow.job import Job
from silcrow.profile import Profile
from silcrow.reading import Journal, Reading
from silcrow.retrieve.judging import NONE, Judges
from silcrow.status import Pulse, Status, in_figures
from silcrow.store.journal import StoreJournal
from silcrow.store.postgres.server import Server
from silcrow.store.protocol import Store
from silcrow.store.whole import document_of

__all__ = ["Keeping"]


class Keeping:
    """Documents that come, stay and go, each in one step; readings step by step. A context manager that closes it."""

    def __init__(
        self,
        store: Store,
        path: Path | Server | None = None,
        *,
        languages: Sequence[str] = (),
        profiles: Sequence[Profile] = (),
        judges: Judges = NONE,
    ) -> None:
        """`languages`: of pages that are pictures, `profiles`: of families, of documents that are added; see parse.
        `judges`: see retrieve.judging.
        """
        self._store = store
        self._judges = judges
        self.path = path
        self._languages = tuple(languages)
        self._profiles = tuple(profiles)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close it for every thread."""
        self._store.close()

    def add(
        self,
        source: str | Path | bytes,
        *,
        doc_id: str | None = None,
        address: str | None = None,
        password: str | None = None,
        keep: bool = True,
        reparse: bool = False,
        cohesion: bool = False,
    ) -> Added:
        """Read one file, or bytes, into the library; see ingest.one. `address`: where bytes came from."""
        if isinstance(source, bytes):
            data, found = source, ""
        else:
            data, found = read_file(Path(source)), address_of(Path(source))
        where = address or found
        return ingest(
            self._store,
            data,
            address=where,
            doc_id=doc_id,
            password=password,
            keep=keep,
            reparse=reparse,
            languages=self._languages,
            profiles=self._profiles,
            cohesion=cohesion,
        )

    def add_many(
        self,
        paths: Iterable[str | Path],
        *,
        password: str | None = None,
        keep: bool = True,
        reparse: bool = False,
        cohesion: bool = False,
        jobs: int | None = None,
        limits: Limits | None = None,
        cluster: str | None = None,
    ) -> Iterator[Added | Failed]:
        """Read files, folders and patterns in path order; an outcome a file, as each is done. A bad one stops none.

        `jobs`: how many processes read, each within `limits`; `cluster`: HOST:PORT of a Ray cluster whose nodes read
        and, with the library's embedder, embed; see ingest.batch.
        """
        own = self.path.resolve() if isinstance(self.path, Path) else None
        return ingest_all(
            self._store,
            paths,
            library=own,
            password=password,
            keep=keep,
            reparse=reparse,
            languages=self._languages,
            profiles=self._profiles,
            cohesion=cohesion,
            jobs=jobs,
            limits=limits,
            cluster=cluster,
            embedder=self._judges.embedder,
        )

    def jobs(self) -> tuple[Job, ...]:
        """Files that are still to be read, are being read, or cannot be."""
        return self._store.jobs.listed()

    def retry(self, *sources: str) -> tuple[Job, ...]:
        """Let the next add try again what failed or is set aside: these, or all; what they were."""
        return waiting.retry(self._store, sources)

    def clear(self, *sources: str) -> tuple[Job, ...]:
        """Forget jobs: these, or all that nobody is reading; what they were."""
        return waiting.clear(self._store, sources)

    def remove(self, doc_id: str) -> None:
        """Forget a document and what was kept of it."""
        self._store.remove(doc_id)

    def rename(self, doc_id: str, new: str) -> None:
        """Give a document another doc_id."""
        check_doc_id(new)
        self._store.rename(doc_id, new)

    def documents(self) -> tuple[Record, ...]:
        """All documents, in doc_id order."""
        return self._store.records()

    def document(self, doc_id: str) -> Document:
        """A whole document, as it was when it was read."""
        with self._store.reading():
            for record in self._store.records([doc_id]):
                return document_of(self._store, record)
        raise NotFound(f"no document {doc_id!r} in this library", hint="silcrow ls shows what there is.")

    def source(self, doc_id: str) -> bytes | None:
        """The kept bytes a document was read from; None when they were not kept."""
        return self._store.bytes_of(doc_id)

    def status(self) -> Status:
        """The library in figures."""
        return in_figures(str(self.path or ""), self.documents(), outdated=why_older)

    def pulse(self) -> Pulse:
        """How many documents, changes and jobs there are."""
        jobs = Counter[str](job.state for job in self._store.jobs.listed())
        with self._store.reading():
            return Pulse(self._store.count(), self._store.generation(), tuple(sorted(jobs.items())))

    def fsck(self, *, deep: bool = False) -> tuple[Notice, ...]:
        """Faults of the library; empty when all is well. `deep`: what is searched is derived anew and compared."""
        found = self._store.check()
        return found + (rederived(self._store, but={one.place for one in found}) if deep else ())

    def backup(self, target: str | Path) -> None:
        """Write a copy of the library, kept bytes included, as a file that is none yet; nobody has to wait for it."""
        self._store.backup(Path(target).expanduser())

    def vacuum(self) -> None:
        """Give room that is not used any more back to the disk."""
        self._store.vacuum()

    def copy_to(self, other: "Keeping") -> Iterator[Copied]:
        """Copy all documents and readings into another library, proven by checksums; see ingest.copying."""
        return copy(self._store, other._store)  # noqa: SLF001  of our own kind

    def begin(self, reading: Reading) -> Journal:
        """Write a reading with the steps that it has, all of it or nothing, and the journal that further ones go to."""
        with self._store.writing():
            journal = StoreJournal(self._store, self._store.begin_reading(reading).reading_id)
            for step in reading.steps:
                journal.save(step.kind, step.data, usage=step.usage)
        return journal

    def journal(self, reading_id: str, after: int | None = None) -> Journal:
        """The journal of a reading that is there, to go on with it; `after`: the last step that was seen."""
        if after is None:
            return StoreJournal(self._store, self._store.one_reading(reading_id).reading_id)
        return StoreJournal(self._store, reading_id, after)

    def readings(self) -> tuple[Reading, ...]:
        """All readings, oldest first; their steps without data."""
        return self._store.readings()

    def heads(self) -> tuple[Reading, ...]:
        """All readings, oldest first, without their steps."""
        return self._store.reading_heads()

    def reading(self, reading_id: str) -> Reading:
        """A reading with all its steps."""
        return self._store.one_reading(reading_id)

    def forget(self, reading_id: str) -> None:
        """Forget a reading and what it read."""
        self._store.remove_reading(reading_id)
