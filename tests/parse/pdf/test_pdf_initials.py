import pytest
from make_pdf import Put, column, pdf, prose

from silcrow.parse.pdf.read import read

LINES = (
    "he harbour master keeps a register of all vessels that lie at the quay for",
    "longer than one tide. Every entry names the master, the port of registry and",
    "the draught of the vessel, which the pilot has to confirm in writing.",
)
READS = "T" + " ".join(LINES)


def first(letter: Put, beside: float, indented: int) -> str:
    """The first fragment of a page whose paragraph opens with a large letter that so many lines stand beside."""
    lines = [*column(beside, 100, LINES[:indented]), *column(72, 100 + 12 * indented, LINES[indented:])]
    data = pdf([letter, *lines, *prose(300)], [*prose(100)])
    return read(data, name="t.pdf", password=None).fragments[0].text


@pytest.mark.parametrize(
    ("letter", "beside", "indented"),
    [(Put(72, 124, "T", 36), 92, 2), (Put(72, 122, "T", 30), 90, 2), (Put(72, 100, "T", 24), 88, 1)],
    ids=["two lines deep", "set apart", "standing on the first line"],
)
def test_a_large_first_letter_belongs_to_its_word_and_to_the_paragraph(letter: Put, beside: float, indented: int):
    assert first(letter, beside, indented) == READS


def test_a_large_letter_above_a_paragraph_is_not_its_first_letter():
    data = pdf([Put(72, 80, "B", 24), *column(72, 120, ["alances are drawn on the first day.", *LINES]), *prose(300)])
    assert "Balances" not in " ".join(fragment.text for fragment in read(data, name="t.pdf", password=None).fragments)
