"""Any answer proven anew: our own, and what other programs write."""

import json
from typing import Any

import pytest

from shelf import shelf
from silcrow import wire
from silcrow.agent import quotes
from silcrow.answer import Answer
from silcrow.cite.verify import verify
from silcrow.desk import Desk
from silcrow.errors import TooLarge, Usage

REPORT = """
=== page 3

# Item 7

Capital expenditures were $1,749 million in 2022.

=== page 4

## Liquidity

| $ millions | 2022 | 2021 |
| --- | --- | --- |
| Capital expenditures | 1,749 | 1,577 |
| Depreciation | (820) | (790) |

Cash is held in the United Kingdom.
"""
TEXT = "Spending was $1,749 million in 2022 [1]. Cash is in the United Kingdom [2]."
FIRST = {"place": "r:item-7:1", "quote": "Capital expenditures were $1,749 million in 2022."}
SECOND = {"doc_id": "r", "page": 4, "quote": "Cash is held in the United Kingdom."}


@pytest.fixture
def desk() -> Desk:
    return Desk(shelf(r=REPORT))


def verdicts(found: Answer) -> list[str]:
    return [citation.verdict for citation in found.citations]


def test_the_documented_form_is_proven(desk: Desk) -> None:
    found = verify(desk, {"text": TEXT, "citations": [FIRST, SECOND]})
    assert verdicts(found) == ["verified", "verified"]
    assert [claim.state for claim in found.claims] == ["supported", "supported"]
    assert found.proven
    assert found.text == TEXT


@pytest.mark.parametrize(
    "answer",
    [
        {"answer": TEXT, "sources": [FIRST, {**SECOND, "page": "4"}]},
        {"text": TEXT, "citations": json.dumps([FIRST, SECOND])},
        {
            "text": TEXT,
            "citations": [{"cited_text": FIRST["quote"], "document_title": "r.md", "start_page_number": 3}, SECOND],
        },
        {"text": TEXT, "citations": [{**SECOND, "marker": 2}, {**FIRST, "marker": "[1]"}]},
        {"text": TEXT, "citations": [{**FIRST, "place": "other-name:item-7:1"}, SECOND]},
        {"text": TEXT, "citations": [{**FIRST, "place": "Item 7"}, {**SECOND, "doc_id": "/a/R.md", "page": [4, 5]}]},
        {"text": TEXT, "citations": [{"quote": FIRST["quote"]}, {"quote": SECOND["quote"], "pages": [4]}]},
        json.dumps({"text": TEXT, "citations": [FIRST, SECOND]}),
        json.dumps({"text": TEXT, "citations": [FIRST, SECOND]}).encode(),
    ],
)
def test_other_names_for_the_same_are_understood(answer: Any, desk: Desk) -> None:
    found = verify(desk, answer)
    assert [citation.stands for citation in found.citations] == [True, True]
    assert found.proven
    assert [str(citation.span) for citation in found.citations] == ["r:item-7:1", "r:liquidity:2"]


def test_what_ask_wrote_is_proven_anew(desk: Desk) -> None:
    asked = quotes.answer(desk, "capital expenditures in 2022")
    found = verify(desk, wire.answer(asked))
    assert (found.extractive, found.proven) == (True, True)
    assert [citation.quote for citation in found.citations] == [citation.quote for citation in asked.citations]


def test_words_added_to_quotes_make_them_an_answer_with_claims(desk: Desk) -> None:
    asked = wire.answer(quotes.answer(desk, "capital expenditures in 2022"))
    found = verify(desk, {**asked, "text": f"{asked['text']}\n\nProfits doubled."})
    assert not found.extractive
    assert found.unsupported == ("Profits doubled.",)


def test_its_own_verdicts_are_not_believed(desk: Desk) -> None:
    false = {**FIRST, "quote": "Capital expenditures were $1,794 million in 2022.", "verdict": "verified"}
    found = verify(desk, {"text": TEXT, "citations": [false, {**SECOND, "quote": "Cash is in Peru, said the elk."}]})
    assert verdicts(found) == ["near", "unsupported"]
    assert [claim.state for claim in found.claims] == ["doubtful", "unsupported"]
    assert not found.proven


def test_a_text_without_markers_rests_on_all_its_citations(desk: Desk) -> None:
    found = verify(desk, {"text": "Spending was $1,749 million. Profits were 12.", "citations": [FIRST]})
    assert [claim.state for claim in found.claims] == ["supported", "unsupported"]
    assert [notice.code for notice in found.notices] == ["no_markers"]


def test_figures_are_computed_anew(desk: Desk) -> None:
    row = {"place": "r:liquidity:1", "quote": "Capital expenditures 1,749 1,577"}
    operands = [
        {"name": "a", "value": "1,749", "place": "r:liquidity:1"},
        {"name": "b", "value": "1,577", "place": "r:liquidity:1"},
    ]
    figure = {"expression": "(a - b) / b", "value": "99", "operands": operands}
    found = verify(desk, {"text": "It rose by 10.9% [1].", "citations": [row], "figures": [figure]})
    assert found.proven
    assert found.figures[0].text == "0.109067850349"
    again = verify(desk, wire.dumps(wire.verified(found)))
    assert again == found
    found = verify(desk, {"text": "It rose by 99% [1].", "citations": [row], "figures": [figure, {"expression": "("}]})
    assert not found.proven
    assert [notice.code for notice in found.notices] == ["figure"]


def test_a_quote_over_two_pages_is_found_from_the_first() -> None:
    desk = Desk(shelf(r="=== page 4\n\n# A\n\nIt began in May and\n\n=== page 5\n\nended in June, quietly."))
    quote = {"doc_id": "r", "page": 4, "quote": "It began in May and ended in June"}
    (citation,) = verify(desk, {"citations": [quote]}).citations
    assert (citation.verdict, citation.pages) == ("verified", (4, 5))


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "no json",
        "[]",
        "3",
        "{}",
        '{"text": 3}',
        '{"text": "a", "citations": {}}',
        '{"text": "a", "citations": "many"}',
        '{"text": "a", "citations": [3]}',
        '{"text": "a", "citations": [{"place": "r:item-7"}]}',
        "[" * 100_000,
    ],
)
def test_what_is_no_answer_is_refused_with_the_form_of_one(answer: str, desk: Desk) -> None:
    with pytest.raises(Usage) as refused:
        verify(desk, answer)
    assert '"citations"' in refused.value.hint


def test_an_answer_is_bounded(desk: Desk) -> None:
    for answer in ({"text": "a" * 1_000_001}, {"text": "a", "citations": [FIRST] * 1_001}):
        with pytest.raises(TooLarge):
            verify(desk, answer)
    with pytest.raises(TooLarge):
        verify(desk, {"text": "a", "citations": [{**FIRST, "quote": "a" * 20_001}]})


@pytest.mark.parametrize("junk", ["[1]", "|", "- ", "**", "[1, ", "9 (", "a. [", "[unsupported] ", "a:\n\n", "1\n"])
def test_hostile_texts_are_read_too(junk: str, desk: Desk) -> None:
    assert verify(desk, {"text": junk * 2_000, "citations": [FIRST]}).text
