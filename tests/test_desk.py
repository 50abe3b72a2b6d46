"""The Desk: documents laid open."""

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf, shelve
from silcrow.desk import Desk
from silcrow.errors import Ambiguous, NotFound, Usage
from silcrow.passage import Passages
from silcrow.place import Span
from silcrow.testing import make_document

REPORT = """
=== page 1

Cover of the report.

# Part I

## Item 1A. Risk Factors

Prices may fall.

=== page 2

Prices may rise.

### Competition

There is much of it.

## Item 2. Properties

# Part II

=== page 4

## Item 1A. Risk Factors

No change.
"""


@pytest.fixture
def desk() -> Desk:
    return Desk(shelf(r=REPORT, s="# Summary\n\nShort."))


def texts(found: Passages) -> list[tuple[str, list[str]]]:
    return [(str(passage.span), [p.text for p in passage.paragraphs]) for passage in found.passages]


def codes(found: Passages) -> list[str]:
    return [notice.code for notice in found.notices]


PRICES = ("r:item-1a:1-2", ["Prices may fall.", "Prices may rise."])
COMPETITION = ("r:competition:1", ["There is much of it."])


@pytest.mark.parametrize(
    "place, passages",
    [
        ("r:item-1a", [PRICES]),
        ("r:item-1a:2", [("r:item-1a:2", ["Prices may rise."])]),
        ("r:item-1a:0-1", [("r:item-1a:0-1", ["Item 1A. Risk Factors", "Prices may fall."])]),
        (Span("r", "item-1a", 1, 2), [PRICES]),
        ("Part I > Item 1A", [PRICES]),
        ("Part I › Risk Factors:2-2", [("r:item-1a:2", ["Prices may rise."])]),
        ("competition", [COMPETITION]),
        ("Competition : 1", [COMPETITION]),
        ("part-ii.item-1a", [("r:part-ii.item-1a:1", ["No change."])]),
        ("front", [("r:front:1", ["Cover of the report."])]),
        ("Item 2", [("r:item-2:0", ["Item 2. Properties"])]),
        ("Summary", [("s:summary:1", ["Short."])]),
    ],
)
def test_a_place_or_words_are_read(desk: Desk, place: str | Span, passages: list[tuple[str, list[str]]]) -> None:
    assert texts(desk.read(place)) == passages


def test_a_passage_knows_its_path_and_pages(desk: Desk) -> None:
    (passage,) = desk.read("Part I > Item 1A").passages
    assert passage.path == ("Part I", "Item 1A. Risk Factors")
    assert passage.pages == (1, 2)
    assert (passage.rank, passage.hits) == (0, ())


def test_a_deep_reading_has_a_passage_for_each_section_and_leaves_none_out(desk: Desk) -> None:
    found = desk.read("r:part-i", deep=True)
    assert texts(found) == [PRICES, COMPETITION, ("r:item-2:0", ["Item 2. Properties"])]
    assert codes(found) == []


def test_a_reading_that_is_not_deep_says_what_lies_below(desk: Desk) -> None:
    found = desk.read("Part I")
    assert texts(found) == [("r:part-i:0", ["Part I"])]
    assert [(notice.code, notice.place) for notice in found.notices] == [("subsections", "r:part-i")]


def test_a_span_past_the_end_of_its_section_is_clipped_and_says_so(desk: Desk) -> None:
    found = desk.read("r:item-1a:2-9")
    assert texts(found) == [("r:item-1a:2", ["Prices may rise."])]
    assert [(notice.code, notice.place) for notice in found.notices] == [("clipped", "r:item-1a:2-9")]


def test_words_that_fit_several_sections_are_ambiguous_even_if_one_bears_that_id(desk: Desk) -> None:
    for words in ("Item 1A", "Risk Factors"):
        with pytest.raises(Ambiguous) as caught:
            desk.read(words)
        assert caught.value.candidates == ("r:item-1a", "r:part-ii.item-1a")
    with pytest.raises(Ambiguous) as caught:
        Desk(shelf(d="# Scope\n\nOne.\n\n# Two\n\n## Scope\n\nAnother.")).read("scope")
    assert caught.value.candidates == ("d:scope", "d:two.scope")


