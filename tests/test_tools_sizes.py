"""No result of a tool is above its cap, and following cursors gives everything once."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shelf import shelf
from silcrow.desk import Desk
from silcrow.place import Span
from silcrow.toolset import ToolResult
from tooling import REPORT, code, flat, one, size


@pytest.fixture
def desk() -> Desk:
    return Desk(shelf(report=REPORT))


def texts(n: int) -> str:
    """A document of n sections, a few of whose paragraphs are long, of wide letters, or tables."""
    wide = "".join(chr(0x4E00 + at * 7 % 20_000) for at in range(900))
    rows = "\n".join(f'| row {at} | "{at * 37}" | \\ |' for at in range(120))
    blocks = ["# Book"]
    for at in range(n):
        blocks.append(f"## {at + 1} Section of things")
        blocks.extend(f"Paragraph {at}.{i} says that the tide of day {i} was {at * i} high." for i in range(at % 7))
        if at % 11 == 3:
            blocks.append(f"Of wide letters {at}: {wide}")
        if at % 13 == 5:
            blocks.append(f"| head {at} | b | c |\n{rows}")
        if at % 17 == 2:
            blocks.append(f"Long {at}: " + f"word {at} and quote “\\{at}”. " * 400)
    return "\n\n".join(blocks)


def follow(tool: str, desk: Desk, **arguments: Any) -> Iterator[ToolResult]:
    """Every result, from the first to the one without a cursor."""
    cursor = None
    while True:
        found = one(tool, desk, cursor=cursor, **arguments)
        yield found
        if (cursor := found.data["cursor"]) is None:
            assert found.data["left_out"] is None
            return
        assert found.data["left_out"]["count"] > 0


def paragraphs(results: Iterator[ToolResult], cap: int) -> list[tuple[str, str]]:
    """Section and text of all that was read, the pieces of a paragraph put together."""
    found: list[tuple[str, str]] = []
    pieces = False
    for result in results:
        assert size(result) <= cap
        cut = any(notice["code"] == "cut" for notice in result.data["notices"])
        for passage in result.data["passages"]:
            span = Span.parse(passage["place"])
            if cut and pieces and found[-1][0] == passage["place"]:
                found[-1] = (found[-1][0], found[-1][1] + passage["text"])
                continue
            each = [passage["text"]] if cut else passage["text"].split("\n\n")
            assert span.first is not None
            assert span.last is not None
            assert len(each) == span.last - span.first + 1
            found.extend((f"{span.doc_id}:{span.sec_id}:{n}", text) for n, text in enumerate(each, span.first))
        pieces = cut
    return found


SHELF = shelf(book=texts(60))


@settings(max_examples=12)
@given(cap=st.integers(400, 20_000))
def test_following_cursors_gives_each_paragraph_once_under_any_cap(cap: int):
    store = SHELF
    expected = [
        (f"book:{section.sec_id}:{n + 1}", store.read("book", section.first + n, section.first + n + 1)[0].text)
        for section in store.outline("book")
        for n in range(section.count)
    ]
    read = paragraphs(follow("read_section", Desk(store), section="book", deep=True, max_tokens=cap), cap)
    assert [one for one in read if not one[0].endswith(":0")] == expected


def test_a_thousand_pages_are_read_once_through():
    store = shelf(book=texts(600))
    sections = store.outline("book")
    assert sum(section.tokens for section in sections) > 1_000 * 300  # tokens of a printed page
    read = paragraphs(follow("read_section", Desk(store), section="book", deep=True, max_tokens=4_000), 4_000)
    places = [place for place, _ in read if not place.endswith(":0")]
    assert len(places) == len(set(places)) == sum(section.count for section in sections)


@pytest.mark.parametrize("cap", [400, 700, 8_000])
@pytest.mark.parametrize("depth", [None, 1])
def test_following_the_cursor_of_an_outline_gives_each_section_once(cap: int, depth: int | None):
    results = list(follow("outline", Desk(SHELF), max_tokens=cap, depth=depth))
    assert all(size(result) <= cap for result in results[:1])
    seen = [sec_id for result in results for sec_id in flat(result.data["sections"])]
    assert sorted(seen) == sorted(section.sec_id for section in SHELF.outline("book"))


def test_lists_are_capped_and_go_on():
    desk = Desk(shelf(**{f"doc{n:03}": "# Same\n\nText." for n in range(60)}))
    results = list(follow("documents", desk, max_tokens=500))
    assert [entry["doc_id"] for result in results for entry in result.data["documents"]] == [
        f"doc{n:03}" for n in range(60)
    ]
    results = list(follow("find_section", desk, words="Same", max_tokens=500))
    assert len({entry["place"] for result in results for entry in result.data["sections"]}) == 60
    assert all(size(result) <= 500 for result in results)


@pytest.mark.parametrize("cap", [400, 500, 1_000, 8_000])
def test_a_search_stays_below_its_cap(cap: int):
    found = one("retrieve", Desk(SHELF), query="wide letters, long word, row", top_k=50, window=[9, 9], max_tokens=cap)
    assert size(found) <= cap
    assert found.data["left_out"] is not None


def test_the_default_cap_holds_for_a_table_of_any_length():
    rows = "\n".join(f"| a{n} | {n} |" for n in range(8_000))
    desk = Desk(shelf(book=f"# One\n\n| x | y |\n{rows}"))
    results = list(follow("read_section", desk, section="one"))
    assert len(results) > 5
    assert all(size(result) <= 8_000 for result in results)
    assert "".join(r.data["passages"][0]["text"] for r in results) == f"| x | y |\n{rows}"


@pytest.mark.parametrize("cursor", ["", " ", "0", "null", "None", "undefined"])
def test_a_cursor_invented_for_a_first_call_is_none(desk: Desk, cursor: str):
    for tool, arguments in (("read_section", {"section": "item-2"}), ("documents", {}), ("outline", {})):
        assert not one(tool, desk, cursor=cursor, **arguments).is_error


@pytest.mark.parametrize("cursor", ["1", "abc", "~", "~~", "x~MQ", "é", "MC0wMDAwMDAwMDAwMDAtMDAwMDAwMDA", "A" * 9_999])
def test_a_damaged_cursor_fails_and_does_not_begin_again(desk: Desk, cursor: str):
    for tool, arguments in (("read_section", {"section": "item-2"}), ("documents", {}), ("outline", {})):
        assert code(one(tool, desk, cursor=cursor, **arguments)) == "usage"


def test_a_cursor_is_good_for_its_own_request_only():
    desk = Desk(shelf(a=texts(30), b=texts(30)))
    cursor = one("outline", desk, doc_id="a", max_tokens=500).data["cursor"]
    assert code(one("outline", desk, doc_id="b", max_tokens=500, cursor=cursor)) == "usage"
    cursor = one("read_section", desk, doc_id="a", section="book", deep=True, max_tokens=400).data["cursor"]
    assert code(one("read_section", desk, doc_id="b", section="book", deep=True, cursor=cursor)) == "usage"
