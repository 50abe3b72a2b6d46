"""The grammar of printed numbers: what label a heading opens with (bug kinds B, D, E)."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.parse.headings.numbering import HEAD, readings, scheme, split_label


@pytest.mark.parametrize(
    ("text", "label", "title"),
    [
        ("1. Introduction", "1", "Introduction"),
        ("1  Introduction", "1", "Introduction"),  # G019: a bare number and two spaces
        ("1 . Introduction", "1", "Introduction"),
        ("3.1.4 Scope", "3.1.4", "Scope"),
        ("5.2(b)(iii) Notices", "5.2(b)(iii)", "Notices"),
        ("§ 12 Termination", "§ 12", "Termination"),
        ("1) Aims", "1", "Aims"),
        ("(a) Definitions", "(a)", "Definitions"),
        ("IV. Results", "IV", "Results"),
        ("I: Loomings", "I", "Loomings"),  # G062
        ("A.1 Terms", "A.1", "Terms"),  # G064
        ("B. Methods", "B", "Methods"),
        ("AA. Further terms", "AA", "Further terms"),
        ("Chapter 9: Rivers", "Chapter 9", "Rivers"),
        ("CHAPTER TWENTY-TWO Rivers", "CHAPTER TWENTY-TWO", "Rivers"),
        ("Part II. Other Information", "Part II", "Other Information"),
        ("Appendix B Tables", "Appendix B", "Tables"),
        ("Article 5 – Payment", "Article 5", "Payment"),
        ("Section 4.01. Fees", "Section 4.01", "Fees"),
        ("Note 2 – Revenue", "Note 2", "Revenue"),
        ("TWELVE", "TWELVE", ""),
        ("Kapitel 3 Häfen", "Kapitel 3", "Häfen"),
        # filings
        ("Item 1A. Risk Factors", "Item 1A", "Risk Factors"),
        ("Item No. 1 Business", "Item No. 1", "Business"),  # G021
        ("Item 14(a)(1): Exhibits", "Item 14(a)(1)", "Exhibits"),  # G030
        ("Item 9A(T). Controls", "Item 9A(T)", "Controls"),
        ("Items 1 and 2. Business and Properties", "Items 1 and 2", "Business and Properties"),
        ("Item 4 Mine Safety Disclosures", "Item 4", "Mine Safety Disclosures"),  # G022: not Item 4M
        # Chinese and Japanese
        ("第 1 章 引言", "第 1 章", "引言"),  # G049
        ("第一章零界", "第一章", "零界"),  # G051: the title follows directly
        ("第１章　はじめに", "第１章", "はじめに"),  # G052
        ("第一千零一章 风云", "第一千零一章", "风云"),  # G050
        ("第十二条之二 期限", "第十二条之二", "期限"),
        ("1.1 文档目的", "1.1", "文档目的"),
        ("　　一、总则", "一", "总则"),  # G053: indented
        ("（一）范围", "（一）", "范围"),
        ("附录A 术语", "附录A", "术语"),
    ],
)
def test_a_printed_number_is_parted_from_its_title(text, label, title):
    assert split_label(text) == (label, title)


@pytest.mark.parametrize(
    "text",
    [
        "2025. A year to remember",  # G019: a year
        "3,500 people came",
        "3.5% of all sales",
        "Item 4Mine Safety",
        "Part the first",
        "I am here",
        "A new beginning",
        "5G",
        "4G LTE",
        "第一乐章",  # G054: false unit words
        "第一回合",
        "第二条件",
        "Preface",
        "",
    ],
)
def test_what_only_looks_like_a_number_is_none(text):
    assert split_label(text) == ("", text.strip())


def test_a_lone_i_may_be_roman_or_a_letter():
    assert [(number.scheme, number.values) for number in readings("(i) Scope")] == [
        ("(lower-roman)", (1,)),
        ("(lower-letter)", (9,)),
    ]


def test_longer_roman_numerals_in_brackets_are_all_read():  # G061
    marks = ["(ii)", "(iv)", "(vi)", "(vii)", "(xii)", "(xxviii)"]
    assert [readings(f"{mark} x")[0].values for mark in marks] == [(2,), (4,), (6,), (7,), (12,), (28,)]


def test_schemes_that_count_alike_bear_one_name():
    assert scheme("第一節 範囲") == scheme("第二节 范围")
    assert scheme("Chapter 2") == scheme("CHAPTER TWO: Rivers")
    assert scheme("Preface") == ""


@given(st.text(max_size=120))
def test_label_and_title_are_pieces_of_the_text(text):
    label, title = split_label(text)
    assert title in text
    assert len(label) <= HEAD


@pytest.mark.parametrize("unit", ["1.", "(a)", "I", "第", " ", "Item ", "１", "a.", "Chapter one ", "百"])
def test_hostile_lines_cost_no_more_than_others(unit):
    start = time.process_time()
    split_label(unit * 200_000)
    assert time.process_time() - start < 0.5
