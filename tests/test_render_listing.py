"""What a library and its verbs show on a narrow screen, and how they mark what is doubtful."""

from dataclasses import replace

from silcrow.document import Health
from silcrow.render.listing import render_record, render_records
from silcrow.render.passages import render_passages
from test_wire import PASSAGES, RECORD

FLAT = replace(RECORD, doc_id="x", health=Health(flat=True))
SOUND = replace(RECORD, health=Health())


def test_the_library_marks_what_is_doubtful_or_flat():
    assert render_records([RECORD, FLAT]).splitlines() == [
        "document  pages  paragraphs  health    title",
        "10k-2025      2           4  doubtful  Annual Report 2025",
        "x             2           4  flat      Annual Report 2025",
    ]


def test_a_long_doc_id_stands_on_a_line_of_its_own_and_columns_stay():
    long = replace(SOUND, doc_id="master-services-agreement-northwind-2025")
    assert render_records([SOUND, long], width=60).splitlines() == [
        "document                   pages  paragraphs  title",
        "10k-2025                       2           4  Annual Report…",
        "master-services-agreement-northwind-2025",
        "                               2           4  Annual Report…",
    ]
    assert render_records([long], width=82).splitlines()[1].startswith(f"{long.doc_id}      2")


def test_the_report_on_a_flat_document_says_so():
    assert "  state    flat: no heading was found" in render_record(FLAT)


def test_ranked_passages_say_their_order_once_and_on_a_screen_only():
    (passage,) = PASSAGES.passages[:1]
    two = replace(PASSAGES, passages=(replace(passage, rank=2), replace(passage, rank=1)))
    shown = render_passages(two, width=80)
    assert shown.splitlines()[0] == "2 passages in document order; #1 is the best"
    assert shown.count("in document order") == 1
    assert "in document order" not in render_passages(two)
    assert "in document order" not in render_passages(replace(two, passages=two.passages[:1]), width=80)
