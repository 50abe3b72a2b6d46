"""A server on the loopback, in a thread with a bounded life or in a process, and the documents it serves."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx2
import uvicorn
from fastapi import FastAPI

from silcrow import open_library
from silcrow.library import Library
from silcrow.mcp.door import Door
from silcrow.mcp.opened import Opened, Scope
from silcrow.web.app import largest_for, make_app
from silcrow.web.bounds import Bounds
from silcrow.web.serve import names, server_of
from silcrow.web.service import Service

HARBOUR = """\
# Harbour Rules

## Item 1. Berths

A berth is given for one night.

A boat that stays longer pays twice.

## Item 2. Fees

| Boat | Fee |
| --- | --- |
| small | 10 |
"""
TIDES = "# Tides\n\nTwice a day the water rises.\n\n## Springs\n\nHigher than neaps."


def library(**documents: str) -> Library:
    """A library in memory."""
    made = open_library(ephemeral=True)
    for doc_id, text in documents.items():
        made.add(text.encode(), doc_id=doc_id, address=f"/{doc_id}.md")
    return made


@contextmanager
def hosted(
    made: Library,
    *doc_ids: str,
    token: str | None = None,
    allowed: tuple[str, ...] = (),
    bounds: dict[str, Any] | None = None,
    patience: float = 15.0,
    **more: Any,
) -> Iterator[str]:
    """Where a library is served, or only some documents of it."""
    service = Service(Opened(lambda: Scope(made, doc_ids or None)), **more)
    within = Bounds(largest_for(service), **(bounds or {}))

    def make(port: int) -> FastAPI:
        return make_app(service, door=Door(names("127.0.0.1", port, allowed), token), bounds=within)

    with running(make, patience=patience) as address:
        yield address


@contextmanager
def running(make: Any, *, patience: float = 15.0) -> Iterator[str]:
    """An app on a free port, made when that is known; ended after the block, within seconds."""
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        app: FastAPI = make(port)
        server: uvicorn.Server = server_of(app, patience=patience)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            for _ in range(1000):
                if server.started:
                    break
                time.sleep(0.01)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            thread.join(20)
            assert not thread.is_alive()


@contextmanager
def serving(where: str, *flags: str) -> Iterator[str]:
    """The address of a `silcrow serve` in a process of its own."""
    command = [sys.executable, "-m", "silcrow", "--library", where, "serve", "--port", "0", *flags]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stderr
        said = server.stderr.readline()
        assert said.startswith("Serving at "), said
        try:
            yield said.split()[2].rstrip("/")
        finally:
            server.terminate()
            server.stderr.read()


def get(address: str, path: str, *, headers: Any = None, **query: Any) -> httpx2.Response:
    """One request."""
    return httpx2.get(address + path, params=query or None, headers=headers, timeout=30)


def api(address: str, path: str, **query: Any) -> Any:
    """What a route of the API answers, which has to be a result."""
    found = get(address, f"/api/v1{path}", **query)
    assert found.status_code == 200, found.text
    return found.json()
