"""Trade terms and the words of the place they are worked out from."""

from silcrow.retrieve.wordings import is_trade_term, wordings


def test_a_trade_term_has_the_words_of_the_place_it_is_worked_out_from() -> None:
    (ratio,) = wordings("What is the quick ratio?")
    assert ratio.asked == "quick ratio"
    assert "total current assets" in ratio.phrases


def test_a_question_without_one_has_none() -> None:
    assert wordings("What colour is the boat?") == ()


def test_terms_are_found_in_the_form_the_question_has() -> None:
    assert [wording.asked for wording in wordings("capital expenditures and PP&E")] == ["capital expenditures", "PP&E"]
    assert wordings("recapexed") == ()


def test_a_trade_term_is_no_name() -> None:
    assert is_trade_term("EBITDA")
    assert not is_trade_term("Adobe")
