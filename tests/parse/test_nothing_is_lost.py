"""No reader fails on any text, and none loses a letter that its format prints."""

from hypothesis import given
from hypothesis import strategies as st

from silcrow.errors import DocumentError
from silcrow.parse import parse
from silcrow.parse.fragment import Source
from silcrow.parse.html import read as read_html
from silcrow.parse.markdown import read as read_markdown
from silcrow.parse.oversize import bounded
from silcrow.parse.text import read as read_text

STARTS = ["", "# ", "  ", "    ", "- ", "1. ", "> ", "| ", "---", "=====", "Term", "a b. ", "\f", "12", "(a) ", "港口"]
LINES = st.lists(st.sampled_from(STARTS), max_size=40)
MIXED = LINES.map("".join) | LINES.map("\n".join) | st.text(max_size=200)
NAMES = "p h1 h2 div ul ol li table tr td th caption b i pre blockquote nav sup dl dt dd figure center a section"
TAG = st.sampled_from(NAMES.split())
TAGS = st.lists(TAG.map("<{}>".format) | TAG.map("</{}>".format) | st.just(" text ") | st.just("<br>"), max_size=60)


def letters(text: str) -> str:
    return "".join(c for c in text if c.isalnum())


def kept(source: Source) -> str:
    return letters("".join(fragment.text for fragment in source.fragments))


@given(MIXED)
def test_plain_text_keeps_every_letter(text: str):
    source = read_text(text.encode(), name="", password=None)
    assert sorted(kept(source)) == sorted(letters(text))
    if not any(fragment.furniture for fragment in source.fragments):  # a running line steps out of the sentence it cuts
        assert kept(source) == letters(text)
    assert kept(bounded(source)) == kept(source)
    assert all(fragment.text.strip() for fragment in source.fragments)


PARAGRAPHS = st.lists(st.sampled_from(["Harbour rules", "Fees are due.", "Page 3", "Name:", "no 12", "7"]), max_size=9)


@given(st.lists(PARAGRAPHS, min_size=2, max_size=4), st.integers(1, 3))
def test_only_what_stands_beside_other_text_is_a_head_or_foot(pages: list[list[str]], times: int):
    text = "\f".join("\n\n".join(page) for page in pages * times)
    found = read_text(text.encode(), name="", password=None).fragments
    body = {region.page for f in found if not f.furniture for region in f.regions}
    beside = {"".join(f.text.split()[:1]) for f in found if f.furniture and body & {r.page for r in f.regions}}
    assert {"".join(f.text.split()[:1]) for f in found if f.furniture and f.text[0].isalpha()} <= beside


@given(LINES.map("\n".join))
def test_markdown_keeps_every_letter_in_order(text: str):
    source = read_markdown(text.encode(), name="", password=None)
    # a list is numbered by the parser, which counts on from the first
    assert kept(source).replace("1", "") == letters(text).replace("1", "")


@given(MIXED)
def test_markdown_never_fails(text: str):
    assert all(fragment.text.strip() for fragment in read_markdown(text.encode(), name="", password=None).fragments)


@given(TAGS.map("".join))
def test_html_keeps_all_text_of_a_page_whatever_its_tags(html: str):
    source = read_html(html.encode(), name="", password=None)
    assert sum(fragment.text.count("text") for fragment in source.fragments) == html.count(" text ")
    assert all(fragment.text.strip() for fragment in source.fragments)


@given(MIXED.map(str.encode) | st.binary(max_size=300))
def test_whatever_is_read_has_a_whole_tree(data: bytes):
    try:
        document = parse(data, doc_id="d")
    except DocumentError:
        return
    assert sum(section.count for section in document.sections) == len(document.paragraphs)
    assert len({section.sec_id for section in document.sections}) == len(document.sections)
