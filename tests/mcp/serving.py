"""A server with documents, and clients of it: in this process by either revision, and as a process."""

import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
from mcp_types import CallToolResult

from mcp import Client, MCPError, StdioServerParameters
from silcrow import open_library
from silcrow.library import Library
from silcrow.mcp.opened import Opened, Scope
from silcrow.mcp.server import make_server

# The two latest revisions of the protocol that the SDK speaks: 2025-11-25, by handshake, and 2026-07-28.
MODES = ("legacy", "2026-07-28")

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


def library(**documents: str) -> Library:
    """A library in memory."""
    made = open_library(ephemeral=True)
    for doc_id, text in documents.items():
        made.add(text.encode(), doc_id=doc_id, address=f"/{doc_id}.md")
    return made


def served(made: Library, *doc_ids: str, folders: tuple[Path, ...] = ()) -> Opened:
    """What lies open of a library."""
    return Opened(lambda: Scope(made, doc_ids or None), folders=folders)


def talk(opened: Opened, mode: str, said: Callable[[Client], Awaitable[Any]]) -> Any:
    """What a client in this process gets, or the MCPError it gets."""
    return anyio.run(ended, Client(make_server(opened), mode=mode), said)


async def ended(client: Client, said: Callable[[Client], Awaitable[Any]]) -> Any:
    """What is said with a client; an error of the protocol is raised alone, and not in the groups of its tasks."""
    failure = None
    async with client:
        try:
            return await said(client)
        except MCPError as error:
            failure = error
    raise failure


def call(opened: Opened, tool: str, mode: str = MODES[1], **arguments: Any) -> CallToolResult:
    """One call of a tool; the client has listed the tools first, and so checks the result against its schema."""

    async def said(client: Client) -> CallToolResult:
        await client.list_tools()
        return await client.call_tool(tool, arguments)

    return talk(opened, mode, said)


def process(*arguments: str, **environment: str) -> StdioServerParameters:
    """`silcrow mcp` as a client starts it."""
    return StdioServerParameters(
        command=sys.executable, args=["-m", "silcrow", "mcp", *arguments], env={**os.environ, **environment}
    )
