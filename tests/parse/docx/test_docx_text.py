"""DOCX: all text once, in document order, as a reader sees it when all changes are accepted."""

from make_docx import HEADINGS, NAMES, docx, p, relations, style, t

from silcrow.document import Document
from silcrow.parse import parse
from silcrow.parse.docx import read
from silcrow.parse.fragment import Fragment

DELETED = "<w:del><w:r><w:delText>{}</w:delText></w:r></w:del>"


def document(*blocks: str, **parts) -> Document:
    return parse(docx(*blocks, **parts), doc_id="d", name="plan.docx")


def fragments(*blocks: str, **parts) -> list[Fragment]:
    return read(docx(*blocks, **parts), name="", password=None).fragments


def texts(*blocks: str, **parts) -> list[str]:
    return [fragment.text for fragment in fragments(*blocks, **parts)]


def tc(*blocks: str, about: str = "") -> str:
    return f"<w:tc><w:tcPr>{about}</w:tcPr>{''.join(blocks)}</w:tc>"


def table(*rows: list[str]) -> str:
    inside = "".join(["<w:tr>" + "".join(row) + "</w:tr>" for row in rows])
    return f"<w:tbl>{inside}</w:tbl>"


def box(text: str) -> str:
    inside = f"<w:txbxContent>{p(text)}</w:txbxContent>"
    return (
        f"<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>{inside}</wps:txbx></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><v:textbox>{inside}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>"
    )


def test_tables_stand_where_they_stand():
    grid = table([tc(p("a")), tc(p("b"))])
    assert [x.kind for x in fragments(p("x"), grid, p("y"))] == ["text", "table", "text"]


def test_a_table_keeps_its_spans():
    rows = [
        [tc(p("a")), tc(p("b"), about='<w:gridSpan w:val="2"/>')],
        [tc(p("c"), about='<w:vMerge w:val="restart"/>'), tc(p("d")), tc(p("e"))],
        [tc(p(), about="<w:vMerge/>"), tc(p("f")), tc(p("g"))],
    ]
    (found,) = fragments(table(*rows))
    assert found.text.split("\n")[2:] == ["| a | b |  |", "| c | d | e |", "| c | f | g |"]
    assert found.table is not None
    assert (found.table.rows[0][1].colspan, found.table.rows[1][0].rowspan) == (2, 2)


def test_a_row_that_is_repeated_on_every_page_is_the_header():
    head = f"<w:tr><w:trPr><w:tblHeader/></w:trPr>{tc(p('a'))}{tc(p('b'))}</w:tr>"
    (found,) = fragments(f"<w:tbl>{head}<w:tr>{tc(p('1'))}{tc(p('2'))}</w:tr></w:tbl>")
    assert found.text == "| a | b |\n| --- | --- |\n| 1 | 2 |"


def test_a_heading_in_a_table_is_text_of_its_cell_and_in_a_frame_a_heading():
    found = document(
        table([tc(p("Fees", "Heading1")), tc(p("10"))]), table([tc(p("Berths", "Heading1"), p("One night."))])
    )
    assert [section.heading for section in found.sections] == ["", "Berths"]
    assert "Fees" in found.paragraphs[0].text


def test_a_caption_above_a_table_is_the_tables():
    styles = HEADINGS + style("Caption", "caption")
    (found,) = fragments(p("Table 1: Fees", "Caption"), table([tc(p("a")), tc(p("1"))]), styles=styles)
    assert found.table is not None
    assert found.table.caption == "Table 1: Fees"
    kinds = [x.kind for x in fragments(p("Figure 1: x", "Caption"), table([tc(p("a")), tc(p("1"))]), styles=styles)]
    assert kinds == ["figure", "table"]


def test_a_text_box_is_read_once():
    assert texts(p(inside=t("before") + box("inside")), p("after")) == ["before", "inside", "after"]


def test_a_text_box_in_a_cell_is_read_once_and_there():
    (found,) = fragments(table([tc(p(inside=box("inside"))), tc(p("b"))]))
    assert found.text.count("inside") == 1


def test_an_old_text_box_alone_is_read():
    inside = f"<w:r><w:pict><v:textbox><w:txbxContent>{p('inside')}</w:txbxContent></v:textbox></w:pict></w:r>"
    assert texts(p(inside=inside)) == ["inside"]


def test_insertions_are_text_deletions_are_not_and_it_is_said():
    found = document(p(inside=f"{t('One ')}<w:ins>{t('short ')}</w:ins>{DELETED.format('long ')}{t('night.')}"))
    assert [x.text for x in found.paragraphs] == ["One short night."]
    (notice,) = found.health.notices
    assert (notice.code, notice.message) == (
        "tracked_changes",
        "Tracked changes are read as accepted: 1 insertions are text, 1 deletions are left out.",
    )


def test_what_was_moved_is_read_where_it_went():
    moved = f"<w:moveFrom>{t('One night.')}</w:moveFrom>"
    assert texts(p(inside=moved), p("x"), p(inside=f"<w:moveTo>{t('One night.')}</w:moveTo>")) == ["x", "One night."]


