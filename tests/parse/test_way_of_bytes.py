"""From bytes to a document: editions, recipes, bounds, and input that is hostile."""

import subprocess
import sys
from dataclasses import replace

import pytest

from silcrow.errors import TooLarge, Usage
from silcrow.parse import edition, parse, recipe
from silcrow.parse.formats import FORMATS, check_size, reader
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.oversize import LONGEST, bounded

RULES = b"# Rules\n\nOne night.\n"


def test_an_edition_is_named_by_bytes_and_recipe():
    # printf abc | sha256sum
    assert edition(b"abc", "") == "ba7816bf8f01cfea"
    assert edition(b"bc", "a") == "ba7816bf8f01cfea"
    document = parse(RULES, doc_id="rules")
    assert document.recipe == recipe("markdown")
    assert document.edition == edition(RULES, document.recipe)
    assert parse(RULES + b"\n", doc_id="rules").edition != document.edition


def test_a_recipe_names_the_parse_version_and_the_engines():
    said = recipe("markdown")
    assert said.startswith("silcrow-parse 3; markdown; markdown-it-py 4.")
    assert "selectolax 1." in said
    assert "liteparse 2." in recipe("pdf")


def test_a_recipe_imports_no_engine():
    code = (
        "import sys; from silcrow.parse import recipe, sniff; recipe('pdf'); recipe('markdown'); sniff(b'# A');"
        "print([m for m in ('liteparse', 'pypdfium2', 'markdown_it', 'selectolax', 'numpy') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_the_same_bytes_give_the_same_document():
    assert parse(RULES, doc_id="rules") == parse(RULES, doc_id="rules")


def test_a_hint_decides_between_texts_and_no_more():
    assert parse(RULES, doc_id="d", hint="text").format == "text"
    assert parse(RULES, doc_id="d", hint="pdf").format == "markdown"


def test_the_title_of_last_resort_is_the_stem():
    assert parse(b"One night.", doc_id="d", name="folder/harbour rules.txt").title == "harbour rules"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_a_reader(name: str):
    assert callable(reader(name))


def test_an_unknown_format_names_those_there_are():
    with pytest.raises(Usage) as refused:
        recipe("odt")
    assert refused.value.hint == "Known formats: docx, epub, html, jats, latex, markdown, pdf, text."


def test_a_document_past_its_bound_is_refused_with_both_numbers(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(FORMATS, "text", replace(FORMATS["text"], largest=1000))
    with pytest.raises(TooLarge, match=r"rules\.txt has 1,001 bytes; text is read up to 1,000"):
        check_size(b"x" * 1001, name="rules.txt", format_name="text")
    check_size(b"x" * 1000, name="rules.txt", format_name="text")


def notices(document_data: bytes, name: str) -> list[str]:
    return [notice.code for notice in parse(document_data, doc_id="d", name=name).health.notices]


def test_ten_megabytes_on_one_line_are_cut_into_parts_and_said():
    data = b"One night is given. " * 500_000
    document = parse(data, doc_id="d")
    assert [n.code for n in document.health.notices] == ["paragraph_cut", "flat"]
    assert max(len(p.text) for p in document.paragraphs) <= LONGEST
    assert all(p.text.startswith("One night") and p.text.endswith("given.") for p in document.paragraphs)
    assert sum(p.text.count("given") for p in document.paragraphs) == 500_000


def test_a_long_line_of_markup_is_left_as_written():
    assert notices(b"# A\n\n" + b"*x* [y " * 100_000, "a.md") == ["markup_kept", "paragraph_cut"]


def test_what_cannot_be_cut_nicely_is_cut_anyway():
    text = "x" * (2 * LONGEST + 7)
    source = bounded(Source(format="text", fragments=[Fragment("text", text)]))
    assert [len(f.text) for f in source.fragments] == [LONGEST, LONGEST, 7]


def test_furniture_and_short_text_are_not_cut():
    source = Source(format="text", fragments=[Fragment("text", "a"), Fragment("text", "x" * 30_000, furniture=True)])
    assert bounded(source) is source


@pytest.mark.parametrize(
    ("data", "name", "text"),
    [
        (b"# A\n\n" + b"> " * 10_000 + b"bottom\n", "a.md", "bottom"),
        (b"# A\n\n" + b"".join(b"  " * n + b"- x\n" for n in range(400)) + b"\nbottom\n", "a.md", "bottom"),
        (b"<html><h1>A</h1>" + b"<div>" * 100_000 + b"bottom", "a.html", "bottom"),
        (b"<html><h1>A</h1>" + b"<ul><li>" * 50_000 + b"bottom", "a.html", "bottom"),
        (b"<html><h1>A</h1>" + b'<div x="></div>">' * 50_000 + b"bottom", "a.html", "bottom"),
        (b"<html><h1>A</h1>" + b"<table><tr><td>" * 50_000 + b"bottom", "a.html", "bottom"),
    ],
)
def test_endless_nesting_is_read_flat_and_said(data: bytes, name: str, text: str):
    document = parse(data, doc_id="d", name=name)
    assert [n.code for n in document.health.notices if n.code != "paragraph_cut"] == ["nesting_cut"]
    assert document.sections[0].heading == "A"
    assert document.paragraphs[-1].text.endswith(text)


def test_a_tag_of_very_many_attributes_costs_nothing():
    data = b"<html><h1>A</h1><p " + b" ".join(b"a%d=1" % n for n in range(100_000)) + b">text</p>"
    assert notices(data, "a.html") == ["nesting_cut"]


def test_spans_of_a_hostile_table_are_bounded():
    data = b"<html><table>" + b"<tr><td rowspan=65000 colspan=1000>x<td>y" * 3000
    (table,) = parse(data, doc_id="d", name="a.html").paragraphs
    assert len(table.text) < 400_000
    assert len(table.table.rows) == 3000
