"""Nouns as text: places, outlines in a budget, passages, answers, documents as Markdown."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import cpu
from silcrow.answer import Answer, Citation
from silcrow.document import Health, Paragraph
from silcrow.errors import Notice, Usage
from silcrow.language.tokens import estimate_tokens
from silcrow.outline import Outline
from silcrow.parse import parse
from silcrow.parse.fragment import Heading, Source
from silcrow.parse.tree import grow
from silcrow.passage import LeftOut, Passages
from silcrow.place import Span
from silcrow.render.answer import render_answer, widened
from silcrow.render.columns import cell_width, clip, grid, table_lines, wrap
from silcrow.render.document import escape, render_document
from silcrow.render.listing import render_record, render_records
from silcrow.render.outline import health_text, outline_list, outline_map
from silcrow.render.passages import render_passages
from silcrow.render.places import pages_text, place_text
from silcrow.testing import make_document
from test_wire import ANSWER, DOCUMENT, OUTLINE, PASSAGES, RECORD, REFUSED


def headed(headings: list[tuple[int, str]]) -> Outline:
    """An outline of these headings (level, text), as the parser grows it."""
    stream = [Heading(text=text, label="", title=text, level=level) for level, text in headings]
    document = grow(stream, Source(format="text", fragments=[]), doc_id="d", edition="e", recipe="r")
    return Outline("d", "T", document.sections)


# places


@pytest.mark.parametrize(
    ("path", "span", "pages", "said"),
    [
        (
            ("Item 1A. Risk Factors", "Competition"),
            Span("10k-2025", "competition", 3, 8),
            (14,),
            "10k-2025 §Item 1A › Competition ¶3–8 (p. 14)",
        ),
        (
            ("Item 7. Management's Discussion", "Liquidity and Capital Resources"),
            Span("10k-2022", "liquidity", 12, 12),
            (41, 42),
            "10k-2022 §Item 7 › Liquidity and Capital Resources ¶12 (pp. 41–42)",
        ),
        (("第五章 总则", "适用范围"), Span("d", "x"), (), "d §第五章 › 适用范围"),
        (("5.2 Scope of supply", "5.2.1 Parts"), Span("d", "5.2.1", 1, 1), (), "d §5.2 › 5.2.1 Parts ¶1"),
        (("1 Introduction", "Aim"), Span("d", "aim", 1, 1), (), "d §1 Introduction › Aim ¶1"),
        ((), Span("d", "front", 1, 1), (1,), "d §front matter ¶1 (p. 1)"),
    ],
)
def test_a_place_is_said_as_people_say_it(path, span, pages, said: str):
    assert place_text(span, path, pages) == said


def test_the_printed_page_label_comes_first_where_it_differs():
    assert pages_text((2,), ("i", "1")) == "p. 1 = page 2"
    assert pages_text((1, 2), ("i", "ii")) == "pp. i–ii = pages 1–2"
    assert pages_text((1, 2), ("1", "2")) == "pp. 1–2"
    assert pages_text((3,), ("i", "1")) == "p. 3"


def test_the_title_of_the_whole_document_is_not_said_with_every_place():
    record = replace(RECORD, title="Handbook", page_labels=())
    span = Span("10k-2025", "boats", 1, 1)
    assert place_text(span, ("Handbook", "Boats"), (), {"10k-2025": record}) == "10k-2025 §Boats ¶1"
    assert place_text(span, ("Handbook",), (), {"10k-2025": record}) == "10k-2025 §Handbook ¶1"


# outlines


def test_the_outline_list_names_ids_sizes_pages_and_doubts():
    assert outline_list(replace(OUTLINE, page_labels=())) == (
        "# Annual Report 2025 (3 sections, 2 pages)\n"
        "- front: front matter (1 ¶, ~10 tokens, p. 1)\n"
        "- item-1a: Item 1A. Risk Factors (1 ¶, ~10 tokens, pp. 1–2)\n"
        "  - competition: Competition (2 ¶, ~20 tokens, pp. 1–2, doubtful)"
    )


def test_a_folded_outline_says_how_many_sections_it_folded():
    lines = outline_list(headed([(1, "A"), (2, "B"), (2, "C"), (1, "D")]), depth=1).splitlines()
    assert lines[1:] == ["- a: A (2 folded)", "- d: D", "… 2 of 4 sections folded"]


def test_sizes_are_left_away_before_sections_are():
    outline = headed([(1, f"Part {n}") for n in range(12)])
    outline = replace(outline, sections=tuple(replace(s, count=5, tokens=500, pages=(1, 9)) for s in outline.sections))
    assert "- part-1: Part 1 (5 ¶, ~500 tokens, pp. 1–9)" in outline_list(outline, max_tokens=400)
    lines = outline_list(outline, max_tokens=170).splitlines()
    assert lines[1:] == [f"- part-{n}: Part {n}" for n in range(12)]


def test_a_budget_below_sixty_tokens_is_refused():
    with pytest.raises(Usage, match="59 tokens"):
        outline_list(OUTLINE, max_tokens=59)


@given(
    st.lists(st.tuples(st.integers(1, 6), st.text(min_size=1, max_size=200)), max_size=60),
    st.integers(60, 1200),
)
def test_an_outline_never_exceeds_its_budget_and_counts_what_it_folds(headings: list[tuple[int, str]], budget: int):
    outline = headed(headings)
    text = outline_list(outline, max_tokens=budget)
    assert estimate_tokens(text) <= budget
    shown = sum(line.lstrip().startswith("- ") and "- … " not in line for line in text.splitlines()[1:])
    folded = len(outline.sections) - shown
    assert (f"… {folded} of {len(outline.sections)} sections folded" in text) == (folded > 0)


def test_a_long_title_in_any_script_leaves_room_for_the_count():
    outline = replace(headed([(1, "章" * 300)] * 50), title="題" * 500, pages=10_000)
    text = outline_list(outline, max_tokens=60)
    assert estimate_tokens(text) <= 60
    assert "sections folded" in text


@pytest.mark.parametrize("budget", [60, 1000, 8000])
def test_twenty_thousand_sections_cost_no_more_than_three_times_two_thousand(budget: int):
    def took(count: int) -> float:
        outline = headed([(1 + (n % 10 > 0) + (n % 100 > 0), f"Section {n}") for n in range(count)])
        return cpu(lambda: (outline_list(outline, max_tokens=budget), outline_map(outline, height=40)), runs=5)

    assert took(20_000) <= 3 * took(2_000) + 0.002


def test_the_map_sets_pages_left_and_ids_right_and_marks_doubt():
    lines = outline_map(OUTLINE, width=44).splitlines()
    assert lines == [
        "  i  front matter                      front",
        "  i  Item 1A. Risk Factors           item-1a",
        "? i    Competition               competition",
    ]


@given(st.lists(st.tuples(st.integers(1, 6), st.text(min_size=1, max_size=80)), min_size=1, max_size=40))
def test_no_line_of_a_map_is_wider_than_the_screen_unless_its_id_is(headings: list[tuple[int, str]]):
    outline = headed(headings)
    ids = max(cell_width(s.sec_id) for s in outline.sections)
    lines = outline_map(outline, width=80, height=20).splitlines()
    assert len(lines) <= 20
    assert all(cell_width(line) <= max(80, ids + 40) for line in lines)


def test_health_is_one_line():
    assert health_text(RECORD.health, sections=3, pages=2) == (
        "2 headings by explicit; 1 doubtful (?); 1 of 2 pages without text; 1 notice"
    )
    assert health_text(Health(flat=True), sections=1) == "no headings found: one flat run of paragraphs"
    mixed = Health(evidence=(("bookmark", 180), ("numbering", 34)))
    assert health_text(mixed, sections=214) == "214 headings: bookmark 180, numbering 34"


# passages


def test_a_passage_shows_its_place_its_paragraphs_and_which_of_them_answer():
    assert render_passages(PASSAGES, documents={"10k-2025": RECORD}) == (
        "#1 10k-2025 §Item 1A › Competition ¶1–2 (p. 1 = page 2)      10k-2025:competition:1-2\n"
        "\n"
        "  ¶1 Rivals are many.\n"
        "\n"
        "▸ ¶2\n"
        "| Year | Loss |\n"
        "| 2024 | 3 |\n"
        "\n"
        "Left out: 3 paragraphs (~120 tokens).\n"
        "Read on: the same command with --cursor abc"
    )


def test_on_a_terminal_tables_stand_in_columns_and_coordinates_on_a_line_of_their_own():
    assert render_passages(replace(PASSAGES, left_out=None, cursor=None), width=60) == (
        "#1 10k-2025 §Item 1A › Competition ¶1–2 (p. 2)\n"
        "    10k-2025:competition:1-2\n"
        "\n"
        "  ¶1 Rivals are many.\n"
        "\n"
        "▸ ¶2 Year  Loss\n"
        "     2024     3"
    )


def test_nothing_found_is_no_text():
    assert render_passages(Passages(())) == ""


def test_one_paragraph_left_out_is_one():
    assert render_passages(Passages((), LeftOut(1, 9))) == "Left out: 1 paragraph (~9 tokens)."


@given(st.text(), st.integers(20, 120))
def test_a_paragraph_is_never_wider_than_the_terminal(text: str, width: int):
    passage = replace(PASSAGES.passages[0], paragraphs=(Paragraph("text", text),), span=Span("d", "s", 1, 1), path=())
    lines = render_passages(Passages((passage,)), width=width).splitlines()
    assert all(cell_width(line) <= max(width, 30) for line in lines)


# answers

CAPEX = Answer(
    question="capital expenditure in 2022",
    text="",
    citations=(
        Citation(
            Span("10k-2022", "liquidity-and-capital-resources", 12, 12),
            "| $ millions | 2022 | 2021 |\n| --- | --- | --- |\n| Capital expenditures | 1,749 | 1,577 |",
            "verified",
            ("Item 7. Management's Discussion", "Liquidity and Capital Resources"),
            (41,),
        ),
    ),
    extractive=True,
)


def test_an_extractive_answer_says_that_it_is_quotes_only():
    assert render_answer(CAPEX, read_on="10k-2022:liquidity-and-capital-resources:10-14") == (
        '1 passage bears on "capital expenditure in 2022"      no model: quotes only\n'
        "[1] 10k-2022 §Item 7 › Liquidity and Capital Resources ¶12 (p. 41)"
        "      10k-2022:liquidity-and-capital-resources:12\n"
        "    $ millions             2022   2021\n"
        "    Capital expenditures  1,749  1,577\n"
        "Words found nowhere here: none.  Read on: silcrow read 10k-2022:liquidity-and-capital-resources:10-14"
    )


def test_a_quote_that_only_nearly_stands_says_what_does():
    lines = render_answer(ANSWER).splitlines()
    assert lines[0] == '2 passages bear on "who competes?"      no model: quotes only'
    assert lines[3] == "[2] 10k-2025 §front matter ¶1 (p. 1) (near)      10k-2025:front:1"
    assert lines[4:] == ["    What that is.", "    There stands: What this is.", "Words found nowhere here: zebra."]


def test_where_nothing_was_found_leads_are_not_numbered_like_citations():
    assert render_answer(REFUSED, searched=("10k-2025",)) == (
        'not found in 10k-2025: "zebras?"      no model: quotes only\n'
        "Where one could look (leads, not citations):\n"
        "    10k-2025 §front matter (p. 1)      10k-2025:front\n"
        "Words found nowhere here: zebras."
    )


def test_a_model_answer_shows_its_text_and_what_it_could_not_support():
    answer = replace(ANSWER, extractive=False, unsupported=("Rivals are few.",))
    lines = render_answer(answer).splitlines()
    assert lines[0] == "Rivals are many."
    assert lines[-1] == "Without support: Rivals are few."
    assert "no model" not in render_answer(answer)


@pytest.mark.parametrize(
    ("first", "last", "of", "widened_to"), [(12, 12, 40, (10, 14)), (1, 1, 2, (1, 2)), (5, 6, 6, (3, 6))]
)
def test_reading_on_takes_in_two_paragraphs_on_each_side(first: int, last: int, of: int, widened_to: tuple[int, int]):
    assert widened(Span("d", "s", first, last), last=of) == Span("d", "s", *widened_to)


# documents

MARKDOWN = (
    "<!-- page 1 -->\n\nWhat this is.\n\n# Item 1A. Risk Factors\n\nWe depend on few suppliers.\n\n"
    "## Competition\n\n<!-- page 2 -->\n\nRivals are many.\n\n| Year | Loss |\n| 2024 | 3 |\n"
)


def test_a_document_becomes_markdown_with_its_levels_and_tables_and_without_its_furniture():
    assert render_document(DOCUMENT) == MARKDOWN


def test_list_points_follow_each_other_and_code_is_fenced():
    document = make_document("# Rules\n\n- one\n2. two\n• three\n\n```\na ``` b\n```")
    assert render_document(document) == "# Rules\n\n- one\n2. two\n- three\n\n````\na ``` b\n````\n"


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("# 5 of them", "\\# 5 of them"),
        ("1. of May", "1\\. of May"),
        ("- minus", "\\- minus"),
        ("5 * 3 * 2 and snake_case_name", "5 * 3 * 2 and snake_case_name"),
        ("a *bold* claim, _so_", "a \\*bold\\* claim, \\_so\\_"),
        ("see [1] and [a](b)", "see [1] and [a\\](b)"),
        ("x < y, <b>, &amp; & more", "x < y, \\<b>, \\&amp; & more"),
        ("title\n=====", "title\n\\====="),
        ("C:\\new \\* `tick`", "C:\\new \\\\\\* \\`tick\\`"),
    ],
)
def test_text_that_looks_like_markdown_stays_text(text: str, escaped: str):
    assert escape(text) == escaped


SIGNS = st.text(st.sampled_from("#*_`[]()<>|-+=~\\&;:!.1 a\n\"'/$^{}%@\t"), min_size=1, max_size=30)


@given(SIGNS.filter(str.strip), SIGNS.filter(str.strip), SIGNS.filter(str.strip))
def test_whatever_text_is_written_as_markdown_is_read_back_as_that_text(heading: str, first: str, then: str):
    heading, first, then = (re.sub(r"\n\s*\n", "\n", text) for text in (heading, first, then))
    document = make_document("# x\n\ny\n\nz")
    section = replace(document.sections[0], heading=heading)
    paragraphs = (Paragraph("text", first), Paragraph("text", then))
    written = render_document(replace(document, sections=(section,), paragraphs=paragraphs))
    read = parse(written.encode(), doc_id="d", name="d.md")
    texts = [section.heading for section in read.sections] + [paragraph.text for paragraph in read.paragraphs]
    assert [text.split() for text in texts] == [heading.split(), first.split(), then.split()]


# listings


def test_the_library_is_a_table_with_titles_clipped_to_the_screen():
    sound = replace(RECORD, health=Health())
    long = replace(sound, doc_id="x", title="A title that goes on and on", pages=0)
    assert render_records([sound, long], width=52).splitlines() == [
        "document  pages  paragraphs  title",
        "10k-2025      2           4  Annual Report 2025",
        "x             –           4  A title that goes on a…",
    ]
    assert render_records([]) == ""


def test_the_report_on_a_document_names_what_is_doubtful():
    report = render_record(RECORD)
    assert report.startswith("10k-2025\n")
    assert "  state     doubtful: 1 heading may be none, 1 page without text\n" in report
    assert "  doubtful  competition\n" in report
    assert "  no text   pages 2\n" in report
    assert report.endswith("  notice    Page 2 holds no text.")


def test_a_notice_in_a_report_says_its_place():
    record = replace(RECORD, health=Health(notices=(Notice("hidden_text", "Not visible.", "d:s:1"),)))
    assert render_record(record).endswith("d:s:1: Not visible.")


# columns


def test_wide_characters_take_two_columns_and_marks_none():
    assert cell_width("第五章") == 6
    assert cell_width("e\u0301\u200b") == 1
    assert clip("第五章总则", 7) == "第五章…"


def test_chinese_breaks_anywhere_but_before_a_full_stop():
    assert wrap("总则适用范围。", 12) == ["总则适用范", "围。"]


@given(st.text(), st.integers(4, 60))
def test_wrapping_loses_no_character_that_is_not_space(text: str, width: int):
    assert "".join("".join(wrap(text, width)).split()) == "".join(text.split())


def test_a_table_too_wide_is_broken_in_its_widest_column():
    rows = [("id", "words and words"), ("1", "few")]
    assert grid(rows, width=13) == ["id  words and", "    words", "1   few"]


def test_text_around_a_table_stays():
    assert table_lines("Losses\n| Year | Loss |\n|---|--:|\n| 2024 | (3) |\nend", None) == [
        "Losses", "Year  Loss", "2024   (3)", "end",
    ]  # fmt: skip


def test_a_word_of_a_megabyte_wraps_in_linear_time():
    def took(size: int) -> float:
        return cpu(lambda: wrap("x" * size, 80))

    assert len(wrap("x" * 8_000, 80)) == 100
    assert took(800_000) <= 30 * took(80_000) + 0.05
