"""Two texts word by word."""

from hypothesis import given
from hypothesis import strategies as st

from silcrow.compare.words import edits
from silcrow.comparison import Edit


def changed(old: str, new: str) -> list[tuple[str, str]]:
    return [(edit.old.strip(), edit.new.strip()) for edit in edits(old, new) if not edit.same]


def test_a_word_that_became_another_is_one_edit():
    assert edits("The fee is ten a night.", "The fee is twelve a night.") == (
        Edit("The fee is ", "The fee is "),
        Edit("ten ", "twelve "),
        Edit("a night.", "a night."),
    )


def test_a_figure_is_one_word_with_its_separators():
    assert changed("Sales of 1,234.5 rose.", "Sales of 1,334.5 rose.") == [("1,234.5", "1,334.5")]


def test_what_came_and_what_is_gone_have_no_other_side():
    assert changed("We may lose.", "We may well lose.") == [("", "well")]
    assert changed("We may well lose.", "We may lose.") == [("well", "")]


def test_typography_and_spacing_change_nothing():
    assert changed("the “best” efforts\u00a0– as is", 'the "best" efforts - as is') == []


def test_words_of_scripts_without_spaces_are_characters():
    assert changed("董事会由七名董事组成", "董事会由九名董事组成") == [("七", "九")]


def test_texts_without_a_word_in_common_are_one_edit():
    assert edits("alpha beta", "gamma") == (Edit("alpha beta", "gamma"),)


def test_beyond_the_longest_text_all_of_it_is_one_edit():
    old, new = "a " * 20_001, "b"
    assert edits(old, new) == (Edit(old, new),)


TEXTS = st.text(alphabet='ab1,. \n“"第\u00adé', max_size=60)


@given(TEXTS, TEXTS)
def test_edits_give_both_texts_back_to_the_letter(old: str, new: str):
    found = edits(old, new)
    assert "".join(edit.old for edit in found) == old
    assert "".join(edit.new for edit in found) == new


@given(TEXTS)
def test_a_text_against_itself_has_no_edit(text: str):
    assert all(edit.same for edit in edits(text, text))
