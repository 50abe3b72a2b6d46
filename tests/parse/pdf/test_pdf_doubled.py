"""A doubled f of which the engine kept one is put back, where the document itself says what the word is."""

import pytest

from silcrow.parse.pdf.doubled import mend_doubled
from silcrow.parse.pdf.drafts import Draft, Line


def mended(*texts: str) -> list[str]:
    draft = Draft.of("text", 1, [Line(text, 72.0, 100.0, 500.0, 110.0, 10.0) for text in texts])
    mend_doubled([draft])
    return [line.text for line in draft.lines]


def test_a_word_that_stands_whole_elsewhere_is_made_whole():
    found = mended("Storms could adversely af ect our income.", "Dif icult tides affect it, too.", "A difficult year.")
    assert found[:2] == ["Storms could adversely affect our income.", "Difficult tides affect it, too."]


@pytest.mark.parametrize(
    "texts",
    [
        ("Storms could af ect us.",),  # nothing says what the word is
        ("The list of icers.", "Officers sign it."),  # "of" is a word
        ("The af fair was long.", "A fair wind.", "An affair."),  # and so is "fair"
        ("A proof ed draft.", "It was prooffed."),
        ("A roof er came.", "The roof leaks.", "A roofferless town.", "The rooffer."),
    ],
)
def test_what_the_document_does_not_tell_stays_as_it_is(texts):
    assert mended(*texts) == list(texts)
