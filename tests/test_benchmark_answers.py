"""The benchmark of answers, at the size of seconds: its command runs, counts right and goes on where it ended."""

import importlib
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from silcrow.models.chat import Message, Reply, ToolCall
from silcrow.testing import ScriptedChat, make_document

MANUAL = """# Manual

# Causeway

The duty officer decides whether the causeway may be crossed.

# Fees

A bed costs 24 crowns a night.
"""
DECIDES = {
    "qid": "a",
    "file": "manual.md",
    "question": "Who decides whether the causeway may be crossed?",
    "answer": "The duty officer decides.",
    "evidence": ["The duty officer decides whether the causeway may be crossed."],
    "pages": [],
}
COSTS = {
    "qid": "b",
    "file": "manual.md",
    "question": "What does a bed cost a night?",
    "answer": "30 crowns",
    "evidence": ["A bed costs 24 crowns a night."],
    "pages": [],
}


@pytest.fixture
def answers(root: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(root / "benchmarks"))
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    return importlib.import_module("answers")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    (tmp_path / "set" / "docs").mkdir(parents=True)
    (tmp_path / "set" / "docs" / "manual.md").write_text(MANUAL)
    lines = "".join(json.dumps(truth) + "\n" for truth in (DECIDES, COSTS))
    (tmp_path / "set" / "questions.jsonl").write_text(lines)
    return tmp_path


def test_each_way_is_asked_and_judged_and_a_run_goes_on_where_it_ended(
    answers: ModuleType, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
):
    out = data / "out.jsonl"
    monkeypatch.setattr(sys, "argv", ["answers.py", "--data", str(data), "--scripted", "--out", str(out)])
    answers.main()
    first = capsys.readouterr().out
    lines = {(line["way"], line["qid"]): line for line in map(json.loads, out.read_text().splitlines())}
    assert len(lines) == 8
    # The stand-in shows what it was shown first; 24 is not 30 crowns, but the crowns are right.
    assert [lines["loop", qid]["verdict"] for qid in "ab"] == ["correct", "partly"]
    assert lines["loop", "a"]["stand"] == lines["loop", "a"]["evidence"] == [True]
    assert [lines[way, "a"]["replies"] for way in ("loop", "rag", "search-o1", "quotes")] == [1, 1, 2, 0]
    assert "set · loop (2) · strict 0.500 [0.095, 0.905] · lenient 1.000 [0.342, 1.000] · stand 1.000" in first
    kept = out.read_text()
    answers.main()
    assert out.read_text() == kept
    assert capsys.readouterr().out == first


def test_without_models_and_without_the_stand_in_nothing_is_asked(
    answers: ModuleType, data: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "argv", ["answers.py", "--data", str(data)])
    with pytest.raises(SystemExit):
        answers.main()


@pytest.mark.parametrize(
    ("right", "total", "low", "high"),
    [(0, 0, 0.0, 1.0), (0, 10, 0.0, 0.2775), (8, 10, 0.4902, 0.9433), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962)],
)
def test_intervals_are_those_of_wilson(answers: ModuleType, right: int, total: int, low: float, high: float):
    assert answers.wilson(right, total) == pytest.approx((low, high), abs=5e-5)


def test_a_citation_is_on_evidence_by_its_page_or_its_words(answers: ModuleType):
    cited = importlib.import_module("answering").Cited
    assert answers.on_evidence(cited("A bed costs 24 crowns a night.", ()), COSTS)
    assert not answers.on_evidence(cited("The duty officer decides.", ()), COSTS)
    assert answers.on_evidence(cited("Anything.", (3,)), COSTS | {"pages": [3]})
    assert not answers.on_evidence(cited("", ()), COSTS)


def test_an_answer_without_a_word_is_wrong_without_asking(answers: ModuleType):
    said = importlib.import_module("answering").Said("  ", ())
    assert answers.judge(ScriptedChat([]), DECIDES, said) == "wrong"


def test_the_flat_pieces_overlap_by_half_and_lose_nothing(answers: ModuleType):
    words = [f"word{number}" for number in range(3000)]
    text = "\n\n".join(" ".join(words[at : at + 50]) for at in range(0, 3000, 50))
    pieces = importlib.import_module("answering").overlapping(make_document(f"# A\n\n{text}"))
    found = [piece.text.split() for piece in pieces]
    assert {word for piece in found for word in piece} >= set(words)
    half = len(found[0]) // 2
    assert abs(found[1].index(found[0][-1]) - half) <= 1


def test_the_searching_way_gives_two_pieces_a_search_and_a_last_answer(answers: ModuleType, data: Path):
    import silcrow

    asked = Reply("", (ToolCall("c1", "search", '{"query": "bed"}'),), stop="calls")
    chat = ScriptedChat([asked, asked, "24 crowns [1], [7]."])
    with silcrow.open_library(ephemeral=True) as library:
        doc_id = library.add(data / "set" / "docs" / "manual.md").record.doc_id
        answering = importlib.import_module("answering")
        said = answering.by_search(answering.Book(library, doc_id), COSTS["question"], chat, 3)
    assert [len(tools) for _, tools in chat.requests] == [1, 1, 0]
    assert chat.requests[2][0][-1] == Message("user", "Answer now, from what was found.")
    assert [cited.text for cited in said.cited] == ["Fees\nA bed costs 24 crowns a night."]
