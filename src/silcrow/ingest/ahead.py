"""A batch that is read ahead of its turn by processes of its own, and written in its turn by one writer.

Each file goes the one way in (one.ingest) in path order, so that what is stored is the same with any number of
processes; only the reading has been done by then. The job table says at every moment who reads what, so a batch can be
stopped anywhere and begun again: a job is forgotten in the transaction that writes its document.
"""

import hashlib
import os
import socket
import time
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path, PurePath
from uuid import uuid4

from silcrow.errors import ClusterFailed, LibraryError, SetAside, SilcrowError
from silcrow.ingest.identity import Arrival, Plan, decide
from silcrow.ingest.limits import Limits
from silcrow.ingest.manner import Manner, Parsed, under
from silcrow.ingest.one import Added, ingest
from silcrow.ingest.sources import address_of, read_file
from silcrow.ingest.worker import Request, failed
from silcrow.ingest.workers import Lost, Readers
from silcrow.job import Job
from silcrow.store.protocol import Store

_LEASE = 60.0  # seconds that a job is ours without a word from us
_PAUSE = 0.1  # seconds before another's job is looked at again
_DEEP = 8  # files read ahead for each reader
_WIDE = 256_000_000  # bytes of files held at a time


@dataclass(slots=True)
class _File:
    """A file on its way: its bytes, or why there are none; its job, and what becomes of it."""

    path: Path
    address: str = ""
    data: bytes = b""
    sha256: str = ""
    failure: SilcrowError | None = None
    job: Job | None = None
    coming: Future[Parsed] | None = None


