"""What servers that speak like OpenAI say differently."""

import pytest

from playing import KEY, Says, a_json, playing_openai
from servers import Answer
from silcrow.models.chat import Message, Reply, Shape, ToolCall, ToolSchema, Usage
from silcrow.models.openai_chat import OpenAIServer
from silcrow.models.patience import Patient

READ = ToolSchema("read", "Read paragraphs.", {"type": "object", "properties": {"place": {"type": "string"}}})
ASK = [Message("user", "How much?")]


def chat(url: str, key: str = KEY) -> Patient:
    return Patient(OpenAIServer("m", url=url, key=key), seconds=20, sleep=lambda _: None)


def events(*deltas: str, stop: str = "stop") -> Answer:
    """A stream of deltas as they are written, and its end."""
    pieces = [f'{{"choices": [{{"index": 0, "delta": {delta}, "finish_reason": null}}]}}' for delta in deltas]
    pieces.append(f'{{"choices": [{{"index": 0, "delta": {{}}, "finish_reason": "{stop}"}}]}}')
    body = "".join(f"data: {piece}\n\n" for piece in [*pieces, "[DONE]"])
    return Answer(body.encode(), 200, (("Content-Type", "text/event-stream"),))


def test_what_is_sent_is_the_model_the_messages_the_tools_and_the_key():
    with playing_openai([Says("12")]) as server:
        chat(server.url).reply([Message("system", "You read."), *ASK], tools=[READ])
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    function = {"name": "read", "description": "Read paragraphs.", "parameters": READ.parameters}
    assert asked.body == {
        "model": "m",
        "messages": [{"role": "system", "content": "You read."}, {"role": "user", "content": "How much?"}],
        "tools": [{"type": "function", "function": function}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }


def test_a_server_that_does_not_stream_is_read_whole():
    message = {"role": "assistant", "content": "12", "tool_calls": None}
    whole = {"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}
    with playing_openai([a_json(whole | {"usage": {"prompt_tokens": 9, "completion_tokens": 2}})]) as server:
        pieces: list[str] = []
        assert chat(server.url).reply(ASK, stream=pieces.append) == Reply("12", usage=Usage(9, 2))
    assert pieces == ["12"]


def test_what_a_server_refuses_and_can_be_left_out_is_left_out_from_then_on():
    refused = a_json({"error": {"message": "Unknown parameter: 'stream_options'."}}, 400)
    with playing_openai([refused, Says("12"), Says("13")]) as server:
        model = chat(server.url)
        assert [model.reply(ASK).text, model.reply(ASK).text] == ["12", "13"]
    assert ["stream_options" in asked.body for asked in server.asked] == [True, False, False]


def test_a_shape_that_is_refused_is_asked_for_as_any_json_and_then_not_at_all():
    refused = a_json({"error": {"message": "This response_format type is unavailable now"}}, 400)
    with playing_openai([refused, refused, Says("{}")]) as server:
        assert chat(server.url).reply(ASK, shape=Shape("result", {"type": "object"})).text == "{}"
    forms = [asked.body.get("response_format", {}).get("type") for asked in server.asked]
    assert forms == ["json_schema", "json_object", None]


def test_tokens_that_are_not_counted_are_estimated():
    with playing_openai([Says("It was twelve million.", usage=None)]) as server:
        usage = chat(server.url).reply(ASK).usage
    assert usage.estimated
    assert (usage.input, usage.output) == (5, 7)


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_thoughts_go_back_beside_the_calls_under_the_name_they_came_by(name: str):
    call = '{"tool_calls": [{"index": 0, "id": "id1", "function": {"name": "read", "arguments": "{}"}}]}'
    with playing_openai([events(f'{{"{name}": "Where?"}}', call, stop="tool_calls"), Says("12")]) as server:
        model = chat(server.url)
        reply = model.reply(ASK, tools=[READ])
        model.reply([*ASK, reply.turn(), Message("tool", "Twelve.", call_id="id1")], tools=[READ])
    assert reply.thoughts == "Where?"
    assert server.asked[1].body["messages"][1][name] == "Where?"


CALL = ToolCall("id1", "read", '{"place": "a"}')
SAID = {
    "arguments as an object": '{"tool_calls": [{"index": 0, "id": "id1", "function": {"name": "read", "arguments": '
    '{"place": "a"}}}]}',
    "arguments as JSON in JSON": '{"tool_calls": [{"index": 0, "id": "id1", "function": {"name": "read", "arguments": '
    '"\\"{\\\\\\"place\\\\\\": \\\\\\"a\\\\\\"}\\""}}]}',
    "arguments in a fence": '{"tool_calls": [{"index": 0, "id": "id1", "function": {"name": "read", "arguments": '
    '"```json\\n{\\"place\\": \\"a\\"}\\n```"}}]}',
    "no index": '{"tool_calls": [{"id": "id1", "function": {"name": "read", "arguments": "{\\"place\\": \\"a\\"}"}}]}',
    "null beside": '{"content": null, "refusal": null, "tool_calls": [{"index": 0, "id": "id1", "type": null, '
    '"function": {"name": "functions.read", "arguments": "{\\"place\\": \\"a\\"}"}}]}',
    "marks of a template in the name": '{"tool_calls": [{"index": 0, "id": "id1", "function": {"name": '
    '"read<|channel|>commentary", "arguments": "{\\"place\\": \\"a\\"}"}}]}',
}


@pytest.mark.parametrize("said", SAID)
def test_a_call_is_understood_however_it_is_said(said: str):
    with playing_openai([events(SAID[said], stop="stop")]) as server:
        reply = chat(server.url).reply(ASK, tools=[READ])
    assert (reply.calls, reply.stop) == ((CALL,), "calls")


def test_several_calls_under_one_index_are_told_apart_by_their_ids():
    one = '{{"tool_calls": [{{"index": 0, "id": "{0}", "function": {{"name": "read", "arguments": "{{}}"}}}}]}}'
    with playing_openai([events(one.format("x"), one.format("y"))]) as server:
        calls = chat(server.url).reply(ASK, tools=[READ]).calls
    assert calls == (ToolCall("x", "read", "{}"), ToolCall("y", "read", "{}"))


def test_an_id_that_is_missing_or_was_given_before_is_replaced():
    before = Message("assistant", "", (ToolCall("x", "read", "{}"), ToolCall("call_2", "read", "{}")))
    answers = [Message("tool", "a", call_id="x"), Message("tool", "b", call_id="call_2")]
    pieces = [
        '{"tool_calls": [{"index": 0, "id": "x", "function": {"name": "read", "arguments": "{}"}}]}',
        '{"tool_calls": [{"index": 1, "function": {"name": "read", "arguments": "{}"}}]}',
    ]
    with playing_openai([events(*pieces)]) as server:
        calls = chat(server.url).reply([*ASK, before, *answers], tools=[READ]).calls
    assert [call.call_id for call in calls] == ["call_3", "call_4"]


def test_an_error_in_the_middle_of_a_stream_is_asked_again():
    error = Answer(
        b'data: {"choices": [{"index": 0, "delta": {"content": "It"}}]}\n\n'
        b'data: {"error": {"code": 502, "message": "Provider returned error"}, "choices": []}\n\n',
        200,
        (("Content-Type", "text/event-stream"),),
    )
    with playing_openai([error, Says("12")]) as server:
        assert chat(server.url).reply(ASK).text == "12"


def test_content_in_parts_and_pieces_that_are_no_reply_are_read():
    pieces = ['{"content": [{"type": "text", "text": "It was "}]}', "null", '{"content": null}', '{"content": "12."}']
    with playing_openai([events(*pieces)]) as server:
        assert chat(server.url).reply(ASK).text == "It was 12."


def test_a_server_without_keys_is_sent_none_of_ours(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-the-user")
    with playing_openai([Says("12")]) as server:
        chat(server.url, key="").reply(ASK)
    assert "sk-of-the-user" not in str(server.asked)
