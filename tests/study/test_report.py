"""A study as one file, whose citations lead somewhere and whose documents can write nothing into it."""

import re
from html.parser import HTMLParser

import pytest
from models_that_read import Reader
from reading_through import CUT, NOTE, put

from silcrow import open_library
from silcrow.library import Library
from silcrow.render.report import anchor_of, render_report

HOSTILE = """# 1 <script>alert(1)</script>

Click [here](javascript:alert(2)) <img src=x onerror=alert(3)> & wait for the tide.

# 2 ![x](http://evil.example/x.png)

Nothing else is said about it here.
"""


@pytest.fixture
def library():
    with open_library(ephemeral=True) as opened:
        put(opened)
        put(opened, HOSTILE, doc_id="hostile", address="/hostile.md")
        yield opened


@pytest.mark.parametrize("form", ["md", "html"])
def test_every_link_of_a_report_leads_to_a_passage_in_it(library: Library, form: str):
    study = library.study("thesis")
    study.begin(**CUT)
    study.note(NOTE, number=2)
    study.skip(number=5, why="a list")
    text = render_report(study.report(), form)
    targets = set(re.findall(r"\(#([^)]+)\)|href=\"#([^\"]+)\"", text))
    wanted = {one or other for one, other in targets}
    assert "p-thesis:2:1" in wanted
    assert wanted <= set(re.findall(r'id="([^"]+)"', text))
    assert "stands nowhere" in text
    assert "Skipped: a list" in text
    assert "The tide gauge was read at noon each day for 12 years." in text
    assert render_report(study.report(), form) == text


class Strict(HTMLParser):
    """Which tags stand open, and all ids."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in ("br", "meta"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("docs", [["thesis"], ["hostile"], ["thesis", "hostile"]], ids=" ".join)
def test_a_page_is_well_formed_and_no_two_places_share_an_anchor(library: Library, docs: list[str]):
    library.study(*docs).read(Reader(), questions=["<Why> & how?"])
    page = Strict()
    page.feed(render_report(library.study(*docs).report(), "html"))
    page.close()
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert anchor_of("a:1.1") != anchor_of("a:1:1")


def test_quotes_have_a_heading_of_their_own_and_parts_are_listed_first(library: Library):
    study = library.study("thesis")
    study.begin(**CUT)
    study.note(NOTE, number=2)
    study.skip(number=5, why="a list")
    text = render_report(study.report(), "md")
    after = text[text.index("#### Key claims") :]
    assert after.index("#### Quotes") < after.index("“The tide gauge was read at noon")
    assert "- [1\\. 1 Water](#n-thesis-1) (open)\n- [2\\. 2 Method](#n-thesis-2)\n" in text
    assert '<a id="n-thesis-2"></a>\n\n### 2\\. 2 Method' in text


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_document_cannot_write_into_a_report(library: Library, form: str):
    study = library.study("hostile")
    study.begin(**CUT)
    study.note("<b>bold</b>\n\n## Key claims\n- ![y](http://evil.example/y.png)", number=1)
    text = render_report(study.report(), form)
    bare = text.replace("\\<", "").replace(r"\](", "")  # what is escaped is no sign
    assert not re.search(r"<(?:script|img|b)[ >]", bare)
    assert form == "html" or re.findall(r"\]\([^)#]", bare) == []


def test_a_study_across_is_reported_with_both_documents(library: Library):
    library.study("thesis", "hostile").read(Reader())
    text = render_report(library.study("thesis", "hostile").report(), "md")
    assert "## Synthesis" in text
    assert "#p-thesis:" in text
    assert "#p-hostile:" in text
