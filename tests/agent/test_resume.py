"""A question goes on after a kill at any step, and gives the answer that it would have given."""

import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest
from asking import ANSWERED, MANUAL, QUESTION, asked, calls, cited

from silcrow import open_library
from silcrow.agent.budget import Limits
from silcrow.agent.resuming import bounds_of
from silcrow.errors import Busy, ContextFull, ModelFailed, NotFound, Usage
from silcrow.library import Library
from silcrow.models.chat import Reply
from silcrow.models.rates import Rate
from silcrow.place import Span
from silcrow.reading import Reading, Step
from silcrow.testing import ScriptedChat

WRONG = cited("Heavy vehicles may not cross [1].", ("manual:1:2", "No vehicle heavier then 7.5 tonnes may cross."))
RIGHT = cited("Heavy vehicles may not cross [1].", ("manual:1:2", "No vehicle heavier than 7.5 tonnes may cross."))
SCRIPT = [
    calls(("read_section", {"section": "1"}), ("read_section", {"section": "3"}), ("rm", {})),
    calls(("read_section", {"section": "1"}), ("retrieve", {"queries": ["station master"]})),
    Reply(""),
    WRONG,
    RIGHT,
]


def replies(steps: list[Step]) -> int:
    """How many replies were taken from a script."""
    return sum(step.kind == "reply" for step in steps)


@pytest.mark.parametrize("limits", [Limits(), Limits(window=3_000)])
def test_from_every_step_on_it_gives_the_same_answer(limits: Limits):
    whole, steps, chat = asked(SCRIPT, limits=limits)
    assert whole.proven
    assert len(steps) > 12
    for at in range(len(steps) + 1):
        before = steps[:at]
        answer, after, resumed = asked(SCRIPT[replies(before) :], limits=limits, steps=before)
        assert (answer.text, answer.citations, answer.notices) == (whole.text, whole.citations, whole.notices)
        assert [step.kind for step in (*before, *after)] == [step.kind for step in steps]
        assert [request[0] for request in resumed.requests] == [r[0] for r in chat.requests[replies(before) :]]


def test_what_was_shortened_stays_shortened():
    script = [*SCRIPT[:2], ContextFull("too long", window=3_000), *SCRIPT[2:]]
    whole, steps, chat = asked(script)
    at = next(number for number, step in enumerate(steps, 1) if step.kind == "shrink")
    answer, _, resumed = asked(SCRIPT[2:], steps=steps[:at])
    assert answer.text == whole.text
    assert resumed.requests[-1][0] == chat.requests[-1][0]


@pytest.fixture
def library(tmp_path: Path):
    with open_library(tmp_path / "library.db") as opened:
        opened.add(MANUAL.encode(), doc_id="manual", address="/manual.md")
        opened.add(b"# Tides\n\nTwice a day.", doc_id="tides", address="/tides.md")
        yield opened


def broken_off(library: Library, **more: object) -> str:
    """The name of a reading that the model broke off after its first look."""
    with pytest.raises(ModelFailed) as failure:
        library.ask(QUESTION, chat=ScriptedChat([SCRIPT[0], ModelFailed("503", hint="Wait.")]), **more)
    name = library.readings()[-1].reading_id
    assert failure.value.hint == f"Wait. What was read is kept: silcrow resume {name}"
    return name


def test_a_question_to_a_model_is_a_reading_of_the_library(library: Library):
    seen: list[tuple[str, str]] = []
    limits = Limits(max_rounds=5, rate=Rate(1.0, 2.0))
    answer = library.ask(
        QUESTION,
        doc_ids=["manual"],
        within=[Span("manual", "1")],
        chat=ScriptedChat([ANSWERED]),
        limits=limits,
        watch=lambda name, step: seen.append((name, step.kind)),
    )
    assert seen == [("r0001", "open"), ("r0001", "reply"), ("r0001", "end")]
    assert (answer.reading, answer.proven) == ("r0001", True)
    reading = library.reading("r0001")
    assert (reading.kind, reading.title, reading.state, reading.scope) == ("ask", QUESTION, "done", ("manual:1",))
    assert [doc_id for doc_id, _ in reading.documents] == ["manual"]
    assert [step.kind for step in reading.steps] == ["open", "reply", "end"]
    assert reading.settings["limits"]["max_rounds"] == 5
    library.forget("r1")
    assert library.readings() == ()


