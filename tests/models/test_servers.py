"""The adapters, by the official SDKs, against servers on the loopback: what is sent, and what is made of faults."""

import itertools
import json
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass

import pytest

from playing import CONTEXT_FULL, KEY, Part, Playing, Says, a_json, broken, busy, playing_anthropic, playing_openai
from servers import Answer
from silcrow.errors import ContextFull, ModelFailed
from silcrow.models.anthropic_chat import AnthropicServer
from silcrow.models.chat import Message, Reply, Shape, ToolCall, ToolSchema, Usage
from silcrow.models.openai_chat import OpenAIServer
from silcrow.models.patience import Patient

READ = ToolSchema("read", "Read paragraphs.", {"type": "object", "properties": {"place": {"type": "string"}}})
ASK = [Message("system", "You read."), Message("user", "How much?")]
EVENTS = (("Content-Type", "text/event-stream"),)


@dataclass(frozen=True)
class Kind:
    name: str
    play: Callable[[list[Part]], AbstractContextManager[Playing]]
    server: type

    def chat(self, playing: Playing, *, seconds: float = 20.0, slept: list[float] | None = None) -> Patient:
        waits: list[float] = [] if slept is None else slept
        server = self.server("m", url=playing.url, key=KEY, identity=f"{self.name}:m")
        return Patient(server, seconds=seconds, sleep=waits.append, jitter=lambda: 0.0)


KINDS = [Kind("openai", playing_openai, OpenAIServer), Kind("anthropic", playing_anthropic, AnthropicServer)]


@pytest.fixture(params=KINDS, ids=lambda kind: kind.name)
def kind(request: pytest.FixtureRequest) -> Kind:
    return request.param


def test_a_reply_streams_and_is_counted(kind: Kind):
    pieces: list[str] = []
    with kind.play([Says("It was 12 million.", pieces=5, usage=(200, 7, 150))]) as server:
        reply = kind.chat(server).reply(ASK, stream=pieces.append)
    assert reply == Reply("It was 12 million.", usage=Usage(200, 7, 150))
    assert pieces == ["It wa", "s 12 ", "milli", "on."]


def test_calls_come_whole_beside_text_and_thoughts(kind: Kind):
    calls = [("read", {"place": "a:b:1"}, "id1"), ("read", {"place": "c"}, "id2")]
    with kind.play([Says("I look.", calls=calls, thoughts="Where is it?", pieces=3)]) as server:
        reply = kind.chat(server).reply(ASK, tools=[READ])
    assert reply.calls == (ToolCall("id1", "read", '{"place": "a:b:1"}'), ToolCall("id2", "read", '{"place": "c"}'))
    assert (reply.text, reply.thoughts, reply.stop) == ("I look.", "Where is it?", "calls")


def test_a_reply_that_is_cut_at_its_length_says_so(kind: Kind):
    with kind.play([Says("It was", stop="length" if kind.name == "openai" else "max_tokens")]) as server:
        assert kind.chat(server).reply(ASK).stop == "length"


def test_an_empty_reply_is_one(kind: Kind):
    with kind.play([Says("")]) as server:
        reply = kind.chat(server).reply(ASK, tools=[READ])
    assert (reply.text, reply.calls, reply.stop) == ("", (), "end")


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_a_busy_or_broken_server_is_asked_again(kind: Kind, status: int):
    slept: list[float] = []
    with kind.play([broken(status), broken(status), Says("12")]) as server:
        assert kind.chat(server, slept=slept).reply(ASK).text == "12"
    assert len(server.asked) == 3
    assert slept == pytest.approx([0.5, 1.0], abs=0.2)


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry_After": "3"}, 3.0),
        ({"retry_after_ms": "1500"}, 1.5),
        ({"Date": "Mon, 30 Nov 2026 12:00:00 GMT", "Retry_After": "Mon, 30 Nov 2026 12:00:09 GMT"}, 9.0),
        ({"Retry_After": "soon"}, 0.5),
        ({}, 0.5),
    ],
)
def test_the_pause_that_is_asked_for_is_made(kind: Kind, headers: dict[str, str], pause: float):
    slept: list[float] = []
    with kind.play([busy(**headers), Says("12")]) as server:
        assert kind.chat(server, slept=slept).reply(ASK).text == "12"
    assert slept == pytest.approx([pause], abs=0.2)


def test_a_pause_that_is_too_long_is_told_and_not_made(kind: Kind):
    with kind.play([busy(Retry_After="900")]) as server, pytest.raises(ModelFailed, match="left alone for 900 s"):
        kind.chat(server).reply(ASK)