def test_an_id_that_is_no_printed_name_is_exact(desk: Desk) -> None:
    assert texts(desk.read("item-1a")) == [PRICES]


def test_naming_nothing_is_refused(desk: Desk) -> None:
    for place in ("", "  "):
        with pytest.raises(Usage, match="no section was named"):
            desk.read(place)


@pytest.mark.parametrize(
    "place, candidates",
    [
        ("Compettition", ("r:competition",)),
        ("r:compettition", ("r:competition",)),
        ("q:item-1a", ()),
        ("rr:item-1a", ("r",)),
        ("r:item-1a:7", ("r:item-1a:1-2",)),
        ("r:part-i:1", ("r:part-i:0",)),
        ("zzz", ()),
    ],
)
def test_a_place_that_is_not_there_names_the_nearest_that_are(
    desk: Desk, place: str, candidates: tuple[str, ...]
) -> None:
    with pytest.raises(NotFound) as caught:
        desk.read(place)
    assert caught.value.candidates == candidates
    assert caught.value.hint


def test_a_desk_says_what_lies_open_on_it(desk: Desk) -> None:
    assert repr(desk) == "<Desk: all>"
    assert repr(desk.only("r").inside(Span("r", "part-ii"))) == "<Desk: r, within r:part-ii>"


def test_finding_gives_every_section_that_fits(desk: Desk) -> None:
    assert [str(lead.span) for lead in desk.find("Item 1A")] == ["r:item-1a", "r:part-ii.item-1a"]
    (lead,) = desk.find("Competition", "r")
    assert (lead.path, lead.pages) == (("Part I", "Item 1A. Risk Factors", "Competition"), (2,))
    assert [str(lead.span) for lead in desk.find("r:competition")] == ["r:competition"]
    with pytest.raises(NotFound):
        desk.find("Summary", "r")


def test_words_are_looked_for_in_the_document_named(desk: Desk) -> None:
    assert texts(desk.read("Competition", doc_id="r")) == [COMPETITION]
    with pytest.raises(NotFound):
        desk.read("Competition", doc_id="s")
    with pytest.raises(Usage):
        desk.read("r:competition", doc_id="s")


@given(st.integers(1, 30), st.sampled_from(["r:part-i", "r:item-1a", "r:part-ii"]), st.booleans())
def test_following_the_cursor_gives_each_paragraph_once(budget: int, place: str, deep: bool) -> None:
    desk = Desk(SHELF)
    whole = [p for passage in desk.read(place, deep=deep).passages for p in passage.paragraphs]
    read, cursor = [], None
    while not read or cursor:
        found = desk.read(place, deep=deep, max_tokens=budget, cursor=cursor)
        read += [p for passage in found.passages for p in passage.paragraphs]
        cursor = found.cursor
    assert read == whole


SHELF = shelf(r=REPORT)


def test_a_cursor_does_not_outlive_its_edition() -> None:
    store = shelf(r=REPORT)
    cursor = Desk(store).read("r:part-i", deep=True, max_tokens=1).cursor
    shelve(store, make_document(REPORT, doc_id="r", edition="1" * 16))
    with pytest.raises(Usage, match="changed"):
        Desk(store).read("r:part-i", deep=True, max_tokens=1, cursor=cursor)


def test_pages_are_read_in_reading_order_a_passage_a_section(desk: Desk) -> None:
    found = desk.read_pages("r", 2, 4)
    assert texts(found) == [
        ("r:item-1a:2", ["Prices may rise."]),
        COMPETITION,
        ("r:part-ii.item-1a:1", ["No change."]),
    ]
    assert texts(desk.read_pages("r", 3, 3)) == []
    first = desk.read_pages("r", 2, 4, max_tokens=1)
    assert texts(desk.read_pages("r", 2, 4, cursor=first.cursor)) == [
        COMPETITION,
        ("r:part-ii.item-1a:1", ["No change."]),
    ]


