"""JSON of every noun against goldens a person can read.

`SILCROW_WRITE_GOLDENS=1 pytest tests/test_wire.py` writes them anew; while it is set, one test fails.
"""

import json
import os
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow import wire
from silcrow.answer import NOWHERE, Answer, Change, Citation, Claim, Fault, Figure, Lead, Operand
from silcrow.compare import compare
from silcrow.document import Cell, Health, Record, Table
from silcrow.errors import Ambiguous, Notice
from silcrow.finding import Checked, Finding, Value
from silcrow.job import Job
from silcrow.language.tokens import estimate_tokens
from silcrow.located import Aside, Found, Pack, Packed, Piece, Reference, References, Scoped
from silcrow.outline import Outline
from silcrow.parse.fit import fit
from silcrow.part import Cut, Part, Parts, Stretch
from silcrow.passage import Hit, LeftOut, Passage, Passages
from silcrow.place import Box, Coordinate, Region, Span
from silcrow.profile import ContentsPage, Expected, Form, Profile
from silcrow.reading import Reading, Step
from silcrow.testing import make_document
from studied_nouns import STUDY_CASES

GOLDENS = Path(__file__).parent / "goldens"
FLAG = "SILCROW_WRITE_GOLDENS"

_GROWN = make_document(
    """
=== page 1

What this is.

# Item 1A. Risk Factors

We depend on few suppliers.

## Competition {.4}

=== page 2

Rivals are many.

| Year | Loss |
| 2024 | 3 |

~ Annual Report 2025
""",
    doc_id="10k-2025",
    title="Annual Report 2025",
)
# Ten tokens a paragraph, whatever estimates become.
DOCUMENT = replace(_GROWN, sections=tuple(replace(section, tokens=10 * section.count) for section in _GROWN.sections))
LATER = make_document(
    """
=== page 1

What this was.

# Item 1A. Risk Factors

We depend on few suppliers.

# Outlook

Fair.
""",
    doc_id="10k-2026",
    title="Annual Report 2026",
)
PROFILE = Profile(
    "10k",
    ("10k-2023", "10k-2024"),
    (Expected(("Risk Factors",), "Item 1A", 1, "Part I", 2), Expected(("Outlook",), documents=2)),
    (Form(1, "Item #A", 6, 2, ("Item 1A. Risk Factors",)),),
    ContentsPage("Contents", 2, 0.8),
    ("Annual Report #",),
)
FEE = Value(
    "£25",
    Citation(Span("10k-2025", "competition", 1, 1), "£25", "verified", ("Competition",), (2,), offsets=(4, 7)),
    Decimal(25),
    "GBP",
)
FAILED = Finding("fee", "error", "fail", "10k-2025", "At most 20.", "not 25 GBP <= 20", (FEE,), trace=("its title",))
MANY = Finding("law", "info", "ambiguous", "10k-2025", "", "'Law' fits 2 sections", candidates=("10k-2025:law",))
CHECKED = Checked("fees", "2", ("10k-2025",), (FAILED, MANY), (("bad.pdf", Ambiguous("no", hint="do")),))
LABELS = {"10k-2025": ("i", "1")}
SCOPED = Scoped(
    "Items 1 and 1A",
    "one",
    (
        Found(
            Span("10k-2025", "item-1a"),
            ("Item 1A. Risk Factors",),
            "label",
            1.0,
            ("label 'Item 1A' is printed so",),
            (1, 2),
        ),
    ),
)
ABSENT = Scoped(
    "Item 9C",
    "none",
    (),
    (Lead(Span("10k-2025", "item-1a"), ("Item 1A. Risk Factors",), (1, 2)),),
    (Notice("not_there", "There is no Item 9C."),),
)
PACKED = Packed(
    (Span("10k-2025", "item-1a"),),
    (
        Pack(
            (
                Piece("scope", Passage(Span("10k-2025", "item-1a", 1, 1), ("Item 1A. Risk Factors",), ())),
                Piece(
                    "reference",
                    Passage(Span("10k-2025", "note-7", 1, 1), ("Note 7",), ()),
                    "Note 7 in 10k-2025:item-1a:1",
                ),
            ),
            120,
        ),
    ),
    (Aside(Span("10k-2025", "item-8"), 40_000, "reference", "Item 8 in 10k-2025:item-1a:2"),),
    LeftOut(1, 40_000),
)
REFERENCES = References(
    "10k-2025",
    (
        Reference(Coordinate("10k-2025", "item-1a", 1), "Note 7", 4, 10, "resolved", Span("10k-2025", "note-7")),
        Reference(Coordinate("10k-2025", "item-1a", 1), "Section 13", 20, 30, "external", None, "of the Exchange Act"),
    ),
)
RECORD = Record(
    doc_id="10k-2025",
    edition="5f0c1d2e3a4b5c6d",
    recipe="silcrow 1, markdown 1",
    format="markdown",
    title="Annual Report 2025",
    authors=("A. Writer",),
    date="2025-02-03",
    language="en",
    pages=2,
    page_labels=("i", "1"),
    sections=3,
    paragraphs=4,
    tokens=27,
    health=Health(
        evidence=(("explicit", 2),),
        doubtful=("competition",),
        pages_without_text=(2,),
        notices=(Notice("page_without_text", "Page 2 holds no text."),),
    ),
    source="ab" * 32,
    size=1234,
    kept=True,
    addresses=("/reports/10k-2025.md",),
    added="2025-03-01T12:00:00Z",
)
OUTLINE = Outline(
    "10k-2025", "Annual Report 2025", DOCUMENT.sections, 2, ("i", "1"), (Notice("flat", "A notice.", "10k-2025:front"),)
)
PASSAGES = Passages(
    (
        Passage(
            Span("10k-2025", "competition", 1, 2),
            ("Item 1A. Risk Factors", "Competition"),
            DOCUMENT.paragraphs[2:4],
            hits=(Hit(Span("10k-2025", "competition", 2, 2), 3.14159265, ("lexical", "heading")),),
            rank=1,
        ),
    ),
    left_out=LeftOut(3, 120),
    cursor="abc",
    notices=(Notice("clipped", "The section has 2 paragraphs.", "10k-2025:competition"),),
)
ANSWER = Answer(
    question="who competes?",
    text="Rivals are many.",
    citations=(
        Citation(
            Span("10k-2025", "competition", 1, 1),
            "Rivals are many.",
            "verified",
            ("Item 1A. Risk Factors", "Competition"),
            (2,),
        ),
        Citation(Span("10k-2025", "front", 1, 1), "What that is.", "near", (), (1,), found="What this is."),
    ),
    unsupported=("zebra",),
    extractive=True,
    usage=(("tokens", 0),),
)
REFUSED = Answer("zebras?", "", (), ("zebras",), (Lead(Span("10k-2025", "front"), (), (1,)),), extractive=True)

