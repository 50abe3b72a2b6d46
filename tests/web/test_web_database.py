"""Real servers over PostgreSQL: over a standby, and while the database is stopped and started again."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hosting import serving

from postgres_server import Postgres, database_of, lent
from silcrow.library import Library, open_library

WAIT = 30.0
"""Seconds that a connection is waited for by default: nobody is to wait so long for a server that is not there."""


def write(library: Library, edition: int) -> None:
    """Put an edition in the place of the one before."""
    text = f"# Tides\n\nHigh water comes twice a day: edition {edition}.\n"
    library.add(text.encode(), doc_id="tides", address="/tides.md")


def asked(address: str, path: str = "retrieve?q=high+water", method: str = "GET", **given: Any) -> httpx2.Response:
    """One request."""
    return httpx2.request(method, f"{address}/api/v1/{path}", timeout=60, **given)


def edition(address: str) -> str:
    """What a server says now."""
    found = asked(address)
    assert found.status_code == 200, found.text
    return str(found.json()["passages"][0]["text"])


class Agent:
    """A client of `silcrow mcp` on its standard input and output, as far as one is needed."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "silcrow", *arguments]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self._number = 0
        who = {"name": "test", "version": "1"}
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": who})

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The result of a request."""
        assert self.process.stdin
        assert self.process.stdout
        self._number += 1
        message = {"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        while (said := json.loads(self.process.stdout.readline())).get("id") != self._number:
            pass
        return dict(said["result"])

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """What a tool gives, as data."""
        return dict(self.ask("tools/call", {"name": tool, "arguments": arguments})["structuredContent"])

    def close(self) -> None:
        """The end of input ends it."""
        self.process.communicate(timeout=60)


def test_servers_over_a_standby_read_follow_it_and_write_nothing(postgres: Postgres, standby: Postgres, tmp_path):
    where = postgres.new_database()
    (tmp_path / "new.md").write_text("# New\n\nText.")
    with open_library(where) as library:
        write(library, 1)
        standby.catch_up()
        there = standby.address(database_of(where))
        agent = Agent("--library", there, "mcp", "--allow-add", str(tmp_path))
        try:
            with serving(there, "--allow-upload") as address:
                for number in (1, 2, 3):  # what was held in memory of the one before is not shown any more
                    write(library, number)
                    standby.catch_up()
                    said = f"High water comes twice a day: edition {number}."
                    assert edition(address) == said
                    assert agent.call("retrieve", query="high water")["passages"][0]["text"] == said
                uploaded = asked(address, "documents?name=a.md&wait=30", "POST", content=b"# A\n\nText.").json()
                assert uploaded["error"]["code"] == "read_only"
                renamed = {"json": {"doc_id": "tidal"}}
                for method, given in (("DELETE", {}), ("PATCH", renamed)):
                    refused = asked(address, "documents/tides", method, **given)
                    assert (refused.status_code, refused.json()["code"]) == (403, "read_only")
                assert agent.call("add_document", path="new.md")["error"]["code"] == "read_only"
                assert agent.call("next_part", doc_id="tides")["error"]["code"] == "read_only"
                library.remove("tides")
                standby.catch_up()
                assert asked(address).json()["passages"] == []
        finally:
            agent.close()


@pytest.fixture
def restarting() -> Iterator[Postgres]:
    """A server of its own, to be stopped."""
    yield from lent()


def test_servers_go_on_by_themselves_when_their_database_is_back(restarting: Postgres):
    where = restarting.new_database()
    with open_library(where) as library:
        write(library, 1)
    agent = Agent("--library", where, "mcp")
    try:
        with serving(where, "--allow-upload") as address:
            said = edition(address)
            assert agent.call("retrieve", query="high water")["passages"][0]["text"] == said
            for mode in ("fast", "immediate"):
                restarting.stop(mode)
                begun = time.monotonic()
                for refused in (asked(address), asked(address, "documents?name=a.md", "POST", content=b"# A\n\nText.")):
                    assert (refused.status_code, refused.json()["code"]) == (503, "unreachable")
                    assert refused.headers["Retry-After"] == "1"
                assert agent.call("retrieve", query="high water")["error"]["code"] == "unreachable"
                assert time.monotonic() - begun < WAIT
                up = httpx2.get(f"{address}/metrics", timeout=60).text
                assert "silcrow_library_up 0.0" in up
                restarting.start()
                assert edition(address) == said
                assert agent.call("retrieve", query="high water")["passages"][0]["text"] == said
    finally:
        agent.close()


def test_an_upload_that_was_taken_waits_for_a_database_that_is_away(restarting: Postgres):
    where = restarting.new_database()
    text = "# Log\n\n" + "".join(f"Entry {n} of the log, word{n}.\n\n" for n in range(300))
    with open_library(where) as library, serving(where, "--allow-upload") as address:
        jobs = []
        for number in range(4):
            sent = asked(address, f"documents?name=log-{number}.md", "POST", content=f"{text}{number}".encode())
            jobs.append(sent.json()["job"])
        restarting.stop("immediate")
        time.sleep(0.5)
        states = [asked(address, f"jobs/{job}").json()["state"] for job in jobs]
        assert "failed" not in states
        assert states[-1] in ("waiting", "reading")
        restarting.start()
        for _ in range(1200):
            told = [asked(address, f"jobs/{job}").json() for job in jobs]
            if not {one["state"] for one in told} & {"waiting", "reading"}:
                break
            time.sleep(0.1)
        assert [(one["state"], one.get("error")) for one in told] == [("done", None)] * 4
        assert [one.doc_id for one in library.documents()] == [f"log-{number}" for number in range(4)]
        assert library.fsck(deep=True) == ()
