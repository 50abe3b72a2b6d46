"""Tools in words, for a server that refuses to be told of them."""

import pytest

from playing import KEY, Says, a_json, playing_openai
from silcrow.models.chat import Message, ToolCall, ToolSchema
from silcrow.models.openai_chat import OpenAIServer
from silcrow.models.patience import Patient
from silcrow.models.telling import in_words

READ = ToolSchema("read", "Read paragraphs.", {"type": "object", "properties": {"place": {"type": "string"}}})
CALL = ToolCall("call_1", "read", '{"place": "a"}')
WRITTEN = '<tool_call>\n{"name": "read", "arguments": {"place": "a"}}\n</tool_call>'
TALK = [
    Message("system", "You read."),
    Message("user", "How much?"),
    Message("assistant", "I look.", (CALL,), thoughts="Where?"),
    Message("tool", "Twelve.", call_id="call_1"),
    Message("user", "Go on."),
]


def test_a_conversation_is_told_in_turns_of_plain_text():
    system, *turns = in_words(TALK, [READ])
    assert system.text.startswith("You read.\n\n# Tools\n")
    assert '- read: Read paragraphs.\n  {"type": "object", "properties": {"place": {"type": "string"}}}' in system.text
    assert turns == [
        Message("user", "How much?"),
        Message("assistant", f"I look.\n{WRITTEN}"),
        Message("user", "<tool_response>\nTwelve.\n</tool_response>\n\nGo on."),
    ]


def test_without_tools_nothing_is_told_of_any():
    assert in_words(TALK[:2], []) == TALK[:2]
    assert in_words(TALK[1:2], []) == TALK[1:2]


@pytest.mark.parametrize(
    "refusal",
    [
        "registry.ollama.ai/library/gemma2:2b does not support tools",
        '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
        "tools param requires --jinja flag",
        "No endpoints found that support tool use.",
    ],
)
def test_a_server_that_refuses_tools_is_told_of_them_in_words_from_then_on(refusal: str):
    refused = a_json({"error": {"message": refusal, "type": "invalid_request_error"}}, 400)
    with playing_openai([refused, Says(WRITTEN), Says("It was 12.")]) as server:
        model = Patient(OpenAIServer("m", url=server.url, key=KEY), sleep=lambda _: None)
        reply = model.reply(TALK[:2], tools=[READ])
        assert reply.calls == (CALL,)
        answer = model.reply([*TALK[:2], reply.turn(), *TALK[3:]], tools=[READ])
    assert answer.text == "It was 12."
    assert ["tools" in asked.body for asked in server.asked] == [True, False, False]
    assert [message["role"] for message in server.asked[2].body["messages"]] == ["system", "user", "assistant", "user"]
