"""Uploads that are read one after the other, each a job whose row and bytes lie in files beside the library: so it is
still there when the server is started again.

Knows files and processes; what reading is stands in apart.py.
"""

import hashlib
import json
import os
import queue
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from silcrow import wire
from silcrow.errors import LibraryError, NotFound, SetAside, Unreachable, Usage
from silcrow.library import Server, default_path
from silcrow.mcp.opened import Opened
from silcrow.reading import now
from silcrow.web import problems
from silcrow.web.apart import read_into
from silcrow.web.held import Held, hold, take_up
from silcrow.web.job import Job, State, read, write
from silcrow.web.refusals import Overloaded

_WAITING = 100  # jobs that may wait
_KEPT = 200  # jobs that have ended and are remembered
_LATER = ("unreachable", "busy")  # what befalls the library, not the file
_PAUSE, _LONGEST_PAUSE = 1.0, 30.0


class Jobs:
    """The uploads to one library. Usable from any thread; `start` begins to read, `stop` leaves the rest for later."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._turn = threading.Condition()
        self._jobs: dict[str, Job] = {}
        self._passwords: dict[str, str] = {}
        self._queue: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._process: subprocess.Popen[str] | None = None
        self._folder: Path | None = None
        self._held: Held | None = None
        self._stopped = False

    def start(self) -> None:
        """Take up what earlier servers left."""
        path = self._opened.scope.library.path
        if path is None or not _beside(path).is_dir():
            return
        with suppress(OSError):  # where nothing can be written nothing can be taken up
            folder = self.folder()
            take_up(_beside(path), self._held) if self._held else None
            for part in folder.glob("*.part"):  # what was still being received
                part.unlink(missing_ok=True)
            found = [job for file in folder.glob("*.json") if (job := read(file))]
            for job in sorted(found, key=lambda one: (one.created, one.job)):
                self._jobs[job.job] = job
                if not job.ended:
                    self._enqueue(job)

    def stop(self) -> None:
        """Read no more. What is being read will be read anew by the next server."""
        with self._turn:
            self._stopped = True
            self._turn.notify_all()
            if self._process:
                self._process.kill()
        self._queue.put(None)
        if self._thread:
            self._thread.join(30)
        if self._folder and self._opened.scope.library.path is None:
            shutil.rmtree(self._folder, ignore_errors=True)
        if self._held:
            self._held.release()
            self._held = self._folder = None

    def folder(self) -> Path:
        """Where bytes wait, readable for nobody else; made anew where somebody took it away."""
        with self._turn:
            path = self._opened.scope.library.path
            if self._folder and not self._folder.is_dir() and self._held:
                self._held.release()
                self._held = self._folder = None
            if self._folder is None and path is None:
                self._folder = Path(tempfile.mkdtemp(prefix="silcrow-"))
            elif self._folder is None and path is not None:
                if isinstance(path, Server):  # beside a file there is a folder, or no library any more
                    _beside(path).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._held = hold(_beside(path))
                self._folder = self._held.folder
            assert self._folder
            return self._folder

    def must_answer(self) -> None:
        """A LibraryError where the library cannot be asked: what nobody could write is not taken on."""
        self._opened.scope.library.pulse()

    def must_have_room(self) -> None:
        """Overloaded where too many uploads wait."""
        if sum(not one.ended for one in self.listed()) >= _WAITING:
            raise Overloaded(f"{_WAITING} uploads are waiting", hint="Try again when some have been read.")

    def submit(self, file: Path, *, name: str, address: str, doc_id: str | None, password: str | None) -> Job:
        """Take on a file that was received into `folder`: it is the job's from now on."""
        job = Job(secrets.token_hex(8), name, address, file.stat().st_size, now(), doc_id=doc_id)
        write(job, self.folder())
        os.replace(file, self._bytes(job.job))  # noqa: PTH105
        if password:
            self._passwords[job.job] = password  # written nowhere: after a restart such a job fails, and says why
        self._note(job)
        self._enqueue(job)
        return job

    def listed(self) -> tuple[Job, ...]:
        """All jobs, oldest first."""
        with self._turn:
            return tuple(self._jobs.values())

    def one(self, job_id: str) -> Job:
        """One job."""
        with self._turn:
            if job_id in self._jobs:
                return self._jobs[job_id]
        raise NotFound(f"no job {job_id[:40]!r}", hint="See which jobs there are.")

    def cancel(self, job_id: str) -> Job:
        """End a job: what it was reading is dropped. Usage for one that has ended."""
        with self._turn:
            job = self.one(job_id)
            if job.ended:
                raise Usage(f"the job has ended: {job.state}", hint="Remove the document instead.")
            if job.state == "reading" and self._process is None:
                raise Usage("it is read into a library in memory", hint="It cannot be stopped; remove the document.")
            if job.state == "reading" and self._process:
                self._process.kill()
            return self._ended(job, "cancelled")

    def wait(self, job_id: str, seconds: float) -> Job:
        """A job once it has ended, or as it stands after so many seconds."""
        with self._turn:
            self._turn.wait_for(lambda: self.one(job_id).ended, timeout=seconds)
            return self.one(job_id)

    def _enqueue(self, job: Job) -> None:
        with self._turn:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="silcrow-uploads", daemon=True)
                self._thread.start()
        self._queue.put(job.job)

    def _run(self) -> None:
        while (job_id := self._queue.get()) is not None and not self._stopped:
            result = self._result(job_id)
            with self._turn:
                job = self._jobs[job_id]
                if self._stopped or job.ended:
                    continue
                if error := result.get("error"):
                    self._ended(replace(job, error=error), "failed")
                else:
                    for document in result["documents"]:
                        self._opened.lay_open(document["doc_id"])
                    self._ended(replace(job, result=result), "done")

    def _result(self, job_id: str) -> wire.JSON:
        """What comes of a job. Where it is the library that fails and not the file, it waits, and all after it."""
        pause = _PAUSE
        while True:
            with self._turn:
                job = self._jobs[job_id]
                if job.ended:
                    return {}
                self._note(replace(job, state="reading"))
            result = self._tried(job)
            with self._turn:
                gone = self._stopped or self._jobs[job_id].ended
                if gone or result.get("error", {}).get("code") not in _LATER:
                    return result
                self._note(replace(job, state="waiting"))
                self._turn.wait_for(lambda: self._stopped or self._jobs[job_id].ended, timeout=pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _tried(self, job: Job) -> wire.JSON:
        try:
            self.must_answer()
        except LibraryError as failure:
            return wire.error(Unreachable(failure.message, hint=failure.hint))
        try:
            return self._read(job)
        except Exception as fault:  # noqa: BLE001  of this one file; the next may be read
            return wire.error(problems.told(fault))

    def _read(self, job: Job) -> wire.JSON:
        library = self._opened.scope.library
        given = {"doc_id": job.doc_id, "password": self._passwords.get(job.job)}
        if library.path is None:
            return read_into(library, self._bytes(job.job), job.address, given)
        given |= {"library": _name(library.path), "file": str(self._bytes(job.job)), "address": job.address}
        with self._turn:
            if self._stopped or self._jobs[job.job].ended:
                return {"documents": []}
            self._process = subprocess.Popen(
                [sys.executable, "-m", "silcrow.web.apart"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
            process = self._process
        said, _ = process.communicate(json.dumps(given))
        with self._turn:
            self._process = None
        try:
            found: wire.JSON = json.loads(said)
        except ValueError:
            said = f"reading it ended with status {process.returncode}"
            return wire.error(SetAside(said, hint="The file may be made to do so."))
        return found

    def _ended(self, job: Job, state: State) -> Job:
        """Note that a job has ended; its bytes are needed no more, and of old jobs only the last are remembered."""
        job = replace(job, state=state)
        self._note(job)
        self._passwords.pop(job.job, None)
        with suppress(OSError):
            self._bytes(job.job).unlink(missing_ok=True)
        old = [one for one in self._jobs.values() if one.ended][:-_KEPT]
        for one in old:
            del self._jobs[one.job]
            with suppress(OSError):
                (self.folder() / f"{one.job}.json").unlink(missing_ok=True)
        return job

    def _note(self, job: Job) -> None:
        with suppress(OSError):  # no room for its row: after a restart it is read again, and is the same document
            write(job, self.folder())
        with self._turn:
            self._jobs[job.job] = job
            self._turn.notify_all()

    def _bytes(self, job_id: str) -> Path:
        return self.folder() / f"{job_id}.bytes"


def _beside(place: Path | Server) -> Path:
    """Where uploads to a library wait: beside its file, or, where it is a database, beside the user's own library."""
    if isinstance(place, Server):
        return default_path().with_name(f"{hashlib.sha256(_name(place).encode()).hexdigest()[:12]}.uploads")
    return place.with_name(f"{place.name}.uploads")


def _name(place: Path | Server) -> str:
    """A library as settings name it, with what opens it."""
    if isinstance(place, Path):
        return str(place)
    return f"{place.address}{'&' if '?' in place.address else '?'}schema={place.schema}"