def test_a_question_without_a_model_leaves_no_reading(library: Library):
    assert library.ask(QUESTION).extractive
    assert library.readings() == ()


def test_a_reading_that_was_broken_off_goes_on(library: Library):
    name = broken_off(library, doc_ids=["manual"])
    assert library.reading(name).state == "open"
    answer = library.resume(name, chat=ScriptedChat(SCRIPT[1:]))
    assert answer.proven
    assert library.reading(name).state == "done"
    again = library.resume(name, chat=ScriptedChat([]))  # done: nothing is asked, the same is said
    assert (again.text, again.citations) == (answer.text, answer.citations)


def test_its_bounds_go_with_it(library: Library):
    name = broken_off(library, limits=Limits(max_rounds=2, rate=Rate(1.0, 1.0)))
    answer = library.resume(name, chat=ScriptedChat([RIGHT]))
    assert [notice.code for notice in answer.notices] == ["limit"]
    assert dict(answer.usage)["cost_millionths"] == 110
    name = broken_off(library, limits=Limits(max_rounds=3))
    answer = library.resume(name, chat=ScriptedChat(SCRIPT[1:]), limits=Limits())
    assert answer.notices == ()


def stopped(library: Library, **more: object) -> str:
    """The name of a question that stopped at two rounds, and answered that it had not found it."""
    chat = ScriptedChat([SCRIPT[0], "Not found: it."])
    answer = library.ask(QUESTION, doc_ids=["manual"], chat=chat, limits=Limits(max_rounds=2), **more)
    assert [notice.code for notice in answer.notices] == ["limit"]
    return answer.reading


def test_a_question_that_stopped_at_a_bound_looks_further_when_it_is_raised(library: Library):
    name = stopped(library)
    chat = ScriptedChat([calls(("retrieve", {"queries": ["station master"]})), RIGHT])
    answer = library.resume(name, chat=chat, limits=Limits(max_rounds=6))
    assert (answer.proven, answer.notices) == (True, ())
    assert dict(answer.usage)["rounds"] == 4  # what was used before counts
    first = chat.requests[0]
    assert {tool.name for tool in first[1]} > {"answer", "retrieve"}
    assert [message.role for message in first[0][-3:]] == ["user", "assistant", "user"]
    assert first[0][-1].text.startswith("The bounds were raised: you may look further.")
    kinds = [step.kind for step in library.reading(name).steps]
    assert kinds[-5:] == ["bounds", "reply", "look", "reply", "end"]
    again = library.resume(name)  # done: shown again, and nobody is asked
    assert (again.text, again.notices) == (answer.text, ())


def test_what_it_answered_before_stays_where_looking_further_gives_nothing(library: Library):
    name = stopped(library)
    answer = library.resume(name, chat=ScriptedChat([Reply("")] * 9), limits=Limits(max_rounds=4))
    assert answer.text == "Not found: it."
    assert [notice.code for notice in answer.notices] == ["limit"]


def test_raised_bounds_are_kept_with_the_reading(library: Library):
    name = stopped(library)
    with pytest.raises(ModelFailed):
        library.resume(name, chat=ScriptedChat([SCRIPT[1], ModelFailed("503")]), limits=Limits(max_rounds=6))
    assert library.reading(name).state == "open"
    answer = library.resume(name, chat=ScriptedChat([RIGHT]))
    assert (answer.proven, answer.notices) == (True, ())
    assert bounds_of(library.reading(name)) == Limits(max_rounds=6)


def test_bounds_that_leave_no_room_change_nothing_and_say_so(library: Library):
    name = stopped(library)
    steps = library.reading(name).steps
    for limits in (Limits(max_rounds=3), Limits(max_rounds=9, max_total_tokens=500)):
        answer = library.resume(name, chat=ScriptedChat([]), limits=limits)
        assert [notice.code for notice in answer.notices] == ["limit", "bounds"]
        assert "leave no room" in answer.notices[1].message
    done = library.ask(QUESTION, chat=ScriptedChat([ANSWERED])).reading
    answer = library.resume(done, limits=Limits(max_rounds=50))
    assert [notice.message[:19] for notice in answer.notices] == ["It ended by itself,"]
    assert library.reading(name).steps == steps


def test_to_look_further_a_model_has_to_be_named(library: Library):
    name = stopped(library)
    with pytest.raises(Usage, match="no model is named"):
        library.resume(name, limits=Limits(max_rounds=9))


