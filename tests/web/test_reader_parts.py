"""What pages are made of: the tree, the pieces of text, the picture of the structure, answers, and text to check."""

from hypothesis import given
from hypothesis import strategies as st

from silcrow import open_library
from silcrow.answer import Answer, Citation, Claim, Fault
from silcrow.place import Span
from silcrow.testing import make_document
from silcrow.web.reader.blocks import blocks
from silcrow.web.reader.replies import address, evidence, shown
from silcrow.web.reader.said import answer_of
from silcrow.web.reader.strata import WIDE, strata
from silcrow.web.reader.tree import page_label, rows

HARBOUR = b"# Harbour Rules\n\n## Item 1. Berths\n\nFor one night.\n\n## Item 2. Fees\n\n### Late\n\nTwice.\n"


def test_rows_tell_their_depth_and_their_place_among_their_siblings():
    with open_library(ephemeral=True) as made:
        doc_id = made.add(HARBOUR, doc_id="harbour").record.doc_id
        found = rows(made.outline(doc_id))
    assert [(row.depth, row.place, row.siblings, row.below) for row in found] == [
        (1, 1, 1, 3),
        (2, 1, 2, 0),
        (2, 2, 2, 1),
        (3, 1, 1, 0),
    ]


def test_a_page_is_called_by_what_is_printed_on_it():
    assert [page_label(page, ("i", "ii", "")) for page in (0, 2, 3, 9)] == ["", "ii", "3", "9"]


@given(st.lists(st.integers(0, 120), min_size=1, max_size=12))
def test_every_paragraph_stands_in_one_piece_and_in_order(counts: list[int]):
    text = "\n\n".join(
        f"## S{n}\n\n" + "\n\n".join(f"p{m} " * 30 for m in range(count)) for n, count in enumerate(counts)
    )
    document = make_document(text)
    placed = [
        stretch.section.first + index - 1
        for block in blocks(document.sections)
        for stretch in block.stretches
        for index in range(stretch.first, stretch.last + 1)
    ]
    assert placed == list(range(len(document.paragraphs)))
    assert {s.section.sec_id for b in blocks(document.sections) for s in b.stretches} == {
        section.sec_id for section in document.sections
    }
    assert all(sum(s.last - s.first + 1 for s in b.stretches) <= 40 for b in blocks(document.sections))


def test_bars_of_one_level_lie_side_by_side_and_fill_it():
    with open_library(ephemeral=True) as made:
        made.add(HARBOUR, doc_id="harbour")
        bars = strata(made.outline("harbour").sections)
    assert bars[0].width == WIDE
    second = [bar for bar in bars if bar.depth == 1]
    assert second[0].x + second[0].width == second[1].x


def test_a_quote_that_stands_nowhere_is_never_a_link():
    with open_library(ephemeral=True) as made:
        record = made.add(HARBOUR, doc_id="harbour").record
    sound = Citation(Span("harbour", "item-1", 1, 1), "For one night", "verified", offsets=(0, 13))
    false = Citation(Span("harbour", "item-1", 1, 1), "For two nights", "unsupported", given="harbour:item-1:1")
    found = shown(Answer("", "", (sound, false)), {"harbour": record}, alone=True)
    assert found.evidence[0].href == "/read/harbour/item-1/1?mark=For+one+night&verdict=verified"
    assert found.evidence[1].href == ""


def test_markers_become_chips_and_faults_stay_with_their_sentence():
    cited = Citation(Span("d", "s", 1, 1), "dry", "unsupported")
    fault = Fault("no_quote", "None of its quotes stands.", "")
    claim = Claim("It is dry [1].", 4, 18, (1,), (fault,))
    found = shown(Answer("", "Yes. It is dry [1]. [7]", (cited,), claims=(claim,)), {}, alone=True)
    assert [(one.state, one.faults) for one in found.sentences] == [
        ("", ()),
        ("unsupported", ("None of its quotes stands.",)),
        ("", ()),
    ]
    chips = [part.chip.number for one in found.sentences for part in one.parts if part.chip]
    assert chips == [1]
    assert "".join(part.text for one in found.sentences for part in one.parts).endswith("[7]")


def test_an_address_holds_document_section_and_paragraph():
    assert address(Span("手引", "3.1", 2, 4)) == "/read/%E6%89%8B%E5%BC%95/3.1/2"
    assert address(Span("d", "s"), mark="a&b") == "/read/d/s?mark=a%26b"


def test_what_stands_in_quotation_marks_becomes_a_citation():
    found = answer_of('It says "for one night" [harbour:item-1:1] and “no dogs here”, not "never".')
    assert isinstance(found, dict)
    assert found["citations"] == [
        {"quote": "for one night", "place": "harbour:item-1:1"},
        {"quote": "no dogs here", "place": ""},
    ]
    assert found["text"] == 'It says "for one night" [1] and “no dogs here” [2], not "never".'


def test_json_is_proven_as_it_is():
    assert answer_of(' {"text": "x"}') == ' {"text": "x"}'


@given(st.text(alphabet='“”"«»„「」[] ab\n', max_size=400))
def test_any_text_can_be_checked(text: str):
    found = answer_of(text)
    assert isinstance(found, str) or len(found["citations"]) <= 200


def test_a_quote_of_a_table_is_shown_as_one():
    quote = "(in millions)\n| | 2022 |\n| --- | ---: |\n| Phones \\| pads | 205 |\nof which none"
    cited = Citation(Span("d", "s", 1, 1), quote, "verified")
    pieces = evidence(1, cited, {}, alone=True).pieces
    assert [(one.text, one.rows) for one in pieces] == [
        ("(in millions)", ()),
        ("", (("", "2022"), ("Phones | pads", "205"))),
        ("of which none", ()),
    ]
