"""ask with a model, resume, readings and trace, against a server on the loopback that plays a script."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from commands import on_terminal

from playing import KEY, Says, playing_anthropic, playing_openai

QUESTION = "When are fees paid?"
ANSWER = 'Fees are paid before noon [1].\n\n[1] harbour:item-2:1 "Fees are paid at the office before noon."'
READ = Says(calls=[("read_section", {"section": "Item 1"})])


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SILCROW_MODEL_KEY", KEY)


def by(url: str, *more: object) -> list[object]:
    """The flags that name a model played there."""
    return ["--model", "openai:played", "--model-url", url, *more]


def test_a_model_that_is_named_answers_with_citations_that_were_compared(silcrow, harbour: Path):
    with playing_openai([READ, Says(ANSWER)]) as server:
        done = silcrow("ask", harbour, QUESTION, *by(server.url))
    assert done.status == 0
    assert done.out.splitlines()[:4] == [
        "Fees are paid before noon [1].",
        "",
        "[1] harbour §Item 2. Fees ¶1      harbour:item-2:1",
        "    Fees are paid at the office before noon.",
    ]
    assert "2 rounds, 1 call, 200 tokens in, 20 out" in done.err
    assert done.err.splitlines()[-1].endswith("(r0001)")
    assert [request.body["model"] for request in server.asked] == ["played", "played"]


def test_anthropic_is_asked_alike(silcrow, harbour: Path):
    with playing_anthropic([READ, Says(ANSWER)]) as server:
        done = silcrow("ask", harbour, QUESTION, "--model", "anthropic:played", "--model-url", server.url)
    assert done.status == 0
    assert done.out.startswith("Fees are paid before noon [1].")


def test_its_json_is_that_of_every_answer(silcrow, harbour: Path):
    with playing_openai([Says(ANSWER)]) as server:
        found = silcrow("ask", harbour, QUESTION, *by(server.url), "--json").json
    assert found["extractive"] is False
    assert [(c["place"], c["verdict"]) for c in found["citations"]] == [("harbour:item-2:1", "verified")]
    assert (found["reading"], found["usage"]["rounds"], found["unsupported"]) == ("r0001", 1, [])


def test_steps_are_told_with_v_on_standard_error(silcrow, harbour: Path):
    with playing_openai([READ, Says(ANSWER)]) as server:
        done = silcrow("-v", "ask", harbour, QUESTION, *by(server.url))
    told = [line.strip() for line in done.err.splitlines() if line.strip()[:1].isdigit()]
    assert [line.split("  ")[1] for line in told[:5]] == [
        "open: opened with harbour:item-2:1-2",
        "model: 1 call",
        'read_section {"sec_id": "Item 1"}: harbour:item-1:1-2',
        "model: text",
        "end: answered",
    ]
    assert "Fees are paid" in done.out


def test_bounds_without_a_model_are_refused(silcrow, harbour: Path):
    done = silcrow("ask", harbour, QUESTION, "--max-rounds", "3")
    assert done.status == 2
    assert "--max-rounds bounds a model, and none is named" in done.err


def test_bounds_bound_it(silcrow, harbour: Path):
    script = [Says(calls=[("read_section", {"section": "Item 1"})])] * 9
    with playing_openai(script) as server:
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--max-rounds", "3", "--no-stream"))
    assert len(server.asked) == 3
    assert "It stopped looking early: 3 rounds allowed." in done.err
    assert "The model gave no answer." in done.err
    assert (done.status, "Fees are paid at the office" in done.out) == (0, True)
    with playing_openai([]) as server:
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--max-total-tokens", "500"))
        assert server.asked == []
        assert "500 tokens allowed" in done.err
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--max-cost", "1"))
        assert (done.status, "without its rates" in done.err) == (2, True)
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--max-tokens", "10"))
        assert done.status == 2


def test_a_server_that_does_not_answer_is_left_at_the_deadline(silcrow, harbour: Path):
    with playing_openai([Says(ANSWER, delay=30)]) as server:
        begun = time.monotonic()
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--deadline", "0.6"))
    assert time.monotonic() - begun < 10
    assert done.status == 0
    assert "0.6 seconds allowed" in done.err
    assert "Fees are paid at the office before noon." in done.out


def test_a_reading_that_failed_goes_on_and_shows_what_it_did(silcrow, harbour: Path):
    with playing_openai([READ]) as server:  # the second request is refused
        done = silcrow("ask", harbour, QUESTION, *by(server.url))
    assert done.status == 1
    assert "silcrow resume r0001" in done.err
    listed = silcrow("readings")
    assert listed.out.split()[:5] == ["r0001", "ask", "open", "3", "steps"]
    done = silcrow("resume", "r1")
    assert (done.status, "no model is named" in done.err) == (2, True)
    with playing_openai([Says(ANSWER)]) as server:
        done = silcrow("resume", "r1", *by(server.url))
    assert done.out.startswith("Fees are paid before noon [1].")
    assert len(server.asked) == 1
    again = silcrow("resume", "r1")  # done: shown again, without a model
    assert (again.status, again.out) == (0, done.out)
    traced = silcrow("trace", "r0001")
    assert traced.out.splitlines()[0] == f"r0001  ask, done: {QUESTION}"
    assert "In harbour, by openai:played" in traced.out.splitlines()[1]
    assert '  3  read_section {"sec_id": "Item 1"}: harbour:item-1:1-2' in traced.out
    found = silcrow("trace", "r0001", "--json").json
    assert (found["state"], [step["kind"] for step in found["steps"]]) == (
        "done",
        ["open", "reply", "look", "reply", "end"],
    )
    assert silcrow("readings", "--json").json["readings"][0]["steps"] == 5
    assert silcrow("readings", "--forget", "r1").out == "Forgot r1.\n"
    assert silcrow("readings").out == "No readings.\n"
    assert silcrow("trace", "r1").status == 3


def test_one_that_stopped_at_a_bound_looks_further_once_it_is_raised(silcrow, harbour: Path):
    with playing_openai([READ, Says("Not found: when fees are paid.")]) as server:
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--max-rounds", "2", "--max-tokens", "900"))
    assert "It stopped looking early: 2 rounds allowed." in done.err
    assert "It looks further with a larger bound: silcrow resume r0001 --max-rounds N" in done.err
    with playing_openai([Says(calls=[("read_section", {"sec_id": "Item 2"})]), Says(ANSWER)]) as server:
        done = silcrow("resume", "r1", *by(server.url, "--max-rounds", "5"))
    assert done.out.startswith("Fees are paid before noon [1].")
    assert "stopped looking early" not in done.err
    steps = silcrow("trace", "r1", "--json").json["steps"]
    (bounds,) = [step["data"]["limits"] for step in steps if step["kind"] == "bounds"]
    assert (bounds["max_rounds"], bounds["max_tokens"]) == (5, 900)  # those that were not named stay
    assert "bounds: looks further" in silcrow("trace", "r1").out
    again = silcrow("resume", "r1", "--max-rounds", "9")
    assert (again.status, again.out) == (0, done.out)
    assert "It ended by itself" in again.err


def test_a_recorded_answer_is_played_again_without_a_server(silcrow, harbour: Path, tmp_path: Path):
    kept = tmp_path / "kept"
    with playing_openai([READ, Says(ANSWER)]) as server:
        done = silcrow("ask", harbour, QUESTION, *by(server.url, "--record", kept))
    again = silcrow("ask", harbour, QUESTION, "--replay", kept)
    assert (again.status, again.out) == (0, done.out)


def test_nothing_of_an_ephemeral_question_is_kept(silcrow, harbour: Path):
    with playing_openai([Says(ANSWER)]) as server:
        done = silcrow("ask", harbour, QUESTION, "--ephemeral", *by(server.url))
    assert done.out.startswith("Fees are paid")
    assert "r0001" not in done.err
    assert silcrow("readings").out == "No readings.\n"


def test_ctrl_c_says_how_to_go_on(harbour: Path, silcrow):
    silcrow("add", harbour)
    with playing_openai([READ, Says(ANSWER, delay=30)]) as server:
        command = [sys.executable, "-m", "silcrow", "-v", "ask", "harbour", QUESTION, *map(str, by(server.url))]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr
            while "read_section" not in process.stderr.readline():
                pass
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (130, "")
    assert "What was read is kept; go on with: silcrow resume r0001" in err
    with playing_openai([Says(ANSWER)]) as server:
        assert silcrow("resume", "r1", *by(server.url)).out.startswith("Fees are paid before noon [1].")


@pytest.mark.skipif(os.name == "nt", reason="there is no pty")
def test_on_a_terminal_the_words_come_and_are_taken_away_for_the_proved_ones(harbour: Path):
    with playing_openai([READ, Says(ANSWER)]) as server:
        shown = on_terminal("ask", harbour, QUESTION, *by(server.url), NO_COLOR="1")
        assert "\x1b[J" in shown
        assert shown.count("Fees are paid before noon [1].") == 2
        assert shown.rindex("\x1b[J") < shown.rindex("Fees are paid before noon [1].")
    with playing_openai([Says(ANSWER)]) as server:
        shown = on_terminal("ask", "harbour", QUESTION, *by(server.url, "--no-stream"), NO_COLOR="1")
        assert shown.count("Fees are paid before noon [1].") == 1


def test_what_a_model_writes_cannot_steer_the_terminal(silcrow, harbour: Path):
    with playing_openai([Says("Not found: \x1b[2Jthe \x07fee.")]) as server:
        done = silcrow("ask", harbour, QUESTION, *by(server.url))
    assert "\x1b" not in done.out
    assert json.dumps(done.out)
