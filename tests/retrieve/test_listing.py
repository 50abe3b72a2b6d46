"""Lines of a contents: which they are, and that they come behind what they name."""

import math

import pytest

from shelf import shelf
from silcrow.document import Document
from silcrow.passage import Hit
from silcrow.retrieve.packing import LISTING, unpack_shape
from silcrow.retrieve.passages import retrieve
from silcrow.retrieve.scope import Scope
from silcrow.retrieve.terms import index
from silcrow.testing import make_document

SECTIONS = """
# 1 Mooring fees

Whoever stays longer than a day pays by length.

# 2 Storm signals

A black ball is hoisted by day.

# 3 Fog

The bell rings each minute.
"""


def listings(text: str) -> list[str]:
    document: Document = make_document(text)
    kinds = unpack_shape(index(document).lengths).kind.tolist()
    return [one.text for one, kind in zip(document.paragraphs, kinds, strict=True) if kind == LISTING]


def test_lines_that_name_later_sections_with_their_pages_are_a_contents() -> None:
    lines = ["1 Mooring fees ........ 3", "Storm signals 7", "3 Fog F-3"]
    assert listings("\n\n".join([*lines, SECTIONS])) == lines


def test_several_entries_in_one_paragraph_are_a_contents() -> None:
    line = "Mooring fees 3 Storm signals 7 Fog xii"
    assert listings(f"{line}\n\n{SECTIONS}") == [line]


@pytest.mark.parametrize(
    "line",
    [
        "Mooring fees 3 Storm signals 7",  # two are no list
        "Mooring fees 36 31 35 Storm signals 7 9 8 Fog 1 2 3",  # figures
        "Mooring fees and storm signals and fog are told of on page 3",
        "Mooring fees Storm signals Fog",
    ],
)
def test_what_says_more_or_less_than_that_is_none(line: str) -> None:
    assert listings(f"{line}\n\n{SECTIONS}") == []


def test_a_list_of_what_came_before_is_no_contents() -> None:
    assert listings(f"{SECTIONS}\n\n# 4 Index\n\nMooring fees 3\n\nStorm signals 7\n\nFog 9") == []


def test_a_line_of_a_contents_comes_behind_what_it_names_and_says_why() -> None:
    text = "Mooring fees 3\n\nStorm signals 7\n\nFog 9\n" + SECTIONS
    found = retrieve(shelf(d=text), Scope(), "What is said of mooring?", window=(0, 0), explain=True)
    hits: list[Hit] = sorted((hit for one in found.passages for hit in one.hits), key=lambda hit: -hit.score)
    assert [str(hit.span) for hit in hits[:2]] == ["d:1:1", "d:front:1"]
    assert [reason.field for reason in hits[1].reasons if not reason.word] == ["contents"]
    assert math.fsum(reason.score for reason in hits[1].reasons) == pytest.approx(hits[1].score, abs=1e-5)
