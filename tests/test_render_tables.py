"""Tables in converted Markdown: pipes where they can say it, HTML where a cell stands for several rows."""

from silcrow.document import Cell, Paragraph, Table
from silcrow.parse.fragment import Fragment, Source
from silcrow.parse.tree import grow
from silcrow.render.document import render_document
from silcrow.render.tables import html, markdown


def converted(table: Table) -> str:
    fragment = Fragment("table", markdown(table), table=table)
    document = grow([fragment], Source(format="text", fragments=[fragment]), doc_id="d", edition="e", recipe="r")
    assert isinstance(document.paragraphs[0], Paragraph)
    return render_document(document)


AREAS = Table(
    (Cell("Area"), Cell("Competence")),
    ((Cell("Values <1>", None, 2), Cell("Fairness")), (Cell("Nature"),)),
    caption="Table 1. Areas",
)


def test_a_cell_over_several_rows_makes_the_table_html():
    assert converted(AREAS) == (
        "Table 1. Areas\n\n<table>\n<tr><th>Area</th><th>Competence</th></tr>\n"
        '<tr><td rowspan="2">Values &lt;1&gt;</td><td>Fairness</td></tr>\n<tr><td>Nature</td></tr>\n</table>\n'
    )


def test_the_text_of_its_passage_repeats_the_cell_in_each_line():
    assert "| Values <1> | Nature |" in markdown(AREAS)


def test_a_cell_over_several_columns_alone_stays_in_pipes():
    table = Table((Cell("2024", None, 1, 2),), ((Cell("Fees"), Cell("31")),))
    assert converted(table) == "| 2024 |  |\n| --- | --- |\n| Fees | 31 |\n"
    assert html(table).startswith('<table>\n<tr><th colspan="2">2024</th></tr>')