@pytest.mark.parametrize("quiet", [False, True])
@pytest.mark.parametrize("cut", [0, 2, 4])
def test_a_reply_that_breaks_off_is_asked_for_again(kind: Kind, cut: int, quiet: bool):
    with kind.play([Says("It was 12 million, all in all.", cut=cut, quiet=quiet), Says("It was 12.")]) as server:
        assert kind.chat(server).reply(ASK).text == "It was 12."
    assert len(server.asked) == 2


def test_a_server_that_drips_is_not_waited_for_past_the_deadline(kind: Kind):
    began = time.monotonic()
    drips = Says("It was twelve million. " * 40, pieces=1, drip=0.02)
    with kind.play([drips] * 9) as server, pytest.raises(ModelFailed, match="too slow") as late:
        kind.chat(server, seconds=0.5).reply(ASK)
    assert time.monotonic() - began < 3
    assert late.value.hint


def test_a_server_that_says_nothing_is_not_waited_for_past_the_deadline(kind: Kind):
    began = time.monotonic()
    with (
        kind.play([Says("It was twelve million. ", delay=1.5)]) as server,
        pytest.raises(ModelFailed, match="too slow"),
    ):
        kind.chat(server, seconds=0.3).reply(ASK)
    assert time.monotonic() - began < 3


def test_what_is_no_json_is_asked_for_again_and_then_told(kind: Kind):
    bad = Answer(b"event: message_start\ndata: {oops\n\n", 200, EVENTS)
    with kind.play([bad, Says("12")]) as server:
        assert kind.chat(server).reply(ASK).text == "12"
    with kind.play([bad] * 5) as server, pytest.raises(ModelFailed, match=r"no JSON \(asked 5 times\)"):
        kind.chat(server).reply(ASK)


def test_a_server_that_is_not_there_is_told(kind: Kind):
    with kind.play([]) as server:
        pass
    with pytest.raises(ModelFailed, match="could not be asked") as gone:
        kind.chat(server).reply(ASK)
    assert "running" in gone.value.hint


@pytest.mark.parametrize("status", [400, 401, 403, 404, 422])
def test_what_asking_again_cannot_help_is_asked_once_and_told_without_the_key(
    kind: Kind, status: int, caplog: pytest.LogCaptureFixture
):
    caplog.set_level(logging.DEBUG)
    refused = a_json({"error": {"message": f"Incorrect API key provided: {KEY}", "type": "invalid"}}, status)
    with kind.play([refused]) as server, pytest.raises(ModelFailed, match=r"provided: \[key\]") as told:
        kind.chat(server).reply(ASK)
    assert len(server.asked) == 1
    assert told.value.hint
    assert KEY not in caplog.text + str(told.value) + told.value.hint