PARTS = Parts(
    doc_id="10k-2025",
    edition="5f0c1d2e3a4b5c6d",
    title="Annual Report 2025",
    max_tokens=8000,
    min_tokens=500,
    overlap=200,
    parts=(
        Part(
            index=1,
            total=1,
            title="Competition (Part 2)",
            path=("Item 1A. Risk Factors", "Competition"),
            text="Rivals are many.",
            tokens=5,
            stretches=(Stretch(Span("10k-2025", "competition", 2, 3), begins=Cut("sentence", 4, 310)),),
            pages=(2,),
            context_prefix="There are none.",
            table_header="",
            start=400,
            end=416,
        ),
    ),
    notices=(Notice("cut_inside", "A sentence was cut inside.", "10k-2025:competition:2"),),
    page_labels=("i", "1"),
)
PROVEN = Answer(
    question="",
    text="Rivals are many [1]. There are 4 of them [1][2]. Revenue doubled.",
    citations=(
        Citation(
            Span("10k-2025", "competition", 1, 1), "Rivals are many.", "moved", (), (2,), given="10k-2025:front:1"
        ),
        Citation(NOWHERE, "Four rivals.", "unsupported", given="page 9"),
        Citation(
            Span("10k-2025", "front", 1, 1),
            "What that is.",
            "near",
            (),
            (1,),
            found="What this is.",
            difference=(
                Change("same", "What"),
                Change("quoted", "that"),
                Change("printed", "this"),
                Change("same", "is."),
            ),
        ),
    ),
    unsupported=("Revenue doubled.",),
    claims=(
        Claim("Rivals are many [1].", 0, 20, (1,)),
        Claim("There are 4 of them [1][2].", 21, 48, (1, 2), (Fault("quote", "It stands nowhere.", "Cite.", False),)),
        Claim("Revenue doubled.", 49, 65, (), (Fault("no_marker", "It bears no marker.", "Put one."),)),
    ),
    figures=(
        Figure(
            "a / b",
            Fraction(4, 3),
            "1.33333333333",
            False,
            (
                Operand("a", "4", Fraction(4), "10k-2025:competition:2", "", (2,)),
                Operand("b", "3", Fraction(3), "10k-2025:competition:9", "There is no such place."),
            ),
        ),
    ),
)

