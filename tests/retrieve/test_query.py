"""What a query asks for."""

import pytest

from silcrow.errors import Usage
from silcrow.retrieve.query import parse


def terms(text: str, language: str = "en") -> list[tuple[str, ...]]:
    return [asked.terms for word, asked in parse(text).asked(language).items() if word.own]


def test_words_without_a_subject_are_left_out() -> None:
    assert terms("What is the capital expenditure of the company?") == [("capit",), ("expenditur",), ("compani",)]


def test_a_query_of_such_words_alone_keeps_them() -> None:
    assert terms("to be or not to be") == [("to",), ("be",), ("or",), ("not",)]


def test_the_us_is_no_stop_word() -> None:
    assert terms("is US law the law") == [("us",), ("law",)]


def test_no_term_is_asked_twice() -> None:
    asked = parse("policy policies Policy co-branding branding").asked("en")
    assert [(one.terms, one.spare) for one in asked.values()] == [
        (("polici",), ()),
        ((), ()),
        ((), ()),
        (("cobrand",), ("co", "brand")),
        ((), ()),
    ]


def test_pairs_are_asked_of_a_dense_script_and_characters_only_in_their_place() -> None:
    (one,) = parse("风险管理").asked("zh").values()
    assert one.terms == ("风险", "险管", "管理")
    assert one.spare == ("风", "险", "管", "理")
    assert one.share == 0
    (single,) = parse("章").asked("zh").values()
    assert (single.terms, single.spare) == (("章",), ())


def test_phrases_are_two_words_or_more_in_quotes_of_any_kind() -> None:
    assert parse('“fixed asset” and "turnover" „net sales“').phrases == ("fixed asset", "net sales")
    assert parse("「リスク」").phrases == ()
    assert parse('an open "quote').phrases == ()


@pytest.mark.parametrize("text", ["", "   ", "!?", '""', "* - +", "😀", "\x00"])
def test_a_query_without_a_word_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(Usage, match="no word") as caught:
        parse(text)
    assert caught.value.hint


def weights(text: str) -> dict[str, float]:
    return {word.token: word.weight for word in parse(text).words if word.own}


def test_words_about_answering_weigh_little_beside_others() -> None:
    assert weights("Calculate the quick ratio") == {"Calculate": 0.2, "the": 1.0, "quick": 1.0, "ratio": 1.0}
    assert weights("state name") == {"state": 1.0, "name": 1.0}
    assert weights("audit rights under this contract")["contract"] == 0.2
    assert weights("a contract to supply steel")["contract"] == 1.0


def test_a_trade_term_is_looked_for_by_the_words_its_answer_stands_in_and_this_is_said() -> None:
    query = parse("capex in 2022")
    assert {word.token for word in query.words if not word.own} >= {"expenditures", "purchases", "equipment"}
    assert all(word.weight < 1 for word in query.words if not word.own)
    assert [notice.code for notice in query.notices] == ["wordings"]
    assert "purchases of property and equipment" in query.notices[0].message
    assert parse("colour of the harbour").notices == ()


def test_what_stands_in_is_english_and_only_for_questions() -> None:
    query = parse("capex")
    assert [word.token for word in query.asked("de")] == ["capex"]
    assert all(word.own for word in parse("capex " + " ".join(f"w{i}" for i in range(90))).words)


def test_a_long_query_is_cut_and_says_so() -> None:
    query = parse(" ".join(f"word{i}" for i in range(20_000)))
    assert len(query.words) == 200
    assert [notice.code for notice in query.notices] == ["query_cut"]
    assert parse("word " * 3_000).notices == ()
