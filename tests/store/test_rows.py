"""Whatever a noun holds comes back from its row unchanged."""

import math

from hypothesis import given
from hypothesis import strategies as st

from silcrow.document import Cell, Furniture, Health, Paragraph, Section, Table
from silcrow.errors import Notice
from silcrow.place import Box, Region
from silcrow.store import rows

TEXT = st.text(max_size=12)
COUNT = st.integers(0, 2**31)
NUMBER = st.floats(allow_nan=False)
BOX = st.builds(Box, NUMBER, NUMBER, NUMBER, NUMBER)
REGIONS = st.lists(st.builds(Region, COUNT, st.none() | BOX), max_size=3).map(tuple)
CELL = st.builds(Cell, TEXT, st.none() | BOX, st.integers(1, 9), st.integers(1, 9))
CELLS = st.lists(CELL, max_size=3).map(tuple)
TABLE = st.builds(Table, CELLS, st.lists(CELLS, max_size=3).map(tuple), TEXT, TEXT)
PARAGRAPH = st.builds(Paragraph, st.sampled_from(["text", "table"]), TEXT, REGIONS, COUNT, st.none() | TABLE)
STRINGS = st.lists(TEXT, max_size=3).map(tuple)
NOTICES = st.lists(st.builds(Notice, TEXT, TEXT, TEXT), max_size=2).map(tuple)
COUNTED = st.lists(st.tuples(TEXT, COUNT), max_size=2).map(tuple)
HEALTH = st.builds(Health, COUNTED, STRINGS, st.booleans(), st.lists(COUNT, max_size=3).map(tuple), NOTICES)
FURNITURE = st.lists(st.builds(Furniture, TEXT, REGIONS, COUNT), max_size=3).map(tuple)
SECTION = st.builds(
    Section,
    sec_id=TEXT,
    heading=TEXT,
    label=TEXT,
    title=TEXT,
    level=COUNT,
    parent=st.none() | TEXT,
    path=STRINGS,
    ord=COUNT,
    last=COUNT,
    first=COUNT,
    count=COUNT,
    end=COUNT,
    tokens=COUNT,
    pages=st.none() | st.tuples(COUNT, COUNT),
    regions=REGIONS,
    evidence=STRINGS,
    confidence=NUMBER,
)


@given(st.lists(PARAGRAPH, max_size=3))
def test_paragraphs_come_back(paragraphs: list[Paragraph]):
    packed = list(rows.paragraph_rows(7, paragraphs))
    assert [row[:2] for row in packed] == [(7, order) for order in range(len(paragraphs))]
    assert [rows.paragraph_of(*row[2:]) for row in packed] == paragraphs


@given(st.lists(SECTION, max_size=3, unique_by=lambda section: section.sec_id))
def test_sections_come_back_whatever_their_paths_are(sections: list[Section]):
    assert rows.sections_of(row[1:] for row in rows.section_rows(7, sections)) == tuple(sections)


@given(HEALTH)
def test_health_comes_back(health: Health):
    assert rows.unpack_health(rows.pack_health(health)) == health


@given(FURNITURE)
def test_furniture_comes_back(furniture: tuple[Furniture, ...]):
    assert rows.unpack_furniture(rows.pack_furniture(furniture)) == furniture


def test_a_path_is_written_only_where_it_does_not_follow_from_its_parent():
    part = Section("p", "Part I", "Part I", "", 1, None, ("Part I",), 0, 1, 0, 0, 1, 0)
    odd = Section("a", "Scope", "", "Scope", 2, "p", ("Annex", "Scope"), 1, 1, 0, 1, 1, 3)
    assert [row[9] for row in rows.section_rows(1, [part, odd])] == [None, '["Annex","Scope"]']


def test_a_number_that_is_none_survives():
    (region,) = rows.unpack_regions(rows.pack_regions((Region(1, Box(math.nan, math.inf, -0.0, 1e-310)),)))
    assert region.box is not None
    assert math.isnan(region.box.left)
    assert (region.box.top, math.copysign(1, region.box.right), region.box.bottom) == (math.inf, -1, 1e-310)


def test_a_region_takes_37_bytes():
    assert len(rows.pack_regions((Region(3, Box(72.0, 80.5, 523.2, 99.1)), Region(4)))) == 74