def test_paragraphs_whose_mark_between_was_deleted_are_one():
    gone = "<w:rPr><w:del/></w:rPr>"
    assert texts(p("One ", about=gone), p("night."), p("Last.", about=gone)) == ["One night.", "Last."]


def test_notes_follow_the_paragraph_that_refers_to_them_once():
    notes = {"footnotes": f'<w:footnote w:id="0" w:type="separator">{p("-")}</w:footnote>'
             f'<w:footnote w:id="2">{p("Or two.")}</w:footnote>',
             "endnotes": f'<w:endnote w:id="2">{p("At noon.")}</w:endnote>'}  # fmt: skip
    mark, end = '<w:r><w:footnoteReference w:id="2"/></w:r>', '<w:r><w:endnoteReference w:id="2"/></w:r>'
    found = fragments(p(inside=t("One night") + mark + t(".")), p(inside=t("Paid") + end + mark), notes=notes)
    assert [(x.kind, x.text) for x in found] == [
        ("text", "One night[1]."), ("note", "[1] Or two."), ("text", "Paid[i][1]"), ("note", "[i] At noon."),
    ]  # fmt: skip


def test_hidden_text_is_kept_apart_and_flagged():
    found = document(p(inside=t("One ") + t("secret ", "<w:vanish/>") + t("night.")), p("x", "H"),
                     styles=HEADINGS + style("H", "H", look="<w:vanish/>"))  # fmt: skip
    assert [x.text for x in found.paragraphs] == ["One night.", "secret", "x"]
    assert [(n.code, n.place) for n in found.health.notices] == [
        ("hidden_text", "d:front:2"),
        ("hidden_text", "d:front:3"),
    ]


def test_page_breaks_are_nothing_and_line_breaks_lines():
    assert texts(
        p(inside=t("a") + '<w:r><w:br w:type="page"/></w:r>' + t("b") + "<w:r><w:br/><w:tab/></w:r>" + t("c"))
    ) == ["ab\nc"]


def test_fields_show_their_result_and_not_their_code():
    begin, sep, end = (f'<w:r><w:fldChar w:fldCharType="{x}"/></w:r>' for x in ("begin", "separate", "end"))
    code = "<w:r><w:instrText>PAGEREF x</w:instrText></w:r>"
    assert texts(p(inside=f"{t('see ')}{begin}{code}{sep}{t('12')}{end}")) == ["see 12"]
    assert texts(p(inside=f'<w:fldSimple w:instr="DATE">{t("today")}</w:fldSimple>')) == ["today"]


def test_readings_of_ruby_are_kept_apart():
    ruby = f"<w:r><w:ruby><w:rt>{t('けん')}</w:rt><w:rubyBase>{t('権')}</w:rubyBase></w:ruby></w:r>"
    found = fragments(p(inside=ruby + t("利")))
    assert [(x.text, x.furniture) for x in found] == [("権利", False), ("権（けん）", True)]


def test_formulas_are_lines():
    square = "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    half = f"<m:f><m:num>{square}</m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
    assert texts(p(inside=f"{t('so ')}<m:oMath>{half}</m:oMath>")) == ["so (x^2)/2"]


def test_facts_come_from_the_core_properties():
    core = (
        "<dc:title>Harbour rules</dc:title><dc:creator>Ada Quay; Ben Pier</dc:creator>"
        "<dc:language>en-GB</dc:language><dcterms:created>2026-03-01T10:00:00Z</dcterms:created>"
    )
    found = document(p("x"), core=core)
    assert (found.title, found.authors, found.date, found.language) == (
        "Harbour rules",
        ("Ada Quay", "Ben Pier"),
        "2026-03-01",
        "en",
    )


def test_headers_and_footers_are_furniture():
    more = {
        "word/header1.xml": f"<w:hdr {NAMES}>{p('Harbour')}</w:hdr>",
        "word/footer1.xml": f"<w:ftr {NAMES}>{p('Page 1')}</w:ftr>",
        "word/_rels/document.xml.rels": relations({"a": ("header", "header1.xml"), "b": ("footer", "footer1.xml")}),
    }
    found = document(p("One night."), more=more)
    assert [item.text for item in found.furniture] == ["Harbour", "Page 1"]
    assert [x.text for x in found.paragraphs] == ["One night."]


def test_comments_and_embedded_files_are_left_out_and_it_is_said():
    more = {"word/_rels/document.xml.rels": relations({"a": ("package", "embeddings/a.xlsx")})}
    found = document(p(inside=t("One night.") + '<w:r><w:commentReference w:id="1"/></w:r>'), more=more)
    assert [n.message for n in found.health.notices] == ["1 comments are left out.", "1 embedded files are not opened."]


def test_looks_are_inherited_from_styles_and_defaults():
    styles = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="20"/></w:rPr></w:rPrDefault></w:docDefaults>'
        + style("S", "S", look='<w:b/><w:sz w:val="28"/>')
        + style("T", "T", based_on="S", look='<w:b w:val="0"/>')
    )
    looks = [(x.clues.size, x.clues.weight) for x in fragments(p("a", "S"), p("b", "T"), p("c"), styles=styles)]
    assert looks == [(14.0, 1.0), (14.0, 0.0), (10.0, 0.0)]
