"""How long an agent waits: `python benchmarks/mcp.py --data FILE [--calls 200]`.

Starts `silcrow mcp` as a client does, over stdio, on one document (generated with --pages where no file is named), and
prints the time from the start of the process to the first answer and to the first result of a tool, and p50 and p95 of
each tool's calls, by the clock. CPU time of the server beside them, since the machine may have other work.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "benchmark", "version": "1"}}


class Session:
    """One server, spoken to by hand so that no client's own time is counted."""

    def __init__(self, library: Path) -> None:
        self.begun = time.perf_counter()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "silcrow", "mcp", "--library", str(library)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._id = 0

    def ask(self, method: str, **params: Any) -> Any:
        """One request; its result."""
        self._id += 1
        self._send({"jsonrpc": "2.0", "id": self._id, "method": method, "params": params})
        answer = json.loads(self._process.stdout.readline())
        return answer["result"]

    def tell(self, method: str) -> None:
        """One notification."""
        self._send({"jsonrpc": "2.0", "method": method})

    def _send(self, message: dict[str, Any]) -> None:
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def cpu(self) -> float:
        """Seconds of CPU the server has used (Linux), or 0."""
        stat = Path(f"/proc/{self._process.pid}/stat")
        if not stat.exists():
            return 0.0
        fields = stat.read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """Close its input, which ends it."""
        self._process.stdin.close()
        self._process.wait()


def generated(pages: int) -> bytes:
    """A Markdown document of so many pages' text (350 words each), with parts, chapters and sections."""
    chance = random.Random(7)
    vowels, others = "aeiou", "bcdfglmnprstv"
    words = [
        "".join(chance.choice(others) + chance.choice(vowels) for _ in range(chance.randint(1, 4))) for _ in range(9000)
    ]
    lines = ["# The long book"]
    for page in range(pages):
        if page % 40 == 0:
            lines.append(f"## {page // 40 + 1} {' '.join(chance.choices(words, k=3))}")
        lines.append(f"### {page // 40 + 1}.{page % 40 + 1} {' '.join(chance.choices(words, k=4))}")
        lines.extend(" ".join(chance.choices(words, k=70)) + "." for _ in range(5))
    return "\n\n".join(lines).encode()


def requests(outline: Any, calls: int) -> dict[str, list[tuple[str, dict[str, Any]]]]:
    """What an agent asks, by kind; sections and words are those of the document."""
    chance = random.Random(11)
    sections = chance.choices(list(_flat(outline["sections"])), k=calls)
    words = [word for section in sections for word in section["title"].split() if len(word) > 4] or ["income"]
    places = [f"{outline['doc_id']}:{section['sec_id']}" for section in sections]
    return {
        "documents": [("documents", {})] * calls,
        "outline": [("outline", {})] * calls,
        "outline of a section": [("outline", {"section": place}) for place in places],
        "retrieve": [("retrieve", {"query": " ".join(chance.choices(words, k=4))}) for _ in places],
        "retrieve in a section": [("retrieve", {"query": chance.choice(words), "section": place}) for place in places],
        "read_section": [("read_section", {"sec_id": place}) for place in places],
        "find_section": [("find_section", {"words": section["title"] or "front"}) for section in sections],
    }


def _flat(entries: list[Any]) -> Iterator[Any]:
    for entry in entries:
        yield entry
        yield from _flat(entry["sections"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path)
    parser.add_argument("--pages", type=int, default=1000)
    parser.add_argument("--calls", type=int, default=60)
    given = parser.parse_args()
    from silcrow import open_library  # noqa: PLC0415  not needed by who only asks for help

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "library.db"
        with open_library(path) as library:
            added = library.add(given.data) if given.data else library.add(generated(given.pages), doc_id="book")
            print(f"{added.record.doc_id}: {added.record.pages} pages, {added.record.sections} sections")
        starts = [start(path) for _ in range(5)]
        for name, values in zip(("first answer", "first result of a tool"), zip(*starts, strict=True), strict=True):
            print(f"{name}: " + ", ".join(f"{clock:.2f} s ({cpu:.2f} s CPU)" for clock, cpu in sorted(values)))
        measure(path, given.calls)


def start(path: Path) -> list[tuple[float, float]]:
    """Clock and CPU seconds to the greeting, and to the result of the first tool."""
    session = Session(path)
    session.ask("initialize", **HELLO)
    greeted = time.perf_counter() - session.begun, session.cpu()
    session.tell("notifications/initialized")
    session.ask("tools/list")
    session.ask("tools/call", name="documents", arguments={})
    served = time.perf_counter() - session.begun, session.cpu()
    session.end()
    return [greeted, served]


def measure(path: Path, calls: int) -> None:
    """p50 and p95 of each tool."""
    session = Session(path)
    session.ask("initialize", **HELLO)
    session.tell("notifications/initialized")
    outline = session.ask("tools/call", name="outline", arguments={})["structuredContent"]
    everything: list[float] = []
    for kind, asked in requests(outline, calls).items():
        times: list[float] = []
        before = session.cpu()
        for tool, arguments in asked:
            begun = time.perf_counter()
            result = session.ask("tools/call", name=tool, arguments=arguments)
            times.append((time.perf_counter() - begun) * 1000)
            if result.get("isError"):
                sys.exit(f"{tool} {arguments}: {result['content'][0]['text']}")
        show(kind, times, f"{(session.cpu() - before) / calls * 1000:5.1f} ms CPU a call")
        everything.extend(times)
    show("all", everything)
    session.end()


def show(kind: str, times: list[float], more: str = "") -> None:
    """One line: p50 and p95."""
    times = sorted(times)
    print(
        f"{kind:22} p50 {times[len(times) // 2]:6.1f} ms  p95 {times[int(len(times) * 0.95)]:6.1f} ms  {more}".rstrip()
    )


if __name__ == "__main__":
    main()
