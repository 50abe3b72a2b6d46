"""Gaps in runs of numbers are filled by what stands in their places (contracts, filings, manuals)."""

from set_text import LOREM, headings, outline, text, typed

BODY = f"The parties agree that {LOREM}"


def clauses(*titles: str) -> list:
    return typed(*(f"{title} {BODY}" if title.endswith(".") else title for title in titles))


RUN = ("5.1 Prices.", "5.2 Terms of Payment.", "5.4 Taxes.", "5.5 Notices.")


def test_a_clause_between_two_that_stand_is_found_whatever_its_title_looks_like():
    found = headings(*clauses(*RUN[:2], "5.3 Purchase of boats, nets and Ropes, from the Harbour.", *RUN[2:]))
    assert [part.text for part in found][2] == "5.3 Purchase of boats, nets and Ropes, from the Harbour."
    assert (found[2].evidence, found[2].confidence) == (("numbering",), 0.65)


def test_a_sentence_with_the_lost_number_is_no_title():
    for words in ("5.3 All that was caught is sold within the day.", "5.3 “Boat” means what lies in the harbour."):
        found = outline(*clauses(*RUN[:2], words, *RUN[2:]))
        assert len(found) == len(RUN)


def test_a_lost_number_elsewhere_fills_no_gap():
    found = outline(*clauses(*RUN, "5.3 Purchase of boats, nets and Ropes, from the Harbour."))
    assert len(found) == len(RUN)


def test_the_first_of_a_run_is_looked_for_before_the_second():
    run = ("7.2 Terms of Payment.", "7.3 Taxes.", "7.4 Notices.")
    found = outline(text("The harbour."), *clauses("7.1 Purchase of boats, nets and Ropes.", *run))
    assert [part.strip() for part in found] == ["7.1 Purchase of boats, nets and Ropes.", *run]


def test_many_lost_numbers_are_another_list():
    found = headings(*clauses("5.1 Prices.", "5.2 Terms of Payment.", "5.3 Taxes.", "5.30 Notices."))
    assert [part.label for part in found] == ["5.1", "5.2", "5.3", "5.30"]
