"""The loop with a scripted model: locate, read, answer, prove; in as few calls as it takes."""

import threading
from dataclasses import replace

import pytest
from asking import ANSWERED, MANUAL, QUESTION, asked, calls, cited, codes, desk, last

from shelf import shelf
from silcrow.agent.budget import Limits
from silcrow.agent.calls import TOOLBOX
from silcrow.agent.loop import Act, ask
from silcrow.desk import Desk
from silcrow.errors import Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.models.chat import Reply
from silcrow.retrieve.terms import index
from silcrow.store.protocol import Source
from silcrow.testing import ScriptedChat, make_document


def test_an_easy_question_is_answered_in_one_call():
    answer, steps, chat = asked([ANSWERED])
    assert [step.kind for step in steps] == ["open", "reply", "end"]
    ((messages, tools),) = chat.requests
    assert [message.role for message in messages] == ["system", "user"]
    assert "- 2.1: 2.1 Station master" in messages[1].text  # the outline
    assert "The duty officer decides whether the causeway may be crossed." in messages[1].text  # the first passages
    assert QUESTION in messages[1].text
    assert [tool.name for tool in tools] == list(TOOLBOX)
    assert (answer.text, answer.extractive, answer.unsupported) == ("The duty officer decides [1].", False, ())
    (citation,) = answer.citations
    assert (str(citation.span), citation.verdict) == ("manual:1:1", "verified")
    assert dict(answer.usage)["rounds"] == 1


def test_three_hops_are_read_and_each_is_proved():
    hops = cited(
        "Ada Thorne, the station master, names the officer who decides [1][2][3].",
        ("manual:1:1", "The duty officer decides whether the causeway may be crossed."),
        ("manual:2:1", "The duty officer is named by the station master each Monday."),
        ("manual:2.1:1", "Ada Thorne has been station master since 2019."),
    )
    script = [
        calls(("read_section", {"section": "1"}), ("retrieve", {"queries": ["duty officer named"], "top_k": 1})),
        calls(("read_section", {"doc_id": "manual", "section": "Station master"})),
        hops,
    ]
    answer, steps, _ = asked(script, "Who names the person who decides about the causeway?")
    assert [step.kind for step in steps] == ["open", "reply", "look", "look", "reply", "look", "reply", "end"]
    assert [step.data["brief"] for step in steps if step.kind == "look"] == [
        "manual:1:1-2",
        "manual:2:1",
        "manual:2.1:1",
    ]
    assert [citation.verdict for citation in answer.citations] == ["verified"] * 3
    assert answer.proven


def test_the_answer_may_be_given_by_a_call_or_as_json():
    quote = "The duty officer decides whether the causeway may be crossed."
    given = {"text": "The duty officer [1].", "citations": [{"place": "manual:1:1", "quote": quote}]}
    as_string = {**given, "citations": '[{"place": "manual:1:1", "quote": "' + quote + '"}]'}
    fenced = f'```json\n{{"text": "The duty officer [1].", "citations": {as_string["citations"]}}}\n```'
    for reply in (calls(("answer", given)), calls(("answer", as_string)), fenced):
        answer, steps, _ = asked([reply])
        assert [c.verdict for c in answer.citations] == ["verified"]
        assert (answer.text, steps[-1].kind) == ("The duty officer [1].", "end")


def test_calls_of_one_turn_run_side_by_side_and_come_back_in_their_order():
    made = calls(*[("read_section", {"section": section}) for section in ("3", "1", "2", "2.1")])
    _, steps, chat = asked([made, ANSWERED])
    assert [step.data["brief"] for step in steps if step.kind == "look"] == [
        "manual:3:1-2",
        "manual:1:1-2",
        "manual:2:1",
        "manual:2.1:1",
    ]
    assert [message.call_id for message in last(chat, "tool")] == ["c0", "c1", "c2", "c3"]


def test_the_model_is_heard_while_it_speaks():
    heard: list[str] = []
    steps = ask(Act(desk(), QUESTION, ScriptedChat([ANSWERED]), hear=heard.append))
    for _ in steps:
        pass
    assert "".join(heard) == ANSWERED


