"""The skills that ship: in the form that clients read, and naming no command that does not exist."""

import re
import shlex
from pathlib import Path

import pytest

from silcrow.cli.app import VERBS, command
from silcrow.cli.flags import ALIASES, arrange
from silcrow.language.tokens import estimate_tokens

FOLDER = Path(__file__).parent.parent / "src" / "silcrow" / "skills"
SKILLS = sorted(FOLDER.glob("*/SKILL.md"))
FIELDS = {"name", "description", "license", "compatibility", "metadata", "allowed-tools"}


def parts(path: Path) -> tuple[dict[str, str], str]:
    """The front matter, a line a field, and the body."""
    found = re.fullmatch(r"---\n(.*?)\n---\n(.*)", path.read_text(encoding="utf-8"), re.DOTALL)
    assert found, "front matter between two lines of three hyphens"
    fields = dict(line.split(": ", 1) for line in found[1].splitlines())
    return fields, found[2]


def commands(body: str) -> list[str]:
    """Every command the skill shows, in blocks and in running text."""
    blocks = [line for block in re.findall(r"```sh\n(.*?)```", body, re.DOTALL) for line in block.splitlines()]
    running = re.findall(r"`(silcrow [^`]+)`", body)
    return [line.strip() for line in (*blocks, *running) if line.strip().startswith("silcrow ")]


def test_the_skills_of_reading_and_of_checking_ship():
    assert [path.parent.name for path in SKILLS] == ["checking-documents", "reading-long-documents"]


@pytest.mark.parametrize("path", SKILLS, ids=lambda path: path.parent.name)
def test_a_skill_is_in_the_form_that_clients_read(path: Path):
    fields, body = parts(path)
    assert set(fields) <= FIELDS
    assert fields["name"] == path.parent.name
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", fields["name"])
    assert len(fields["name"]) <= 64
    assert 0 < len(fields["description"]) <= 1_024
    assert not {"<", ">"} & set(fields["description"])
    assert len(fields.get("compatibility", "")) <= 500
    assert estimate_tokens(body) < 5_000
    assert len(body.splitlines()) < 500


@pytest.mark.parametrize("line", [line for path in SKILLS for line in commands(parts(path)[1])])
def test_every_command_of_a_skill_exists_and_parses(line: str):
    _, words = arrange(shlex.split(line)[1:], VERBS)
    assert words[0] in VERBS
    assert words[0] not in ALIASES
    assert command().commands[words[0]].make_context(words[0], words[1:], resilient_parsing=len(words) == 1)


def test_every_verb_that_a_skill_needs_is_shown():
    shown = {shlex.split(line)[1] for path in SKILLS for line in commands(parts(path)[1])}
    assert {"outline", "retrieve", "read", "ask", "add", "ls", "status", "doctor"} <= shown