@pytest.mark.parametrize("at", [1, 2, 3])
def test_told_to_answer_and_killed_it_looks_further_with_raised_bounds(library: Library, at: int):
    script = [SCRIPT[0], SCRIPT[1], "Not found: it."]
    _, steps, _ = asked(script, limits=Limits(max_rounds=3))
    told = next(n for n, step in enumerate(steps, 1) if step.kind == "say")
    before = steps[: told + at - 1]
    journal = library.begin(Reading("", "ask", QUESTION, settings={"limits": asdict(Limits(max_rounds=3))}))
    for step in before:
        journal.save(step.kind, step.data, usage=step.usage)
    chat = ScriptedChat([calls(("retrieve", {"queries": ["heavy vehicle"]})), RIGHT])
    answer = library.resume(journal.reading_id, chat=chat, limits=Limits(max_rounds=8))
    assert (answer.proven, answer.notices) == (True, ())


def test_a_document_that_has_changed_meanwhile_is_named(library: Library):
    name = broken_off(library, doc_ids=["manual", "tides"])
    library.add(MANUAL.replace("7.5", "8").encode(), doc_id="manual", address="/manual.md")
    answer = library.resume(name, chat=ScriptedChat([RIGHT, RIGHT]))
    assert [(notice.code, notice.place) for notice in answer.notices] == [("changed", "manual")]
    assert answer.citations[0].verdict == "near"
    assert not answer.proven
    library.remove("tides")
    with pytest.raises(NotFound, match="tides"):
        library.resume(broken_off(library, doc_ids=["manual"]) and name, chat=ScriptedChat([]))


def test_only_questions_are_resumed_so(library: Library):
    journal = library.begin(Reading("", "study", "All of it"))
    with pytest.raises(Usage, match="study"):
        library.resume(journal.reading_id, chat=ScriptedChat([]))
    with pytest.raises(NotFound):
        library.resume("r0099", chat=ScriptedChat([]))


def test_two_that_resume_the_same_do_not_both_write(library: Library):
    name = broken_off(library)

    class Meddling(ScriptedChat):
        def reply(self, *given, **more):
            library.journal(name).steps()
            other = library.journal(name)
            other.steps()
            other.save("say", {"why": "empty", "text": "from the other"})
            return super().reply(*given, **more)

    with pytest.raises(Busy, match="another process goes on with the reading"):
        library.resume(name, chat=Meddling(SCRIPT[1:]))


def test_ctrl_c_leaves_a_reading_that_goes_on(library: Library):
    class Interrupted(ScriptedChat):
        def reply(self, *given, **more):
            if len(self.requests) == 1:
                raise KeyboardInterrupt
            return super().reply(*given, **more)

    with pytest.raises(KeyboardInterrupt):
        library.ask(QUESTION, chat=Interrupted(SCRIPT))
    assert library.resume("r1", chat=ScriptedChat(SCRIPT[1:])).proven


# A process that is killed after each step it saves, and started again, until the answer is there.
KILLED = """
import sys
sys.path[:0] = sys.argv[2:]
from killing import again_and_again, kill
from test_resume import QUESTION, SCRIPT, replies
from silcrow import open_library
from silcrow.testing import ScriptedChat

def act(first):
    with open_library(sys.argv[1]) as library:
        if first:
            library.ask(QUESTION, chat=ScriptedChat(SCRIPT), watch=kill)
        steps = library.reading("r1").steps
        chat = ScriptedChat(SCRIPT[replies(steps):])
        library.resume("r1", chat=chat, watch=None if steps[-1].kind == "end" else kill)

again_and_again(act, most=40)
"""


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL")
def test_killed_after_every_step_it_gives_the_answer_of_one_that_was_not(library: Library, tmp_path: Path):
    whole, steps, _ = asked(SCRIPT, at=library.desk())
    library.close()
    path, tests = tmp_path / "library.db", Path(__file__).parent
    command = [sys.executable, "-c", KILLED, str(path), str(tests), str(tests.parent)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    with open_library(path) as again:
        saved = again.reading("r1").steps
        assert [step.kind for step in saved] == [step.kind for step in steps]
        assert again.fsck() == ()
        answer = again.resume("r1", chat=ScriptedChat([]))
    assert (answer.text, answer.citations) == (whole.text, whole.citations)
