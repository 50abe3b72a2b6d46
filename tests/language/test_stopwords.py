"""Words that carry no subject."""

from silcrow.language.stopwords import STOPWORDS


def test_question_words_carry_no_subject() -> None:
    assert {"what", "which", "does", "how"} <= STOPWORDS["en"]
    assert {"was", "welche", "wie"} <= STOPWORDS["de"]
    assert {"quel", "où"} <= STOPWORDS["fr"]


def test_words_that_may_be_the_subject_are_not_among_them() -> None:
    assert not STOPWORDS["en"] & {"term", "total", "date", "us", "year", "number"}
