"""A reply as JSON by a schema: found where it stands, corrected once, never guessed."""

import pytest

from playing import KEY, Says, playing_anthropic, playing_openai
from silcrow.errors import ModelFailed
from silcrow.models.anthropic_chat import AnthropicServer
from silcrow.models.chat import Message, Reply, Shape, Usage
from silcrow.models.openai_chat import OpenAIServer
from silcrow.models.patience import Patient
from silcrow.models.structured import found_object, structured
from silcrow.testing import ScriptedChat

SHAPE = Shape(
    "party",
    {
        "type": "object",
        "properties": {"name": {"type": "string"}, "share": {"type": "number", "minimum": 0}},
        "required": ("name",),
        "additionalProperties": False,
    },
)
ASK = [Message("system", "You read."), Message("user", "Who?")]


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "Acme", "share": 3}',
        '  {"name": "Acme", "share": 3}\nThat is it.',
        '```json\n{"name": "Acme", "share": 3}\n```',
        'Here:\n\n```\n{"name": "Acme", "share": 3}\n```\nDone {so}.',
        'The set {a} is {"name": "Acme", "share": 3}.',
    ],
)
def test_the_object_is_found_where_it_stands(text: str):
    assert found_object(text) == {"name": "Acme", "share": 3}


@pytest.mark.parametrize("text", ["", "[1]", "null", '{"name": NaN}', "{", "{" * 100_000, "no JSON"])
def test_where_there_is_none_none_is_found(text: str):
    assert found_object(text) is None


def test_what_fits_is_returned_with_its_cost():
    model = ScriptedChat([Reply('{"name": "Acme"}', usage=Usage(50, 5))])
    found = structured(model, ASK, SHAPE)
    assert (found.value, found.usage) == ({"name": "Acme"}, Usage(50, 5))
    (messages, _), (shape,) = model.requests[0], model.shapes
    assert shape is SHAPE
    assert [message.role for message in messages] == ["system", "user"]
    assert messages[1].text.startswith("Who?\n\nReply with one JSON object")
    assert '"required": ["name"]' in messages[1].text


def test_what_does_not_fit_is_sent_back_once_with_what_is_wrong():
    model = ScriptedChat([Reply('{"share": -1, "nam": "x"}', usage=Usage(50, 5)), '{"name": "Acme"}'])
    assert structured(model, ASK, SHAPE).value == {"name": "Acme"}
    _, said, told = model.requests[1][0][1:]
    assert said.text == '{"share": -1, "nam": "x"}'
    assert "'name' is a required property" in told.text
    assert "'nam' was unexpected" in told.text
    assert "- share: -1 is less than the minimum of 0" in told.text


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        (Reply("I cannot."), "it is no JSON object"),
        (Reply(""), "it is empty"),
        (Reply('{"name": "Ac', stop="length"), "cut off at the longest reply"),
        (Reply('{"name": 5}'), "name: 5 is not of type 'string'"),
    ],
)
def test_what_does_not_fit_twice_is_a_failure_and_not_a_guess(reply: Reply, fault: str):
    with pytest.raises(ModelFailed, match="gave no party that fits its schema") as failed:
        structured(ScriptedChat([reply, reply]), ASK, SHAPE)
    assert fault in failed.value.message


def test_a_conversation_that_ends_otherwise_gets_a_turn_more():
    model = ScriptedChat(['{"name": "Acme"}'])
    structured(model, [*ASK, Message("assistant", "Acme.")], SHAPE)
    assert [message.role for message in model.requests[0][0]] == ["system", "user", "assistant", "user"]


def test_a_schema_that_points_elsewhere_is_not_followed_there():
    with playing_openai([]) as server:
        away = Shape("x", {"$ref": f"{server.url}/schema.json"})
        with pytest.raises(ModelFailed, match="schema of x points to"):
            structured(ScriptedChat(["{}"]), ASK, away)
    assert server.asked == []


def test_both_wire_formats_give_the_object():
    with playing_openai([Says('```json\n{"name": "Acme"}\n```')]) as server:
        asked = Patient(OpenAIServer("m", url=server.url, key=KEY))
        assert structured(asked, ASK, SHAPE).value == {"name": "Acme"}
    with playing_anthropic(
        [Says(calls=[("party", {"nam": "x"})]), Says(calls=[("party", {"name": "Acme"})])]
    ) as served:
        asked = Patient(AnthropicServer("m", url=served.url, key=KEY))
        assert structured(asked, ASK, SHAPE).value == {"name": "Acme"}
    assert len(served.asked) == 2
