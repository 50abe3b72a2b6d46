"""Words to sections: what is found, by which rung, and what is not there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.desk import Desk
from silcrow.errors import ModelFailed, Usage
from silcrow.locate.scope import scope
from silcrow.retrieve.judging import Judges
from silcrow.testing import ScriptedChat

FILING = """
# Part I

## Item 1. Business

We sell lamps.

### Competition

Others sell lamps too.

## Item 1A. Risk Factors

Lamps may break.

### Level 1 inputs

Observed.

### Level 2 inputs

Derived.

## Item 3. Legal Proceedings

None.

# Part II

## Item 7. Management's Discussion and Analysis

We did well.

### Discontinued operations

Candles.

## Item 7A. Market Risk

Rates move.

## Item 9A. Controls

Effective.

## Item 9B. Other Information

None.

# Part III

## Item 10. Directors

Two.
"""
BOOK = """
# Chapter 1 Start

Words.

# Chapter 5 Risk

## 5.1 Credit

Loans fail.

## 5.2 Disclosure of risk

What is told.

### [(a)] Figures

Told yearly.

# Chapter 6 Ends

## 6.1 Disclosure of risk

Another one.

# Appendix A Tables

Rows.

# Appendix B Forms

Lines.

# Appendix C Maps

Roads.
"""
LAW = """
# [第一章] 总则

目的。

# [第五章] 风险管理

## [第一节] 信用风险

借款。

## [第二节] 风险披露

每年。

# [附录A] 表格

