"""Two orders made into one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from silcrow.retrieve.fuse import dealt, fused

SCORES = st.lists(st.floats(0.001, 100), min_size=1, max_size=20)


def test_nearness_counts_less_than_worth_each_by_its_own_spread():
    # standings 1 and -1 of two that are worth 4 and 3, -.2 and .2 by nearness: .8 and -.8
    assert fused(np.array([4.0, 3.0]), np.array([0.1, 0.5])).tolist() == [4.0, 3.0]
    # of 5, 4, 0 (mean 3, deviation 2.16): .926, .463, -1.389; of 0, 1, 1 by .2: -.283, .141, .141, so .643 and .604
    assert fused(np.array([5.0, 4.0, 0.0]), np.array([0.0, 1.0, 1.0])).tolist() == [5.0, 4.0, 0.0]
    # of 5, 4.5, 0 (mean 3.17, deviation 2.25): .815, .593, -1.408; so .532 and .734
    assert fused(np.array([5.0, 4.5, 0.0]), np.array([0.0, 1.0, 1.0])).tolist() == [4.5, 5.0, 0.0]


def test_candidates_that_are_equally_near_stay_as_they_are():
    assert fused(np.array([4.0, 3.0]), np.array([0.2, 0.2])).tolist() == [4.0, 3.0]
    assert fused(np.array([]), np.array([])).tolist() == []


def test_worths_are_dealt_out_in_another_order():
    assert dealt(np.array([9.0, 5.0, 1.0]), np.array([0.1, 0.9, 0.5])).tolist() == [1.0, 9.0, 5.0]
    assert dealt(np.array([9.0, 5.0, 1.0]), np.array([0.5, 0.5, 0.9])).tolist() == [5.0, 1.0, 9.0]


@given(SCORES, st.randoms(use_true_random=False))
def test_the_worths_stay_the_same_ones(worth: list[float], chance):
    near = np.array([chance.uniform(-1, 1) for _ in worth])
    assert sorted(fused(np.array(worth), near)) == sorted(dealt(np.array(worth), near)) == sorted(worth)
