"""EPUB: all text of all pages is read once, in order, whatever the navigation says."""

from hypothesis import given
from hypothesis import strategies as st
from make_epub import epub

from silcrow.parse import parse
from silcrow.parse.epub import read

TAGS = "h1 h2 h3 p div section a ul li table tr td ruby aside"
PIECES = st.one_of(
    st.sampled_from(TAGS.split()).map("<{}>".format),
    st.sampled_from(TAGS.split()).map("</{}>".format),
    st.sampled_from(
        ["<a id='x'/>", "<div class='note'>", "<div class='toc'>", "<h2 id='y'>", "<br/>", " text ", " text "]
    ),
)
PAGES = st.lists(st.lists(PIECES, max_size=20).map("".join), min_size=1, max_size=3)
TARGETS = st.sampled_from(["0.xhtml", "1.xhtml", "2.xhtml#x", "0.xhtml#y", "0.xhtml#gone", "gone.xhtml", ""])
POINTS = st.lists(
    st.tuples(st.sampled_from(["Berths", "text", "Harbour book", ""]), TARGETS)
    | st.tuples(st.just("Fees"), TARGETS, st.lists(st.tuples(st.just("Tides"), TARGETS), min_size=1, max_size=2)),
    max_size=5,
)


@given(PAGES, POINTS)
def test_every_word_is_read_once(pages: list[str], points: list[tuple]):
    data = epub({f"{n}.xhtml": page for n, page in enumerate(pages)}, nav_points=points)
    found = read(data, name="", password=None).fragments
    printed = [fragment.text for fragment in found if not (fragment.clues.bookmark and fragment.text == "text")]
    named = sum(bool(fragment.clues.bookmark) and fragment.text == "text" for fragment in found)
    count = "".join(pages).count("text")
    assert count - named <= sum(text.count("text") for text in printed) <= count
    assert all(fragment.text.strip() for fragment in found)


@given(PAGES, POINTS)
def test_whatever_is_read_has_a_whole_tree(pages: list[str], points: list[tuple]):
    document = parse(epub({f"{n}.xhtml": page for n, page in enumerate(pages)}, ncx_points=points), doc_id="d")
    assert sum(section.count for section in document.sections) == len(document.paragraphs)
    assert len({section.sec_id for section in document.sections}) == len(document.sections)
