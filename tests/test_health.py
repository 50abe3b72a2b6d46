"""The report on a structure: sources, confidence, what is odd; in text and in JSON."""

from shelf import shelf
from silcrow import wire
from silcrow.desk import Desk
from silcrow.outline import Outline, oversized, skipped
from silcrow.render.health import render_health
from silcrow.testing import make_document

REPORT = "# Rules\n\nBerths.\n\n### Fees {0.4}\n\nTen crowns.\n\n## Storms\n\nStay."


def outline(text: str) -> Outline:
    return Desk(shelf(d=text)).outline("d")


def test_each_heading_is_listed_with_its_confidence_and_doubtful_ones_marked():
    said = render_health(outline(REPORT))
    assert "doubtful       1: fees" in said
    assert "level skipped  1: fees" in said
    rows = [line.split() for line in said.splitlines() if line.endswith(("Rules", "Fees", "Storms"))]
    assert [(row[0], row[-2], row[-1]) for row in rows] == [
        ("1.00", "rules", "Rules"),
        ("?", "fees", "Fees"),
        ("1.00", "storms", "Storms"),
    ]


def test_a_document_without_structure_says_so_and_what_is_done_instead():
    said = render_health(outline("Berths are free.\n\nFees are paid."))
    assert "no headings found: one flat run of paragraphs" in said
    assert "fallback" in said
    assert wire.outline(outline("Berths are free."))["health"]["flat"] is True


def test_a_level_is_skipped_where_a_section_stands_two_below_its_parent():
    assert skipped(make_document(REPORT).sections) == ("fees",)
    assert skipped(make_document("### A\n\n#### B\n\n## C").sections) == ()


def test_a_section_that_is_ten_times_as_long_as_the_usual_one_is_named():
    long = "word " * 5000
    document = make_document(f"# A\n\n{long}\n\n# B\n\nshort\n\n# C\n\nshort")
    assert oversized(document.sections) == ("a",)
    assert oversized(make_document(f"# A\n\n{long}\n\n# B\n\n{long}").sections) == ()


def test_json_has_the_source_of_every_heading():
    found = wire.health(outline(REPORT), "0" * 16)
    assert [(one["sec_id"], one["confidence"]) for one in found["headings"]] == [
        ("rules", 1.0),
        ("fees", 0.4),
        ("storms", 1.0),
    ]
    assert (found["skipped_levels"], found["oversized"], found["health"]["doubtful"]) == (["fees"], [], ["fees"])
