"""Word pieces as BERT's own tokenizer has them; the numbers are those of its vocabulary."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.models.wordpiece import pieces


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("The cat", [1996, 4937]),
        ("embeddings", [7861, 8270, 4667, 2015]),  # em ##bed ##ding ##s
        ("Café, naïve!", [7668, 1010, 15743, 999]),  # no accents, marks apart
        ("$1,749", [1002, 1015, 1010, 6356, 2683]),  # $ 1 , 74 ##9
        ("漢字", [1904, 100]),  # a CJK character is a word; the second is not known
        ("a\u200bb\tc", [11113, 1039]),  # nothing between what no space divides
        ("x" * 101, [100]),  # [UNK]
    ],
)
def test_texts_are_spelt_as_the_model_was_taught(text: str, expected: list[int]):
    assert pieces(text, most=64) == [101, *expected, 102]


def test_no_more_pieces_are_made_than_wanted():
    assert pieces("cat " * 1000, most=5) == [101, 4937, 4937, 4937, 102]
    assert pieces("embeddings", most=4) == [101, 7861, 8270, 102]
    assert len(pieces("!" * 10**6, most=256)) == 256


@given(st.text(max_size=200))
def test_every_text_has_pieces_between_its_marks(text: str):
    found = pieces(text, most=32)
    assert found[0] == 101
    assert found[-1] == 102
    assert 2 <= len(found) <= 32
