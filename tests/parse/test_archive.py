"""Archives as they should not be: each is refused for what is wrong with it, in little time and memory."""

import io
import struct
import time
import tracemalloc
import zipfile

import pytest
from make_docx import NAMES, TYPES, docx, p, zipped
from make_epub import CONTAINER, epub

from silcrow.errors import Damaged, DocumentError, Encrypted, TooLarge
from silcrow.parse import parse
from silcrow.parse.archive import Archive, kind_of

ENTITIES = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10 if n else "ha"}">' for n in range(10))
BOMB = (
    f"<!DOCTYPE w:document [{ENTITIES}]><w:document {NAMES}><w:body><w:p><w:r><w:t>&e9;</w:t></w:r></w:p></w:body>"
    "</w:document>"
)


def word(document: str | bytes) -> bytes:
    return zipped({"[Content_Types].xml": TYPES, "word/document.xml": document})


def nested(depth: int) -> str:
    start, end = "<w:tbl><w:tr><w:tc>", "</w:tc></w:tr></w:tbl>"
    return f"<w:document {NAMES}><w:body>{start * depth}{p('deep')}{end * depth}</w:body></w:document>"


def flagged(data: bytes) -> bytes:
    """The same archive with every member marked as encrypted."""
    out = bytearray(data)
    for sign, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = out.find(sign)
        while at >= 0:
            out[at + offset] |= 1
            at = out.find(sign, at + 4)
    return bytes(out)


def broken(data: bytes) -> bytes:
    """The same archive with a byte of its largest member's content changed."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        largest = max(archive.infolist(), key=lambda info: info.compress_size)
    at = largest.header_offset + 30 + len(largest.filename) + largest.compress_size // 2
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


WHOLE = docx(*(p(f"Berth {n} is let for one night, and costs {n * 7}.") for n in range(200)))
LOCKED = (
    '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">'
    '<e:EncryptedData><e:EncryptionMethod Algorithm="{}"/><e:CipherData>'
    '<e:CipherReference URI="OPS/{}"/></e:CipherData></e:EncryptedData></encryption>'
)
AES, FONT = "http://www.w3.org/2001/04/xmlenc#aes128-cbc", "http://www.idpf.org/2008/embedding"
PAGE = {"a.xhtml": "<h1>Berths</h1>"}

CASES = {
    "a zip bomb": (
        word(f"<w:document {NAMES}><w:body>" + "<w:p/>" * 5_000_000),
        TooLarge,
        r"unpacks [\d,]+ bytes of its part 'word/document.xml' to more than 100 times as many",
    ),
    "an entity bomb": (word(BOMB), Damaged, "declares XML entities in its part 'word/document.xml'"),
    "an entity bomb in UTF-16": (
        word(f'<?xml version="1.0" encoding="utf-16"?>{BOMB}'.encode("utf-16")),
        Damaged,
        "declares XML entities",
    ),
    "an entity bomb in a package": (
        epub(PAGE, more={"OPS/book.opf": BOMB}),
        Damaged,
        "declares XML entities in its part 'OPS/book.opf'",
    ),
    "10,000 levels": (word(nested(10_000)), TooLarge, "has elements nested more than 256 deep in its part"),
    "10,000 levels in a package": (
        epub(PAGE, more={"META-INF/container.xml": "<a>" * 10_000, "OPS/book.opf": "<a>" * 10_000 + "</a>" * 10_000}),
        TooLarge,
        "has elements nested more than 256 deep in its part 'META-INF/container.xml'",
    ),
    "no main part": (
        zipped({"[Content_Types].xml": TYPES}),
        Damaged,
        "is no whole Word document: its part 'word/document.xml'",
    ),
    "no well-formed XML": (word("<w:document><w:body>"), Damaged, "'word/document.xml' is not well-formed XML"),
    "an empty main part": (word(""), Damaged, "'word/document.xml' is not well-formed XML"),
    "cut short": (WHOLE[:-100], Damaged, "is a damaged ZIP archive"),
    "a changed byte": (broken(WHOLE), Damaged, "its part 'word/document.xml' "),
    "locked members": (flagged(WHOLE), Encrypted, "is locked: its part"),
    "no package": (zipped({"mimetype": "application/epub+zip", "a.xhtml": "x"}), Damaged, "is no whole EPUB book"),
    "no page": (
        zipped({"mimetype": "application/epub+zip", "META-INF/container.xml": CONTAINER, "OPS/book.opf": "<package/>"}),
        Damaged,
        "is no whole EPUB book: it names no page",
    ),
    "a book with DRM": (
        epub(PAGE, more={"META-INF/encryption.xml": LOCKED.format(AES, "a.xhtml")}),
        Encrypted,
        r"is locked by digital rights management \(DRM\): its pages are encrypted",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_bad_archive_is_refused_for_what_is_wrong_with_it(case: str):
    data, error, message = CASES[case]
    tracemalloc.start()
    start = time.process_time()
    try:
        with pytest.raises(error, match=message) as refused:
            parse(data, doc_id="d", name="plan.docx")
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert refused.value.hint
    assert refused.value.message.startswith("'plan.docx' ")
    assert time.process_time() - start < 5
    assert peak < 60_000_000


def test_scrambled_fonts_lock_nothing():
    data = epub(PAGE, more={"META-INF/encryption.xml": LOCKED.format(FONT, "font.otf")})
    assert parse(data, doc_id="d").sections[0].heading == "Berths"


def test_an_archive_inside_is_never_opened():
    inner = zipped({"bomb": b"\0" * 10_000_000})
    document = parse(docx(p("One night."), more={"word/embeddings/a.zip": inner}), doc_id="d")
    assert [x.text for x in document.paragraphs] == ["One night."]


def test_names_that_climb_out_are_only_names():
    pages = epub(PAGE, more={"OPS/book.opf": CLIMBING, "../../etc/passwd": "<p>climbed</p>"})
    found = parse(pages, doc_id="d")
    assert [section.heading for section in found.sections] == ["Berths"]


CLIMBING = (
    "<package><metadata/><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>"
    "<item id='g' href='../../../etc/passwd' media-type='application/xhtml+xml'/></manifest>"
    "<spine><itemref idref='a'/><itemref idref='g'/></spine></package>"
)


def test_too_many_members_are_refused_before_their_table_is_built():
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 65535, 65535, 90_000_000, 30, 0)
    with pytest.raises(TooLarge, match="lists too many members"):
        Archive(b"PK\x03\x04" + bytes(100) + end, name="a.zip")


def test_a_nested_table_within_bounds_is_read():
    found = parse(word(nested(40)), doc_id="d")
    assert [x.text for x in found.paragraphs] == ["deep"]


def test_a_page_nested_too_deeply_is_read_flat():
    found = parse(epub({"a.xhtml": "<h1>Berths</h1>" + "<div>" * 30_000 + "deep"}), doc_id="d")
    assert [x.text for x in found.paragraphs] == ["deep"]
    assert "nesting_cut" in [notice.code for notice in found.health.notices]


@pytest.mark.parametrize("size", range(0, len(WHOLE), 97))
def test_a_document_cut_anywhere_is_damaged_and_no_crash(size: int):
    data = b"PK\x03\x04" + WHOLE[4:size]
    with pytest.raises(DocumentError):
        parse(data, doc_id="d", name="plan.docx")


def test_what_cannot_be_told_is_an_archive():
    assert kind_of(b"PK\x03\x04") == "a ZIP archive"
