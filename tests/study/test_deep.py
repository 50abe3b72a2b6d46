"""A study by a model: killed after any step and resumed, it gives the same notes and the same synthesis."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from models_that_read import Reader
from reading_through import CUT, THESIS, put

from silcrow import open_library
from silcrow.errors import BudgetSpent, ModelFailed
from silcrow.library import Library
from silcrow.models.rates import Rate
from silcrow.reading import Reading
from silcrow.study.deep import Bounds
from silcrow.study.saved import note_data
from silcrow.testing import ScriptedChat

OTHER = "# 1 Tides\n\nTides fell by 4 % in ten years.\n\n# 2 Storms\n\nStorms are rare here, and harbours are safe.\n"


def library_at(path: Path) -> Library:
    library = open_library(path)
    if not library.documents():
        put(library)
        put(library, OTHER, doc_id="other", address="/other.md")
        library.study("thesis").begin(**CUT)
    return library


def said(library: Library, *doc_ids: str) -> str:
    """All notes and syntheses of a library's studies, without times."""
    found = library.study(*doc_ids).synthesis()
    notes = [note_data(part.note) for study in found.studies for part in study.parts if part.note]
    notes += [note_data(one) for one in [found.note, *(study.synthesis for study in found.studies)] if one]
    return json.dumps([{**note, "at": ""} for note in notes], sort_keys=True)


def read(library: Library, *doc_ids: str, **more: object) -> Reader:
    chat = Reader()
    library.study(*doc_ids).read(chat, questions=["Do tides rise?"], **more)
    return chat


