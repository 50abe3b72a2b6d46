"""Replies by request: played again exactly without a model, and never for another request."""

import json
from pathlib import Path

import pytest

from silcrow import config
from silcrow.errors import ModelFailed, Usage
from silcrow.models.chat import Message, Reply, Shape, ToolCall, ToolSchema
from silcrow.models.chat import Usage as Tokens
from silcrow.models.replay import Recorded, only_model, recorded_models, request_hash
from silcrow.testing import ScriptedChat

ASK = (Message("user", "How much?"),)
READ = ToolSchema("read", "Read.", {"type": "object", "properties": {"b": {}, "a": {}}})
FULL = Reply("It was 12 m€.", (ToolCall("c1", "read", '{"a": 1}'),), Tokens(9, 2, 4), "calls", "Where?")


def test_a_run_is_played_again_without_a_model(tmp_path: Path):
    model = ScriptedChat([FULL, "Thirteen."])
    recorded = Recorded(model, tmp_path, identity="openai:m")
    first = [recorded.reply(ASK, tools=[READ]), recorded.reply([*ASK, FULL.turn()])]
    pieces: list[str] = []
    replayed = Recorded(None, tmp_path, identity="openai:m")
    again = [replayed.reply(ASK, tools=[READ], stream=pieces.append), replayed.reply([*ASK, FULL.turn()])]
    assert first == again == [FULL, Reply("Thirteen.")]
    assert "".join(pieces) == FULL.text
    assert len(model.requests) == 2


def test_what_was_asked_before_is_not_asked_again(tmp_path: Path):
    model = ScriptedChat(["12"])
    recorded = Recorded(model, tmp_path, identity="openai:m")
    assert [recorded.reply(ASK).text for _ in range(3)] == ["12"] * 3
    assert len(model.requests) == 1


def test_a_failure_is_not_kept(tmp_path: Path):
    recorded = Recorded(ScriptedChat([ModelFailed("busy"), "12"]), tmp_path, identity="openai:m")
    with pytest.raises(ModelFailed, match="busy"):
        recorded.reply(ASK)
    assert recorded.reply(ASK).text == "12"


def test_another_request_has_another_hash():
    shape = Shape("result", {"type": "object"})
    hashes = {
        request_hash("openai:m", ASK),
        request_hash("openai:n", ASK),
        request_hash("openai:m", ASK, [READ]),
        request_hash("openai:m", ASK, (), shape),
        request_hash("openai:m", (Message("system", "How much?"),)),
        request_hash("openai:m", (Message("user", "How much? "),)),
        request_hash("openai:m", (*ASK, Message("assistant", "12", thoughts="x"))),
    }
    assert len(hashes) == 7


def test_the_hash_is_the_same_on_any_machine_and_for_any_order_of_a_schema():
    turned = ToolSchema("read", "Read.", {"properties": {"a": {}, "b": {}}, "type": "object"})
    assert request_hash("openai:m", ASK, [READ]) == request_hash("openai:m", ASK, [turned])
    assert request_hash("openai:m", ASK) == "a92d9b5c0ff89d38b409509fc699c13c"


def test_a_request_that_is_not_recorded_is_told(tmp_path: Path):
    with pytest.raises(ModelFailed, match="no reply to this request is recorded") as missing:
        Recorded(None, tmp_path, identity="openai:m").reply(ASK)
    assert "--record" in missing.value.hint


@pytest.mark.parametrize("damage", ["", "{", "{}", '{"reply": {"text": "x"}}', "[" * 100_000, '"reply"'])
def test_a_recording_that_is_damaged_is_told_and_not_taken(tmp_path: Path, damage: str):
    Recorded(ScriptedChat(["12"]), tmp_path, identity="openai:m").reply(ASK)
    (path,) = tmp_path.glob("*.json")
    path.write_text(damage)
    with pytest.raises(ModelFailed, match="cannot be read"):
        Recorded(None, tmp_path, identity="openai:m").reply(ASK)


def test_a_folder_knows_its_models(tmp_path: Path):
    with pytest.raises(Usage, match="nothing is recorded"):
        only_model(tmp_path)
    Recorded(ScriptedChat(["12"]), tmp_path, identity="openai:m").reply(ASK)
    assert only_model(tmp_path) == "openai:m"
    Recorded(ScriptedChat(["12"]), tmp_path, identity="ollama:q").reply(ASK)
    assert recorded_models(tmp_path) == ("ollama:q", "openai:m")
    with pytest.raises(Usage, match="holds replies of ollama:q, openai:m"):
        only_model(tmp_path)


def test_a_replay_needs_neither_the_models_name_nor_a_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    Recorded(ScriptedChat(["12"]), tmp_path, identity="openai:m").reply(ASK)
    for flags in ({}, {"model": "openai:m"}):
        chat = config.chat(config.load(replay=str(tmp_path), ephemeral=True, **flags))
        assert chat is not None
        assert chat.reply(ASK).text == "12"


def test_a_recording_is_text_that_a_person_can_read(tmp_path: Path):
    Recorded(ScriptedChat(["12"]), tmp_path, identity="openai:m").reply(ASK)
    assert [path.name for path in sorted(tmp_path.iterdir())] == [f"{request_hash('openai:m', ASK)}.json", "models.txt"]
    (path,) = tmp_path.glob("*.json")
    found = json.loads(path.read_text())
    assert (found["model"], found["reply"]["text"]) == ("openai:m", "12")