def test_pages_past_the_end_are_clipped_and_said_or_not_found(desk: Desk) -> None:
    assert codes(desk.read_pages("r", 4, 9)) == ["clipped"]
    with pytest.raises(NotFound):
        desk.read_pages("r", 5, 9)
    with pytest.raises(Usage, match="no range"):
        desk.read_pages("r", 2, 1)
    with pytest.raises(Usage, match="no pages"):
        desk.read_pages("s", 1, 1)


def test_a_desk_shows_only_its_documents(desk: Desk) -> None:
    store = shelf(r=REPORT, s="# Summary\n\nShort.")
    small = Desk(store, ("s",))
    assert [record.doc_id for record in small.documents()] == ["s"]
    for act in (lambda: small.read("r:item-1a"), lambda: small.outline("r"), lambda: small.read_pages("r", 1, 1)):
        with pytest.raises(NotFound):
            act()
    assert small.retrieve("prices").passages == ()
    assert [record.doc_id for record in desk.documents()] == ["r", "s"]


def test_a_desk_within_a_section_shows_only_what_is_below_it() -> None:
    desk = Desk(shelf(r=REPORT), ("r",), (Span("r", "part-i"),))
    assert texts(desk.read("Item 1A")) == [PRICES]
    assert [section.sec_id for section in desk.outline("r").sections] == ["part-i", "item-1a", "competition", "item-2"]
    assert [str(passage.span) for passage in desk.retrieve("change prices properties").passages] == [
        "r:item-1a:1-2",
        "r:item-2:0",
    ]
    with pytest.raises(NotFound) as caught:
        desk.read("r:part-ii.item-1a")
    assert caught.value.candidates == ("r:part-i",)
    found = desk.read_pages("r", 1, 4)
    assert [place for place, _ in texts(found)] == ["r:item-1a:1-2", "r:competition:1"]
    assert codes(found) == ["outside_scope"]


def test_a_desk_within_a_span_shows_only_its_paragraphs() -> None:
    desk = Desk(shelf(r=REPORT), None, (Span("r", "item-1a", 2, 2), Span("r", "competition")))
    assert texts(desk.read("r:item-1a")) == [("r:item-1a:2", ["Prices may rise."])]
    assert [str(p.span) for p in desk.retrieve("prices much", window=(0, 0)).passages] == [
        "r:item-1a:2",
        "r:competition:1",
    ]


def test_a_window_does_not_look_out_of_the_scope() -> None:
    desk = Desk(shelf(r=REPORT), None, (Span("r", "item-1a", 2, 2),))
    assert [str(p.span) for p in desk.retrieve("prices rise", window=(2, 2)).passages] == ["r:item-1a:2"]


def test_a_document_removed_meanwhile_is_not_found() -> None:
    store = shelf(r=REPORT, s="# Summary\n\nShort.")
    desk = Desk(store, ("r", "s"))
    store.remove("r")
    acts = [
        desk.documents,
        lambda: desk.outline("r"),
        lambda: desk.read("r:item-1a"),
        lambda: desk.read_pages("r", 1, 1),
        lambda: desk.retrieve("prices"),
        lambda: desk.find("Item 1A", "r"),
    ]
    for act in acts:
        with pytest.raises(NotFound):
            act()


def test_a_desk_is_used_from_many_threads() -> None:
    desk = Desk(shelf(r=REPORT))
    wanted = desk.retrieve("prices rise")
    seen: list[bool] = []

    def look() -> None:
        seen.extend(desk.retrieve("prices rise") == wanted for _ in range(5))

    threads = [threading.Thread(target=look) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [True] * 80


def test_a_scope_only_narrows() -> None:
    desk = Desk(shelf(report=REPORT, other=REPORT), ["report"], [Span("report", "item-1a", 1, 1)])
    with pytest.raises(NotFound):
        desk.only("other")
    with pytest.raises(NotFound):
        desk.inside(Span("other", "item-1a"))
    with pytest.raises(NotFound):
        desk.inside(Span("report", "part-ii"))
    with pytest.raises(NotFound):
        desk.find("report:part-ii")
    narrowed = desk.inside(Span("report", "part-i"))
    assert [p.text for p in narrowed.read("report:item-1a").passages] == ["Prices may fall."]
    assert narrowed.retrieve("prices rise").passages[0].text == "Prices may fall."