READING = Reading(
    "r0001",
    "ask",
    "What do we depend on?",
    (("10k-2025", "5f0c1d2e3a4b5c6d"),),
    ("10k-2025:item-1a",),
    {"model": "ollama:small"},
    "2026-11-30T12:00:00Z",
    (
        Step(1, "open", {"brief": "opened"}, {"ms": 3}, "2026-11-30T12:00:00Z"),
        Step(2, "end", {"text": "Few suppliers [1]."}, {"input": 900, "output": 20}, "2026-11-30T12:00:04Z"),
    ),
)

CASES = {
    "ls": wire.documents([RECORD]),
    "add": wire.added([(RECORD, "new")], [("/reports/bad.pdf", Ambiguous("no", hint="do", candidates=("a", "b")))]),
    "embed": wire.embedded({"10k-2025": 412}),
    "status": wire.status(RECORD),
    "library": wire.library(
        path="/home/a/library.db",
        documents=2,
        pages=20,
        paragraphs=300,
        tokens=9000,
        size=12345,
        kept=12000,
        health={"sound": 1, "flat": 1},
        outdated=["10k-2025"],
        flat=["notes"],
    ),
    "reading": wire.reading(READING),
    "readings": wire.readings([READING]),
    "forgotten": wire.forgotten(["r0001"]),
    "rm": wire.removed(["10k-2025"]),
    "rename": wire.renamed("10k", "10k-2025"),
    "fsck": wire.faults([Notice("damaged", "its sections are not all there: remove it and add its file again", "10k")]),
    "jobs": wire.jobs([Job("/reports/b.pdf", "b" * 64, "aside", 3, "ran past 600 seconds")]),
    "copy": wire.copied([("document", "10k-2025", "copied", "ab" * 32), ("reading", "r0001", "failed", "")]),
    "backup": wire.backed_up("/media/safe.db", 3),
    "vacuum": wire.vacuumed(1_200_000, 800_000),
    "config": wire.settings([("library", "/home/a/library.db", "default")], path="/home/a/config.toml"),
    "convert": wire.written("10k-2025", "out.md"),
    "outline": wire.outline(OUTLINE),
    "outline_folded": wire.outline(OUTLINE, depth=1),
    "passages": wire.passages(PASSAGES, labels=LABELS),
    "passages_none": wire.passages(Passages(())),
    "ask": wire.answer(ANSWER, labels=LABELS),
    "verify": wire.verified(PROVEN, labels=LABELS),
    "ask_not_found": wire.answer(REFUSED, labels=LABELS),
    "scope": wire.scoped(SCOPED, labels=LABELS),
    "pack": wire.packed(PACKED, labels=LABELS),
    "refs": wire.references(REFERENCES),
    "scope_none": wire.scoped(ABSENT, labels=LABELS),
    "error": wire.error(
        Ambiguous("2 sections are called 'Risk'", hint="Say which.", candidates=("10k-2025:risk", "10k-2025:risk~2"))
    ),
    "document": wire.document(DOCUMENT),
    "profile": wire.profile(PROFILE, path="10k.profile.toml"),
    "fits": wire.fits(PROFILE, [("10k-2025", fit(PROFILE, DOCUMENT.sections))]),
    "check": wire.checked(CHECKED, labels=LABELS),
    "extract": wire.values([FEE], labels=LABELS),
    "fill": wire.filled({"fee": 25, "law": None}, {"/fee": FEE.citation, "/law": "not said"}, {"input": 9}),
    "compare": wire.comparison(compare(DOCUMENT, LATER), labels=LABELS),
    "parts": wire.parts(PARTS),
    "parts_written": wire.parts(PARTS, files={1: "001-risk.md"}),
    **STUDY_CASES,
}


