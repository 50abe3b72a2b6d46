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
