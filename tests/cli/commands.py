"""Commands run as their users run them, and the documents they are run on."""

import json
import os
import pty
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

HARBOUR = """# Harbour Rules

The harbour is open all year.

## Item 1. Berths

A berth is given for one night.

A boat that stays longer pays twice.

### 1.1 Large boats

Boats above 12 metres lie at the north quay.

## Item 2. Fees

Fees are paid at the office before noon.

| $ | 2023 | 2024 |
| --- | --- | --- |
| Berth | 20 | 25 |
| Water | 3 | 4 |

## Closing

The harbour master closes the harbour in a storm.
"""

TIDES = """# Tide Rules

## Item 1. Gauges

The tide gauge is read at noon.

## Item 2. Fees

Nobody pays for the tide.
"""


@dataclass(frozen=True)
class Run:
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as the one JSON object it is."""
        return json.loads(self.out)


def apart(*arguments: object, data: bytes = b"", **environment: str) -> Run:
    """Run a command in a process of its own, with data piped to it."""
    command = [sys.executable, "-m", "silcrow", *map(str, arguments)]
    done = subprocess.run(command, input=data, capture_output=True, check=False, env={**os.environ, **environment})
    return Run(done.returncode, done.stdout.decode(), done.stderr.decode())


def on_terminal(*arguments: object, columns: int = 80, lines: int = 24, **environment: str) -> str:
    """Run a command on a terminal of this size; all that the terminal was sent."""
    command = [sys.executable, "-m", "silcrow", *map(str, arguments)]
    size = {"COLUMNS": str(columns), "LINES": str(lines), "TERM": "xterm"}
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env={**os.environ, **size, **environment}
    ):
        os.close(theirs)
        sent = bytearray()
        while piece := _read(ours):
            sent += piece
    os.close(ours)
    return sent.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # what Linux says when the other side has closed
        return b""