class Batch:
    """Files read by `readers`, who are closed at the end. `keep`, `reparse`: see ingest.one."""

    def __init__(
        self, store: Store, manner: Manner, *, keep: bool, reparse: bool, readers: Readers, limits: Limits
    ) -> None:
        self._store = store
        self._manner = manner
        self._keep = keep
        self._reparse = reparse
        self._limits = limits
        self._owner = f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex[:8]}"
        self._renewed = time.monotonic()
        self._readers = readers

    def outcomes(self, paths: Sequence[Path]) -> Generator[Added | SilcrowError]:
        """What became of each file, in the order given. A LibraryError or ClusterFailed ends the batch."""
        waiting, ahead = iter(paths), deque[_File]()
        try:
            while True:
                self._look_ahead(ahead, waiting)
                if not ahead:
                    return
                yield self._outcome(ahead.popleft())
                self._renew()
        finally:
            self._readers.close()
            self._store.jobs.release(self._owner)

    def _look_ahead(self, ahead: deque[_File], waiting: Iterator[Path]) -> None:
        """Take on more files, several at a time so that their jobs are one transaction, and hand them out."""
        most = self._readers.count * _DEEP  # a cluster may have become larger
        if len(ahead) > most // 2:
            return
        fresh: list[_File] = []
        while len(ahead) < most and sum(len(file.data) for file in ahead) < _WIDE:
            path = next(waiting, None)
            if path is None:
                break
            file = _arrived(path)
            ahead.append(file)
            if not file.failure and self._plan(file).outcome in ("new", "changed"):
                fresh.append(file)
        if fresh:
            self._claim(fresh)

    def _claim(self, files: Sequence[_File]) -> None:
        wanted = [(file.address, file.sha256) for file in files]
        jobs = self._store.jobs.claim(wanted, owner=self._owner, seconds=_LEASE)
        for file, job in zip(files, jobs, strict=True):
            file.job = job
            if self._is_ours(job):
                file.coming = self._submit(file)

    def _outcome(self, file: _File) -> Added | SilcrowError:
        try:
            return self._into(file)
        except (LibraryError, ClusterFailed):
            raise
        except SilcrowError as failure:
            return failure
        except Exception as fault:  # noqa: BLE001  a fault of ours in one file must not cost the others
            return failed(str(file.path), fault)

    def _into(self, file: _File) -> Added:
        if file.failure:
            raise file.failure
        self._wait_for_others(file)

        def reader(doc_id: str) -> Parsed:
            return under(self._parsed(file), doc_id)

        try:
            added = ingest(
                self._store,
                file.data,
                address=file.address,
                keep=self._keep,
                reparse=self._reparse,
                languages=self._manner.languages,
                profiles=self._manner.profiles,
                cohesion=self._manner.cohesion,
                reader=reader,
            )
        except (SetAside, LibraryError, ClusterFailed):
            raise
        except SilcrowError as failure:
            self._store.jobs.note(Job(file.address, file.sha256, "failed", error=f"{failure.code}: {failure.message}"))
            raise
        if file.job and added.outcome not in ("new", "changed"):
            self._store.jobs.done(file.address, file.sha256)
        return added

    def _parsed(self, file: _File) -> Parsed:
        """What a process made of the file, as often as it takes; SetAside when that was too often."""
        if file.job is None:
            self._claim([file])  # it was known a moment ago
        while True:
            if file.job and file.job.state == "aside":
                raise _set_aside(file, file.job)
            file.coming = file.coming or self._submit(file)
            try:
                return self._arrives(file.coming)
            except Lost as lost:
                file.job, file.coming = self._tried(file, str(lost)), None

    def _arrives(self, coming: Future[Parsed]) -> Parsed:
        while True:
            try:
                return coming.result(timeout=_LEASE / 3)
            except TimeoutError:
                self._renew()

    def _tried(self, file: _File, why: str) -> Job:
        """One attempt more."""
        before = file.job or Job(file.address, file.sha256)
        attempt = before.attempt + 1
        if attempt < self._limits.attempts:
            job = replace(before, attempt=attempt, error=why)
        else:
            job = Job(file.address, file.sha256, "aside", attempt, why)
        self._store.jobs.note(job)
        return job

    def _wait_for_others(self, file: _File) -> None:
        """Let another process finish what it is reading; if it is gone, its jobs are anybody's.

        Whoever waits holds only files that come later in path order, so no two can wait for each other.
        """
        while file.job and not self._is_ours(file.job) and file.job.state == "running":
            if _is_gone(file.job.owner):
                self._store.jobs.release(file.job.owner)
            else:
                time.sleep(_PAUSE)
                self._renew()
            if self._plan(file).outcome not in ("new", "changed"):
                return
            self._claim([file])

    def _plan(self, file: _File) -> Plan:
        with self._store.reading():
            return decide(
                self._store,
                Arrival(file.address, file.sha256, made_up=False),
                doc_id=None,
                reparse=self._reparse,
                languages=self._manner.languages,
                profiles=self._manner.profiles,
                cohesion=self._manner.cohesion,
            )

    def _submit(self, file: _File) -> Future[Parsed]:
        # The doc_id is known in its turn only.
        return self._readers.submit(Request(file.data, "document", PurePath(file.address).name, self._manner))

    def _is_ours(self, job: Job) -> bool:
        return job.owner == self._owner

    def _renew(self) -> None:
        if time.monotonic() - self._renewed > _LEASE / 3:
            self._store.jobs.renew(self._owner, seconds=_LEASE)
            self._renewed = time.monotonic()


def _arrived(path: Path) -> _File:
    """A file with its bytes, or with why it has none."""
    try:
        data = read_file(path)
    except SilcrowError as failure:
        return _File(path, failure=failure)
    return _File(path, address_of(path), data, hashlib.sha256(data).hexdigest())


def _is_gone(owner: str) -> bool:
    """Whether a process of this machine that held jobs is there no more; of others, only their leases tell."""
    host, _, rest = owner.partition("/")
    pid = rest.partition("/")[0]
    if host != socket.gethostname() or os.name != "posix" or not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _set_aside(file: _File, job: Job) -> SetAside:
    times = "once" if job.attempt == 1 else f"{job.attempt} times"
    return SetAside(
        f"{file.path} was set aside: tried {times}, {job.error}",
        hint="silcrow jobs retry lets it be tried again, as does another edition of it.",
    )
