"""The way of a question to a model, through a printed report of 300 pages. Read this after test_way.py.

The model is a server on the loopback that plays a script, in the wire formats of OpenAI and of Anthropic, streaming.
What it is sent, what its tools bring and what is proved of its answer is Silcrow's own, and is what is tested.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from playing import KEY, Says, playing_anthropic, playing_openai
from silcrow import open_library
from silcrow.library import Library
from silcrow.models.named import connected, named
from silcrow.reading import Step

QUESTION = "In which year was the person born who signs the report of the plant that makes the most glass?"
SAID = {
    (41, 3): "Of all plants the one at Norrby makes the most glass, 4,210 tonnes in 2024.",
    (187, 2): "The report of the Norrby plant is signed by its director, Edda Lindqvist.",
    (288, 4): "Edda Lindqvist was born in Kalmar in 1961.",
}
QUOTES = {
    "report:11.1:3": SAID[(41, 3)],
    "report:47.3:2": SAID[(187, 2)],
    "report:72.4:4": SAID[(288, 4)],
}
SCRIPT = [
    Says(calls=[("retrieve", {"queries": ["plant that makes the most glass", "tonnes of glass"], "top_k": 3})]),
    Says(
        calls=[
            ("read_section", {"section": "11.1"}),
            ("retrieve", {"queries": ["Norrby report signed director"], "top_k": 2}),
        ]
    ),
    Says(calls=[("retrieve", {"queries": ["Edda Lindqvist born"], "top_k": 2})]),
    Says(
        "She was born in 1961 [3]: Edda Lindqvist [2] signs for Norrby, which makes the most glass [1].\n\n"
        + "\n".join(f'[{n}] {place} "{quote}"' for n, (place, quote) in enumerate(QUOTES.items(), 1))
    ),
]
WIRES = {"openai": playing_openai, "anthropic": playing_anthropic}


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A printed report: a chapter on every fourth page, a section on each, four paragraphs in it."""
    path = tmp_path_factory.mktemp("report") / "report.pdf"
    canvas = Canvas(str(path), invariant=1)
    for page in range(1, 301):
        chapter, part = (page + 3) // 4, (page - 1) % 4 + 1
        lines = [(16, f"{chapter} Chapter on subject {chapter}")] if part == 1 else []
        lines.append((12, f"{chapter}.{part} Part {part} of subject {chapter}"))
        for paragraph in range(1, 5):
            text = f"Paragraph {paragraph} on page {page} tells of furnaces, sand and orders of its year."
            lines.append((10, SAID.get((page, paragraph), text)))
        down = 780
        for size, text in lines:
            canvas.setFont("Helvetica-Bold" if size > 10 else "Helvetica", size)
            canvas.drawString(72, down, text)
            down -= 90
        canvas.showPage()
    canvas.save()
    return path


@pytest.fixture(scope="module")
def library(report: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterable[Library]:
    with open_library(tmp_path_factory.mktemp("library") / "library.db") as opened:
        record = opened.add(report).record
        assert (record.doc_id, record.pages) == ("report", 300)
        yield opened


@pytest.mark.parametrize("wire", WIRES)
def test_three_hops_are_answered_in_four_calls_and_every_quote_is_proved(wire: str, library: Library):
    steps: list[Step] = []
    heard: list[str] = []
    with WIRES[wire](SCRIPT) as server:
        model = named(f"{wire}:played", url=server.url, environment={})
        chat = connected(model, seconds=20, environment={"SILCROW_MODEL_KEY": KEY})
        answer = library.ask(
            QUESTION, doc_ids=["report"], chat=chat, watch=lambda _, step: steps.append(step), hear=heard.append
        )
    assert len(server.asked) == 4
    assert [step.kind for step in steps] == [
        *("open", "reply", "look", "reply", "look", "look", "reply", "look", "reply", "end")
    ]
    looked = [step.data["brief"] for step in steps if step.kind == "look"]
    assert [any(place in brief for brief in looked) for place in ("report:11.1", "report:47.3", "report:72.4")] == [
        True
    ] * 3
    assert [(str(c.span), c.verdict, c.pages) for c in answer.citations] == [
        ("report:11.1:3", "verified", (41,)),
        ("report:47.3:2", "verified", (187,)),
        ("report:72.4:4", "verified", (288,)),
    ]
    assert answer.proven
    assert answer.text.startswith("She was born in 1961 [3]")
    assert "She was born in 1961 [3]" in "".join(heard)


def test_what_the_model_is_sent_is_bounded_and_grows_only_by_what_it_read(library: Library):
    with playing_openai(SCRIPT) as server:
        chat = connected(
            named("openai:played", url=server.url, environment={}), seconds=20, environment={"SILCROW_MODEL_KEY": KEY}
        )
        library.ask(QUESTION, doc_ids=["report"], chat=chat)
    sizes = [len(json.dumps(asked.body)) for asked in server.asked]
    assert sizes == sorted(sizes)
    assert sizes[-1] < 60_000  # characters; the outline alone of all 375 sections would be as long
    for asked in server.asked:
        assert asked.body["messages"][0]["role"] == "system"
        assert asked.body["tools"] == server.asked[0].body["tools"]


def test_the_reading_is_kept_and_can_be_looked_at(library: Library):
    reading = library.readings()[0]
    assert (reading.reading_id, reading.title, reading.state) == ("r0001", QUESTION, "done")
    assert reading.usage["input"] == 400
    assert library.resume("r0001").proven
