"""DOCX: no heading with a real heading style is lost, however the style came to be one."""

import io
import zipfile

import pytest
from make_docx import HEADINGS, docx, level, lists, num, outline, p, style, t, zipped

from silcrow.document import Document
from silcrow.parse import parse

MULTI = lists(
    level(0, "%1", more='<w:pStyle w:val="Heading1"/>'),
    level(1, "%1.%2", more='<w:pStyle w:val="Heading2"/>'),
    level(2, "%1.%2.%3", more='<w:pStyle w:val="Heading3"/>'),
)
NUMBERED = "".join(
    style(f"Heading{n}", f"heading {n}", about=outline(n - 1) + num(1, n - 1 if n > 1 else None)) for n in range(1, 4)
)
INS, DEL = '<w:ins w:id="1" w:author="a">', '<w:del w:id="2" w:author="a">'


def read(data: bytes) -> Document:
    return parse(data, doc_id="d", name="plan.docx")


def tree(data: bytes) -> list[tuple[int, str]]:
    return [(section.level, section.heading) for section in read(data).sections if section.heading]


def strict(data: bytes) -> bytes:
    usual = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    strict_name = "http://purl.oclc.org/ooxml/wordprocessingml/main"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return zipped({name: archive.read(name).decode().replace(usual, strict_name) for name in archive.namelist()})