def test_every_part_is_noted_and_put_together_and_each_quote_compared(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        chat = read(library, "thesis")
        assert len(chat.asked) == 6  # five parts, one synthesis
        found = library.study("thesis").synthesis()
        (study,) = found.studies
        assert [part.state for part in study.parts] == ["noted"] * 5
        assert study.ended
        assert found.note is not None
        assert [quote.verdict for quote in found.note.quotes] == ["verified", "verified", "unsupported"]
        assert found.note.entries("themes")[0].fault == "its quote stands nowhere"
        assert found.note.entries("contradictions")[0].fault == ""
        assert (study.usage["input"], study.usage["output"]) == (600, 120)
        assert "Do tides rise?" in chat.asked[0]
        assert "1. 1 Water: Part 1 of 5" in chat.asked[1]
        assert "(untrusted" in chat.asked[0]
        assert read(library, "thesis").asked == []  # done: nothing is asked again


class Dying:
    """Lets a library die after so many saved steps."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __call__(self, _reading: str, _step: object) -> None:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.mark.parametrize("more", [{}, {"parallel": 2}, {"window": 120}], ids=["in order", "in waves", "in layers"])
def test_killed_after_every_single_step_it_gives_the_same_bytes(tmp_path: Path, more: dict):
    steps = 0

    def count(_reading: str, _step: object) -> None:
        nonlocal steps
        steps += 1

    with library_at(tmp_path / "whole.db") as library:
        read(library, "thesis", watch=count, **more)
        whole = said(library, "thesis")
    assert steps >= 7
    for at in range(1, steps + 1):
        path = tmp_path / f"{at}.db"
        with library_at(path) as library, pytest.raises(KeyboardInterrupt):
            read(library, "thesis", watch=Dying(at), **more)
        with library_at(path) as library:
            read(library, "thesis", **more)
            assert said(library, "thesis") == whole
    path = tmp_path / "each.db"
    for _ in range(steps + 1):  # and dying after each step, one after the other
        with library_at(path) as library:
            try:
                read(library, "thesis", watch=Dying(1), **more)
            except KeyboardInterrupt:
                continue
    with library_at(path) as library:
        assert said(library, "thesis") == whole
        assert library.fsck() == ()


KILLED = """
import os, signal, sys
sys.path[:0] = sys.argv[2:]
from pathlib import Path
from models_that_read import Reader
from test_deep import library_at

def kill(name, step):
    os.kill(os.getpid(), signal.SIGKILL)

for _ in range(40):
    child = os.fork()
    if not child:
        with library_at(Path(sys.argv[1])) as library:
            library.study("thesis").read(Reader(), questions=["Do tides rise?"], watch=kill)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        sys.exit(os.waitstatus_to_exitcode(status))
sys.exit("it never ended")
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL")
def test_a_process_that_is_really_killed_after_each_step_too(tmp_path: Path):
    with library_at(tmp_path / "whole.db") as library:
        read(library, "thesis")
        whole = said(library, "thesis")
    path, tests = tmp_path / "killed.db", Path(__file__).parent
    command = [sys.executable, "-c", KILLED, str(path), str(tests), str(tests.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    with library_at(path) as library:
        assert said(library, "thesis") == whole
        assert library.fsck() == ()


def test_several_documents_have_one_deep_reading_each_and_one_synthesis_across(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        chat = read(library, "thesis", "other", parallel=2)
        found = library.study("thesis", "other").synthesis()
        assert found.note is not None
        assert [study.doc_id for study in found.studies] == ["thesis", "other"]
        documents = {quote.place.partition(":")[0] for quote in found.note.quotes if quote.stands}
        assert documents == {"thesis", "other"}
        assert found.note.entries("comparisons")[0].fault == ""
        assert read(library, "thesis", "other").asked == []
        asked = len(chat.asked)
    path = tmp_path / "each.db"
    for _ in range(asked + 6):
        with library_at(path) as library:
            try:
                read(library, "thesis", "other", watch=Dying(1))
            except KeyboardInterrupt:
                continue
    with library_at(path) as library:
        assert library.study("thesis", "other").synthesis().note is not None


def test_a_statement_across_that_cites_one_document_only_is_marked(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        library.study("thesis").note("So.", number=1)
        library.study("other").begin()
        found = library.study("thesis", "other").synthesis(
            "They differ.\n\n## Contradictions\n- It rose and fell [1] [2]\n- It rose [1]\n\n## Quotes\n"
            '- thesis:3:1 "Tides rose by 4 %"\n- other:1:1 "Tides fell by 4 %"'
        )
        assert found.note is not None
        assert [one.fault for one in found.note.entries("contradictions")] == ["", "one document only"]


def test_a_model_that_fails_leaves_what_was_noted_and_says_how_to_go_on(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        reader = Reader()

        class Failing:
            identity = "test:failing"

            def reply(self, *given, **more):
                if len(reader.asked) == 2:
                    raise ModelFailed("503", hint="Wait.")
                return reader.reply(*given, **more)

        with pytest.raises(ModelFailed) as failure:
            library.study("thesis").read(Failing())
        name = library.readings()[-1].reading_id
        assert failure.value.hint == f"Wait. What was noted is kept: silcrow resume {name}"
        assert library.study("thesis").state().completed == (1, 2)
        with pytest.raises(ModelFailed, match="no part note that fits"):
            library.study("thesis").read(ScriptedChat(["Nothing.", "Still nothing."]))


def test_a_budget_stops_before_it_is_spent(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        with pytest.raises(BudgetSpent, match="beyond 4,000 tokens"):
            library.study("thesis").read(Reader(), bounds=Bounds(max_total_tokens=4_000))
        assert library.study("thesis").state().synthesis is None
        with pytest.raises(BudgetSpent, match="a cost of"):
            library.study("thesis").read(Reader(), bounds=Bounds(max_cost=0.0001, rate=Rate(1.0, 1.0)))
        library.study("thesis").read(Reader(), bounds=Bounds(max_cost=100.0, rate=Rate(1.0, 1.0)))
        assert library.study("thesis").state().ended


def test_a_study_is_no_question(tmp_path: Path):
    with library_at(tmp_path / "a.db") as library:
        reading: Reading = library.readings()[0]
        assert (reading.kind, reading.state) == ("study", "open")
        assert THESIS
