"""The server over streamable HTTP: for programs on this machine, and with a token only for those that know it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client.streamable_http import streamable_http_client

from mcp import Client
from serving import HARBOUR, MODES, ended
from silcrow.mcp.http import Guard

TOKEN = "a-token-of-the-test"


def start(path: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """A server on a free port; its address."""
    with subprocess.Popen(
        [sys.executable, "-m", "silcrow", "mcp", str(path), "--http", "0", *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    ) as server:
        assert server.stderr is not None
        assert server.stdout is not None
        for line in server.stderr:
            if line.startswith("Serving MCP at "):
                yield line.split()[3]
                break
        server.terminate()
        assert server.stdout.read() == ""
        server.wait(timeout=30)


@pytest.fixture(scope="module")
def harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("http") / "harbour.md"
    path.write_text(HARBOUR, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def address(harbour: Path) -> Iterator[str]:
    yield from start(harbour, "--ephemeral")


@pytest.fixture(scope="module")
def locked(harbour: Path) -> Iterator[str]:
    yield from start(harbour, "--ephemeral", SILCROW_MCP_TOKEN=TOKEN)


@pytest.mark.parametrize("mode", MODES)
def test_a_file_is_served_over_http_by_either_revision(address: str, mode: str):
    async def said(client: Client) -> Any:
        await client.list_tools()
        found = await client.call_tool("find_section", {"words": "Fees"})
        failure = await client.call_tool("find_section", {"words": "Fees", "in": "x"})
        return client.protocol_version, found, failure

    version, found, failure = anyio.run(ended, Client(address, mode=mode), said)
    assert version == {"legacy": "2025-11-25"}.get(mode, mode)
    assert found.structured_content["sections"][0]["place"] == "harbour:item-2"
    assert (failure.is_error, failure.structured_content["error"]["code"]) == (True, "usage")


def ask(address: str, **headers: str) -> int:
    """The status of a handshake with these headers."""
    body = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}},
    }
    plain = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    return httpx2.post(address, content=json.dumps(body), headers={**plain, **headers}, timeout=30).status_code


def test_a_foreign_host_or_origin_is_refused(address: str):
    port = address.split(":")[2].split("/", maxsplit=1)[0]
    assert ask(address) == 200
    assert ask(address, host=f"localhost:{port}") == 200
    assert ask(address, origin=f"http://127.0.0.1:{port}") == 200
    for host in ("example.org", f"example.org:{port}", "127.0.0.1", "127.0.0.1:1", f"127.0.0.1:{port}.example.org"):
        assert ask(address, host=host) == 403, host
    for origin in ("https://example.org", "null", "http://127.0.0.1:1", f"http://127.0.0.1:{port}.example.org"):
        assert ask(address, origin=origin) == 403, origin


def test_it_listens_on_loopback_only(address: str):
    assert address.startswith("http://127.0.0.1:")


def test_without_the_token_nobody_is_served(locked: str):
    assert ask(locked) == 401
    for wrong in ("", "Bearer", "Bearer wrong", f"Bearer {TOKEN}x", f"Basic {TOKEN}", TOKEN):
        assert ask(locked, authorization=wrong) == 401, wrong
    assert ask(locked, authorization=f"Bearer {TOKEN}") == 200
    assert ask(locked, authorization=f"Bearer {TOKEN}", origin="https://example.org") == 403


def test_headers_of_any_bytes_are_refused_and_no_fault():
    async def served(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError

    async def said(headers: list[tuple[bytes, bytes]]) -> int:
        sent: list[Any] = []

        async def send(message: Any) -> None:
            sent.append(message)

        await Guard(served, port=1, token="é")({"type": "http", "headers": headers}, None, send)
        return sent[0]["status"]

    host = (b"host", b"127.0.0.1:1")
    assert anyio.run(said, [host, (b"authorization", b"Bearer \xff\xe9")]) == 401
    assert anyio.run(said, [host, host]) == 403
    assert anyio.run(said, [(b"host", b"\xff")]) == 403
    assert anyio.run(said, []) == 403


def test_who_knows_the_token_is_served(locked: str):
    async def said() -> Any:
        async with httpx2.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}) as http:
            transport = streamable_http_client(locked, http_client=http)
            return await ended(Client(transport, mode=MODES[1]), lambda client: client.call_tool("documents", {}))

    assert anyio.run(said).structured_content["documents"][0]["doc_id"] == "harbour"


def test_a_port_that_is_taken_is_said(silcrow, address: str):
    port = address.split(":")[2].split("/", maxsplit=1)[0]
    done = silcrow("mcp", "--ephemeral", "--http", port)
    assert done.status == 2
    assert f"port {port} cannot be used" in done.err
