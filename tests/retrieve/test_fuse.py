"""Two orders made into one."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from silcrow.retrieve.fuse import dealt, fused

SCORES = st.lists(st.floats(0.001, 100), min_size=1, max_size=20)


def test_the_nearest_gains_most_and_the_least_near_nothing():
    worth = fused(np.array([4.0, 3.0, 2.0]), np.array([0.1, 0.5, 0.3]))
    assert worth[0] == 4.0
    assert worth[1] / 3.0 > worth[2] / 2.0 > 1.0


def test_candidates_that_are_equally_near_stay_as_they_are():
    assert fused(np.array([4.0, 3.0]), np.array([0.2, 0.2])).tolist() == [4.0, 3.0]
    assert fused(np.array([]), np.array([])).tolist() == []


def test_worths_are_dealt_out_in_another_order():
    assert dealt(np.array([9.0, 5.0, 1.0]), np.array([0.1, 0.9, 0.5])).tolist() == [1.0, 9.0, 5.0]
    assert dealt(np.array([9.0, 5.0, 1.0]), np.array([0.5, 0.5, 0.9])).tolist() == [5.0, 1.0, 9.0]


@given(SCORES, st.randoms(use_true_random=False))
def test_no_candidate_loses(worth: list[float], chance):
    near = np.array([chance.uniform(-1, 1) for _ in worth])
    assert (fused(np.array(worth), near) >= np.array(worth)).all()
    assert sorted(dealt(np.array(worth), near)) == sorted(worth)
