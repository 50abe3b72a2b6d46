"""The rows of jobs: which files are being read, by whom and until when. Knows nothing of what reading is."""

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from silcrow.job import Job
from silcrow.store.connections import Connections

_COLUMNS = "source, sha256, state, attempt, error, owner, lease_until"
_ONE = f"SELECT {_COLUMNS} FROM job WHERE source = ?"  # noqa: S608  our own words
_NAMED = "source IN (SELECT value FROM json_each(?))"
_WRITE = """
INSERT INTO job (source, sha256, state, attempt, error, owner, lease_until) VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (source) DO UPDATE SET sha256 = excluded.sha256, state = excluded.state, attempt = excluded.attempt,
    error = excluded.error, owner = excluded.owner, lease_until = excluded.lease_until
"""


class SqliteJobs:
    """The job table of one library file."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def claim(self, wanted: Sequence[tuple[str, str]], *, owner: str, seconds: float) -> tuple[Job, ...]:
        """Take on files by source and sha256, in one step; each job as it stands then."""
        with self._connections.writing() as connection:
            return tuple([_claimed(connection, Job(*one), owner, seconds) for one in wanted])

    def renew(self, owner: str, *, seconds: float) -> None:
        """Hold what an owner reads for longer."""
        with self._connections.writing() as connection:
            connection.execute(
                "UPDATE job SET lease_until = ? WHERE owner = ? AND state = 'running'", (moment(seconds), owner)
            )

    def note(self, job: Job) -> None:
        """Write what became of a job."""
        with self._connections.writing() as connection:
            _write(connection, job)

    def done(self, source: str, sha256: str) -> None:
        """Forget the job of these bytes."""
        with self._connections.writing() as connection:
            done(connection, source, sha256)

    def release(self, owner: str) -> None:
        """Give back what an owner still holds."""
        with self._connections.writing() as connection:
            release(connection, "owner = ?", owner)

    def listed(self) -> tuple[Job, ...]:
        """All jobs, by source."""
        with self._connections.reading() as connection:
            found = connection.execute(f"SELECT {_COLUMNS} FROM job ORDER BY source")  # noqa: S608  our own words
            return tuple([Job(*row) for row in found])

    def retry(self, sources: Sequence[str]) -> None:
        """Let these be read again, as if they had never been tried."""
        with self._connections.writing() as connection:
            connection.execute(
                f"UPDATE job SET state = 'waiting', attempt = 0 WHERE state IN ('failed', 'aside') AND {_NAMED}",  # noqa: S608  our own words
                (json.dumps(list(sources)),),
            )

    def clear(self, sources: Sequence[str]) -> None:
        """Forget these, whatever their state."""
        with self._connections.writing() as connection:
            connection.execute(f"DELETE FROM job WHERE {_NAMED}", (json.dumps(list(sources)),))  # noqa: S608  our own words


def done(connection: sqlite3.Connection, source: str, sha256: str) -> None:
    """Forget the job of these bytes, inside the caller's transaction."""
    connection.execute("DELETE FROM job WHERE source = ? AND sha256 = ?", (source, sha256))


def release(connection: sqlite3.Connection, which: str, value: str) -> None:
    """Put running jobs back, inside the caller's transaction. `which`: a condition of ours with one value."""
    connection.execute(
        f"UPDATE job SET state = 'waiting', owner = '', lease_until = '' WHERE state = 'running' AND {which}",  # noqa: S608  our own words
        (value,),
    )


def sweep(connection: sqlite3.Connection) -> None:
    """Put back what was held past its time, inside the caller's transaction."""
    release(connection, "lease_until < ?", moment())


def _claimed(connection: sqlite3.Connection, wanted: Job, owner: str, seconds: float) -> Job:
    row = connection.execute(_ONE, (wanted.source,)).fetchone()
    job = taken_on(Job(*row) if row else wanted, wanted, owner=owner, seconds=seconds)
    if job.owner == owner:
        _write(connection, job)
    return job


def _write(connection: sqlite3.Connection, job: Job) -> None:
    connection.execute(_WRITE, row_of(job))


def taken_on(known: Job, wanted: Job, *, owner: str, seconds: float) -> Job:
    """What is to be of a job that is wanted and known: the owner's, unless it is set aside or another's for now."""
    if known.sha256 != wanted.sha256:
        known = wanted  # other bytes: what was tried before says nothing of them
    held = known.state == "running" and known.owner != owner and known.lease_until >= moment()
    if held or known.state == "aside":
        return known
    return replace(known, state="running", owner=owner, lease_until=moment(seconds))


def row_of(job: Job) -> tuple[str, str, str, int, str, str, str]:
    """The columns of a job."""
    error = job.error.encode("utf-8", "replace").decode().replace("\0", " ")
    return job.source, job.sha256, job.state, job.attempt, error, job.owner, job.lease_until


def moment(seconds: float = 0) -> str:
    """So many seconds from now, as leases say it."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
