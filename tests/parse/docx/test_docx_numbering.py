"""DOCX: a heading's number is the one Word prints, and stands apart from its title."""

import pytest
from make_docx import HEADINGS, docx, level, lists, num, outline, p, style

from silcrow.document import Section
from silcrow.parse import parse
from silcrow.parse.docx.formats import written


def sections(*blocks: str, numbering: str, styles: str = HEADINGS) -> list[Section]:
    return list(parse(docx(*blocks, numbering=numbering, styles=styles), doc_id="d").sections)


def labels(*blocks: str, numbering: str, styles: str = HEADINGS) -> list[str]:
    return [section.label for section in sections(*blocks, numbering=numbering, styles=styles)]


def h(depth: int, ilvl: int | None = None, *, num_id: int = 1) -> str:
    return p("Title", f"Heading{depth}", about=num(num_id, depth - 1 if ilvl is None else ilvl))


DECIMAL = [level(0, "%1."), level(1, "%1.%2"), level(2, "%1.%2.%3")]
TWO = (
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/>'
    '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="{}"/></w:lvlOverride></w:num>'
)


def test_counters_run_over_all_levels_and_restart_below_their_parent():
    found = labels(h(1), h(2), h(3), h(3), h(2), h(3), h(1), h(2), numbering=lists(*DECIMAL))
    assert found == ["1", "1.1", "1.1.1", "1.1.2", "1.2", "1.2.1", "2", "2.1"]


def test_a_heading_is_printed_with_its_number_and_titled_without():
    (section,) = sections(p("2023 results", "Heading1", about=num(1, 0)), numbering=lists(level(0, "Article %1.")))
    assert (section.heading, section.label, section.title) == ("Article 1. 2023 results", "Article 1", "2023 results")
    assert section.sec_id == "article-1"


@pytest.mark.parametrize(
    ("text", "form", "expected"),
    [
        ("%1.", "upperRoman", "I"),
        ("(%1)", "lowerLetter", "(a)"),
        ("%1)", "lowerRoman", "i"),
        ("第%1章", "chineseCountingThousand", "第一章"),
        ("（%1）", "japaneseCounting", "（一）"),
        ("%1、", "ideographDigital", "一"),
        ("Chapter %1", "cardinalText", "Chapter One"),
        ("Appendix %1:", "upperLetter", "Appendix A"),
    ],
)
def test_a_level_has_its_own_format_and_text(text: str, form: str, expected: str):
    assert labels(h(1), numbering=lists(level(0, text, form))) == [expected]


def test_a_list_says_how_its_parents_are_written():
    mixed = [level(0, "%1.", "upperRoman"), level(1, "%1.%2")]
    assert labels(h(1), h(1), h(2), numbering=lists(*mixed)) == ["I", "II", "II.1"]
    legal = [level(0, "%1.", "upperRoman"), level(1, "%1.%2", more="<w:isLgl/>")]
    assert labels(h(1), h(1), h(2), numbering=lists(*legal)) == ["I", "II", "2.1"]


def test_a_number_of_no_format_is_not_invented():
    (section,) = sections(h(1), numbering=lists(level(0, "%1", "none")))
    assert (section.heading, section.label) == ("Title", "")


def test_a_bullet_is_no_number_of_a_heading():
    (section,) = sections(h(1), numbering=lists(level(0, "•", "bullet")))
    assert (section.heading, section.label) == ("Title", "")


def test_list_zero_takes_a_heading_out_of_the_list_of_its_style():
    styles = style("Heading1", "heading 1", about=outline(0) + num(1))
    blocks = [p("A", "Heading1"), p("B", "Heading1", about=num(0)), p("C", "Heading1")]
    assert labels(*blocks, numbering=lists(level(0, "%1")), styles=styles) == ["1", "", "2"]


def test_an_instance_that_overrides_the_start_counts_afresh_once():
    found = labels(h(1), h(1), h(1, num_id=2), h(1, num_id=2), numbering=lists(*DECIMAL, instances=TWO.format(1)))
    assert found == ["1", "2", "1", "2"]
    found = labels(h(1), h(1, num_id=2), h(2, num_id=2), numbering=lists(*DECIMAL, instances=TWO.format(7)))
    assert found == ["1", "7", "7.1"]


def test_instances_of_one_list_share_its_counters():
    plain = "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="0"/></w:num>' for n in (1, 2))
    assert labels(h(1), h(1, num_id=2), numbering=lists(*DECIMAL, instances=plain)) == ["1", "2"]


def test_a_level_may_run_on_over_its_parents():
    running = [level(0, "Part %1"), level(1, "%2", more='<w:lvlRestart w:val="0"/>')]
    assert labels(h(1), h(2), h(2), h(1), h(2), numbering=lists(*running)) == ["Part 1", "1", "2", "Part 2", "3"]


def test_a_level_whose_parent_was_never_counted_shows_its_start():
    assert labels(h(2), h(2), numbering=lists(level(0, "%1", start=4), level(1, "%1.%2"))) == ["4.1", "4.2"]


def test_depth_comes_from_the_outline_and_the_label_from_the_list():
    first, second = sections(
        p("Part", "Heading1"), p("Scope", "Heading2", about=num(1, 0)), numbering=lists(level(0, "%1"))
    )
    assert (first.label, second.label, second.level, second.parent) == ("", "1", 2, first.sec_id)


def test_list_points_count_and_are_no_headings():
    document = parse(
        docx(
            p("Berths", "Heading1"), p("a", about=num(1, 0)), p("b", about=num(1, 1)), p("c", about=num(1, 0)),
            p("d", about=num(2, 0)),
            numbering=lists(level(0, "%1."), level(1, "(%2)", "lowerLetter"))
            + '<w:abstractNum w:abstractNumId="9">' + level(0, "\uf0b7", "bullet") + "</w:abstractNum>"
            + '<w:num w:numId="2"><w:abstractNumId w:val="9"/></w:num>',
        ),
        doc_id="d",
    )  # fmt: skip
    assert [(x.kind, x.text) for x in document.paragraphs] == [
        ("list", "1. a"), ("list", "  (a) b"), ("list", "2. c"), ("list", "- d"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("number", "form", "expected"),
    [
        (27, "lowerLetter", "aa"),
        (53, "upperLetter", "AAA"),
        (1994, "upperRoman", "MCMXCIV"),
        (7, "decimalZero", "07"),
        (11, "chineseCounting", "十一"),
        (20, "japaneseCounting", "二十"),
        (105, "chineseCountingThousand", "一百零五"),
        (110, "chineseCountingThousand", "一百一十"),
        (12, "ideographDigital", "一二"),
        (21, "chineseLegalSimplified", "贰拾壹"),
        (12, "decimalFullWidth", "１２"),
        (3, "decimalEnclosedCircle", "③"),
        (11, "ideographTraditional", "甲"),
        (2, "ganada", "나"),
        (22, "ordinal", "22nd"),
        (113, "ordinal", "113th"),
        (42, "cardinalText", "Forty-two"),
        (21, "ordinalText", "Twenty-first"),
        (30, "ordinalText", "Thirtieth"),
        (5, "none", ""),
        (5, "of no name", "5"),
    ],
)
def test_numbers_are_written_as_word_writes_them(number: int, form: str, expected: str):
    assert written(number, form) == expected
