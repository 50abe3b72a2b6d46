"""The door to a model, as the loop will use it, behind which a script stands here."""

import pytest

from silcrow.errors import ModelFailed
from silcrow.models.chat import Chat, Message, Reply, ToolCall, ToolSchema, Usage
from silcrow.testing import ScriptedChat

ASK = Message("user", "What was capital expenditure in 2022?")
READ = ToolSchema("read_section", "Read paragraphs of one section.", {"type": "object", "properties": {}})


def test_a_script_is_played_in_order_and_every_request_is_kept() -> None:
    call = ToolCall("c1", "read_section", '{"place": "10k:item-7:12"}')
    scripted = ScriptedChat([Reply("", calls=(call,), stop="calls"), "It was $1,749 million."])
    model: Chat = scripted
    first = model.reply([ASK], tools=[READ])
    answered = Message("tool", "Capital expenditures 1,749", call_id="c1")
    second = model.reply([ASK, Message("assistant", "", calls=first.calls), answered], tools=[READ])
    assert first.calls == (call,)
    assert second == Reply("It was $1,749 million.")
    assert [len(messages) for messages, _ in scripted.requests] == [1, 3]
    assert scripted.requests[0][1] == (READ,)


def test_what_is_streamed_is_the_text_of_the_reply() -> None:
    pieces: list[str] = []
    reply = ScriptedChat(["Two words\n and more. "]).reply([ASK], stream=pieces.append)
    assert len(pieces) > 1
    assert "".join(pieces) == reply.text


def test_a_scripted_fault_is_raised_in_its_turn_and_the_script_ends_with_a_clear_error() -> None:
    model = ScriptedChat([ModelFailed("429"), "ok"])
    with pytest.raises(ModelFailed, match="429"):
        model.reply([ASK])
    assert model.reply([ASK]).text == "ok"
    with pytest.raises(ModelFailed, match="no further reply"):
        model.reply([ASK])


def test_usage_adds_up_over_rounds() -> None:
    assert Usage(100, 20, 50) + Usage(200, 30) == Usage(300, 50, 50)
