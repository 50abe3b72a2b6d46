"""`silcrow mcp` as a process, as its clients start it: only the protocol on its output, and an end when they end."""

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import anyio
import pytest

from mcp import Client, MCPError
from serving import HARBOUR, MODES, ended, process

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    path = tmp_path / "harbour.md"
    path.write_text(HARBOUR, encoding="utf-8")
    return path


@pytest.mark.parametrize("mode", MODES)
def test_a_file_is_served_over_stdio_by_either_revision(harbour: Path, mode: str):
    async def said(client: Client) -> Any:
        names = [tool.name for tool in (await client.list_tools()).tools]
        found = await client.call_tool("retrieve", {"query": "fee of a small boat", "top_k": 1})
        failure = await client.call_tool("read_section", {"section": "Item 9"})
        with pytest.raises(MCPError):
            await client.read_resource("silcrow://nothing")
        return client.protocol_version, names, found, failure

    version, names, found, failure = anyio.run(ended, Client(process(str(harbour)), mode=mode), said)
    assert version == {"legacy": "2025-11-25"}.get(mode, mode)
    assert "verify_quotes" in names
    assert found.structured_content["passages"][0]["place"] == "harbour:item-2:1"
    assert (failure.is_error, failure.structured_content["error"]["code"]) == (True, "not_found")


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "silcrow", "mcp", *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_nothing_but_the_protocol_is_on_stdout_and_the_end_of_input_ends_it(harbour: Path):
    messages: list[dict[str, Any]] = [
        HELLO,
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "documents", "arguments": {}}},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "outline", "arguments": {"x": 1}}},
    ]
    with start("-v", harbour) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        answers = []
        for message in messages:
            server.stdin.write(json.dumps(message) + "\n")
            server.stdin.flush()
            if "id" in message:
                answers.append(json.loads(server.stdout.readline()))
        server.stdin.close()
        rest = server.stdout.read()
        assert server.wait(timeout=30) == 0
        assert server.stderr is not None
        assert "Added" in server.stderr.read()
    assert rest == ""
    assert [answer["id"] for answer in answers] == [1, 2, 3]
    assert answers[2]["result"]["isError"] is True


def test_engines_write_nothing_to_stdout_either(sample: Path, tmp_path: Path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "broken.pdf").write_bytes(sample.read_bytes()[:9_000])
    (tmp_path / "in" / "whole.pdf").write_bytes(sample.read_bytes())
    add = {"name": "add_document", "arguments": {"path": str(tmp_path / "in")}}
    with start("--allow-add", tmp_path) as server:
        said = [HELLO, {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": add}]
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n".join(map(json.dumps, said)) + "\n")
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in said]
        server.stdin.close()
        assert server.stdout.read() == ""
        assert server.wait(timeout=60) == 0
    assert "whole" in [one["doc_id"] for one in answers[1]["result"]["structuredContent"]["documents"]]


def test_a_client_that_dies_at_once_leaves_no_server(harbour: Path):
    with start(harbour) as server:
        assert server.stdin is not None
        server.stdin.close()
        assert server.wait(timeout=30) == 0


def test_a_client_that_reads_no_more_leaves_no_server(harbour: Path):
    with start(harbour) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        assert server.stderr is not None
        server.stdout.close()
        server.stdin.write(json.dumps(HELLO) + "\n")
        server.stdin.flush()
        server.stdin.close()
        assert server.wait(timeout=30) == 0
        assert "Traceback" not in server.stderr.read()


def test_what_is_no_message_does_not_end_the_server(harbour: Path):
    with start(harbour) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("hello\n\x00\n{}\n" + json.dumps(HELLO) + "\n")
        server.stdin.flush()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            answer = json.loads(server.stdout.readline())
            if answer.get("id") == 1:
                break
        assert answer["result"]["serverInfo"]["name"] == "silcrow"
        server.stdin.close()
        assert server.wait(timeout=30) == 0


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["nowhere.pdf"], 3, "no file nowhere.pdf"),
        (["-"], 2, "standard input is the client's"),
        (["--allow-add", "/nowhere/at/all"], 2, "is no folder"),
        (["--token", "secret"], 2, "--token goes with --http"),
        (["--http", "70000"], 2, "no port"),
        (["--print-config", "emacs"], 2, "Known: claude-code"),
        (["https://example.org/a.pdf"], 2, "is not fetched"),
    ],
)
def test_what_cannot_be_served_is_said_before_it_serves(silcrow, arguments: list[str], status: int, said: str):
    done = silcrow("mcp", *arguments)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
