"""Pages with what is printed on them."""

import pytest

from silcrow.render.places import pages_text


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (("3", "1"), "pages 1–2, printed 3 and 1"),
        (("62", "14"), "pages 1–2, printed 62 and 14"),
        (("1", "i"), "pages 1–2, printed 1 and i"),
        (("5", "5"), "pages 1–2, printed 5 and 5"),
        (("B-9", "F-1"), "pages 1–2, printed B-9 and F-1"),
        (("F-9", "F-10"), "pp. F-9–F-10 = pages 1–2"),
        (("ix", "x"), "pp. ix–x = pages 1–2"),
        (("x", "ix"), "pages 1–2, printed x and ix"),
        (("xii", "1"), "pp. xii–1 = pages 1–2"),
        (("9", "10"), "pp. 9–10 = pages 1–2"),
    ],
)
def test_printed_labels_are_a_range_only_where_they_count_up(labels, said: str):
    assert pages_text((1, 2), labels) == said
