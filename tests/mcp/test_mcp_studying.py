"""A host agent reads a document through over MCP."""

import pytest

from serving import HARBOUR, MODES, call, library, served
from silcrow.language.tokens import estimate_tokens

NOTE = """It is about berths.

## Key claims
- One night only [1]

## Quotes
- harbour:item-1:1 "A berth is given for one night."
"""


@pytest.mark.parametrize("mode", MODES)
def test_parts_are_taken_noted_and_put_together(mode: str):
    opened = served(library(harbour=HARBOUR))
    first = call(opened, "next_part", mode, doc_id="harbour")
    assert not first.is_error
    assert first.structured_content["part"]["index"] == 1
    assert "in this form:" in first.content[0].text
    noted = call(opened, "note_part", mode, part=1, note=NOTE)
    assert noted.structured_content["note"]["quotes"][0]["verdict"] == "verified"
    assert call(opened, "next_part", mode).structured_content["part"] is None
    assert call(opened, "study_status", mode).structured_content["completed"] == [1]
    whole = call(opened, "synthesis", mode)
    assert whole.structured_content["notes"][0]["note"]["summary"] == "It is about berths."
    saved = call(opened, "synthesis", mode, note="All about berths.")
    assert saved.structured_content["synthesis"]["summary"] == "All about berths."


TIDES = "# Tides\n\nA berth is wet for two nights.\n"
ACROSS = """They differ.

## Comparisons
- One night and two [1] [2]

## Quotes
- harbour:item-1:1 "A berth is given for one night."
- tides:tides:1 "A berth is wet for two nights."
"""


@pytest.mark.parametrize("mode", MODES)
def test_several_documents_are_put_together(mode: str):
    opened = served(library(harbour=HARBOUR, tides=TIDES))
    call(opened, "note_part", mode, doc_id="harbour", part=1, note=NOTE)
    call(opened, "note_part", mode, doc_id="tides", note="It is about the sea.")
    call(opened, "synthesis", mode, doc_id="tides", note="All about the sea.")
    both = {"doc_ids": ["harbour", "tides"]}
    whole = call(opened, "synthesis", mode, **both)
    assert not whole.is_error
    found = whole.structured_content
    assert [(one["doc_id"], one["total"], one["completed"]) for one in found["documents"]] == [
        ("harbour", 1, [1]),
        ("tides", 1, [1]),
    ]
    assert [(one["doc_id"], one.get("index"), one["note"]["summary"]) for one in found["notes"]] == [
        ("tides", None, "All about the sea."),
        ("harbour", 1, "It is about berths."),
        ("tides", 1, "It is about the sea."),
    ]
    assert "tides, all of it: Tides" in whole.content[0].text
    saved = call(opened, "synthesis", mode, note=ACROSS, **both).structured_content["synthesis"]
    assert [quote["verdict"] for quote in saved["quotes"]] == ["verified", "verified"]
    assert [entry["fault"] for entry in saved["fields"][0]["entries"]] == [None]
    assert call(opened, "synthesis", mode, **both).structured_content["synthesis"] == saved


def test_several_documents_are_those_that_lie_open_and_not_too_many():
    opened = served(library(harbour=HARBOUR, tides=TIDES), "tides")
    for given, code in (
        ({"doc_ids": ["tides", "harbour"]}, "not_found"),
        ({"doc_ids": [f"d{n}" for n in range(21)]}, "usage"),
    ):
        assert call(opened, "synthesis", **given).structured_content["error"]["code"] == code
    assert call(opened, "synthesis", doc_ids=["tides", " tides "]).structured_content["doc_id"] == "tides"


def test_only_what_lies_open_is_studied():
    opened = served(library(harbour=HARBOUR, tides="# Tides\n\nTwice a day."), "tides")
    assert call(opened, "next_part", doc_id="harbour").structured_content["error"]["code"] == "not_found"
    assert call(opened, "next_part").structured_content["doc_id"] == "tides"
    assert call(opened, "note_part").structured_content["error"]["code"] == "usage"
    assert call(opened, "note_part", skip="known").structured_content["part"]["state"] == "skipped"


def test_a_part_longer_than_a_result_comes_in_pages():
    text = "# Long\n\n" + "\n\n".join(f"Paragraph {n} is about the tide at hour {n}. " * 40 for n in range(30))
    made = library(long=text)
    made.study("long").begin(max_tokens=16_000)
    opened = served(made)
    seen, cursor = [], None
    while True:
        page = call(opened, "next_part", **({"cursor": cursor} if cursor else {}))
        assert estimate_tokens(str(page.structured_content)) <= 12_000
        seen += [one["text"] for one in page.structured_content["text"]]
        cursor = page.structured_content["cursor"]
        if not cursor:
            break
    held = made.study("long").next(1)
    assert held is not None
    assert "".join(seen) == "".join(line.text for line in held.lines)
