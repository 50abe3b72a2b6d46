"""Passages of documents without headings: at least about 200 words, however short the paragraphs are."""

from shelf import shelf
from silcrow.desk import Desk

LINES = "\n\n".join(f"Line number {n} of the log says nothing." for n in range(1, 61))
LOG = LINES.replace("Line number 30 of the log says nothing.", "At last the elk crossed the road at noon.")


def test_a_window_in_a_document_of_lines_reaches_as_far_as_a_passage():
    (passage,) = Desk(shelf(d=LOG)).retrieve("elk road", top_k=1, window=(1, 1)).passages
    assert str(passage.span) == "d:front:19-41"
    assert sum(len(paragraph.text.split()) for paragraph in passage.paragraphs) == 22 * 8 + 9


def test_no_window_is_no_window():
    (passage,) = Desk(shelf(d=LOG)).retrieve("elk road", top_k=1, window=(0, 0)).passages
    assert str(passage.span) == "d:front:30"


def test_a_heading_bounds_its_section_and_windows_stay_as_they_were_asked_for():
    (passage,) = Desk(shelf(d=f"# Log\n\n{LOG}")).retrieve("elk road", top_k=1, window=(1, 1)).passages
    assert str(passage.span) == "d:log:29-31"
