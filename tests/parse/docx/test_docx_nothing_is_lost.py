"""DOCX: whatever stands in the body is read once, in order, and no document makes the reader fail."""

import io
import zipfile

from hypothesis import given
from hypothesis import strategies as st
from make_docx import docx, level, lists, num, outline, p, t, zipped

from silcrow.errors import DocumentError
from silcrow.parse import parse
from silcrow.parse.docx import read

LISTS = lists(level(0, "%1."), level(1, "(%2)", "lowerLetter"))
WORDS = st.sampled_from(["night", "berth", "fee", "tide"])
RUNS = st.lists(
    st.one_of(
        WORDS.map(t),
        WORDS.map(lambda word: t(word, "<w:b/>")),
        WORDS.map(lambda word: f"<w:ins>{t(word)}</w:ins>"),
        WORDS.map(lambda word: f"<w:hyperlink>{t(word)}</w:hyperlink>"),
        WORDS.map(lambda word: f"<w:r><w:pict><w:txbxContent>{p(word)}</w:txbxContent></w:pict></w:r>"),
        st.just("<w:r><w:br/><w:tab/></w:r>"),
    ),
    max_size=4,
).map("".join)
ABOUT = st.sampled_from(["", "", num(1, 0), num(1, 1), num(9), outline(0), outline(3), "<w:rPr><w:del/></w:rPr>"])
PARAGRAPHS = st.builds(lambda runs, about: p(about=about, inside=runs or "<w:r/>"), RUNS, ABOUT)


def control(blocks: list[str]) -> str:
    return f"<w:sdt><w:sdtContent>{''.join(blocks)}</w:sdtContent></w:sdt>"


def table(rows: list[list[str]]) -> str:
    cells = [["<w:tc>" + block + "</w:tc>" for block in row] for row in rows]
    return "<w:tbl>" + "".join("<w:tr>" + "".join(row) + "</w:tr>" for row in cells) + "</w:tbl>"


BLOCKS = st.recursive(
    PARAGRAPHS,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=3).map(control),
        st.lists(st.lists(inner, min_size=1, max_size=3), min_size=1, max_size=3).map(table),
    ),
    max_leaves=8,
)


@given(st.lists(BLOCKS, max_size=6))
def test_every_word_is_read_once(blocks: list[str]):
    found = read(docx(*blocks, numbering=LISTS), name="", password=None).fragments
    read_words = "".join(fragment.text for fragment in found)
    for word in ("night", "berth", "fee", "tide"):
        assert read_words.count(word) == "".join(blocks).count(word)
    assert all(fragment.text.strip() for fragment in found)


@given(st.integers(0, 5000), st.binary(max_size=8))
def test_a_damaged_part_is_an_error_and_no_crash(at: int, bad: bytes):
    whole = docx(p("Berths", "Heading1"), p("x", about=num(1, 0)), numbering=LISTS)
    with zipfile.ZipFile(io.BytesIO(whole)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    name = sorted(members)[at % len(members)]
    place = at % (len(members[name]) + 1)
    members[name] = members[name][:place] + bad + members[name][place + len(bad) :]
    try:
        document = parse(zipped(members), doc_id="d")
    except DocumentError:
        return
    assert sum(section.count for section in document.sections) == len(document.paragraphs)
