"""What is particular to Anthropic's messages: the cache, the order of turns, what must be told, and how it fails."""

import pytest

from playing import KEY, Says, a_json, playing_anthropic
from servers import Answer
from silcrow.errors import ModelFailed
from silcrow.models.anthropic_chat import AnthropicServer
from silcrow.models.chat import Message, Reply, ToolCall, ToolSchema, Usage
from silcrow.models.patience import Patient

READ = ToolSchema("read", "Read paragraphs.", {"type": "object", "properties": {"place": {"type": "string"}}})
MARK = {"type": "ephemeral"}
FIRST = [Message("system", "You read."), Message("user", "Outline. How much?")]
LATER = [
    *FIRST,
    Message("assistant", "", (ToolCall("id1", "read", '{"place": "a"}'),)),
    Message("tool", "Twelve.", call_id="id1"),
]


def chat(url: str) -> Patient:
    return Patient(AnthropicServer("m", url=url, key=KEY), seconds=20, sleep=lambda _: None)


def test_the_stable_beginning_and_the_last_turn_are_marked_for_the_cache():
    with playing_anthropic([Says("12"), Says("13")]) as server:
        model = chat(server.url)
        model.reply(FIRST, tools=[READ])
        model.reply(LATER, tools=[READ])
    one, two = (asked.body for asked in server.asked)
    assert one["system"] == two["system"] == [{"type": "text", "text": "You read.", "cache_control": MARK}]
    assert one["tools"] == two["tools"]
    assert one["messages"] == two["messages"][:1]  # what was read before is sent in the same bytes
    marked = [[("cache_control" in block) for block in turn["content"]] for turn in two["messages"]]
    assert marked == [[True], [False], [True]]


def test_what_is_sent_is_the_key_in_a_header_and_nowhere_else():
    with playing_anthropic([Says("12")]) as server:
        chat(server.url).reply(FIRST)
    (asked,) = server.asked
    assert asked.path == "/v1/messages"
    assert KEY in str(asked.headers)
    assert KEY not in str(asked.body)


def test_tools_that_were_called_are_told_also_where_none_may_be_called():
    with playing_anthropic([Says("12")]) as server:
        chat(server.url).reply([*LATER, Message("user", "Answer now.")])
    (asked,) = server.asked
    assert asked.body["tools"] == [{"name": "read", "input_schema": {"type": "object"}}]
    assert asked.body["tool_choice"] == {"type": "none"}


def test_turns_alternate_and_hold_something():
    odd = [
        Message("assistant", "Hello. "),
        Message("user", ""),
        Message("user", "How much?"),
        Message("assistant", " "),
    ]
    with playing_anthropic([Says("12")]) as server:
        chat(server.url).reply(odd)
    turns = server.asked[0].body["messages"]
    assert [turn["role"] for turn in turns] == ["user", "assistant", "user", "assistant"]
    texts = [[block["text"] for block in turn["content"]] for turn in turns]
    assert texts == [["(nothing)"], ["Hello."], ["(nothing)", "How much?"], ["(nothing)"]]


def test_a_model_that_takes_no_such_long_reply_is_asked_for_a_shorter_one():
    short = "max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens for m"
    refused = a_json({"type": "error", "error": {"type": "invalid_request_error", "message": short}}, 400)
    with playing_anthropic([refused, Says("12"), Says("13")]) as server:
        model = chat(server.url)
        assert [model.reply(FIRST).text, model.reply(FIRST).text] == ["12", "13"]
    assert [asked.body["max_tokens"] for asked in server.asked] == [8192, 4096, 4096]


@pytest.mark.parametrize("kind", ["overloaded_error", "rate_limit_error", "api_error"])
def test_an_error_in_the_middle_of_a_stream_is_asked_again(kind: str):
    body = f'event: error\ndata: {{"type": "error", "error": {{"type": "{kind}", "message": "Overloaded"}}}}\n\n'
    error = Answer(body.encode(), 200, (("Content-Type", "text/event-stream"),))
    with playing_anthropic([error, Says("12")]) as server:
        assert chat(server.url).reply(FIRST).text == "12"


def test_a_reply_that_was_withheld_is_told():
    with playing_anthropic([Says("", stop="refusal")]) as server, pytest.raises(ModelFailed, match="withheld"):
        chat(server.url).reply(FIRST)
    assert len(server.asked) == 1


def test_a_server_that_does_not_stream_is_read_whole():
    """As a LiteLLM proxy answers, when its model is a mock."""
    content = [
        {"type": "thinking", "thinking": "Where?", "signature": ""},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "id": "id1", "name": "read", "input": {"place": "a"}},
    ]
    usage = {"input_tokens": 9, "output_tokens": 2}
    whole = {"type": "message", "role": "assistant", "content": content, "stop_reason": "tool_use", "usage": usage}
    pieces: list[str] = []
    with playing_anthropic([a_json(whole), a_json([])] + [a_json({"content": ["x"], "usage": 5})] * 4) as server:
        model = chat(server.url)
        reply = model.reply(FIRST, tools=[READ], stream=pieces.append)
        with pytest.raises(ModelFailed, match="broke off"):
            model.reply(FIRST)
    assert reply == Reply("I look.", (ToolCall("id1", "read", '{"place": "a"}'),), Usage(9, 2), "calls", "Where?")
    assert pieces == ["I look."]
