"""A real `silcrow serve` that takes uploads is killed at any moment: what it took on is read once, after a restart.

A few rounds in the suite; SILCROW_LONG=1 makes it forty, or what seven minutes allow, and as many over PostgreSQL.
"""

import hashlib
import itertools
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

from silcrow.library import open_library

LONG = bool(os.environ.get("SILCROW_LONG"))
ROUNDS = 40 if LONG else 2
UPLOADS = 2
PATIENT = 4  # each of so many servers is let read all that waits; the others are killed when they come to it
SECONDS = 420

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


def text(round_: int, number: int) -> bytes:
    """A document like no other, long enough that reading it takes its time."""
    lines = [f"# Ship {round_} {number}"]
    lines += [f"Cargo {line} of ship {round_} {number}, lashed at bay {line % 7}." for line in range(200)]
    return "\n\n".join(lines).encode()


class Server:
    """`silcrow serve --allow-upload` in a process of its own."""

    def __init__(self, library: str) -> None:
        command = [sys.executable, "-m", "silcrow", "--library", library, "serve", "--port", "0", "--allow-upload"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
        assert self.process.stderr
        said = self.process.stderr.readline()
        assert said.startswith("Serving at "), said
        self.api = said.split()[2] + "api/v1"

    def upload(self, data: bytes, name: str) -> str | None:
        """The job, when it was taken on."""
        with suppress(httpx2.TransportError):
            sent = httpx2.post(f"{self.api}/documents", params={"name": name}, content=data, timeout=60)
            assert sent.status_code == 202, sent.text
            return str(sent.json()["job"])
        return None

    def wait_for(self, job: str) -> None:
        """Until a job is done."""
        for _ in range(1200):
            found = httpx2.get(f"{self.api}/jobs/{job}", timeout=60).json()
            if found["state"] not in ("waiting", "reading"):
                assert found["state"] == "done", found
                return
            time.sleep(0.05)
        raise AssertionError(f"{job} is never done")

    def kill(self) -> None:
        """Kill it, as nothing else does."""
        self.process.send_signal(signal.SIGKILL)
        assert self.process.stderr
        self.process.wait()
        self.process.stderr.close()


@pytest.fixture(params=["file", *(["server"] if LONG else ())])
def path(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty library of each kind."""
    return str(tmp_path / "library.db") if request.param == "file" else request.getfixturevalue("postgres").emptied()


def test_uploads_that_a_killed_server_took_on_are_read_once_after_a_restart(path: str):
    chance = random.Random(12)
    sent: set[str] = set()
    taken: dict[str, str] = {}  # sha256 by job
    waiting: list[str] = []
    until = time.monotonic() + SECONDS
    for round_ in itertools.count():
        last = round_ == ROUNDS or time.monotonic() > until
        server = Server(path)
        if last or round_ % PATIENT == 0:
            for job in waiting:
                server.wait_for(job)
            waiting = []
        for number in range(0 if last else UPLOADS):
            data = text(round_, number)
            sent.add(hashlib.sha256(data).hexdigest())
            if job := server.upload(data, f"ship-{round_}-{number}.md"):
                taken[job] = hashlib.sha256(data).hexdigest()
                waiting.append(job)
        if not last:
            time.sleep(chance.uniform(0, 1.5))
        server.kill()
        if last:
            print(f"killed at {round_} moments")
            break
    with open_library(path) as library:
        sources = [record.source for record in library.documents()]
        assert len(set(sources)) == len(sources), "none twice"
        assert set(taken.values()) <= set(sources) <= sent, "none lost"
        assert library.fsck(deep=True) == ()
        assert library.jobs() == ()
