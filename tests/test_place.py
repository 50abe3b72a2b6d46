"""Places and their text forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from silcrow.errors import Usage
from silcrow.place import Coordinate, Span, is_id

IDS = st.text(st.characters(categories=["L", "M", "N"], include_characters=".-~"), min_size=1, max_size=30)
NUMBERS = st.integers(0, 999_999_999)


@given(IDS, IDS, NUMBERS)
def test_a_coordinate_is_its_text_form(doc_id: str, sec_id: str, para_idx: int):
    place = Coordinate(doc_id, sec_id, para_idx)
    assert Coordinate.parse(str(place)) == place
    assert Span.parse(str(place)) == Span(doc_id, sec_id, para_idx, para_idx)


@given(IDS, IDS, st.tuples(NUMBERS, NUMBERS).map(sorted) | st.none())
def test_a_span_is_its_text_form(doc_id: str, sec_id: str, paragraphs: list[int] | None):
    span = Span(doc_id, sec_id, *paragraphs) if paragraphs else Span(doc_id, sec_id)
    assert Span.parse(str(span)) == span


def test_text_forms_are_the_documented_ones():
    assert str(Coordinate("10k-2025", "item-1a", 3)) == "10k-2025:item-1a:3"
    assert str(Span("10k-2025", "item-1a", 3, 8)) == "10k-2025:item-1a:3-8"
    assert str(Span("10k-2025", "item-1a", 3, 3)) == "10k-2025:item-1a:3"
    assert str(Span("10k-2025", "item-1a")) == "10k-2025:item-1a"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "doc",
        "doc:",
        ":sec",
        "doc:sec:",
        "doc:sec:x",
        "doc:sec:01",
        "doc:sec:3-",
        "doc:sec:1:2",
        "a b:sec",
        "doc:s/c",
    ],
)
def test_what_is_no_place_is_refused_with_an_example(text: str):
    with pytest.raises(Usage) as refused:
        Span.parse(text)
    assert "10k-2025:item-1a" in refused.value.hint


def test_a_span_that_runs_backwards_is_refused():
    with pytest.raises(Usage, match="8-3 are no range"):
        Span.parse("doc:sec:8-3")
    with pytest.raises(Usage):
        Span("doc", "sec", 3)


def test_a_section_is_no_coordinate():
    with pytest.raises(Usage, match="'doc:sec' is not a coordinate"):
        Coordinate.parse("doc:sec")


def test_ids_are_of_any_script():
    assert all(is_id(text) for text in ("item-1a", "第5章", "größe", "ii.b.1", "front~2"))
    assert not any(is_id(text) for text in ("", "a b", "a:b", "a/b", "a\u200b"))
