"""How each client is told of the server: the file, and what to write there. Knows no server."""

import json
import re
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from silcrow.errors import Usage


@dataclass(frozen=True, slots=True)
class Client:
    """A client: where its configuration stands, and how a command is written there."""

    where: str
    written: Callable[[str, Sequence[str]], str]


def _json(key: str, **more: str) -> Callable[[str, Sequence[str]], str]:
    def written(command: str, arguments: Sequence[str]) -> str:
        entry = {**more, "command": command, "args": list(arguments)}
        return json.dumps({key: {"silcrow": entry}}, indent=2, ensure_ascii=False)

    return written


def _claude_code(command: str, arguments: Sequence[str]) -> str:
    return f"claude mcp add silcrow -- {shlex.join([command, *arguments])}"


def _toml(command: str, arguments: Sequence[str]) -> str:
    listed = ", ".join(map(_toml_text, arguments))
    return f"[mcp_servers.silcrow]\ncommand = {_toml_text(command)}\nargs = [{listed}]"


def _toml_text(text: str) -> str:
    """A basic string of TOML; JSON's escapes are also TOML's, but for DEL."""
    return re.sub("\x7f", r"\\u007f", json.dumps(text, ensure_ascii=False))


CLIENTS = {
    "claude-code": Client("Run this in a terminal", _claude_code),
    "claude-desktop": Client("Settings > Developer > Edit Config: claude_desktop_config.json", _json("mcpServers")),
    "cursor": Client("~/.cursor/mcp.json, or .cursor/mcp.json in a project", _json("mcpServers")),
    "vscode": Client(".vscode/mcp.json in a workspace", _json("servers", type="stdio")),
    "codex": Client("~/.codex/config.toml", _toml),
}


def configuration(client: str, command: str, arguments: Sequence[str]) -> tuple[str, str]:
    """Where the set-up of a client goes, and the set-up. Usage for a client that is not known."""
    if client not in CLIENTS:
        raise Usage(f"no client {client!r}", hint=f"Known: {', '.join(CLIENTS)}.", candidates=tuple(CLIENTS))
    found = CLIENTS[client]
    return found.where, found.written(command, arguments)
