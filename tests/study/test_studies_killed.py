"""A study by a model, its process killed (SIGKILL) after every single write, and resumed: the same bytes at the end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from models_that_read import served

from playing import playing_openai

pytestmark = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")


def ends(tmp_path: Path, docs: list[str], *, url: str = "", **more: int) -> tuple[int, int, str]:
    """How much one study writes, how often another died until it was done, and what was noted in both alike."""
    given = {"folder": str(tmp_path), "docs": docs, "more": more, "url": url}
    tests = Path(__file__).parent
    path = os.pathsep.join([str(tests), str(tests.parent), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, str(tests / "dying.py"), json.dumps(given)],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    whole, each = found["ends"]
    assert each == whole
    return found["writes"], found["deaths"], whole


# It is begun with questions; which model reads, five notes, the synthesis, the end; in layers six runs of notes before.
@pytest.mark.parametrize(
    ("writes", "more"),
    [(9, {"parallel": 2}), (15, {"window": 120})],
    ids=["in waves", "in layers"],
)
def test_killed_after_every_single_write_it_gives_the_same_bytes(tmp_path: Path, writes: int, more: dict[str, int]):
    count, deaths, said = ends(tmp_path, ["thesis"], **more)
    assert (count, deaths) == (writes, writes)
    assert "Words that nobody wrote" in said


# What goes across is begun, and three studies; 3 times model, synthesis and end; 5 + 1 + 1 notes; what goes across.
def test_several_documents_too(tmp_path: Path):
    count, deaths, said = ends(tmp_path, ["thesis", "other", "third"])
    assert (count, deaths) == (1 + 3 + 9 + 7 + 2,) * 2
    assert len(json.loads(said)) == 7 + 3 + 1


def test_several_documents_at_once_too(tmp_path: Path):
    count, deaths, said = ends(tmp_path, ["thesis", "other", "third"], parallel=3)
    assert 8 <= deaths <= count == 22  # another may write before the signal comes
    assert len(json.loads(said)) == 11


def test_through_http_with_waits_and_streams_that_break_too(tmp_path: Path):
    with playing_openai(served()) as server:
        count, deaths, _ = ends(tmp_path, ["thesis"], url=server.url, parallel=2)
    assert count == deaths == 9
    asked = [str(one.body["messages"]) for one in server.asked]
    assert len(asked) > len(set(asked))  # some had to be asked twice
