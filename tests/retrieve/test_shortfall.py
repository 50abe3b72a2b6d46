"""What is said where the passages found hold little of what was asked, or only words with the stem of it."""

import pytest

from shelf import shelf
from silcrow.passage import Passages
from silcrow.retrieve.passages import retrieve
from silcrow.retrieve.scope import Scope

COVER = """
Indicate by check mark if the registrant is a well-known seasoned issuer.

# 1 Trade

Sales of lamps rose by a tenth, and the cost of operations fell.

The quays were widened, and a crane was bought for the northern one.

# 2 Weather

Fog closed the harbour on nine days.
"""


def ask(query: str, text: str = COVER) -> Passages:
    return retrieve(shelf(h=text), Scope(), query)


def said(query: str, code: str, text: str = COVER) -> list[str]:
    return [notice.message for notice in ask(query, text).notices if notice.code == code]


def test_a_word_of_the_same_stem_and_another_meaning_is_named():
    expected = ["In these passages only as words of the same stem: seasonality (seasoned)."]
    assert said("seasonality", "other_forms") == expected
    assert said("How strong is the seasonality of sales?", "other_forms") == expected


def test_a_word_that_stands_beside_it_as_asked_for_leaves_nothing_to_say():
    assert said("seasonality", "other_forms", f"{COVER}\nThe seasonality of trade is small.\n") == []


def test_a_hit_that_holds_a_word_only_so_comes_behind_and_says_why():
    text = f"{COVER}\nLong after the fog, when the quays were dry and all lamps were lit, the seasonality was small.\n"
    found = retrieve(shelf(h=text), Scope(), "seasonality", window=(0, 0), explain=True)
    by_rank = sorted((hit for passage in found.passages for hit in passage.hits), key=lambda hit: -hit.score)
    assert [str(hit.span) for hit in by_rank] == ["h:2:2", "h:front:1"]
    kept, taken = (next(r.score for r in by_rank[1].reasons if r.field == field) for field in ("text", "other form"))
    assert taken == pytest.approx(-0.8 * kept, abs=1e-5)
    assert sum(reason.score for reason in by_rank[1].reasons) == pytest.approx(by_rank[1].score, abs=1e-5)


def test_what_comes_up_in_its_place_is_looked_at_too():
    covers = "Each seasoned issuer of shares.\n\nOld pilots, seasoned by gales.\n\nPlanks, seasoned for boats."
    text = f"{covers}\n\n# A\n\nTrade has a small seasonality, as all who watch the quays and the weather will say."
    found = retrieve(shelf(h=text), Scope(), "seasonality", top_k=1, window=(0, 0))
    assert [str(one.span) for one in found.passages] == ["h:a:1"]


@pytest.mark.parametrize("query", ["lamp", "the costs of operating", "a crane was buying", "widening", "FOG", "season"])
def test_forms_of_one_word_are_not_worth_a_word(query: str):
    assert said(query, "other_forms") == []


def test_passages_that_hold_only_the_least_of_a_question_are_said_to():
    text = "The office of the clerk.\n\n" * 40 + "Letters go to the office.\n\nQuaternions, turbines, phosphates.\n"
    message = "Each of these passages holds only a small part of what was asked."
    found = said("office zeppelin xylophone marzipan", "little_found", text)
    assert found == [f"{message} None of them holds: zeppelin, xylophone, marzipan."]
    assert said("office turbines", "little_found", text) == []


def test_a_word_by_itself_is_all_that_was_asked():
    assert said("harbour", "little_found") == said("zeppelin", "little_found") == []


def test_a_text_that_is_looked_for_is_no_question():
    text = " ".join(f"zeppelin{n}" for n in range(100)) + " fog"
    assert said(text, "little_found") == said(f"{text} seasonality", "other_forms") == []


def test_a_word_in_the_heading_above_is_held():
    assert said("trade zeppelin", "little_found") == []
    assert said("weathering", "other_forms") == []


def test_nothing_found_is_said_once():
    assert [notice.code for notice in ask("zeppelin xylophone").notices] == ["words_not_found"]
