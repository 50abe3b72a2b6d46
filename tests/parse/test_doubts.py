"""Health: what the headings of a document, taken together, say against themselves."""

from silcrow.document import Document
from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.tree import grow

PROSE = "The boats lie in the harbour until the tide is in, and what is known of them is kept in the office. " * 20


def notices(*stream: Heading | Fragment) -> list[tuple[str, str]]:
    document: Document = grow(list(stream), Source("text", []), doc_id="boats", edition="1", recipe="1")
    return [(notice.code, notice.message) for notice in document.health.notices]


def items(*numbers: str) -> list[Heading]:
    titles = {"1": "Business", "1A": "Risk Factors", "2": "Properties", "3": "Legal Proceedings"}
    return [Heading(f"Item {n}", f"Item {n}", titles.get(n, ""), 1) for n in numbers]


def test_an_item_that_is_not_found_is_told():
    there = items("1", "1A", "1B", "2", "3", "4", "5", "7", "7A", "8", "9", "9A", "9B", *map(str, range(10, 16)))
    assert notices(*there) == [("filing_gap", "Item 6 was not found.")]
    assert notices(*there[:7], *items("6"), *there[7:]) == []


def test_text_before_the_first_heading_makes_the_structure_doubtful():
    long = [Fragment("text", PROSE)] * 20
    head = Heading("Boats", "", "Boats", 1)
    ((code, message),) = notices(*long, head, Fragment("text", PROSE))
    assert (code, message) == (
        "structure_doubtful",
        "95 % of the text stands before the first heading; headings may be missing.",
    )
    assert notices(head, *long) == []


def test_one_title_many_times_makes_the_structure_doubtful():
    again = [Heading("Months", "", "Months", 1)] * 8
    assert notices(*again, Heading("Boats", "", "Boats", 1)) == [
        ("structure_doubtful", "8 of 9 headings read “Months”.")
    ]
    assert notices(*again[:7]) == []


def test_a_structure_that_is_doubted_as_a_whole_is_doubtful():
    again = [Heading("Months", "", "Months", 1)] * 8
    document = grow([*again], Source("text", []), doc_id="boats", edition="1", recipe="1")
    assert document.health.state == "doubtful"
