"""Studies over HTTP: begun, handed out, noted, read by a model step by step, put together; never what lies not open."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from hosting import HARBOUR, TIDES, api, get, hosted, library

from silcrow import wire
from silcrow.models.chat import Reply

STUDY = "/documents/harbour/study"


@pytest.fixture(scope="module")
def open_to_all() -> Iterator[str]:
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, writes=True) as found:
        yield found


class Brief:
    """A model that notes as little as it may."""

    def reply(self, *_: Any, shape: Any, **__: Any) -> Reply:
        return Reply(json.dumps({key: "Read." if key == "summary" else [] for key in shape.schema["required"]}))


def post(address: str, path: str, *, accept: str = "application/json", **body: Any) -> httpx2.Response:
    return httpx2.post(f"{address}/api/v1{path}", json=body, headers={"accept": accept}, timeout=60)


def test_a_study_is_begun_noted_skipped_and_put_together(open_to_all: str):
    assert get(open_to_all, f"/api/v1{STUDY}").status_code == 404  # nothing was begun
    survey = post(open_to_all, STUDY, max_tokens=40, min_tokens=0, questions=["What does a berth cost?"]).json()
    (one,) = survey["studies"]
    assert (one["doc_id"], one["parts"]) == ("harbour", 3)
    assert post(open_to_all, f"{STUDY}/skips", why="only a title").json()["part"]["why"] == "only a title"
    handed = api(open_to_all, f"{STUDY}/next")
    assert handed["part"]["index"] == 2
    assert [line["text"] for line in handed["text"]][-1] == "A boat that stays longer pays twice."
    assert "## Quotes" in handed["form"]

    text = 'One night only.\n\n## Quotes\n\n- harbour:item-1:1 "A berth is given for one night."\n'
    noted = post(open_to_all, f"{STUDY}/notes", text=text).json()
    assert noted["part"]["state"] == "noted"
    assert [quote["verdict"] for quote in noted["note"]["quotes"]] == ["verified"]
    assert post(open_to_all, f"{STUDY}/skips", part=3).json()["part"]["state"] == "skipped"
    assert api(open_to_all, STUDY)["completed"] == [1, 2, 3]
    assert api(open_to_all, f"{STUDY}/next")["part"] is None

    whole = api(open_to_all, "/synthesis", doc_id="harbour")
    assert whole["documents"][0]["notes"][0]["note"]["summary"] == "One night only."
    assert whole["synthesis"] is None
    saved = post(open_to_all, "/synthesis", doc_ids=["harbour"], text="A night a berth.").json()
    assert saved["synthesis"]["summary"] == "A night a berth."
    file = get(open_to_all, "/api/v1/report", doc_id="harbour")
    assert file.headers["content-type"] == "text/markdown; charset=utf-8"
    assert file.headers["content-disposition"] == 'attachment; filename="study.md"'
    assert "A night a berth." in file.text
    page = get(open_to_all, "/api/v1/report", doc_id="harbour", form="html")
    assert page.headers["content-type"] == "text/html; charset=utf-8"


def test_a_note_on_what_is_done_and_a_part_that_is_not_there_are_refused(open_to_all: str):
    path = "/documents/tides/study"
    post(open_to_all, path)
    assert post(open_to_all, f"{path}/notes", text="Twice a day.").status_code == 200
    assert post(open_to_all, f"{path}/notes", text="Again.").json()["code"] == "usage"
    assert get(open_to_all, f"/api/v1{path}/next", part=99).status_code == 404


def test_a_model_reads_what_is_open_and_its_steps_come_as_events():
    with library(harbour=HARBOUR) as made, hosted(made, writes=True, chat=Brief()) as address:
        told = post(address, "/study", accept="text/event-stream", doc_ids=["harbour"]).text
        names = [line.removeprefix("event: ") for line in told.splitlines() if line.startswith("event: ")]
        assert names[0] == "step"
        assert names[-1] == "synthesis"
        assert api(address, STUDY)["completed"] == [1]
        assert post(address, "/study", doc_ids=["harbour"]).json()["documents"][0]["completed"] == [1]
        assert made.study("harbour").state().completed == (1,)


def test_without_a_model_none_reads(open_to_all: str):
    assert post(open_to_all, "/study", doc_ids=["tides"]).json()["code"] == "usage"


def test_who_only_reads_cannot_begin_note_or_skip(address: str):
    for path, body in (
        ("/documents/tides/study", {}),
        ("/documents/tides/study/notes", {"text": "x"}),
        ("/documents/tides/study/skips", {}),
        ("/study", {"doc_ids": ["tides"]}),
        ("/synthesis", {"doc_ids": ["tides"], "text": "x"}),
    ):
        assert post(address, path, **body).json()["code"] == "forbidden", path


def test_a_study_of_what_does_not_lie_open_is_not_found():
    with library(harbour=HARBOUR, tides=TIDES) as made:
        made.study("harbour").begin()
        with hosted(made, "tides", writes=True) as address:
            for path in (STUDY, f"{STUDY}/next", "/synthesis?doc_id=harbour", "/report?doc_id=tides&doc_id=harbour"):
                assert get(address, f"/api/v1{path}").status_code == 404, path
            for path, body in (
                (STUDY, {}),
                (f"{STUDY}/notes", {"text": "x"}),
                (f"{STUDY}/skips", {}),
                ("/synthesis", {"doc_ids": ["tides", "harbour"], "text": "x"}),
            ):
                assert post(address, path, **body).status_code == 404, path


def test_progress_is_the_json_of_every_face(open_to_all: str):
    with library(harbour=HARBOUR) as made:
        made.study("harbour").begin()
        with hosted(made) as address:
            assert api(address, STUDY) == wire.progress(made.study("harbour").state())
