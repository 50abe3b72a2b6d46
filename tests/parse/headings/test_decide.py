"""Headings over the whole document: nothing lost, always the same, evidence and confidence that mean something."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from set_text import bold, contents, head, headings, outline, paged, stream, text, typed

from clock import cpu
from silcrow.parse.fragment import Clues, Fragment, Heading, Part, Source
from silcrow.parse.headings.decide import decide
from silcrow.place import Box, Region

WORDS = [
    "1 Boats",
    "1.1 Nets",
    "(a) Fish",
    "Item 1. Sea",
    "PART II",
    "第一章 海",
    "A",
    "Contents",
    "the tide is in.",
    "…. 3",
    "",
]


@st.composite
def fragments(draw: st.DrawFn) -> Fragment:
    words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=4))
    looks = [
        Clues(
            size=draw(st.sampled_from([None, 9.0, 10.0, 14.0])),
            weight=draw(st.sampled_from([0.0, 1.0])),
            caps=draw(st.booleans()),
            engine=draw(st.sampled_from([None, 2])),
            bookmark=draw(st.sampled_from([None, None, None, 1, 2])),
            gap=draw(st.sampled_from([None, 0.3, 2.0])),
        )
        for _ in words
    ]
    place = (Region(draw(st.integers(1, 5)), Box(72.0, draw(st.floats(0, 700)), 500.0, 720.0)),)
    starts, whole = [], ""
    for word in words:
        starts.append(len(whole) + bool(whole))
        whole = f"{whole} {word}" if whole else word
    parts = tuple(Part(min(s, len(whole)), look, place) for s, look in zip(starts, looks, strict=True))
    clues = looks[0] if len(words) == 1 else Clues(**{**_all(looks[0]), "parts": parts})
    return Fragment(
        draw(st.sampled_from(["text", "text", "list", "table", "code"])),
        whole,
        place,
        clues,
        furniture=draw(st.integers(0, 9)) == 0,
    )


def _all(clues: Clues) -> dict[str, object]:
    return {name: getattr(clues, name) for name in clues.__slots__}


@settings(max_examples=60, deadline=None)
@given(st.lists(fragments(), max_size=25))
def test_headings_and_fragments_are_the_source_in_order(given):
    found = decide(Source("pdf", given, pages=5)).stream
    assert "".join("".join(f.text.split()) for f in found) == "".join("".join(f.text.split()) for f in given)
    assert [f for f in found if isinstance(f, Fragment) and f.furniture] == [f for f in given if f.furniture]


@settings(max_examples=30, deadline=None)
@given(st.lists(fragments(), max_size=25))
def test_levels_begin_at_one_and_go_down_a_step_at_a_time(given):
    levels = [found.level for found in decide(Source("pdf", given, pages=5)).stream if isinstance(found, Heading)]
    assert all(after <= before + 1 for before, after in zip([0, *levels], levels, strict=False))


def test_the_same_source_gives_the_same_stream():
    source = Source("pdf", paged(*MANUAL), pages=30)
    assert decide(source) == decide(source)


MANUAL = [
    found
    for n in range(1, 7)
    for found in (
        head(f"{n} Boat number {n}", size=16.0),
        text(),
        head(f"{n}.1 Its nets"),
        text(),
        bold("Mind the tide"),
        text(),
    )
]


def test_explicit_levels_are_taken_as_they_are_and_nothing_else():
    found = stream(
        text("Boats", clues=Clues(level=2)),
        bold("Not a heading", engine=1),
        text("Nets", clues=Clues(level=4)),
        source="html",
    )
    assert [f.text for f in found if isinstance(f, Heading)] == ["Boats", "Nets"]
    assert [(f.level, f.evidence) for f in found if isinstance(f, Heading)] == [(2, ("explicit",)), (4, ("explicit",))]


def test_furniture_code_and_tables_are_no_headings():
    plain = [
        Fragment(kind, "1 Boats", (Region(2),), head("x").clues) for kind in ("table", "code", "figure", "formula")
    ]
    running = Fragment("text", "2 Nets", (Region(2),), head("x").clues, furniture=True)
    assert outline(*plain, running, text()) == []


def test_evidence_names_the_strongest_clue_first():
    entries = contents(*(f"{n} Boat number {n} .... {n}" for n in range(1, 7)))
    assert headings(*entries, *paged(*MANUAL))[1].evidence[0] == "contents"
    assert headings(*paged(*MANUAL))[0].evidence[0] == "style"
    assert headings(head("Boats", bookmark=1), text())[0].evidence[0] == "bookmark"
    assert headings(*typed("ARTICLE 1", "ARTICLE 2", "ARTICLE 3"), source="text")[0].evidence[0] == "numbering"


def test_more_that_speaks_for_a_heading_means_more_confidence():
    listed = contents(*(f"{n} Boat number {n} .... {n}" for n in range(1, 7)))
    sure = headings(*listed, *paged(*MANUAL))[1].confidence
    likely = headings(*paged(*MANUAL))[0].confidence
    assert 0.5 < likely <= 1
    assert sure >= 0.95


def test_plain_text_is_structured_by_numbers_and_capitals():
    prose = (
        "The boats lay in the harbour until the ice had gone, and the nets were hung up to dry along the wall there."
    )
    lines = ["MASTER AGREEMENT", prose, "ARTICLE 1 DEFINITIONS", prose, "1.1 Boats", prose, "1.2 Nets", prose]
    lines += ["ARTICLE 2 TERM", prose, "2.1 Renewal", prose, "APPENDIX A", prose]
    assert outline(*typed(*lines), source="text") == [
        "MASTER AGREEMENT",
        "ARTICLE 1 DEFINITIONS",
        "  1.1 Boats",
        "  1.2 Nets",
        "ARTICLE 2 TERM",
        "  2.1 Renewal",
        "APPENDIX A",
    ]


def test_chinese_divisions_nest_without_sizes():  # G049-G053
    prose = "渔船每天两次出港，港务长记录潮汐的时间，写下的内容保存在大门旁的办公室里，任何人都可以查阅这些记录。" * 2
    lines = ["第 1 章 引言", "1.1 文档目的", prose, "1.2 范围", prose, "第２章 港口", "2.1 码头", prose]
    assert outline(*typed(*lines), source="text") == [
        "第 1 章 引言",
        "  1.1 文档目的",
        "  1.2 范围",
        "第２章 港口",
        "  2.1 码头",
    ]


def test_a_document_without_structure_has_no_headings():
    assert headings(*[text(page=n) for n in range(1, 9)]) == []
    assert decide(Source("pdf", [])).stream == []


@pytest.mark.parametrize("kind", ["alike", "odd", "many looks", "numbered"])
def test_twice_the_document_costs_twice_the_time(kind):
    def cost(pages: int) -> float:
        made = [found for n in range(pages) for found in _page(kind, n)]
        return cpu(lambda: decide(Source("pdf", made, pages=pages)))

    cost(20)
    assert cost(1600) < 5 * cost(400) + 0.2


def _page(kind: str, n: int) -> list[Fragment]:
    sizes = random.Random(n)
    title = {
        "alike": "Options",
        "odd": f"Boat {n}",
        "many looks": f"Boat {n}",
        "numbered": f"{n // 9 + 1}.{n % 9 + 1} Boat",
    }[kind]
    size = {"odd": sizes.choice([10.5, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0]), "many looks": 11.0 + n % 300 / 2}.get(
        kind, 14.0
    )
    return [head(title, n + 1, size=size), *[text(page=n + 1) for _ in range(8)], bold("Options", n + 1)]


def at(fragment: Fragment, top: float) -> Fragment:
    return replace(fragment, regions=(Region(1, Box(72.0, top, 500.0, top + 12)),))


def on_one_page(words: str, top: float) -> list[str]:
    """The headings of a page of text with one more line, bold and named by the engine, at a height."""
    line = at(bold(words, engine=2, gap=2.0, lines=1), top)
    body = [at(head("Berths", lines=1), 100), at(text(), 120), at(text(), 300), at(text(), 500)]
    page = sorted([*body, line], key=lambda one: one.regions[0].box.top)
    return [found.text for found in headings(*page, pages=1)]


def test_the_last_line_of_a_lone_page_is_no_heading():
    assert on_one_page("20 Chapter 4. Source packages", 740) == ["Berths"]
    assert on_one_page("Harbour rules", 740) == ["Berths"]


def test_the_first_line_of_a_lone_page_is_no_heading_where_it_ends_in_a_number():
    assert on_one_page("Chapter 4. Source packages 21", 40) == ["Berths"]


def test_the_same_line_within_a_lone_page_is_one():
    assert on_one_page("Source packages", 400) == ["Berths", "Source packages"]
