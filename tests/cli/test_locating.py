"""scope, pack and refs on real files: what is shown, and how it ends."""

from pathlib import Path

import pytest


def test_a_scope_is_a_place_with_how_it_was_found(silcrow, harbour: Path):
    done = silcrow("scope", harbour, "Item 2")
    assert done.status == 0
    assert done.out.splitlines() == [
        "harbour §Item 2. Fees      harbour:item-2",
        "    label, 1.00: label 'Item 2' is printed so",
    ]


@pytest.mark.parametrize(
    ("words", "status", "result"),
    [("Items 1 and 2", 0, "several"), ("fees", 0, "one"), ("Item 9", 3, "none"), ("1.1 > Fees", 3, "none")],
)
def test_each_result_has_its_exit_status(silcrow, harbour: Path, words: str, status: int, result: str):
    found = silcrow("scope", harbour, words, "--json")
    assert (found.status, found.json["result"]) == (status, result)


def test_words_that_fit_two_sections_exit_2_and_name_them(silcrow, tmp_path: Path):
    path = tmp_path / "twice.md"
    path.write_text("# A\n\n## Fees\n\nTen.\n\n# B\n\n## Fees\n\nTwenty.\n", encoding="utf-8")
    done = silcrow("scope", path, "Fees")
    assert done.status == 2
    assert done.out.startswith('"Fees" fits 2 sections; name one of them:')


def test_what_is_not_there_names_the_nearest_and_says_that_they_are_not_it(silcrow, harbour: Path):
    done = silcrow("scope", harbour, "Item 9")
    assert done.out.splitlines()[:2] == ['there is no "Item 9"', "Most like it (none of them is it):"]


def test_an_alias_is_another_name(silcrow, harbour: Path):
    assert silcrow("scope", harbour, "money", "--alias", "money=Item 2").status == 0
    assert silcrow("scope", harbour, "money", "--alias", "money").status == 2


def test_a_pack_holds_the_scope_and_what_it_refers_to(silcrow, tmp_path: Path):
    path = tmp_path / "deed.md"
    path.write_text("# 1 Grant\n\nAs limited by Section 2.\n\n# 2 Limits\n\nTen lamps.\n", encoding="utf-8")
    found = silcrow("pack", path, "Grant", "--json")
    assert [(piece["role"], piece["place"]) for piece in found.json["packs"][0]["pieces"]] == [
        ("scope", "deed:1:1"),
        ("reference", "deed:2:1"),
    ]
    done = silcrow("pack", path, "Grant")
    assert done.out.splitlines()[-2] == "[deed:2:1] 2 Limits (Section 2 in deed:1:1)"
    assert silcrow("pack", path, "Section 9").status == 3


def test_references_are_listed_with_where_they_lead(silcrow, tmp_path: Path):
    path = tmp_path / "deed.md"
    path.write_text("# 1 Grant\n\nSee Section 2, and Section 9.\n\n# 2 Limits\n\nTen lamps.\n", encoding="utf-8")
    assert silcrow("refs", path).out.splitlines() == [
        "deed:1:1  Section 2 → deed:2  2 Limits",
        "deed:1:1  Section 9 → missing: no section 9 here",
        "2 references: 1 resolved, 1 missing",
    ]
    assert silcrow("refs", path, "--format", "dot").out.splitlines()[-2] == "  n0 -> n1;"
    assert silcrow("refs", path, "--format", "mermaid").out.splitlines()[-1] == "  n0 --> n1"
    assert silcrow("refs", path, "Limits").out == "No references.\n"
    assert silcrow("refs", path, "--format", "svg").status == 2
