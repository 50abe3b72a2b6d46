"""Fifty readers at one server: `python benchmarks/serving.py [--data FILE] [--readers 50] [--seconds 60] [--think 1]`.

Starts `silcrow serve` as a person does, on one document (made up, of --sections, where no file is named). Each reader
has a connection of its own and asks one thing after the other: half of the time for words, else for a section, or
whether its outline still holds. `--think` is the pause between, in the middle. Prints requests, errors, p50 and p95 of
each by the clock, CPU time of the server a request, and its memory early and at the end. By the clock other work shows.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

_PARTS = [consonant + vowel for consonant in "bcdfgklmnprst" for vowel in "ae"]
WORDS = [one + two + three for one in _PARTS for two in _PARTS for three in _PARTS]
WEIGHTS = [1 / (rank + 2) for rank in range(len(WORDS))]  # a few words are frequent, as in any language

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    asked.add_argument("--data", type=Path)
    asked.add_argument("--sections", type=int, default=1_000)
    asked.add_argument("--readers", type=int, default=50)
    asked.add_argument("--seconds", type=float, default=60)
    asked.add_argument("--think", type=float, default=1.0)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = given.data or made(Path(folder) / "harbours.md", given.sections)
        server = subprocess.Popen(  # noqa: ASYNC220  before anything else runs
            [sys.executable, "-m", "silcrow", "serve", str(file), "--port", "0", "--library", f"{folder}/library.db"],
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            port = next(int(line.split(":")[2].split("/")[0]) for line in server.stderr if line.startswith("Serving"))
            await measured(server.pid, port, given)
        finally:
            server.terminate()
            server.wait(30)


async def measured(pid: int, port: int, given: argparse.Namespace) -> None:
    """Let the readers read, and print what it took."""
    _, body = await once(port, "/api/v1/documents")
    doc_id = json.loads(body)["documents"][0]["doc_id"]
    head, body = await once(port, f"/api/v1/documents/{doc_id}/outline?depth=2")
    tag = next(line.partition(": ")[2] for line in head.split("\r\n") if line.startswith("etag"))
    sections = [one["sec_id"] for top in json.loads(body)["sections"] for one in (top, *top["sections"])]
    took: dict[str, list[float]] = defaultdict(list)
    errors: list[str] = []
    end = time.perf_counter() + given.seconds
    visit = Visit(port, doc_id, sections, tag, end, given.think, took, errors)
    watching = asyncio.gather(*(reader(number, visit) for number in range(given.readers)))
    await asyncio.sleep(min(10.0, given.seconds / 3))
    first, cpu = memory(pid), seconds(pid)
    counted = sum(map(len, took.values()))
    await watching
    all_of_them = sum(map(len, took.values()))
    each = (seconds(pid) - cpu) / max(1, all_of_them - counted)
    print(f"{given.readers} readers, {given.seconds:g} s, a pause of {given.think:g} s: {all_of_them} requests")
    print(f"errors: {len(errors)} {errors[:3] or ''}")
    for name, times in sorted(took.items()):
        times.sort()
        middle, late = times[len(times) // 2], times[int(len(times) * 0.95)]
        print(f"{name:10} {len(times):6}  p50 {middle * 1000:6.0f} ms  p95 {late * 1000:6.0f} ms")
    print(f"CPU of the server a request: {each * 1000:.1f} ms")
    print(f"memory of the server: {first:.0f} MB early, {memory(pid):.0f} MB at the end")


@dataclass
class Visit:
    """What all readers share: where they read, how long, and what it took them."""

    port: int
    doc_id: str
    sections: list[str]
    tag: str
    end: float
    think: float
    took: dict[str, list[float]]
    errors: list[str]


async def reader(number: int, visit: Visit) -> None:
    """One person who looks, searches and reads."""
    port, doc_id, sections, think = visit.port, visit.doc_id, visit.sections, visit.think
    took, errors, end = visit.took, visit.errors, visit.end
    chance = random.Random(number)
    streams = await asyncio.open_connection("127.0.0.1", port)
    await asyncio.sleep(chance.random() * think)
    while time.perf_counter() < end:
        words = " ".join(chance.choices(WORDS, WEIGHTS, k=3))
        name, path = chance.choice(
            [
                ("retrieve", f"/api/v1/retrieve?q={quote(words)}&doc_id={quote(doc_id)}"),
                ("retrieve", f"/api/v1/retrieve?q={quote(words)}&doc_id={quote(doc_id)}&top_k=3"),
                ("read", f"/api/v1/read?place={quote(doc_id)}:{quote(chance.choice(sections))}"),
                ("outline", f"/api/v1/documents/{quote(doc_id)}/outline?depth=2"),
            ]
        )
        since = time.perf_counter()
        head, _ = await asked_of(streams, port, path, visit.tag if name == "outline" else "")
        status = head.split()[1]
        took[name].append(time.perf_counter() - since)
        if status != ("304" if name == "outline" else "200"):
            errors.append(f"{status} {path}")
        await asyncio.sleep(think * (0.5 + chance.random()))
    streams[1].close()


async def once(port: int, path: str) -> tuple[str, bytes]:
    """One request on a connection of its own."""
    streams = await asyncio.open_connection("127.0.0.1", port)
    try:
        return await asked_of(streams, port, path)
    finally:
        streams[1].close()


async def asked_of(streams: Streams, port: int, path: str, tag: str = "") -> tuple[str, bytes]:
    """One request by hand, so that no client's own time is counted."""
    incoming, outgoing = streams
    outgoing.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nIf-None-Match: {tag}\r\n\r\n".encode())
    head = (await incoming.readuntil(b"\r\n\r\n")).decode().lower()
    sizes = [int(line.split(":")[1]) for line in head.split("\r\n") if line.startswith("content-length")]
    return head, await incoming.readexactly(sum(sizes))


def made(path: Path, sections: int) -> Path:
    """A document of so many sections; about a page each."""
    chance = random.Random(1)
    lines = ["# Harbours"]
    for number in range(1, sections + 1):
        lines.append(f"## {number}. {' '.join(chance.sample(WORDS, 2)).title()}")
        lines.extend(" ".join(chance.choices(WORDS, WEIGHTS, k=80)) + "." for _ in range(5))
    path.write_text("\n\n".join(lines), encoding="utf-8")
    return path


def memory(pid: int) -> float:
    """Megabytes that a process has in memory (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1_000


def seconds(pid: int) -> float:
    """Seconds of CPU that a process has used (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    asyncio.run(main())
