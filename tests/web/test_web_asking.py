"""Questions over HTTP: in quotes, of a scripted model step by step, and readings that are followed and gone on with."""

import json
from typing import Any

import httpx2
import pytest
from hosting import HARBOUR, TIDES, api, get, hosted, library

from silcrow import wire
from silcrow.errors import ModelFailed
from silcrow.testing import ScriptedChat

TEXT = 'The fee of a small boat is 10 [1].\n\n[1] harbour:item-1:1 "A berth is given for one night."'


def ask(address: str, *, stream: bool = False, **body: Any) -> httpx2.Response:
    accept = {"accept": "text/event-stream"} if stream else {}
    return httpx2.post(f"{address}/api/v1/ask", json=body, headers=accept, timeout=60)


def events(text: str) -> list[tuple[str, Any]]:
    found = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


def test_an_answer_in_quotes_is_that_of_every_face(address: str):
    with library(harbour=HARBOUR, tides=TIDES) as made:
        wanted = wire.answer(made.ask("How long is a berth given?"))
    assert ask(address, question="How long is a berth given?").json() == wanted
    assert ask(address, question="How long is a berth given?", doc_ids=["tides"]).json()["citations"] == []
    ((event, found),) = events(ask(address, question="How long is a berth given?", stream=True).text)
    assert (event, found) == ("answer", wanted)


def test_an_answer_can_be_proved_anew(address: str):
    answer = ask(address, question="How long is a berth given?").json()
    found = httpx2.post(f"{address}/api/v1/verify", json=answer).json()
    assert found["proven"] is True
    answer["citations"][0]["quote"] = "A berth is given for ten nights."
    assert httpx2.post(f"{address}/api/v1/verify", json=answer).json()["proven"] is False
    assert httpx2.post(f"{address}/api/v1/verify", content=b"{").json()["code"] == "usage"


def test_no_model_answers_where_none_is_named(address: str):
    found = ask(address, question="Why?", model=True)
    assert (found.status_code, found.json()["code"]) == (400, "usage")


def test_the_steps_of_a_model_come_as_events():
    chat = ScriptedChat([TEXT] * 4)
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as address:
        found = events(ask(address, question="What is the fee?", stream=True).text)
        names = [event for event, _ in found]
        assert names[0] == "step"
        assert names[-1] == "answer"
        assert "words" in names
        reading = found[-1][1]["reading"]
        steps = [data["number"] for event, data in found if event == "step"]
        assert steps == list(range(1, len(steps) + 1))
        assert api(address, "/readings")["readings"][0]["reading"] == reading
        saved = api(address, f"/readings/{reading}")
        assert [one["number"] for one in saved["steps"]] == steps
        seen = get(address, f"/api/v1/readings/{reading}/events", headers={"last-event-id": str(len(steps) - 1)}).text
        assert [event for event, _ in events(seen)] == ["step", "done"]
        assert "id: " in seen


def test_a_model_that_fails_is_the_last_event_and_its_reading_goes_on():
    chat = ScriptedChat([ModelFailed("it is gone", hint="Start it."), TEXT, TEXT, TEXT])
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as address:
        event, failure = events(ask(address, question="What is the fee?", stream=True).text)[-1]
        assert (event, failure["code"], failure["status"]) == ("problem", "model_failed", 502)
        (reading,) = api(address, "/readings")["readings"]
        assert reading["state"] == "open"
        found = httpx2.post(f"{address}/api/v1/readings/{reading['reading']}/resume", timeout=60)
        assert found.status_code == 200
        assert api(address, f"/readings/{reading['reading']}")["state"] == "done"


def test_a_reading_of_what_does_not_lie_open_is_not_shown():
    chat = ScriptedChat([TEXT] * 8)
    with library(harbour=HARBOUR, tides=TIDES) as made:
        made.ask("What is the fee?", chat=chat)
        made.ask("What is the fee?", chat=chat, doc_ids=["harbour"])
        with hosted(made, "tides") as address:
            assert api(address, "/readings")["readings"] == []
            assert get(address, "/api/v1/readings/r0001").status_code == 404
            assert get(address, "/api/v1/readings/r0002").status_code == 404


@pytest.mark.parametrize(
    "body", [{}, {"question": ""}, {"question": "x", "model": "yes please"}, {"question": "x", "file": "/etc/passwd"}]
)
def test_a_question_that_is_none_is_a_problem(address: str, body: dict[str, Any]):
    found = ask(address, **body)
    assert (found.status_code, found.json()["code"]) == (400, "usage")