@pytest.mark.parametrize("name", CASES)
def test_the_json_of_a_noun_is_its_golden(name: str):
    text = wire.dumps(CASES[name], indent=1) + "\n"
    golden = GOLDENS / f"{name}.json"
    if os.environ.get(FLAG):
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_no_golden_is_left_over():
    assert sorted(path.stem for path in GOLDENS.glob("*.json")) == sorted(CASES)


def test_goldens_are_not_being_written():
    assert not os.environ.get(FLAG), f"goldens were written, not compared: unset {FLAG}"


def test_pages_without_a_printed_label_have_none_beside_them():
    passage = wire.passages(PASSAGES)["passages"][0]
    assert (passage["pages"], passage["page_labels"]) == ([2], [])
    passage = wire.passages(PASSAGES, labels=LABELS)["passages"][0]
    assert (passage["pages"], passage["page_labels"]) == ([2], ["1"])


def test_a_table_goes_out_cell_by_cell():
    table = Table((Cell("Year"), Cell("Loss")), ((Cell("2024", rowspan=2), Cell("3")),), caption="Losses", unit="$ m")
    found = wire.table(table)
    assert (found["caption"], found["unit"]) == ("Losses", "$ m")
    assert found["rows"] == [[{"text": "2024", "rowspan": 2, "colspan": 1}, {"text": "3", "rowspan": 1, "colspan": 1}]]


def test_a_box_goes_out_to_the_hundredth_of_a_point():
    assert wire.regions([Region(3, Box(1.23456, 2, 3, 4)), Region(4)]) == [
        {"page": 3, "box": [1.23, 2, 3, 4]},
        {"page": 4, "box": None},
    ]


@pytest.mark.parametrize("budget", [60, 200, 400, 2000])
def test_an_outline_in_json_keeps_its_budget_and_counts_what_it_hides(budget: int):
    found = wire.outline(OUTLINE, max_tokens=budget)
    shown = wire.dumps(found).count("sec_id")
    assert estimate_tokens(wire.dumps(found)) <= max(
        budget, estimate_tokens(wire.dumps(wire.outline(OUTLINE, depth=0)))
    )
    assert shown + (found["left_out"]["count"] if found["left_out"] else 0) == 3


@given(st.text())
def test_json_holds_nothing_that_a_terminal_obeys_or_an_encoding_refuses(text: str):
    written = wire.dumps({"text": text + "\x9b\u202e\ud800"})
    assert json.loads(written)["text"] == text + "\x9b\u202e\ud800"
    written.encode("utf-8")
    assert not any(ord(c) < 32 or 0x7F <= ord(c) < 0xA0 for c in written)
