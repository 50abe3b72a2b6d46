"""The rows of jobs: which files are being read, by whom and until when. Several machines may claim at once."""

from collections.abc import Sequence
from typing import LiteralString

from silcrow.job import Job
from silcrow.store.jobs import moment, row_of, taken_on
from silcrow.store.postgres.connections import Connections, Rows

_COLUMNS: LiteralString = "source, sha256, state, attempt, error, owner, lease_until"
_ONE = "SELECT " + _COLUMNS + " FROM job WHERE md5(source) = md5(%s) AND source = %s FOR UPDATE"  # noqa: S608  our own words
_WRITE = """
INSERT INTO job (source, sha256, state, attempt, error, owner, lease_until) VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (md5(source)) DO UPDATE SET sha256 = excluded.sha256, state = excluded.state, attempt = excluded.attempt,
    error = excluded.error, owner = excluded.owner, lease_until = excluded.lease_until
"""
_BACK: LiteralString = "UPDATE job SET state = 'waiting', owner = '', lease_until = '' WHERE state = 'running' AND "


class PostgresJobs:
    """The job table of one library."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    def claim(self, wanted: Sequence[tuple[str, str]], *, owner: str, seconds: float) -> tuple[Job, ...]:
        """Take on files by source and sha256, in one step; each job as it stands then."""

        def act(connection: Rows) -> tuple[Job, ...]:
            return tuple([_claimed(connection, Job(*one), owner, seconds) for one in wanted])

        return self._connections.write(act)

    def renew(self, owner: str, *, seconds: float) -> None:
        """Hold what an owner reads for longer."""
        query = "UPDATE job SET lease_until = %s WHERE owner = %s AND state = 'running'"
        self._connections.write(lambda connection: connection.execute(query, (moment(seconds), owner)))

    def note(self, job: Job) -> None:
        """Write what became of a job."""
        self._connections.write(lambda connection: connection.execute(_WRITE, row_of(job)))

    def done(self, source: str, sha256: str) -> None:
        """Forget the job of these bytes."""
        self._connections.write(lambda connection: done(connection, source, sha256))

    def release(self, owner: str) -> None:
        """Give back what an owner still holds."""
        self._connections.write(lambda connection: connection.execute(_BACK + "owner = %s", (owner,)))

    def listed(self) -> tuple[Job, ...]:
        """All jobs, by source."""
        with self._connections.reading() as connection:
            found = connection.execute("SELECT " + _COLUMNS + " FROM job ORDER BY source")  # noqa: S608  our own words
            return tuple([Job(*row) for row in found])

    def retry(self, sources: Sequence[str]) -> None:
        """Let these be read again, as if they had never been tried."""
        query = "UPDATE job SET state = 'waiting', attempt = 0 WHERE state IN ('failed', 'aside') AND source = ANY(%s)"
        self._connections.write(lambda connection: connection.execute(query, (list(sources),)))

    def clear(self, sources: Sequence[str]) -> None:
        """Forget these, whatever their state."""
        query = "DELETE FROM job WHERE source = ANY(%s)"
        self._connections.write(lambda connection: connection.execute(query, (list(sources),)))


def done(connection: Rows, source: str, sha256: str) -> None:
    """Forget the job of these bytes, inside the caller's transaction."""
    query = "DELETE FROM job WHERE md5(source) = md5(%s) AND source = %s AND sha256 = %s"
    connection.execute(query, (source, source, sha256))


def sweep(connection: Rows) -> None:
    """Put back what was held past its time, inside the caller's transaction."""
    connection.execute(_BACK + "lease_until < %s", (moment(),))


def _claimed(connection: Rows, wanted: Job, owner: str, seconds: float) -> Job:
    row = connection.execute(_ONE, (wanted.source, wanted.source)).fetchone()
    job = taken_on(Job(*row) if row else wanted, wanted, owner=owner, seconds=seconds)
    if job.owner == owner:
        connection.execute(_WRITE, row_of(job))
    return job
