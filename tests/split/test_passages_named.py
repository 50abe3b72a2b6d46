"""A document without headings, divided into passages that are named after their words."""

import silcrow
from silcrow.parse import parse
from silcrow.split.passages import divided
from silcrow.split.units import document_text
from silcrow.testing import make_document

TIDES = "The ebb runs for six hours and the flood for six; the gauge at the bridge shows how deep the channel is."
FEES = "A berth costs ten crowns a night, water five crowns a barrel, and the clerk writes both into the ledger."
TEXT = "\n\n".join(
    [f"{TIDES} So it was on day {n}." for n in range(40)] + [f"{FEES} So it was on day {n}." for n in range(40)]
)
DOCUMENT = parse(TEXT.encode(), doc_id="notes", name="notes.txt")


def test_passages_begin_where_the_words_change_and_are_called_after_them():
    assert DOCUMENT.health.flat
    found = divided(DOCUMENT)
    assert len(found.sections) > 1
    change = next(n for n, p in enumerate(found.paragraphs) if p.text.startswith("A berth"))
    (there,) = (s for s in found.sections if s.first == change)
    assert "crowns" in there.title
    assert "gauge" not in there.title


def test_a_division_says_that_it_is_nobodys_heading_and_adds_nothing_to_the_text():
    found = divided(DOCUMENT)
    assert found.health.flat
    assert found.health.evidence == (("cohesion", len(found.sections)),)
    assert set(found.health.doubtful) == {s.sec_id for s in found.sections}
    assert found.paragraphs == DOCUMENT.paragraphs
    assert document_text(found) == document_text(DOCUMENT)
    assert sum(s.count for s in found.sections) == len(found.paragraphs)


def test_what_has_headings_or_is_short_stays_as_it_is():
    for document in (make_document(f"# Tides\n\n{TEXT}"), make_document(TIDES)):
        assert divided(document) == document


def test_a_library_divides_when_it_is_asked_and_again_only_when_something_is_new():
    with silcrow.open_library(ephemeral=True) as library:
        data = TEXT.encode()
        plain = library.add(data, doc_id="notes").record
        assert plain.sections == 1
        found = library.add(data, doc_id="notes", cohesion=True)
        assert (found.outcome, found.record.sections > 1) == ("changed", True)
        assert found.record.edition != plain.edition
        assert library.add(data, doc_id="notes", cohesion=True).outcome == "same"
        assert library.add(data, doc_id="notes", reparse=True).outcome == "same"
        parts = library.split("notes", max_tokens=3000).parts
        assert "".join(part.text for part in parts) == document_text(DOCUMENT)


def test_a_short_text_that_is_divided_into_one_is_not_read_again():
    with silcrow.open_library(ephemeral=True) as library:
        assert library.add(TIDES.encode(), doc_id="tides", cohesion=True).outcome == "new"
        assert library.add(TIDES.encode(), doc_id="tides", cohesion=True).outcome == "same"
