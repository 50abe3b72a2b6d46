"""Journal articles: labels and nesting as their tags say, notes apart, and hostile XML named and not followed."""

import pytest

from silcrow.document import Document
from silcrow.errors import Damaged, TooLarge, UnsupportedFormat
from silcrow.parse import parse

HEAD = "<?xml version='1.0'?>\n"


def document(body: str = "", *, back: str = "", meta: str = "", doctype: str = "") -> Document:
    source = (
        f"{HEAD}{doctype}<article article-type='letter'><front><article-meta>{meta}</article-meta></front>"
        f"<body>{body}</body><back>{back}</back></article>"
    )
    return parse(source.encode(), doc_id="d", name="d.xml")


def headings(found: Document) -> list[tuple[int, str, str]]:
    return [(one.level, one.label, one.title) for one in found.sections if one.heading]


def test_sections_have_the_labels_and_levels_of_their_tags():
    inner = "<sec><label>1.1</label><title>Sites</title><p>x</p></sec>"
    found = document(f"<sec><label>1.</label><title>Mud</title>{inner}</sec><sec><title>Sand</title></sec>")
    assert headings(found) == [(1, "1", "Mud"), (2, "1.1", "Sites"), (1, "", "Sand")]


def test_appendices_stand_at_the_top_with_the_rest_of_the_back():
    back = "<ack><p>x</p></ack><app-group><app><label>Appendix A</label><title>Tides</title><p>y</p></app></app-group>"
    found = headings(document(back=back))
    assert found == [(1, "", "Acknowledgments"), (1, "Appendix A", "Tides")]


def test_a_note_inside_a_sentence_stands_after_it():
    found = document("<p>Mud<fn><p>Soft.</p></fn> and sand.</p>").paragraphs
    assert [(one.kind, one.text) for one in found] == [("text", "Mud[1] and sand."), ("note", "[1] Soft.")]


def test_a_list_inside_a_paragraph_cuts_it_in_two():
    found = document("<p>One: <list><list-item><p>a</p></list-item></list> Two.</p>").paragraphs
    assert [one.text for one in found] == ["One:", "- a", "Two."]


def test_the_names_of_characters_that_a_dtd_would_declare_are_known():
    doctype = "<!DOCTYPE article PUBLIC '-//NLM//DTD JATS v1.2//EN' 'http://127.0.0.1:9/jats.dtd'>"
    found = document("<p>5&nbsp;&micro;m &mdash; <italic>&alpha;</italic></p>", doctype=doctype)
    assert found.paragraphs[0].text == "5 µm — α"


def test_authors_title_and_the_earliest_kind_of_date_are_told():
    names = "<name><surname>Berg</surname><given-names>Ann</given-names></name>"
    meta = (
        "<title-group><article-title>Mud <sup>2</sup></article-title></title-group>"
        f"<contrib-group><contrib contrib-type='author'>{names}</contrib>"
        f"<contrib contrib-type='editor'>{names}</contrib></contrib-group>"
        "<pub-date pub-type='ppub'><year>2021</year></pub-date>"
        "<pub-date pub-type='epub'><day>3</day><month>2</month><year>2020</year></pub-date>"
    )
    found = document(meta=meta)
    assert (found.title, found.authors, found.date) == ("Mud 2", ("Ann Berg",), "2020-02-03")


def test_entities_of_its_own_are_refused_and_not_expanded():
    bomb = "<!DOCTYPE article [<!ENTITY a 'x'><!ENTITY b '&a;&a;&a;'>]>"
    with pytest.raises(Damaged, match="declares XML entities"):
        document("<p>&b;</p>", doctype=bomb)


def test_a_file_named_by_an_entity_is_not_read():
    with pytest.raises(Damaged, match="declares XML entities"):
        document("<p>&x;</p>", doctype="<!DOCTYPE article [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>")


def test_tags_nested_too_deeply_are_refused():
    with pytest.raises(TooLarge, match="nested more than 256 deep"):
        document("<sec>" * 10_000 + "</sec>" * 10_000)


@pytest.mark.parametrize("tag", ["sec", "boxed-text", "bold", "list-item"])
def test_tags_nested_as_deeply_as_may_be_are_read(tag: str):
    opened = "<list><list-item>" if tag == "list-item" else f"<{tag}>"
    closed = "</list-item></list>" if tag == "list-item" else f"</{tag}>"
    times = 110 if tag == "list-item" else 220
    found = document(f"<p>{opened * times}word{closed * times}</p>")
    assert sum(one.text.count("word") for one in found.paragraphs) == 1


def test_xml_that_is_cut_short_is_damaged():
    with pytest.raises(Damaged, match="is no whole XML"):
        parse(f"{HEAD}<article article-type='x'><body><p>Mud".encode(), doc_id="d")


def test_other_xml_is_not_read_and_the_error_says_what_is():
    with pytest.raises(UnsupportedFormat) as refused:
        parse(f"{HEAD}<tei><text/></tei>".encode(), doc_id="d", name="x.xml")
    assert "JATS articles (XML)" in refused.value.hint
