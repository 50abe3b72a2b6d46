"""sec_ids: short, stable, made from labels and titles, never from positions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.parse.ids import Ids, slug_of_label, slug_of_title
from silcrow.place import is_id

LABELS = {
    "Item 1A.": "item-1a",
    "Appendix B": "appendix-b",
    "5.2(b)(iii)": "5.2.b.iii",
    "5.2 (b) (iii)": "5.2.b.iii",
    "第 5 章": "第5章",
    "第五章": "第五章",
    "第１章": "第1章",
    "§ 12": "12",
    "PART II": "part-ii",
    "(b)": "b",
    "1)": "1",
    "A-1": "a-1",
    "": "",
    "—": "",
}
TITLES = {
    "Executive Summary": "executive-summary",
    "Management’s Discussion": "managements-discussion",
    "Release 1.0.21, U.S. edition": "release-1.0.21-u-s-edition",
    "Straße & Größe": "strasse-grösse",
    # 40 characters end inside "condition"
    "Management’s Discussion and Analysis of Financial Condition": "managements-discussion-and-analysis-of",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbau": "donaudampfschifffahrtselektrizitätenhaup",
    "合同的履行与违约责任及其他补充性规定条款说明文": "合同的履行与违约责任及其他补充性规定条款",
    "!!!": "",
}


@pytest.mark.parametrize("label", LABELS)
def test_a_label_is_spelt_in_the_alphabet_of_ids(label: str):
    assert slug_of_label(label) == LABELS[label]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_is_cut_after_its_last_whole_word(title: str):
    assert slug_of_title(title) == TITLES[title]


def test_a_label_comes_before_the_title():
    assert Ids().give("Item 1A", "Risk Factors", None) == "item-1a"
    assert Ids().give("", "Risk Factors", None) == "risk-factors"
    assert Ids().give("", "***", None) == "section"


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("b", "5.2.b"),
        ("(iv)", "5.2.iv"),
        ("7.", "5.2.7"),
        ("一、", "5.2.一"),
        ("12", "12"),
        ("5.2.1", "5.2.1"),
        ("Item 3", "item-3"),
    ],
)
def test_a_bare_label_is_told_by_its_parent(label: str, expected: str):
    ids = Ids()
    ids.give("5.2", "Fees", None)
    assert ids.give(label, "x", "5.2") == expected


def test_bare_labels_at_the_top_stand_alone():
    ids = Ids()
    assert [ids.give("II", "", None), ids.give("B", "", "ii"), ids.give("1", "", "ii.b")] == ["ii", "ii.b", "ii.b.1"]


def test_later_equal_ids_name_their_parent_then_count():
    ids = Ids()
    for part in ("Part I", "Part II"):
        ids.give(part, "", None)
    given_ids = [ids.give("Item 1", "", parent) for parent in ("part-i", "part-ii", "part-ii", "part-ii", None)]
    assert given_ids == ["item-1", "part-ii.item-1", "part-ii.item-1~2", "part-ii.item-1~3", "item-1~2"]


def test_a_title_front_is_not_what_precedes_the_first_heading():
    assert Ids().give("", "Front", None) == "front~2"


def test_deep_nesting_does_not_make_endless_ids():
    ids, parent = Ids(), None
    for _ in range(500):
        parent = ids.give("a", "", parent)
    assert len(parent) < 140


HEADINGS = st.tuples(
    st.sampled_from(["", "1", "2.1", "Item 1", "(a)"]), st.text(max_size=60) | st.sampled_from(["Fees", "Notes"])
)


@given(st.lists(HEADINGS, max_size=30))
def test_ids_are_legal_and_unique(headings: list[tuple[str, str]]):
    ids = Ids()
    found = [ids.give(label, title, None) for label, title in headings]
    assert len(set(found)) == len(found)
    assert all(is_id(sec_id) and sec_id != "front" for sec_id in found)


@given(st.lists(HEADINGS, min_size=1, max_size=30), st.data())
def test_an_edit_changes_only_later_equal_ids(headings: list[tuple[str, str]], data: st.DataObject):
    at = data.draw(st.integers(0, len(headings) - 1))
    before, after = Ids(), Ids()
    old = [before.give(label, title, None) for label, title in headings]
    new = [after.give(label, title, None) for label, title in headings[:at] + headings[at + 1 :]]
    assert new[:at] == old[:at]
    stem = old[at].split("~")[0]
    for was, now in zip(old[at + 1 :], new[at:], strict=True):
        assert was == now or was.split("~")[0] == now.split("~")[0] == stem
