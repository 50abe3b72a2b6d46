"""The server as the SDK's own client sees it, by both revisions of the protocol."""

import json
from typing import Any

import anyio
import pytest

from mcp import Client, MCPError
from serving import HARBOUR, MODES, call, library, served, talk
from silcrow.language.tokens import estimate_tokens
from silcrow.mcp.opened import Opened

READING = ["documents", "outline", "retrieve", "read_section", "find_section", "calculate", "verify_quotes"]
STUDYING = ["next_part", "note_part", "study_status", "synthesis"]


@pytest.fixture
def harbour() -> Opened:
    return served(library(harbour=HARBOUR))


@pytest.mark.parametrize("mode", MODES)
def test_the_tools_are_there_by_either_revision(harbour: Opened, mode: str):
    async def said(client: Client) -> Any:
        return (await client.list_tools()).tools, client.protocol_version

    tools, version = talk(harbour, mode, said)
    assert version == {"legacy": "2025-11-25"}.get(mode, mode)
    assert [tool.name for tool in tools] == [*READING, *STUDYING]
    for tool in tools:
        hints = tool.annotations
        assert (hints.read_only_hint, hints.idempotent_hint, hints.open_world_hint) == (
            tool.name in (*READING, "study_status"),
            True,
            False,
        )
        assert tool.input_schema["additionalProperties"] is False
        assert tool.output_schema["type"] == "object"


def test_all_that_is_said_of_the_tools_takes_three_thousand_tokens_at_most(tmp_path):
    async def said(client: Client) -> Any:
        return (await client.list_tools()).tools, (await client.list_prompts()).prompts, client.instructions

    tools, prompts, instructions = talk(served(library(), folders=(tmp_path,)), MODES[0], said)
    assert len(tools) == 12
    shown = [
        {"name": tool.name, "title": tool.title, "description": tool.description, "input": tool.input_schema}
        for tool in tools
    ]
    shown += [{"name": prompt.name, "description": prompt.description} for prompt in prompts]
    assert estimate_tokens(instructions + json.dumps(shown)) <= 3_000


@pytest.mark.parametrize("mode", MODES)
def test_a_result_is_json_of_the_envelope_and_short_markdown(harbour: Opened, mode: str):
    found = call(harbour, "read_section", mode, section="Item 1")
    assert not found.is_error
    (passage,) = found.structured_content["passages"]
    assert passage["place"] == "harbour:item-1:1-2"
    assert passage["text"] == "A berth is given for one night.\n\nA boat that stays longer pays twice."
    assert "harbour §Item 1. Berths ¶1–2" in found.content[0].text


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("tool", "arguments", "code"),
    [
        ("read_section", {"section": "Item 9"}, "not_found"),
        ("outline", {"doc_id": "harbor"}, "not_found"),
        ("retrieve", {"query": "berth", "colour": "red"}, "usage"),
        ("retrieve", {}, "usage"),
        ("documents", {"cursor": "x"}, "usage"),
        ("verify_quotes", {"quotes": ["a"], "places": ["b", "c"]}, "usage"),
    ],
)
def test_an_error_is_marked_and_fits_the_schema_of_the_tool(
    harbour: Opened, mode: str, tool: str, arguments: dict[str, Any], code: str
):
    found = call(harbour, tool, mode, **arguments)
    assert found.is_error
    assert found.structured_content["error"]["code"] == code
    assert found.structured_content["error"]["hint"] in found.content[0].text


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol(harbour: Opened):
    with pytest.raises(MCPError, match="documents, outline"):
        call(harbour, "delete_everything")
    with pytest.raises(MCPError, match="no tool"):
        call(harbour, "add_document", path="/etc/passwd")


def test_half_characters_of_broken_files_reach_no_client():
    found = call(served(library(bad="# A\n\nhalf")), "retrieve", query="half \ud800")
    assert not found.is_error


def test_quotes_are_verified(harbour: Opened):
    found = call(
        harbour, "verify_quotes", quotes=["given for one night", "given for two nights"], places=["harbour:item-1"] * 2
    )
    assert [one["verdict"] for one in found.structured_content["citations"]] == ["verified", "unsupported"]


