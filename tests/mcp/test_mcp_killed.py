"""A real `silcrow mcp` that adds files for its client is killed at any moment: each document is whole or absent, and
what it had told is there.

A few rounds in the suite; SILCROW_LONG=1 makes it forty, or what five minutes allow.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from berths import FILES, Expected, write
from silcrow.library import open_library

ROUNDS, SECONDS = (40, 300) if os.environ.get("SILCROW_LONG") else (2, 60)
GREETING = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


class Client:
    """A client of `silcrow mcp --allow-add`, as far as one is needed."""

    def __init__(self, library: Path, folder: Path) -> None:
        command = [sys.executable, "-m", "silcrow", "--library", str(library), "mcp", "--allow-add", str(folder)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True)
        self.send("initialize", GREETING, number=1)
        self.hear()
        self.send("notifications/initialized", {})

    def send(self, method: str, params: dict[str, Any], *, number: int | None = None) -> None:
        """A request, or a notification."""
        assert self.process.stdin
        message = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def hear(self) -> dict[str, Any] | None:
        """The next message; None where there is none any more, or only a part of one."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        return json.loads(line) if line.endswith("\n") else None

    def bury(self) -> None:
        """Close what is left of one that was killed."""
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe
            pipe.close()


def done(message: dict[str, Any] | None) -> int:
    """How many files are done by a message: as its progress says, or all of them with the result."""
    if message is None:
        return 0
    return FILES if message.get("id") == 2 else int(message["params"]["progress"])


def test_a_killed_server_leaves_whole_documents_or_none_and_what_it_had_told(tmp_path: Path):
    folder, path = tmp_path / "in", tmp_path / "library.db"
    chance, expected = random.Random(3), Expected()
    until, version = time.monotonic() + SECONDS, 0
    while version < ROUNDS and time.monotonic() < until:
        version += 1
        write(folder, version)
        client = Client(path, folder)
        asked = {"name": "add_document", "arguments": {"path": str(folder)}, "_meta": {"progressToken": "t"}}
        client.send("tools/call", asked, number=2)
        told = 0
        for _ in range(1 + chance.randrange(FILES)):
            told = max(told, done(client.hear()))
        time.sleep(chance.uniform(0, 0.05))
        client.process.send_signal(signal.SIGKILL)
        while (message := client.hear()) is not None:
            told = max(told, done(message))
        client.bury()
        with open_library(path) as library:
            expected.check(library, range(1, version + 1), done=range(told))
            assert library.fsck() == ()
    print(f"killed at {version} moments")
    with open_library(path) as library:
        list(library.add_many([folder]))
        assert len(library.documents()) == FILES
        expected.check(library, range(version, version + 1))
        assert library.fsck(deep=True) == ()
