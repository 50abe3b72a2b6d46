"""Documents without headings: said so, and their long paragraphs cut where sentences end."""

from silcrow.errors import Notice
from silcrow.parse import parse

TWO = "the gauge is read at noon, and what it says is written down.\n\nand the office is closed when the tide is out."


def test_long_paragraphs_of_a_document_without_headings_are_cut_after_sentences():
    sentence = "The gauge at the head of the pier is read at noon by the harbour master, who writes down what it says. "
    document = parse((sentence * 40).encode(), doc_id="d", name="d.txt")
    assert document.health.flat
    message = "No headings were found; paragraphs cut into pieces of about 200 words: 1."
    assert document.health.notices == (Notice("flat", message),)
    assert [len(paragraph.text.split()) for paragraph in document.paragraphs] == [220, 220, 220, 220]
    assert " ".join(paragraph.text for paragraph in document.paragraphs) == (sentence * 40).strip()


def test_short_paragraphs_stay_as_they_are():
    document = parse(TWO.encode(), doc_id="d", name="d.txt")
    assert [paragraph.text for paragraph in document.paragraphs] == TWO.split("\n\n")
    assert (document.health.flat, document.health.notices) == (True, ())


def test_a_document_with_headings_keeps_its_paragraphs_however_long():
    document = parse(b"# Rules\n\n" + b"One sentence of it. " * 400, doc_id="d", name="d.md")
    assert (document.health.notices, len(document.paragraphs)) == ((), 1)