DOCUMENTS = {
    "built-in": (
        docx(p("Berths", "Heading1"), p("One night."), p("Fees", "Heading2"), p("Paid at the gate.")),
        [(1, "Berths"), (2, "Fees")],
    ),
    "inherited": (
        docx(
            p("Berths", "House"),
            p("Fees", "Sub"),
            styles=HEADINGS + style("House", "House", based_on="Heading1") + style("Sub", "Sub", based_on="Own")
            + style("Own", "Own", based_on="Heading2"),
        ),
        [(1, "Berths"), (2, "Fees")],
    ),
    "renamed, with an outline level": (
        docx(
            p("Berths", "a1"), p("Fees", "a2"),
            styles=style("a1", "Kapitelkopf", about=outline(0)) + style("a2", "Absatzkopf", about=outline(1)),
        ),
        [(1, "Berths"), (2, "Fees")],
    ),
    "localized id, built-in name": (
        docx(p("Liegeplätze", "berschrift1"), styles=style("berschrift1", "heading 1")),
        [(1, "Liegeplätze")],
    ),
    "localized name, no outline level": (
        docx(
            p("Liegeplätze", "U1"), p("Entgelte", "U2"), p("泊位", "C3"), p("Postes", "T1"),
            styles=style("U1", "Überschrift 1") + style("U2", "überschrift 2") + style("C3", "标题 3")
            + style("T1", "Titre 1"),
        ),
        [(1, "Liegeplätze"), (2, "Entgelte"), (3, "泊位"), (1, "Postes")],
    ),
    "named with its aliases": (
        docx(p("Berths", "x1"), styles=style("x1", "heading 1,Chapter,h1")),
        [(1, "Berths")],
    ),
    "of a style that is not there": (
        docx(p("Berths", "Heading1"), p("Fees", "Heading2"), styles=""),
        [(1, "Berths"), (2, "Fees")],
    ),
    "numbered by the style": (
        docx(
            p("Scope", "Heading1"), p("Terms", "Heading2"), p("Fees", "Heading2"), p("Berths", "Heading1"),
            p("Nights", "Heading2"),
            styles=NUMBERED, numbering=MULTI,
        ),
        [(1, "1 Scope"), (2, "1.1 Terms"), (2, "1.2 Fees"), (1, "2 Berths"), (2, "2.1 Nights")],
    ),
    "outline level on the paragraph only": (
        docx(p("Berths", about=outline(0)), p("One night."), p("Fees", about=outline(1))),
        [(1, "Berths"), (2, "Fees")],
    ),
    "the paragraph's level beats that of its style": (
        docx(p("Berths", "Heading1", about=outline(2)), p("Not one", "Heading1", about=outline(9)), p("x", "Heading2")),
        [(3, "Berths"), (2, "x")],
    ),
    "tracked": (
        docx(
            p(style="Heading1", inside=f"{INS}{t('New')}</w:ins>{t(' berths')}"),
            p(style="Heading2", inside=f"{DEL}<w:r><w:delText>Old </w:delText></w:r></w:del>{t('fees')}"),
            p(style="Heading2", inside=f"{DEL}<w:r><w:delText>Gone</w:delText></w:r></w:del>"),
            f"{INS}{p('Put in', 'Heading2')}</w:ins>",
        ),
        [(1, "New berths"), (2, "fees"), (2, "Put in")],
    ),
    "in content controls and with fields inside": (
        docx(
            f"<w:sdt><w:sdtContent>{p('Berths', 'Heading1')}</w:sdtContent></w:sdt>",
            p(style="Heading2", inside=f'<w:bookmarkStart w:id="0" w:name="x"/><w:hyperlink>{t("Fees")}</w:hyperlink>'
              '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>XE "fee"</w:instrText></w:r>'
              '<w:r><w:fldChar w:fldCharType="end"/></w:r>'),
        ),
        [(1, "Berths"), (2, "Fees")],
    ),
    "all nine levels": (
        docx(*(p(f"Level {n}", f"Heading{n}") for n in range(1, 10))),
        [(n, f"Level {n}") for n in range(1, 10)],
    ),
    "over two lines": (
        docx(p(style="Heading1", inside=f"{t('Berths')}<w:r><w:br/></w:r>{t('and fees')}")),
        [(1, "Berths and fees")],
    ),
    "in a text box": (
        docx(
            p(inside="<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>"
              f"{p('Berths', 'Heading1')}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback>"
              f"<w:pict><v:textbox><w:txbxContent>{p('Berths', 'Heading1')}</w:txbxContent></v:textbox></w:pict>"
              "</mc:Fallback>"
              "</mc:AlternateContent></w:r>"),
            p("One night."),
        ),
        [(1, "Berths")],
    ),
    "in the strict form of the standard": (
        strict(docx(p("Berths", "Heading1"), p("One night."))),
        [(1, "Berths")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", DOCUMENTS)
def test_no_heading_is_lost(case: str):
    data, expected = DOCUMENTS[case]
    assert tree(data) == expected


def test_a_ring_of_styles_ends():
    ring = style("A", "A", based_on="B") + style("B", "B", based_on="A", about=outline(0))
    assert tree(docx(p("Berths", "A"), styles=ring)) == [(1, "Berths")]


def test_the_title_of_the_document_heads_nothing():
    document = read(docx(p("Harbour rules", "T"), p("Berths", "Heading1"), styles=HEADINGS + style("T", "Title")))
    assert document.title == "Harbour rules"
    assert [section.heading for section in document.sections] == ["", "Berths"]


def test_an_outline_level_on_running_text_heads_nothing_and_is_said():
    clause = (
        "The master pays for each night. The fee is due at the gate before the boat is moored, and not later than noon."
    )
    document = read(docx(p("Berths", "Heading1"), p(clause, about=outline(1))))
    assert [section.heading for section in document.sections] == ["Berths"]
    assert [notice.code for notice in document.health.notices] == ["outline_level_refused"]


def test_what_lists_the_contents_heads_nothing():
    start, middle, end = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate", "end"))
    field = p(inside=f"{start}<w:r><w:instrText> TOC \\o </w:instrText></w:r>{middle}{t('Berths 1')}", about=outline(0))
    document = read(docx(field, p(inside=f"{t('Gone 2')}{end}", about=outline(1)), p("Berths", "Heading1")))
    assert [section.heading for section in document.sections] == ["", "Berths"]
    assert [paragraph.text for paragraph in document.paragraphs] == ["Gone 2"]
    assert [line.text for line in document.furniture] == ["Berths 1"]


def test_a_list_of_contents_that_never_ends_takes_no_heading_with_it():
    start, middle = (f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>' for kind in ("begin", "separate"))
    field = p(inside=f"{start}<w:r><w:instrText>TOC</w:instrText></w:r>{middle}{t('Berths 1')}")
    assert tree(docx(field, p("Berths", "Heading1"), p("Fees", about=outline(1)))) == [(1, "Berths"), (2, "Fees")]