def test_a_model_on_this_machine_is_not_asked_through_a_proxy(kind: Kind, monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with kind.play([Says("12")]) as server:
        assert kind.chat(server).reply(ASK).text == "12"


def test_one_model_is_asked_from_many_threads(kind: Kind):
    def by_question(request: dict) -> Says:
        said = request["messages"][-1]["content"]
        return Says(said if isinstance(said, str) else said[0]["text"], delay=0.01)

    with kind.play(itertools.repeat(by_question)) as server, ThreadPoolExecutor(8) as pool:
        model = kind.chat(server)
        texts = list(pool.map(lambda n: model.reply([Message("user", f"question {n}")]).text, range(24)))
    assert texts == [f"question {n}" for n in range(24)]


def test_a_redirection_is_not_followed(kind: Kind):
    with kind.play([Says("12")]) as other:
        there = Answer(b"", 307, (("Location", f"{other.url}/v1/messages"),))
        with kind.play([there]) as server, pytest.raises(ModelFailed, match="answered 307") as told:
            kind.chat(server).reply(ASK)
    assert other.asked == []
    assert "--model-url" in told.value.hint


def test_an_account_without_credit_is_not_asked_again(kind: Kind):
    spent = a_json({"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}, 429)
    with kind.play([spent]) as server, pytest.raises(ModelFailed, match="quota") as told:
        kind.chat(server).reply(ASK)
    assert "credit" in told.value.hint


@pytest.mark.parametrize(
    ("named", "window"),
    [("openai", 128000), ("anthropic", 200000), ("vllm", 4096), ("llama.cpp", 4096), ("ollama", None)],
)
def test_messages_that_are_too_long_are_told_apart(kind: Kind, named: str, window: int | None):
    with kind.play([CONTEXT_FULL[named]]) as server, pytest.raises(ContextFull) as full:
        kind.chat(server).reply(ASK)
    assert (full.value.window, full.value.code) == (window, "model_failed")
    assert len(server.asked) == 1


def test_a_call_written_as_text_is_a_call_and_is_not_shown(kind: Kind):
    written = 'I look.\n<tool_call>\n{"name": "read", "arguments": {"place": "a"}}\n</tool_call>'
    pieces: list[str] = []
    with kind.play([Says(written, pieces=4)]) as server:
        reply = kind.chat(server).reply(ASK, tools=[READ], stream=pieces.append)
    assert (reply.text, reply.stop) == ("I look.", "calls")
    assert reply.calls == (ToolCall("call_1", "read", '{"place": "a"}'),)
    assert "".join(pieces).strip() == "I look."


def test_thinking_in_the_text_is_taken_out_and_not_shown(kind: Kind):
    pieces: list[str] = []
    with kind.play([Says("<think>\nWhere?\n</think>\n\nIt was 12.", pieces=3)]) as server:
        reply = kind.chat(server).reply(ASK, stream=pieces.append)
    assert (reply.text, reply.thoughts, "".join(pieces)) == ("It was 12.", "Where?", "It was 12.")


def test_what_looked_like_a_call_and_was_none_is_shown_after_all(kind: Kind):
    pieces: list[str] = []
    text = 'As printed:\n```json\n{"sum": 12}\n```\nThat is all.'
    with kind.play([Says(text, pieces=4)]) as server:
        assert kind.chat(server).reply(ASK, tools=[READ], stream=pieces.append).text == text
    assert "".join(pieces) == text


@pytest.mark.parametrize("arguments", ['{"place":', "[1]", "null", '"a"'])
def test_arguments_that_are_no_object_are_handed_on_as_they_are(kind: Kind, arguments: str):
    with kind.play([Says(calls=[("read", arguments, "id1")])]) as server:
        reply = kind.chat(server).reply(ASK, tools=[READ])
    assert reply.calls == (ToolCall("id1", "read", arguments),)


def test_a_call_of_an_unknown_tool_is_handed_on(kind: Kind):
    with kind.play([Says(calls=[("write", {}, "id1")])]) as server:
        assert kind.chat(server).reply(ASK, tools=[READ]).calls == (ToolCall("id1", "write", "{}"),)


def test_calls_and_their_answers_are_sent_again(kind: Kind):
    good, bad = ToolCall("id1", "read", '{"place": "a"}'), ToolCall("id2", "read", '{"place": ')
    turns = [Message("assistant", "I look.", (good, bad)), Message("tool", "Twelve.", call_id="id1")]
    turns += [Message("tool", "no JSON", call_id="id2"), Message("user", "Go on.")]
    with kind.play([Says("12")]) as server:
        kind.chat(server).reply(ASK + turns, tools=[READ])
    (asked,) = server.asked
    sent = json.dumps(asked.body["messages"])
    assert "unreadable" in sent  # what was no object is shown as one, as servers would choke on it
    if kind.name == "openai":
        roles = [message["role"] for message in asked.body["messages"]]
        assert roles == ["system", "user", "assistant", "tool", "tool", "user"]
        assert asked.body["messages"][3] == {"role": "tool", "tool_call_id": "id1", "content": "Twelve."}
    else:
        _, assistant, user = asked.body["messages"]
        assert [block["type"] for block in assistant["content"]] == ["text", "tool_use", "tool_use"]
        assert [block["type"] for block in user["content"]] == ["tool_result", "tool_result", "text"]


def test_the_shape_of_a_reply_is_asked_for(kind: Kind):
    schema = {
        "type": "object",
        "properties": {"sum": {"type": "number"}},
        "required": ["sum"],
        "additionalProperties": False,
    }
    says = Says('{"sum": 12}') if kind.name == "openai" else Says(calls=[("result", {"sum": 12})])
    with kind.play([says]) as server:
        assert kind.chat(server).reply(ASK, shape=Shape("result", schema)).text == '{"sum": 12}'
    (asked,) = server.asked
    if kind.name == "openai":
        form = {"name": "result", "schema": schema, "strict": True}
        assert asked.body["response_format"] == {"type": "json_schema", "json_schema": form}
    else:
        assert asked.body["tool_choice"] == {"type": "tool", "name": "result"}
        assert [tool["input_schema"] for tool in asked.body["tools"]] == [schema]


def test_endless_calls_are_one_reply_each(kind: Kind):
    with kind.play(itertools.repeat(Says(calls=[("read", {"place": "a"})]))) as server:
        replies = [kind.chat(server).reply(ASK, tools=[READ]) for _ in range(3)]
    assert len({reply.calls for reply in replies}) == 1
