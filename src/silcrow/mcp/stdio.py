"""The server over standard input and output: only the protocol is written there, and end of input ends it."""

from contextlib import suppress
from typing import Any

import anyio
from mcp.server.stdio import stdio_server

from silcrow.errors import SilcrowError
from silcrow.mcp.opened import Opened
from silcrow.mcp.server import make_server


def serve(opened: Opened) -> None:
    """Serve one client until its end closes."""
    try:
        anyio.run(_serve, opened)
    except* BrokenPipeError:  # the client reads no more: there is nobody to tell
        pass
    finally:
        opened.close()


async def _serve(opened: Opened) -> None:
    server: Any = make_server(opened)
    async with stdio_server() as (read, write), anyio.create_task_group() as group:
        group.start_soon(anyio.to_thread.run_sync, _warm, opened)
        await server.run(read, write, server.create_initialization_options())
        group.cancel_scope.cancel()


def _warm(opened: Opened) -> None:
    """Load what the first call will need, while the client and the server still greet each other."""
    from silcrow import toolset  # noqa: F401, PLC0415  heavy

    with suppress(SilcrowError):  # the first call says it
        opened.desk()
