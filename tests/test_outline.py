"""Folding an outline: what is shown, what is hidden, and that both are counted."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from silcrow.outline import Outline, Row, fold
from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.tree import grow
from silcrow.testing import make_document

HANDBOOK = """
# 1 Rules
## 1.1 Gates
text
## 1.2 Boats
text

text
### 1.2.1 Fuel
text

text
# 2 Tides
# 3 Money
## 3.1 Fees
"""


def outline_of(text: str) -> Outline:
    document = make_document(text)
    return Outline(document.doc_id, document.title, document.sections)


def shown(outline: Outline, **how) -> list[str]:
    """Rows as a person would draw them: indented labels, `+n` for what is folded below, `…n` for what follows."""
    return [
        "  " * row.depth + (f"…{row.folded}" if row.section is None else row.section.label)
        + (f" +{row.folded}" if row.section and row.folded else "")
        for row in fold(outline, **how).rows
    ]  # fmt: skip


def test_without_a_budget_everything_is_shown():
    assert shown(outline_of(HANDBOOK)) == ["1", "  1.1", "  1.2", "    1.2.1", "2", "3", "  3.1"]


def test_a_depth_of_one_shows_the_top_and_counts_what_is_below():
    assert shown(outline_of(HANDBOOK), depth=1) == ["1 +3", "2", "3 +1"]
    assert shown(outline_of(HANDBOOK), depth=2) == ["1", "  1.1", "  1.2 +1", "2", "3", "  3.1"]


def test_the_section_with_most_text_is_opened_first():
    assert shown(outline_of(HANDBOOK), budget=5) == ["1", "  1.1", "  1.2 +1", "2", "3 +1"]


def test_siblings_are_shown_all_or_none():
    assert shown(outline_of(HANDBOOK), budget=4) == ["1 +3", "2", "3", "  3.1"]


def test_a_family_that_must_be_cut_says_how_many_follow():
    flat = outline_of("\n".join(f"# {n} Part" for n in range(1, 11)))
    assert shown(flat, budget=4) == ["1", "2", "3", "…7"]
    one_root = outline_of("# 1 Book\n" + "\n".join(f"## 1.{n} Part" for n in range(1, 11)))
    assert shown(one_root, budget=4) == ["1", "  1.1", "  1.2", "  …8"]


def test_with_no_room_at_all_nothing_is_shown_and_all_is_counted():
    folded = fold(outline_of(HANDBOOK), budget=0)
    assert (folded.rows, folded.folded) == ((), 7)


def test_an_outline_below_one_root_folds_like_a_whole_one():
    document = make_document(HANDBOOK)
    part = Outline("doc", "Rules", document.sections[1:4][:1] + document.sections[2:4])
    assert shown(Outline("doc", "Boats", document.sections[2:4]), depth=1) == ["1.2 +1"]
    assert shown(part) == ["1.1", "1.2", "  1.2.1"]


def test_an_empty_outline_folds_to_nothing():
    assert fold(Outline("doc", "", ()), budget=10).rows == ()


@st.composite
def outlines(draw: st.DrawFn) -> Outline:
    """Trees of every shape, as the parser grows them."""
    stream: list[Heading | Fragment] = []
    for level, paragraphs in draw(st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3)), max_size=40)):
        stream.append(Heading(text="A heading", label="", title="A heading", level=level))
        stream.extend([Fragment(kind="text", text="words")] * paragraphs)
    document = grow(stream, Source(format="text", fragments=[]), doc_id="d", edition="e", recipe="r")
    return Outline("d", "", document.sections)


@given(outlines(), st.integers(0, 60), st.one_of(st.none(), st.integers(1, 4)))
def test_a_fold_keeps_the_budget_and_counts_every_section_once(outline: Outline, budget: int, depth: int | None):
    folded = fold(outline, budget=budget, depth=depth)
    assert len(folded.rows) <= budget
    assert len(folded.sections) + sum(row.folded for row in folded.rows) == len(outline.sections) or not folded.rows
    assert folded.folded == len(outline.sections) - len(folded.sections)


@given(outlines(), st.integers(1, 60))
def test_what_is_shown_stands_in_order_below_a_parent_that_is_shown(outline: Outline, budget: int):
    folded = fold(outline, budget=budget)
    assert all(a.ord < b.ord for a, b in pairwise(folded.sections))
    names = {section.sec_id for section in folded.sections}
    assert all(section.parent in names for section in folded.sections if section.parent)


@given(outlines(), st.integers(1, 200))
def test_a_costly_row_counts_for_what_it_costs(outline: Outline, budget: int):
    def cost(row: Row) -> int:
        return 3 + row.depth + (2 if row.folded else 0)

    folded = fold(outline, budget=budget, cost=cost)
    assert sum(map(cost, folded.rows)) <= budget


@given(outlines())
def test_a_budget_with_room_for_all_hides_nothing(outline: Outline):
    assert fold(outline, budget=len(outline.sections)).folded == 0
