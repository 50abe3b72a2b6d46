"""References: what leads where, and what leads nowhere. The labelled set is small and was labelled by hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.desk import Desk
from silcrow.locate.mentions import mentions
from silcrow.locate.references import references
from silcrow.place import Span

CONTRACT = """
# Article I Definitions

## 1.1 Terms

“Affiliate” means a company under common control, see Section 3.2.

## 1.2 Rules

As defined in Section 1.1.

# Article II Fees

## 2.1 Amounts

Fees under Sections 1.1 and 2.2 of this Agreement; paragraph (b) below; Schedule A; Table 1.

(a) The first fee.

(b) The second fee, as in clause (a) above.

Table 1: Fees by year

## 2.2 Tax

Section 382 of the Internal Revenue Code, Section 2.1 of the Separation Agreement, Exhibit 10.1, Section 2.1(b).

# Article III End

## 3.2 Survival

Articles I and II survive. This Section 3.2 too. See Section 9.9, and Section 1.2 [Something else].

# [Schedule A] Prices

## 1 First

See paragraph 2 and Section 1.

## 2 Second

Ten.
"""
LAW = "# [第一条] 目的\n\n见第二条和附录A。\n\n# [第二条] 范围\n\n第九条不适用。\n\n# [附录A] 表\n\n无。"
FILING = """
# Part I

## Item 1. Business

See Item 1A, and Note 7 and Notes 8 and 9. Senior Unsecured Note 6.00% 2026. Item 402 of Regulation S-K.

## Item 1A. Risk Factors

Part II, Item 1 of this Form 10-K; Section 13 or 15(d) of the Securities Exchange Act; Rule 405 of Regulation S-T.

# Part II

## Item 1. Proceedings

17 CFR § 240.12b-2.

## Notes to Statements

### 7. Debt

Section 7 counts nothing here.

### 8. Leases

Rent.
"""


def led(text: str, sec_id: str | None = None) -> list[tuple[str, str]]:
    desk = Desk(shelf(d=text))
    found = references(desk, "d", within=Span("d", sec_id) if sec_id else None).references
    return [(" ".join(one.words.split()), str(one.target)[2:] if one.target else one.outcome) for one in found]


# Each mention with where it leads, or why nowhere: what a reader of the texts above says.
LABELLED = {
    "contract": (
        CONTRACT,
        [
            ("Section 3.2", "3.2"),
            ("Section 1.1", "1.1"),
            ("Sections 1.1", "1.1"),
            ("2.2", "2.2"),
            ("paragraph (b)", "2.1:3"),
            ("Schedule A", "schedule-a"),
            ("Table 1", "2.1:4"),
            ("clause (a)", "2.1:2"),
            ("Section 382", "external"),
            ("Section 2.1", "external"),
            ("Exhibit 10.1", "external"),
            ("Section 2.1(b)", "2.1:3"),
            ("Articles I", "article-i"),
            ("II", "article-ii"),
            ("Section 9.9", "missing"),
            ("Section 1.2", "external"),
            ("paragraph 2", "schedule-a.2"),
        ],
    ),
    "law": (LAW, [("第二条", "第二条"), ("附录A", "附录a"), ("第九条", "missing")]),
    "filing": (
        FILING,
        [
            ("Item 1A", "item-1a"),
            ("Note 7", "notes-to-statements.7"),
            ("Notes 8", "notes-to-statements.8"),
            ("9", "missing"),
            ("Item 402", "external"),
            ("Part II", "part-ii"),
            ("Item 1", "part-ii.item-1"),
            ("Section 13", "external"),
            ("15(d)", "external"),
            ("Rule 405", "external"),
            ("§ 240.12b", "external"),
            ("Section 7", "missing"),
        ],
    ),
}


@pytest.mark.parametrize("name", LABELLED)
def test_references_lead_where_a_reader_says(name: str):
    text, wanted = LABELLED[name]
    assert led(text) == wanted


def test_what_a_reader_calls_external_is_never_resolved():
    for text, wanted in LABELLED.values():
        right = {one for one in wanted if one[1] in ("external", "missing")}
        assert not {(words, where) for words, where in led(text) if (words, "external") in right} - right


def test_a_part_of_a_document_gives_its_own_references_only():
    assert led(CONTRACT, "article-i") == [("Section 3.2", "3.2"), ("Section 1.1", "1.1")]


def test_a_number_that_two_annexes_have_leads_to_that_of_its_own_annex():
    text = "# [Annex A] One\n\n## 1 Scope\n\nSee Section 2.\n\n## 2 Use\n\nA.\n\n# [Annex B] Two\n\n## 2 Use\n\nB."
    assert led(text) == [("Section 2", "annex-a.2")]


def test_a_line_of_contents_is_no_reference():
    assert led("# Contents\n\nItem 1A. Risk Factors 12\n\n# Item 1A. Risk Factors\n\nLamps.") == []


@pytest.mark.parametrize(
    "pattern", ["Section 1, ", "(the “", "Sections 1 and ", "“a” or ", "第一", "Section (", "§ 1.", "Part I, "]
)
def test_hostile_text_costs_no_more_than_its_length(pattern: str):
    start = time.process_time()
    assert len(list(mentions(pattern * 20_000))) >= 0
    assert time.process_time() - start < 5


@given(st.text(max_size=200))
def test_mentions_stand_where_they_say(text: str):
    for one in mentions(text):
        assert 0 <= one.start < one.end <= len(text)
        assert one.number