def test_only_what_was_named_is_served():
    opened = served(library(harbour=HARBOUR, secret="# Plans\n\nSell the harbour."), "harbour")
    listed = call(opened, "documents").structured_content["documents"]
    assert [entry["doc_id"] for entry in listed] == ["harbour"]
    assert call(opened, "read_section", section="secret:plans").structured_content["error"]["code"] == "not_found"
    for address in ("silcrow://secret", "silcrow://secret/plans"):
        with pytest.raises(MCPError):
            talk(opened, MODES[1], lambda client, address=address: client.read_resource(address))


@pytest.mark.parametrize("mode", MODES)
def test_calls_at_once_get_each_its_own_answer(mode: str):
    opened = served(library(**{f"doc{n}": f"# Part {n}\n\nNumber {n} stands here." for n in range(12)}))

    async def said(client: Client) -> list[str]:
        places: list[str] = [""] * 12

        async def one(n: int) -> None:
            found = await client.call_tool("read_section", {"section": f"doc{n}:part-{n}"})
            places[n] = found.structured_content["passages"][0]["text"]

        async with anyio.create_task_group() as group:
            for n in range(12):
                group.start_soon(one, n)
        return places

    assert talk(opened, mode, said) == [f"Number {n} stands here." for n in range(12)]


# Resources


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(
    ("address", "text"),
    [
        ("silcrow://harbour", "- item-2: Item 2. Fees"),
        ("silcrow://harbour/item-1", "A boat that stays longer pays twice."),
        ("silcrow://harbour/item-1/2", "A boat that stays longer pays twice."),
        ("silcrow://harbour/item%2D1/1-2", "A berth is given"),
    ],
)
def test_a_place_is_a_resource(harbour: Opened, mode: str, address: str, text: str):
    found = talk(harbour, mode, lambda client: client.read_resource(address))
    assert text in found.contents[0].text
    assert "untrusted" in found.contents[0].text


@pytest.mark.parametrize(
    "address",
    [
        "silcrow://",
        "silcrow://harbour/",
        "silcrow://harbour/item-9",
        "silcrow://harbour/item-1/9",
        "silcrow://harbour/item-1/x",
        "silcrow://harbour/item-1/1/2",
        "silcrow://harbour/../secret",
        "silcrow://harbour/%2e%2e%2fsecret",
        "silcrow://..%2F..%2Fetc%2Fpasswd",
        "file:///etc/passwd",
        "http://127.0.0.1/",
    ],
)
def test_what_is_no_place_is_no_resource(harbour: Opened, address: str):
    with pytest.raises(MCPError) as failure:
        talk(harbour, MODES[1], lambda client: client.read_resource(address))
    assert failure.value.data["code"] == "not_found"


def test_documents_are_listed_as_resources_a_page_at_a_time():
    made = library(**{f"doc{n:03}": f"# Doc {n}\n\nText {n}." for n in range(230)})

    async def said(client: Client) -> list[str]:
        first = await client.list_resources()
        then = await client.list_resources(cursor=first.next_cursor)
        assert then.next_cursor is None
        return [str(resource.uri) for resource in (*first.resources, *then.resources)]

    assert talk(served(made), MODES[0], said) == [f"silcrow://doc{n:03}" for n in range(230)]


def test_the_templates_name_the_parts_of_a_place(harbour: Opened):
    found = talk(harbour, MODES[1], lambda client: client.list_resource_templates())
    assert found.resource_templates[-1].uri_template == "silcrow://{doc}/{sec}/{para}"


# Prompts


def test_prompts_tell_the_order_of_calls(harbour: Opened):
    async def said(client: Client) -> Any:
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        return names, await client.get_prompt("locate_then_read", {"question": "What does a berth cost?"})

    names, prompt = talk(harbour, MODES[1], said)
    assert names == ["locate_then_read", "survey", "rule_check"]
    text = prompt.messages[0].content.text
    assert text.startswith("Question: What does a berth cost?\nIn: the open documents")
    assert [text.index(tool) for tool in ("outline", "retrieve", "read_section")] == sorted(
        text.index(tool) for tool in ("outline", "retrieve", "read_section")
    )


@pytest.mark.parametrize(
    ("name", "arguments"),
    [("nothing", {}), ("survey", {}), ("survey", {"document": " "}), ("survey", {"document": "a", "colour": "b"})],
)
def test_a_prompt_with_the_wrong_arguments_is_refused(harbour: Opened, name: str, arguments: dict[str, str]):
    with pytest.raises(MCPError):
        talk(harbour, MODES[1], lambda client: client.get_prompt(name, arguments))
