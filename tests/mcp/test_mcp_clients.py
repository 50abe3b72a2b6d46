"""The set-up that is printed for each client is what that client reads."""

import json
import shlex
import tomllib

import pytest

from silcrow.errors import Usage
from silcrow.mcp.clients import CLIENTS, configuration

COMMAND = "/opt/my tools/silcrow"
ARGUMENTS = ["mcp", '/data/a "b".pdf', "--allow-add", "C:\\papers", "é§"]


@pytest.mark.parametrize(
    ("client", "key"), [("claude-desktop", "mcpServers"), ("cursor", "mcpServers"), ("vscode", "servers")]
)
def test_json_names_the_command_and_its_arguments(client: str, key: str):
    _, text = configuration(client, COMMAND, ARGUMENTS)
    entry = json.loads(text)[key]["silcrow"]
    assert (entry["command"], entry["args"]) == (COMMAND, ARGUMENTS)


def test_codex_reads_toml():
    _, text = configuration("codex", COMMAND, [*ARGUMENTS, "\x7f\n"])
    entry = tomllib.loads(text)["mcp_servers"]["silcrow"]
    assert (entry["command"], entry["args"]) == (COMMAND, [*ARGUMENTS, "\x7f\n"])


def test_claude_code_is_told_by_a_command():
    _, text = configuration("claude-code", COMMAND, ARGUMENTS)
    assert shlex.split(text) == ["claude", "mcp", "add", "silcrow", "--", COMMAND, *ARGUMENTS]


def test_other_clients_are_refused_with_the_known_ones():
    with pytest.raises(Usage) as failure:
        configuration("emacs", COMMAND, [])
    assert failure.value.candidates == tuple(CLIENTS)
