"""Markdown: what its blocks report."""

import pytest

from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.markdown import read


def source(text: str) -> Source:
    return read(text.encode(), name="", password=None)


def fragments(text: str) -> list[Fragment]:
    return source(text).fragments


def texts(text: str) -> list[str]:
    return [fragment.text for fragment in fragments(text)]


INLINE = {
    "plain": "plain",
    "two\nlines": "two lines",
    "forced  \nbreak": "forced\nbreak",
    "html<br>break": "html\nbreak",
    "*slanted* **bold** ~~struck~~": "slanted bold struck",
    "`code *kept*`": "code *kept*",
    "[link *text*](https://example.org 'title')": "link text",
    "[by name][a]\n\n[a]: https://example.org": "by name",
    "![a *map*](map.png) here": "a map here",
    "<img src=x alt='a map'> here": "a map here",
    r"\*kept\* &amp; &copy;": "*kept* & ©",
    "<span>tags</span> go <!-- gone -->": "tags go",
    "<https://example.org>": "https://example.org",
    "港口的\n规则": "港口的规则",
    "snake_case_word": "snake_case_word",
    "a [^1] note": "a [^1] note",
}


@pytest.mark.parametrize("written", INLINE)
def test_inline_markup_is_read_as_it_prints(written: str):
    assert texts(written) == [INLINE[written]]


@pytest.mark.parametrize(
    ("written", "level", "text"),
    [
        ("# One", 1, "One"),
        ("###### Six ######", 6, "Six"),
        ("Two\n---", 2, "Two"),
        ("One\n===", 1, "One"),
        ("## With `code` and *stress* {#anchor .class}", 2, "With code and stress"),
        ("<h3 align=center>Three</h3>", 3, "Three"),
    ],
)
def test_headings_have_their_level(written: str, level: int, text: str):
    (found,) = fragments(written)
    assert (found.text, found.clues.level) == (text, level)


@pytest.mark.parametrize(
    "written", ["#No blank", "####### Seven", "    # indented", "> # quoted", "\\# escaped", "```\n# a\n```"]
)
def test_what_is_no_heading_has_no_level(written: str):
    assert [found.clues.level for found in fragments(written)] == [None]


def test_a_long_paragraph_over_a_rule_is_no_heading():
    assert [f.clues.level for f in fragments("word " * 60 + "\n---\nafter")] == [None, None]


def test_a_heading_without_text_is_nothing():
    assert texts("#\n\ntext") == ["text"]


def test_a_bold_paragraph_says_so():
    assert [(f.text, f.clues.weight) for f in fragments("**Item 1**\n\nhalf **bold**")] == [
        ("Item 1", 1.0),
        ("half bold", 0.44),
    ]


def test_lists_keep_their_markers_and_their_depth():
    assert texts("3) three\n4) four\n   * deep\n\n     more\n\n- [ ] task") == [
        "3) three",
        "4) four",
        "   * deep",
        "more",
        "- [ ] task",
    ]


def test_each_footnote_is_a_note():
    found = fragments("Text[^1].\n\n[^1]: word\n[^2]: two\n    lines\n\n    and more")
    assert [(f.kind, f.text) for f in found] == [
        ("text", "Text[^1]."),
        ("note", "[^1]: word"),
        ("note", "[^2]: two lines"),
        ("note", "and more"),
    ]


@pytest.mark.parametrize(
    "text", ["---\n\nOne night.\n", "---\nOne night.\n---\nmore\n", "---\ntitle: open\n\nOne night.\n"]
)
def test_a_rule_at_the_top_is_no_front_matter(text: str):
    assert source(text).title == ""
    assert "One night." in texts(text)


def test_front_matter_is_read_and_kept_apart():
    found = source('+++\ntitle = \'Tides\'\nauthors = ["A", "B"]\nlang = en-GB\n+++\nText.')
    assert (found.title, found.authors, found.language) == ("Tides", ("A", "B"), "en")
    assert [(f.furniture, f.text) for f in found.fragments][1:] == [(False, "Text.")]
    assert found.fragments[0].furniture


def test_authors_may_stand_in_a_list():
    assert source("---\nauthor:\n  - name: Ada Quay\n    email: a@b\n  - Bo Sluice\n---\n").authors == (
        "Ada Quay",
        "Bo Sluice",
    )


def test_empty_front_matter_and_nothing_else_is_nothing():
    assert fragments("---\n---\n") == []


@pytest.mark.parametrize("title", ["Contents", "TABLE OF CONTENTS.", "目录", "Inhaltsverzeichnis", "*Contents*"])
def test_what_stands_below_contents_is_marked(title: str):
    found = fragments(f"# {title}\n\nOne\nTwo\n\n- three\n\nThis sentence is none.\n\n# One\n\n- four")
    assert [f.text for f in found if f.clues.contents] == ["One", "Two", "- three"]


def test_html_blocks_give_their_text():
    assert texts("<div>\n<p>a</p>\n<!-- b -->\n</div>\n\n<!-- c\n\nd -->\n\n<details>\n\ne\n\n</details>") == ["a", "e"]