def test_figures_are_calculated_from_what_stands_there():
    call = {
        "expression": "(now - before) / before * 100",
        "operands": [
            {"name": "now", "value": "36", "place": "manual:3:1"},
            {"name": "before", "value": "30", "place": "manual:3:1"},
        ],
    }
    text = cited("The fee of a large boat rose by 20% [1].", ("manual:3:1", "| Large boat | 30 | 36 |"))
    answer, _steps, chat = asked([calls(("calculate", call)), text], "By how much did the fee of a large boat rise?")
    assert last(chat, "tool")[0].text.startswith("(now - before) / before * 100 = 20\n- now = 36 at manual:3:1: stands")
    assert [figure.text for figure in answer.figures] == ["20"]
    assert answer.unsupported == ()


def test_a_question_that_the_documents_do_not_answer_is_answered_so():
    answer, steps, _ = asked(["Not found: the documents do not say who built the causeway."], "Who built the causeway?")
    assert [step.kind for step in steps] == ["open", "reply", "end"]
    assert (answer.citations, answer.text.startswith("Not found"), codes(answer)) == ((), True, [])


def test_an_empty_question_is_refused_before_anything_is_asked():
    with pytest.raises(Usage, match="empty"):
        asked([], " \n")


def library_of(documents: int, sections: int) -> Desk:
    """So many documents of so many sections each; one is made, and shelved under many names."""
    text = "\n\n".join(f"# {n} Chapter about subject {n % 97}\n\nMatter {n}." for n in range(1, sections + 1))
    store, one = shelf(), make_document(text)
    words = index(one)
    for number in range(documents):
        name = f"report-{number:03}"
        store.put(replace(one, doc_id=name, title=name), words, Source(f"{number:064}", 1, f"/{name}", None))
    return Desk(store)


@pytest.mark.parametrize(("documents", "sections"), [(200, 50), (2, 50), (1, 2_000)])
def test_what_is_said_before_the_first_passage_does_not_grow_with_the_library(documents: int, sections: int):
    question = "What does the text say about subject 5?"
    _, _, chat = asked(["Not found: nothing."], question, at=library_of(documents, sections))
    messages, tools = chat.requests[0]
    assert messages[1].text.count("# First passages") == 1
    before = messages[0].text + messages[1].text.partition("# First passages")[0]
    schemas = "".join(f"{tool.name} {tool.description} {tool.parameters}" for tool in tools)
    assert estimate_tokens(before) + estimate_tokens(schemas) <= 6_000
    assert estimate_tokens(messages[1].text) <= 5_000


def test_many_documents_are_chosen_before_they_are_read():
    texts = {f"ship-{n:02}": f"# Ship {n}\n\nShip {n} carries cargo." for n in range(60)} | {"manual": MANUAL}
    _, _, chat = asked([ANSWERED], at=desk(**texts))
    opened = chat.requests[0][0][1].text
    assert "61 documents." in opened
    assert "- 2.1: 2.1 Station master" in opened  # the outline of the one that holds the words
    assert "ship-33" not in opened


def test_requests_of_one_talk_begin_alike_so_that_a_server_can_keep_them():
    script = [calls(("read_section", {"section": "1"})), calls(("read_section", {"section": "2"})), ANSWERED]
    _, _, chat = asked(script)
    for (before, tools), (after, same) in zip(chat.requests, chat.requests[1:], strict=False):
        assert after[: len(before)] == before
        assert tools == same


def test_a_desk_can_be_asked_from_many_threads():
    at = desk()
    texts: list[str] = []

    def work() -> None:
        answer, _, _ = asked([calls(("read_section", {"section": "1"})), ANSWERED], at=at)
        texts.append(answer.text)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["The duty officer decides [1]."] * 6


def test_one_round_is_one_shot():
    answer, _steps, chat = asked([ANSWERED], limits=Limits(max_rounds=1))
    ((_, tools),) = chat.requests
    assert [tool.name for tool in tools] == ["answer"]
    assert answer.proven
    assert codes(answer) == ["limit"]


def test_reasoning_goes_back_to_the_model_with_its_calls():
    thinking = Reply("", calls(("read_section", {"section": "1"})).calls, thoughts="Let me see section 1.")
    _, _, chat = asked([thinking, ANSWERED])
    assert last(chat, "assistant")[0].thoughts == "Let me see section 1."
