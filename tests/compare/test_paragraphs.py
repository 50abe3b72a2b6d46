"""Which paragraph of one section is which of the other."""

from hypothesis import given
from hypothesis import strategies as st

from silcrow.compare.paragraphs import Pair, align, increasing

A, B, C = "The harbour is open all year.", "Fees are paid before noon.", "Dogs are kept on a lead."


def test_equal_paragraphs_are_found_whatever_stands_between_them():
    assert align([A, B], [A, C, B]) == [Pair(0, 0, True), Pair(None, 1, False), Pair(1, 2, True)]


def test_a_reworded_paragraph_is_paired_with_the_likest_one():
    new = ["Nothing of the kind.", "Fees are paid at the office before noon."]
    assert align([B], new) == [Pair(None, 0, False), Pair(0, 1, False)]


def test_paragraphs_that_share_nothing_are_gone_and_came():
    assert align([A], [C]) == [Pair(0, None, False), Pair(None, 0, False)]


def test_a_thousand_paragraphs_without_an_equal_one_are_aligned_too():
    old = [f"Clause {n} of the first kind holds for boat {n}." for n in range(300)]
    new = [text.replace("first", "second") for text in old]
    assert align(old, new) == [Pair(n, n, False) for n in range(300)]


def test_the_longest_increasing_run_is_found():
    assert [[5, 1, 2, 9, 3][i] for i in increasing([5, 1, 2, 9, 3])] == [1, 2, 3]
    assert increasing([]) == []


@given(st.lists(st.sampled_from([A, B, C, "x", ""])), st.lists(st.sampled_from([A, B, C, "x", ""])))
def test_every_paragraph_of_both_is_in_one_pair_and_in_order(old: list[str], new: list[str]):
    pairs = align(old, new)
    assert [pair.old for pair in pairs if pair.old is not None] == list(range(len(old)))
    assert [pair.new for pair in pairs if pair.new is not None] == list(range(len(new)))
    assert all(old[p.old] == new[p.new] for p in pairs if p.equal and p.old is not None and p.new is not None)
