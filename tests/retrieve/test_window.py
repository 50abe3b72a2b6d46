"""Windows: by hand, and what holds for any hits."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from silcrow.retrieve.window import Spot, Window, fit, widen

A, B = ("a", 0), ("a", 1)
COUNTS = {A: 10, B: 4}


def spots(section: tuple[str, int], *numbers: int) -> list[Spot]:
    return [Spot(section, n) for n in numbers]


def within(hits: list[Spot]) -> dict[Spot, tuple[int, int]]:
    return {spot: (1, COUNTS[spot.section]) for spot in hits}


def test_a_hit_is_widened_up_and_down() -> None:
    assert widen(within(spots(A, 5)), (2, 1)) == [Window(A, 3, 6, (5,))]
    assert widen(within(spots(A, 5)), (0, 0)) == [Window(A, 5, 5, (5,))]


def test_a_window_stops_at_the_ends_of_its_section() -> None:
    assert widen(within(spots(A, 1)), (3, 1)) == [Window(A, 1, 2, (1,))]
    assert widen(within(spots(B, 4)), (1, 3)) == [Window(B, 3, 4, (4,))]


def test_a_window_stops_at_the_bounds_of_its_hit() -> None:
    assert widen({Spot(A, 5): (5, 6)}, (3, 3)) == [Window(A, 5, 6, (5,))]


def test_windows_that_overlap_or_touch_are_one_and_so_are_those_that_touch_that() -> None:
    assert widen(within(spots(A, 7, 2, 4)), (1, 1)) == [Window(A, 1, 8, (2, 4, 7))]
    assert widen(within(spots(A, 2, 6)), (1, 1)) == [Window(A, 1, 3, (2,)), Window(A, 5, 7, (6,))]


def test_windows_of_two_sections_never_merge_and_stand_in_document_order() -> None:
    assert widen(within([*spots(B, 1), *spots(A, 10)]), (2, 2)) == [Window(A, 8, 10, (10,)), Window(B, 1, 3, (1,))]


def test_a_heading_that_is_a_hit_stays_alone() -> None:
    assert widen({Spot(("a", 7), 0): (1, 0)}, (2, 2)) == [Window(("a", 7), 0, 0, (0,))]


def test_under_a_budget_hits_come_before_what_stands_around_them() -> None:
    hits = [(Spot(A, 2), 0), (Spot(A, 8), 0)]
    windows = widen(within([spot for spot, _ in hits]), (1, 1))
    assert fit(hits, windows, lambda _: 10, budget=10) == [Window(A, 2, 2, (2,))]
    assert fit(hits, windows, lambda _: 10, budget=20) == [Window(A, 2, 2, (2,)), Window(A, 8, 8, (8,))]
    assert fit(hits, windows, lambda _: 10, budget=35) == [Window(A, 1, 2, (2,)), Window(A, 8, 8, (8,))]
    assert fit(hits, windows, lambda _: 10, budget=60) == windows
    assert fit(hits, windows, lambda _: 10, budget=9) == []


def test_a_hit_that_does_not_fit_makes_room_for_the_next() -> None:
    hits = [(Spot(A, 2), 0), (Spot(A, 8), 0)]
    windows = widen(within([spot for spot, _ in hits]), (0, 0))
    assert fit(hits, windows, lambda spot: 100 if spot.para_idx == 2 else 5, budget=50) == [Window(A, 8, 8, (8,))]


def test_a_paragraph_in_the_way_ends_the_widening() -> None:
    hits = [(Spot(A, 2), 0)]
    windows = widen(within(spots(A, 2)), (0, 3))
    assert fit(hits, windows, lambda spot: 100 if spot.para_idx == 3 else 5, budget=50) == [Window(A, 2, 2, (2,))]


def test_a_window_may_fall_apart_under_a_budget() -> None:
    hits = [(Spot(A, 2), 0), (Spot(A, 5), 0)]
    windows = widen(within([spot for spot, _ in hits]), (1, 1))
    assert windows == [Window(A, 1, 6, (2, 5))]
    assert fit(hits, windows, lambda _: 10, budget=20) == [Window(A, 2, 2, (2,)), Window(A, 5, 5, (5,))]


def test_each_share_has_its_part_of_the_budget_before_another_takes_more() -> None:
    hits = [(Spot(A, 1), 0), (Spot(A, 4), 0), (Spot(A, 7), 0), (Spot(B, 2), 1)]
    windows = widen(within([spot for spot, _ in hits]), (0, 0))
    kept = fit(hits, windows, lambda _: 10, budget=30, shares=2)
    assert [(window.section, window.hits) for window in kept] == [(A, (1,)), (A, (4,)), (B, (2,))]


hits_of = st.lists(
    st.builds(Spot, st.sampled_from([A, B]), st.integers(1, 4)) | st.builds(Spot, st.just(A), st.integers(1, 10)),
    max_size=8,
    unique=True,
)


@given(hits_of, st.tuples(st.integers(0, 4), st.integers(0, 4)))
def test_every_hit_is_in_one_window_and_no_two_touch(hits: list[Spot], window: tuple[int, int]) -> None:
    windows = widen(within(hits), window)
    assert sorted(Spot(w.section, hit) for w in windows for hit in w.hits) == sorted(hits)
    inside = [spot for w in windows for spot in w.spots]
    assert inside == sorted(set(inside))
    for w in windows:
        assert 1 <= w.first <= w.hits[0] <= w.hits[-1] <= w.last <= COUNTS[w.section]
        assert w.hits[0] - w.first <= window[0]
        assert w.last - w.hits[-1] <= window[1]
    for one, other in pairwise(windows):
        assert one.section != other.section or other.first > one.last + 1


@given(hits_of, st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 60), st.integers(1, 3), st.data())
def test_what_is_kept_fits_the_budget_and_keeps_order(
    hits: list[Spot], window: tuple[int, int], budget: int, shares: int, data: st.DataObject
) -> None:
    price = {Spot(s, i): data.draw(st.integers(0, 20)) for s, count in COUNTS.items() for i in range(1, count + 1)}
    windows = widen(within(hits), window)
    shared = [(spot, i % shares) for i, spot in enumerate(hits)]
    kept = fit(shared, windows, price.__getitem__, budget=budget, shares=shares)
    inside = [spot for w in kept for spot in w.spots]
    assert inside == sorted(set(inside))
    assert sum(map(price.__getitem__, inside)) <= budget
    assert set(inside) <= {spot for w in windows for spot in w.spots}
    assert all(w.hits for w in kept)
    if budget >= sum(price[spot] for w in windows for spot in w.spots):
        assert kept == windows