行。
"""


@pytest.fixture(scope="module")
def desk() -> Desk:
    return Desk(shelf(k=FILING, b=BOOK, law=LAW))


def seen(desk: Desk, doc_id: str, words: str, **rest) -> tuple[str, list[str]]:
    found = scope(desk.only(doc_id), words, **rest)
    return found.result, [str(one.span).partition(":")[2] for one in found.sections]


@pytest.mark.parametrize(
    "doc, words, sec_id, way",
    [
        ("k", "k:item-7a", "item-7a", "place"),
        ("k", "Item 1A", "item-1a", "label"),
        ("k", "ITEM 1a.", "item-1a", "label"),
        ("k", "Risk Factors", "item-1a", "title"),
        ("k", "Item 1A. Risk Factors", "item-1a", "title"),
        ("k", "the legal proceedings section", "item-3", "title"),
        ("k", "litigation", "item-3", "title"),
        ("k", "MD&A", "item-7", "title"),
        ("k", "Part II, Item 7", "item-7", "label"),
        ("k", "Part II > Item 7", "item-7", "label"),
        ("k", "competition in Item 1", "competition", "title"),
        ("k", "legal proceedigns", "item-3", "fuzzy"),
        ("k", "Item 3 Legal matters", "item-3", "label"),
        ("b", "Chapter V", "chapter-5", "label"),
        ("b", "Chapter Five", "chapter-5", "label"),
        ("b", "the risk disclosure in Chapter 5", "5.2", "fuzzy"),
        ("b", "disclosure of risk in Chapter 6", "6.1", "title"),
        ("b", "5.2(a)", "5.2.a", "label"),
        ("b", "the third appendix", "appendix-c", "list"),
        ("b", "last appendix", "appendix-c", "list"),
        ("b", "the second section of Chapter 5", "5.2", "list"),
        ("law", "第5章", "第五章", "label"),
        ("law", "第五章的风险披露", "第二节", "title"),
        ("law", "风险披露", "第二节", "title"),
        ("law", "附录 A", "附录a", "label"),
    ],
)
def test_words_find_the_section_they_mean(desk: Desk, doc: str, words: str, sec_id: str, way: str):
    found = scope(desk.only(doc), words)
    assert found.result == "one"
    assert [one.span.sec_id for one in found.sections] == [sec_id]
    assert found.sections[0].way == way
    assert found.sections[0].trace
    assert 0 < found.sections[0].confidence <= 1


@pytest.mark.parametrize(
    "doc, words",
    [
        ("k", "Item 9C"),
        ("k", "Item 4M"),
        ("k", "Item 4. Mine Safety Disclosures"),
        ("k", "Item 9C. Controls"),
        ("k", "Part IV"),
        ("k", "Item 7 in Part I"),
        ("k", "Risk Factors in Part II"),
        ("k", "Section 13 of the Exchange Act"),
        ("k", "Level 3 inputs"),
        ("k", "continued operations"),
        ("k", "Items 1 and 9C"),
        ("k", "unicorns"),
        ("k", "Appendix A"),
        ("k", "all annexes"),
        ("k", "k:item-9c"),
        ("b", "Chapter 7"),
        ("b", "5.3"),
        ("b", "Appendix D"),
        ("b", "the fourth appendix"),
        ("b", "Sections 5.1 to 5.9"),
        ("b", "the risk disclosure in Chapter 1"),
        ("b", "Credit in Chapter 6"),
        ("law", "第六章"),
        ("law", "第六章的风险披露"),
    ],
)
def test_a_scope_that_is_not_there_is_never_answered_with_another_section(desk: Desk, doc: str, words: str):
    assert seen(desk, doc, words) == ("none", [])


def test_what_is_not_there_is_said_and_the_nearest_named(desk: Desk):
    found = scope(desk.only("k"), "Item 9C")
    assert [notice.message for notice in found.notices] == ["There is no Item 9C."]
    assert {"item-9a", "item-9b"} <= {one.span.sec_id for one in found.nearest}


@pytest.mark.parametrize(
    "doc, words, sec_ids",
    [
        ("k", "Items 1 and 1A", ["item-1", "item-1a"]),
        ("k", "Items 1, 1A and 3", ["item-1", "item-1a", "item-3"]),
        ("k", "Items 7-7A", ["item-7", "item-7a"]),
        ("k", "Risk Factors and Legal Proceedings", ["item-1a", "item-3"]),
        ("b", "Sections 5.1 to 5.2", ["5.1", "5.2"]),
        ("b", "all annexes", ["appendix-a", "appendix-b", "appendix-c"]),
        ("b", "chapters", ["chapter-1", "chapter-5", "chapter-6"]),
        ("law", "第一章至第五章", ["第一章", "第五章"]),
    ],
)
def test_several_are_all_that_was_asked_for(desk: Desk, doc: str, words: str, sec_ids: list[str]):
    assert seen(desk, doc, words) == ("several", sec_ids)


@pytest.mark.parametrize("words", ["Disclosure of risk", "disclosure of the risk"])
def test_words_that_fit_two_sections_are_ambiguous_and_none_is_chosen(desk: Desk, words: str):
    assert seen(desk, "b", words) == ("ambiguous", ["5.2", "6.1"])


def test_a_number_whose_title_says_another_section_is_ambiguous(desk: Desk):
    assert seen(desk, "k", "Item 7 Risk Factors") == ("ambiguous", ["item-7", "item-1a"])


def test_a_section_that_repeats_its_own_title_below_is_one():
    desk = Desk(shelf(d="# Notes\n\n## Leases\n\nA.\n\n### Leases\n\nB.\n\n# End\n\nC."))
    assert [one.span.sec_id for one in scope(desk, "Leases").sections] == ["leases"]


def test_an_alias_stands_for_other_words_and_says_so(desk: Desk):
    found = scope(desk.only("k"), "hazards", aliases={"Hazards": ["Item 99", "Item 1A"]})
    assert [one.span.sec_id for one in found.sections] == ["item-1a"]
    assert found.sections[0].trace[0] == "alias 'hazards' → 'Item 1A'"
    assert seen(desk, "k", "hazards") == ("none", [])


def test_each_of_several_documents_answers_for_itself():
    desk = Desk(shelf(a="# Fees\n\nTen.", b="# Fees\n\nTwenty.", c="# Tides\n\nTwice."))
    found = scope(desk, "Fees")
    assert (found.result, [str(one.span) for one in found.sections]) == ("several", ["a:fees", "b:fees"])


def test_what_lies_outside_the_open_sections_is_not_found(desk: Desk):
    from silcrow.place import Span

    inside = desk.only("k").inside(Span("k", "part-ii"))
    assert scope(inside, "Item 1A").result == "none"
    assert scope(inside, "Item 7A").result == "one"


def test_a_model_may_only_choose_among_what_it_is_shown(desk: Desk):
    right = scope(desk.only("k"), "who steers the firm", chat=ScriptedChat(['{"ids": ["k:item-10"]}']))
    assert [(one.span.sec_id, one.way) for one in right.sections] == [("item-10", "model")]
    wrong = scope(desk.only("k"), "who steers the firm", chat=ScriptedChat(['{"ids": ["k:item-99"]}']))
    assert (wrong.result, wrong.notices[-1].code) == ("none", "scope")
    for reply in ("item-10", "{}", '{"ids": "k:item-10"}', ModelFailed("down")):
        assert scope(desk.only("k"), "who steers the firm", chat=ScriptedChat([reply])).result == "none"


def test_a_model_is_not_asked_where_words_are_printed(desk: Desk):
    chat = ScriptedChat([])
    scope(desk.only("k"), "Item 1A", chat=chat)
    scope(desk.only("k"), "Item 9C", chat=chat)
    assert chat.requests == []


def test_an_embedder_finds_a_title_of_the_same_meaning():
    class Meanings:
        identity = "two"

        def embed(self, texts):
            return np.array([[1, 0] if "steer" in t or "Directors" in t else [0, 1] for t in texts], np.float32)

    desk = Desk(shelf(k=FILING), judges=Judges(embedder=Meanings()))
    found = scope(desk, "who steers the firm")
    assert [(one.span.sec_id, one.way) for one in found.sections] == [("item-10", "dense")]


@pytest.mark.parametrize("words", ["", "   ", "x" * 401])
def test_no_words_or_too_many_are_refused(desk: Desk, words: str):
    with pytest.raises(Usage):
        scope(desk, words)


@given(st.text(min_size=1, max_size=60).filter(str.strip))
def test_any_words_give_one_of_four_results_and_places_that_can_be_read(words: str):
    desk = Desk(shelf(k=FILING))
    try:
        found = scope(desk, words)
    except Usage:
        return
    assert (found.result == "none") == (not found.sections)
    for one in found.sections:
        assert desk.read(one.span).passages


def test_an_alias_may_have_words_that_are_left_out_elsewhere():
    desk = Desk(shelf(r="# Item 1A. Risk Factors\n\nMany.\n\n# Item 2. Properties\n\nTwo."))
    found = scope(desk, "risk section", aliases={"risk section": ["Item 1A", "Risk Factors"]})
    assert (found.result, [str(one.span) for one in found.sections]) == ("one", ["r:item-1a"])
