"""Packs: within the budget, each paragraph once, what a text leans on beside it."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.desk import Desk
from silcrow.errors import Ambiguous, NotFound, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.locate.definitions import definitions, used
from silcrow.locate.pack import pack
from silcrow.located import Packed
from silcrow.render.located import render_pack, render_packed

AGREEMENT = """
# 1 Definitions

“Affiliate” means a company under common control with the Licensee.

“Licensee” means Lamp Works Ltd (the “Company”).

# 2 Grant

The right is granted to each Affiliate as set out in Section 3.

# 3 Limits

The limits of Section 4 hold.

# 4 Circle

See Section 2 and Section 5.

# 5 Prices

Ten a lamp.

# 6 Prices

Another one.
"""


def roles(found: Packed) -> list[tuple[str, str]]:
    return [(piece.role, str(piece.passage.span)) for one in found.packs for piece in one.pieces]


def test_what_a_scope_refers_to_and_the_terms_it_uses_stand_beside_it():
    found = pack(Desk(shelf(a=AGREEMENT)), "Grant")
    assert roles(found) == [
        ("scope", "a:2:1"),
        ("definition", "a:1:1"),
        ("reference", "a:3:1"),
        ("reference", "a:4:1"),
        ("reference", "a:5:1"),
    ]
    assert [piece.because for piece in found.packs[0].pieces][1:3] == ["defines 'Affiliate'", "Section 3 in a:2:1"]
    assert found.aside == ()


def test_what_does_not_fit_is_listed():
    text = "# 1 Short\n\nSee Section 2.\n\n# 2 Long\n\n" + "\n\n".join(["word " * 100] * 10)
    found = pack(Desk(shelf(a=text)), "Short", max_tokens=300)
    assert roles(found) == [("scope", "a:1:1")]
    assert [(str(one.place), one.role) for one in found.aside] == [("a:2:1-10", "reference")]
    assert found.left_out is not None


def test_with_a_question_only_the_sections_that_bear_on_it_are_packed():
    parts = "\n\n".join(f"## Part {n}\n\n{'lamps ' if n == 7 else 'ships '}{'word ' * 120}" for n in range(1, 12))
    found = pack(Desk(shelf(a=f"# Whole\n\n{parts}")), "Whole", max_tokens=400, question="lamps")
    assert [span for role, span in roles(found) if role == "scope"] == ["a:part-7:1"]
    assert len(found.aside) == 10


def test_what_no_word_of_the_question_stands_in_is_told_apart_from_what_did_not_fit():
    sections = "\n\n".join(f"# {n} Part\n\n{'Tide ' * 40}{'lamp' * (n == 4)}" for n in range(1, 7))
    found = pack(Desk(shelf(r=f"# 0 All\n\n{sections.replace('# ', '## ')}")), "0", max_tokens=200, question="lamp")
    shown = render_packed(found)
    assert "Left out, since it holds no word of the question:\n- r:0.1:1 (~80 tokens)\n- r:0.2:1" in shown
    assert "Did not fit" not in shown


def test_neighbours_that_fit_one_pack_are_one():
    sections = "\n\n".join(f"## {n} Part\n\n{'tide ' * 70}" for n in range(1, 7))
    found = pack(Desk(shelf(r=f"# 0 All\n\n{sections}")), "0", max_tokens=260)
    assert [len(one.pieces) for one in found.packs] == [2, 2, 2]
    assert all(one.tokens <= 260 for one in found.packs)


def test_a_scope_that_is_not_there_or_fits_two_is_not_packed():
    desk = Desk(shelf(a=AGREEMENT))
    with pytest.raises(NotFound):
        pack(desk, "Section 9")
    with pytest.raises(Ambiguous):
        pack(desk, "Prices")
    with pytest.raises(Usage):
        pack(desk, "Grant", max_tokens=10)


def test_a_term_is_used_with_its_capitals_and_not_inside_another_word():
    passages = Desk(shelf(a=AGREEMENT)).read("a:1").passages
    defined = definitions(passages)
    assert [one.term for one in defined] == ["Affiliate", "Licensee", "Company"]
    assert [one.term for one in used("Affiliates of the company and Companyhood", defined)] == ["Affiliate"]


SIZES = st.lists(st.tuples(st.integers(1, 3), st.lists(st.integers(1, 300), max_size=4)), min_size=1, max_size=12)


@given(SIZES, st.integers(200, 1_500))
def test_packs_hold_each_paragraph_once_within_the_budget_and_always_the_same(sizes, budget: int):
    blocks = ["# [Part 1] All"]
    for number, (level, words) in enumerate(sizes, 1):
        blocks.append(f"{'#' * (level + 1)} [9.{number}] Section {number}")
        blocks += [f"P{number}.{at} Section 9.{1 + at} " + "word " * count for at, count in enumerate(words)]
    desk = Desk(shelf(d="\n\n".join(blocks)))
    found = pack(desk, "Part 1", max_tokens=budget)
    every = [
        (str(passage.span.sec_id), (passage.span.first or 0) + at)
        for passage in desk.read("d:part-1", deep=True).passages
        for at in range(len(passage.paragraphs))
    ]
    held = Counter(
        (piece.passage.span.sec_id, (piece.passage.span.first or 0) + at)
        for one in found.packs
        for piece in one.pieces
        if piece.role == "scope"
        for at in range(len(piece.passage.paragraphs))
    )
    aside = Counter(
        (one.place.sec_id, at)
        for one in found.aside
        if one.role == "scope"
        for at in range(one.place.first or 0, (one.place.last or 0) + 1)
    )
    assert held + aside == Counter(every)
    assert all(estimate_tokens(render_pack(one)) <= one.tokens <= budget for one in found.packs)
    assert pack(desk, "Part 1", max_tokens=budget) == found


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=20))
def test_circles_of_references_end_and_each_place_comes_once(edges):
    lines = {n: [f"See Section {to}." for start, to in edges if start == n] for n in range(1, 7)}
    text = "\n\n".join(f"# {n} Title {chr(64 + n)}\n\nText. {' '.join(found)}" for n, found in lines.items())
    found = pack(Desk(shelf(d=text)), "Section 1")
    counts = Counter(str(piece.passage.span) for one in found.packs for piece in one.pieces)
    assert set(counts.values()) == {1}
