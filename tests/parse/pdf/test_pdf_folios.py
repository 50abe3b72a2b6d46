"""Printed page numbers, told by running heads and feet that count with the pages."""

import pytest

from silcrow.parse.pdf.drafts import Draft, Line
from silcrow.parse.pdf.folios import printed_labels


def foot(page: int, words: str, *, furniture: bool = True) -> Draft:
    draft = Draft.of("text", page, [Line(words, 280.0, 760.0, 330.0, 770.0, 9.0)])
    draft.furniture = furniture
    return draft


@pytest.mark.parametrize(
    "form", ["{}", "Harbour Ltd. | 2022 Form 10-K | {}", "{} | 2020 Annual Report", "Page {} of 97"]
)
def test_a_number_at_either_end_of_a_foot_that_counts_with_the_pages_is_printed(form):
    feet = [foot(page, form.format(page - 3)) for page in range(4, 9)]
    assert printed_labels(feet, 8) == {4: "1", 5: "2", 6: "3", 7: "4", 8: "5"}


def test_a_page_without_a_number_between_two_that_count_alike_is_counted():
    assert printed_labels([foot(page, str(page + 10)) for page in (1, 2, 4, 5)], 5)[3] == "13"


def test_each_stretch_is_counted_by_itself():
    feet = [foot(page, str(page - 1)) for page in (2, 3, 4)] + [foot(page, f"F-{page - 4}") for page in (5, 6)]
    assert printed_labels(feet, 6) == {2: "1", 3: "2", 4: "3", 5: "F-1", 6: "F-2"}


def test_a_year_and_a_number_of_running_text_count_nothing():
    assert printed_labels([foot(page, "Annual Report 2022") for page in range(1, 9)], 8) == {}
    assert printed_labels([foot(page, str(page + 5), furniture=False) for page in range(1, 9)], 8) == {}


def test_a_few_numbers_are_no_custom():
    assert printed_labels([foot(page, str(page + 5)) for page in (7, 8, 9)], 40) == {}
