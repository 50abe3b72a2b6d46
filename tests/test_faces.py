"""Every verb that reads is there on every face, and one failure has one code on all of them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from mcp import Client
from silcrow import open_library
from silcrow.cli import main
from silcrow.cli.app import VERBS
from silcrow.errors import SilcrowError
from silcrow.handle import Doc
from silcrow.library import Library
from silcrow.mcp.door import Door
from silcrow.mcp.opened import Opened, Scope
from silcrow.mcp.server import make_server
from silcrow.toolset import TOOLS, call
from silcrow.web.app import API, make_app
from silcrow.web.service import Service

# Library · CLI · handle · tool, which MCP has under the same name. None: the face gets it with a later part.
READING = {
    "documents": ("ls", "record", "documents"),
    "outline": ("outline", "outline", "outline"),
    "find": ("scope", "scope", "find_section"),
    "pack": ("pack", "pack", None),  # a model reads section by section
    "references": ("refs", "references", None),
    "read": ("read", "read", "read_section"),
    "retrieve": ("retrieve", "retrieve", "retrieve"),
    "check": ("check", "check", None),
    "extract": ("extract", "extract", None),
    "compare": ("compare", "compare", None),  # a tool reads both and says what it sees
    "split": ("split", "split", None),  # parts are for whoever reads all of it; a model reads sections
    "study": ("study", "study", None),  # its parts are handed out by tools of MCP that write: next_part, note_part
    "ask": ("ask", "ask", None),  # a model that has tools answers itself
    "verify": ("verify", "verify", None),  # and checks its quotes with verify_quotes, which MCP has
}
# What is no verb of reading: the life of documents, and what programs alone need.
OTHERS = {"add", "add_many", "close", "desk", "document", "embed", "fsck", "remove", "rename", "source", "status"}
OTHERS |= {"begin", "forget", "heads", "journal", "reading", "readings", "resume", "studied_in"}
OTHERS |= {"copy_to"}
OTHERS |= {"fill", "learn", "preview"}
OTHERS |= {"backup", "clear", "jobs", "pulse", "retry", "vacuum"}
BY_NAME = {tool.name: tool for tool in TOOLS}

TEXT = "# Harbour\n\n## Item 1. Fees\n\nTen a night.\n\n## Item 1. Fees\n\nTwenty a week."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "library.db"
    with open_library(path) as library:
        library.add(TEXT.encode(), doc_id="harbour", address="/harbour.md")
        library.add(b"# Tides\n\nTwice a day.", doc_id="tides", address="/tides.md")
    return path


def test_the_table_has_every_verb_of_the_library():
    verbs = {name for room in Library.__mro__[:-1] for name in vars(room) if not name.startswith("_")}
    assert verbs == {*READING, *OTHERS}, "a new verb is one that reads, and on every face, or is not"


@pytest.mark.parametrize(("verb", "faces"), READING.items())
def test_every_verb_that_reads_is_on_every_face(verb: str, faces: tuple[str, str, str | None]):
    on_cli, of_handle, as_tool = faces
    assert hasattr(Library, verb)
    assert on_cli in VERBS
    assert of_handle in vars(Doc)
    assert as_tool is None or as_tool in BY_NAME


# What each verb of reading is over HTTP; a path of the OpenAPI document.
OVER_HTTP = {
    "documents": "get /documents",
    "outline": "get /documents/{doc_id}/outline",
    "find": "get /scope",
    "pack": None,  # a program that reads in packs has the whole library in its hands
    "references": "get /documents/{doc_id}/references",
    "read": "get /read",
    "retrieve": "get /retrieve",
    "compare": "get /compare",
    "split": "get /documents/{doc_id}/parts",
    "check": "post /check",
    "extract": None,  # a rule of one value does the same
    "study": None,  # its reader resumes it on the command line or over MCP
    "ask": "post /ask",
    "verify": "post /verify",
}


def test_every_verb_that_reads_is_there_over_http():
    service = Service(Opened(lambda: Scope(open_library(ephemeral=True))))
    paths = make_app(service, door=Door(frozenset())).openapi()["paths"]
    there = {f"{method} {path.removeprefix(API)}" for path, methods in paths.items() for method in methods}
    assert {one for one in OVER_HTTP.values() if one} <= there
    assert set(OVER_HTTP) == set(READING), "a new verb that reads is there over HTTP, or says why not"


def test_mcp_has_every_tool():
    async def names() -> list[str]:
        opened = Opened(lambda: Scope(open_library(ephemeral=True)))
        async with Client(make_server(opened)) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert set(BY_NAME) <= set(anyio.run(names))


# What is asked on each face, and the code that each gives: Library, arguments of the CLI, tool and its arguments.
Failure = tuple[Callable[[Library], Any], list[str], str, dict[str, Any]]
FAILURES: dict[str, tuple[str, Failure]] = {
    "no such section": (
        "not_found",
        (
            lambda library: library.read("Item 9", doc_id="harbour"),
            ["read", "harbour", "Item 9"],
            "read_section",
            {"doc_id": "harbour", "section": "Item 9"},
        ),
    ),
    "no such paragraph": (
        "not_found",
        (
            lambda library: library.read("tides:tides:7"),
            ["read", "tides:tides:7"],
            "read_section",
            {"section": "tides:tides:7"},
        ),
    ),
    "words that fit two sections": (
        "ambiguous",
        (
            lambda library: library.read("Item 1", doc_id="harbour"),
            ["read", "harbour", "Item 1"],
            "read_section",
            {"doc_id": "harbour", "section": "Item 1"},
        ),
    ),
    "no such document": (
        "not_found",
        (lambda library: library.outline("harbor"), ["outline", "harbor"], "outline", {"doc_id": "harbor"}),
    ),
    "a search in a document that is not there": (
        "not_found",
        (
            lambda library: library.retrieve("fees", doc_ids=["harbor"]),
            ["retrieve", "harbor", "fees"],
            "retrieve",
            {"doc_ids": ["harbor"], "query": "fees"},
        ),
    ),
    "a search for nothing": (
        "usage",
        (lambda library: library.retrieve("…"), ["retrieve", "…"], "retrieve", {"query": "…"}),
    ),
    "a damaged cursor": (
        "usage",
        (
            lambda library: library.read("tides:tides", cursor="nonsense"),
            ["read", "tides:tides", "--cursor", "nonsense"],
            "read_section",
            {"section": "tides:tides", "cursor": "nonsense"},
        ),
    ),
    "pages of what has none": (
        "usage",
        (
            lambda library: library.desk().read_pages("tides", 1, 2),
            ["read", "tides", "--pages", "1-2"],
            "read_section",
            {"doc_id": "tides", "pages": "1-2"},
        ),
    ),
}


@pytest.mark.parametrize("name", FAILURES)
def test_the_same_failure_has_the_same_code_on_every_face(name: str, path: Path, capsys: pytest.CaptureFixture[str]):
    code, (ask, arguments, tool, given) = FAILURES[name]
    with open_library(path) as library:
        with pytest.raises(SilcrowError) as failure:
            ask(library)
        assert failure.value.code == code
        assert call(BY_NAME[tool], library.desk(), given).data["error"]["code"] == code

        async def over_mcp() -> Any:
            async with Client(make_server(Opened(lambda: Scope(library)))) as client:
                return await client.call_tool(tool, given)

        assert anyio.run(over_mcp).structured_content["error"]["code"] == code
    main([*arguments, "--library", str(path), "--json"])
    assert json.loads(capsys.readouterr().out)["error"]["code"] == code
