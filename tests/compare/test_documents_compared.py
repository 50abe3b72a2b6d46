"""Two documents, section by section."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from silcrow.compare import compare
from silcrow.comparison import Comparison
from silcrow.document import Document
from silcrow.errors import Ambiguous, NotFound
from silcrow.testing import make_document

OLD = """
# Item 1. Business

We run a harbour and a boatyard on the north coast.

# Item 1A. Risk Factors

We may lose our licence if the council does not renew it.

## Weather

A storm may close the harbour for some days in any month of the year.

# Item 2. Properties

We own the quay.
"""

NEW = """
# Item 1. Business

We run a harbour and a boatyard on the north coast.

# Item 1A. Risk Factors

We may lose our licence if the council does not renew it in 2026.

## Cyber attacks

An attack may stop our systems.

## Weather

A storm may close the harbour for some days in any month of the year.

# Item 3. Legal Proceedings

None.
"""


def document(text: str, doc_id: str) -> Document:
    return make_document(text, doc_id=doc_id)


def fates(found: Comparison) -> list[tuple[str, str]]:
    return [(section.fate, (section.new or section.old).sec_id) for section in found.sections]


def test_each_section_has_its_fate():
    found = compare(document(OLD, "old"), document(NEW, "new"))
    assert fates(found) == [
        ("unchanged", "item-1"),
        ("reworded", "item-1a"),
        ("added", "cyber-attacks"),
        ("unchanged", "weather"),
        ("removed", "item-2"),
        ("added", "item-3"),
    ]
    assert found.counts == {"unchanged": 2, "reworded": 1, "moved": 0, "added": 2, "removed": 1}
    assert not found.same


def test_a_reworded_paragraph_has_both_places_and_its_words():
    found = compare(document(OLD, "old"), document(NEW, "new"))
    (change,) = found.sections[1].paragraphs
    assert (str(change.old), str(change.new)) == ("old:item-1a:1", "new:item-1a:1")
    assert [(edit.old, edit.new) for edit in change.edits if not edit.same] == [("", "in 2026")]


def test_a_renumbered_section_is_the_same_one():
    old = "# 4. Fees\n\nTen a night for each boat that lies at the quay.\n\n# 5. Dogs\n\nOn a lead at all times."
    new = "# 4. Hours\n\nFrom six.\n\n# 5. Fees\n\nTen a night for each boat that lies at the quay."
    found = compare(document(old, "old"), document(new, "new"))
    fees = found.sections[[s.new.sec_id if s.new else "" for s in found.sections].index("5")]
    assert (str(fees.old), fees.fate, fees.renamed, fees.unchanged) == ("old:4", "reworded", True, 1)
    assert fees.matched_by == ("title", "text", "place")


def test_a_section_that_stands_elsewhere_has_moved():
    old = "# A rules\n\nx\n\n## Fees\n\nTen a night for each boat at the quay.\n\n# B rules\n\ny"
    new = "# A rules\n\nx\n\n# B rules\n\ny\n\n## Fees\n\nTen a night for each boat at the quay."
    found = compare(document(old, "old"), document(new, "new"))
    assert ("moved", "fees") in fates(found)
    assert found.counts["moved"] == 1


def test_sections_that_changed_places_have_moved_and_the_rest_has_not():
    text = {
        name: f"# {name}\n\nThe text of {name} stands here and nowhere else.\n\n" for name in ("One", "Two", "Three")
    }
    old, new = text["One"] + text["Two"] + text["Three"], text["Three"] + text["One"] + text["Two"]
    found = compare(document(old, "old"), document(new, "new"))
    assert fates(found) == [("moved", "three"), ("unchanged", "one"), ("unchanged", "two")]


def test_a_paragraph_that_stands_in_another_section_now_has_moved():
    line = "A storm may close the harbour for some days in any month."
    old = f"# One\n\nFirst words of one.\n\n{line}\n\n# Two\n\nFirst words of two."
    new = f"# One\n\nFirst words of one.\n\n# Two\n\nFirst words of two.\n\n{line}"
    found = compare(document(old, "old"), document(new, "new"))
    assert [(c.fate, str(c.old), str(c.new)) for s in found.sections for c in s.paragraphs] == [
        ("moved", "old:one:2", "new:two:2")
    ]


def test_sections_of_one_name_are_told_apart_by_what_they_stand_in():
    old = "# Fees\n\nPaid early.\n\n## Overview\n\nOf fees.\n\n# Dogs\n\nOn a lead.\n\n## Overview\n\nOf dogs."
    new = "# Dogs\n\nOn a lead.\n\n## Overview\n\nOf all dogs."
    found = compare(document(old, "old"), document(new, "new"))
    overview = next(s for s in found.sections if s.new and s.new.sec_id == "overview")
    assert str(overview.old) == "old:dogs.overview"


def test_only_one_section_is_compared_where_one_is_named():
    found = compare(document(OLD, "old"), document(NEW, "new"), within="Item 1A")
    assert fates(found) == [("reworded", "item-1a"), ("added", "cyber-attacks"), ("unchanged", "weather")]


def test_a_section_that_one_of_them_has_not_is_an_error_that_names_it():
    with pytest.raises(NotFound, match="'Item 2' in 'new'"):
        compare(document(OLD, "old"), document(NEW, "new"), within="Item 2")
    twice = "# Fees\n\nx\n\n## Overview\n\ny\n\n# Dogs\n\nz\n\n## Overview\n\nv"
    with pytest.raises(Ambiguous, match="2 sections of 'old'"):
        compare(document(twice, "old"), document(twice, "new"), within="Overview")


def test_a_document_against_itself_is_the_same():
    found = compare(document(OLD, "old"), document(OLD, "old"))
    assert found.same
    assert found.counts["unchanged"] == 4


def test_documents_without_structure_are_compared_by_paragraph():
    old, new = document("One line of text.\n\nAnother line.", "old"), document("One line of text.\n\nA third.", "new")
    (front,) = compare(old, new).sections
    assert (front.fate, front.unchanged) == ("reworded", 1)


def test_a_thousand_sections_of_one_title_are_compared_in_their_order():
    def text(word: str) -> str:
        return "".join(f"# Note\n\nThe {word} of year {n} is {n * 7} in all.\n\n" for n in range(1000))

    found = compare(document(text("sum"), "old"), document(text("total"), "new"))
    assert found.counts == {"unchanged": 0, "reworded": 1000, "moved": 0, "added": 0, "removed": 0}


@given(st.integers(0, 2**32))
@settings(max_examples=25)
def test_every_section_of_both_is_told_once(seed: int):
    dice = random.Random(seed)

    def grown(doc_id: str) -> Document:
        names = dice.sample(["Fees", "Dogs", "Hours", "Berths", "Fees"], dice.randint(1, 5))
        return document(
            "".join(f"{'#' * dice.randint(1, 2)} {n}\n\n{dice.choice(names)} {n}.\n\n" for n in names), doc_id
        )

    old, new = grown("old"), grown("new")
    found = compare(old, new)
    assert sorted(str(s.old) for s in found.sections if s.old) == sorted(f"old:{s.sec_id}" for s in old.sections)
    assert [str(s.new) for s in found.sections if s.new] == [f"new:{s.sec_id}" for s in new.sections]
