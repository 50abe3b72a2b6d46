"""Reading on: each paragraph once, whatever the budgets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.errors import Usage
from silcrow.passage import Passages
from silcrow.retrieve.paging import Part, Reading, page

TEXT = "\n\n".join(
    f"# S{i}\n\n" + "\n\n".join(f"Paragraph {j} of {i}. {'word ' * (j * 7 % 30)}" for j in range(1, count + 1))
    for i, count in enumerate([3, 0, 1, 70, 2])
)
STORE = shelf(d=TEXT)
SECTIONS = STORE.outline("d")
WHOLE = [Part(section, min(1, section.count), section.count) for section in SECTIONS]


def follow(reading: Reading, budgets: list[int]) -> list[Passages]:
    results: list[Passages] = []
    cursor: str | None = None
    while not results or cursor:
        budget = budgets[len(results) % len(budgets)]
        results.append(page(STORE, reading, max_tokens=budget, cursor=cursor))
        cursor = results[-1].cursor
    return results


def paragraphs(results: list[Passages]) -> list[tuple[str, str]]:
    return [
        (f"{passage.span.sec_id}:{number}", paragraph.text)
        for result in results
        for passage in result.passages
        for number, paragraph in enumerate(passage.paragraphs, passage.span.first)
    ]


@given(st.lists(st.integers(1, 400), min_size=1, max_size=4))
def test_following_the_cursor_gives_each_paragraph_once(budgets: list[int]) -> None:
    reading = Reading("d", WHOLE, "edition")
    results = follow(reading, budgets)
    assert paragraphs(results) == paragraphs([page(STORE, reading, max_tokens=None, cursor=None)])
    for i, result in enumerate(results):
        spent = sum(passage.tokens for passage in result.passages)
        one = sum(len(passage.paragraphs) for passage in result.passages) == 1
        assert spent <= budgets[i % len(budgets)] or one
        rest = results[i + 1 :]
        if result.left_out:
            assert result.left_out.count == len(paragraphs(rest))
            assert result.left_out.tokens == sum(p.tokens for r in rest for p in r.passages)
        else:
            assert not rest


def test_a_heading_over_nothing_is_read_as_itself() -> None:
    assert paragraphs([page(STORE, Reading("d", WHOLE[1:3], ""), max_tokens=None, cursor=None)]) == [
        ("s1:0", "S1"),
        ("s2:1", "Paragraph 1 of 2. word word word word word word word"),
    ]


def test_a_paragraph_longer_than_the_budget_is_given_whole_and_said() -> None:
    reading = Reading("d", [Part(SECTIONS[0], 2, 3)], "")
    result = page(STORE, reading, max_tokens=1, cursor=None)
    assert len(result.passages[0].paragraphs) == 1
    assert [(notice.code, notice.place) for notice in result.notices] == [("over_budget", "d:s0:2")]
    assert result.cursor


@pytest.mark.parametrize("cursor", [None, "", "  ", "null", "None"])
def test_an_empty_cursor_begins_at_the_beginning(cursor: str | None) -> None:
    assert page(STORE, Reading("d", WHOLE, ""), max_tokens=5, cursor=cursor).passages[0].span.first == 1


@pytest.mark.parametrize("cursor", ["x", "42", "🙂", "Zm9v", "a" * 5_000, "MTItMC1hYmM"])
def test_a_damaged_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(Usage, match="damaged"):
        page(STORE, Reading("d", WHOLE, ""), max_tokens=5, cursor=cursor)


@given(st.integers(0, 60), st.characters(codec="ascii"))
def test_no_changed_letter_of_a_cursor_goes_unseen(place: int, letter: str) -> None:
    reading = Reading("d", WHOLE, "")
    cursor = page(STORE, reading, max_tokens=5, cursor=None).cursor
    assert cursor
    changed = cursor[: place % len(cursor)] + letter + cursor[place % len(cursor) + 1 :]
    try:
        result = page(STORE, reading, max_tokens=5, cursor=changed)
    except Usage:
        return
    assert result == page(STORE, reading, max_tokens=5, cursor=cursor)


def test_a_cursor_is_good_for_its_own_reading_only() -> None:
    cursor = page(STORE, Reading("d", WHOLE, "edition 1"), max_tokens=5, cursor=None).cursor
    with pytest.raises(Usage, match="another reading"):
        page(STORE, Reading("d", WHOLE, "edition 2"), max_tokens=5, cursor=cursor)


def test_a_budget_of_nothing_is_refused() -> None:
    with pytest.raises(Usage):
        page(STORE, Reading("d", WHOLE, ""), max_tokens=0, cursor=None)
