"""Two orders made into one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from silcrow.retrieve.fuse import dealt, fused

SCORES = st.lists(st.floats(0.001, 100), min_size=1, max_size=20)


def test_places_by_words_count_twice_those_by_nearness():
    # 1/10 + .5/13 = .1385, 1/11 + .5/10 = .1409, 1/12 + .5/11 = .1288, 1/13 + .5/12 = .1186
    assert fused(np.array([5.0, 4.0, 3.0, 2.0]), np.array([0.1, 0.5, 0.3, 0.2])).tolist() == [4.0, 5.0, 3.0, 2.0]
    # 1/10 + .5/11 = .1455, 1/11 + .5/10 = .1409: the nearest of two is not enough
    assert fused(np.array([4.0, 3.0]), np.array([0.1, 0.5])).tolist() == [4.0, 3.0]


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
