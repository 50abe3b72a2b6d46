"""What the looks of a document tell of its headings, and what tells nothing of a look."""

from dataclasses import replace

from set_text import BODY, LOREM, bold, contents, head, outline, paged, parted, text

NAMES = ["Boats", "Nets", "Sails", "Oars", "Ropes", "Anchors", "Lamps", "Charts", "Buoys", "Winches"]
RISK = "Storms in the winter months could keep the boats in the harbour and harm what we earn."


def slanted(words: str) -> object:
    return head(words, size=10.0, weight=0.0, italic=True, engine=3)


def test_headings_in_italics_are_known_by_the_paragraphs_below_them():
    found = outline(*paged(*(one for name in NAMES for one in (slanted(name), text()))))
    assert found == NAMES


def test_light_capitals_are_known_by_the_headings_that_stand_below_them():
    notes = [f"NOTE {n} - {name.upper()} LOST OR SOLD OR LENT OR LAID UP ASHORE" for n, name in enumerate(NAMES, 1)]
    light = {"size": 10.0, "weight": 0.0, "engine": None, "caps": True}
    lines = [(head(note, **light), bold(f"Repairs of {note[9:14]}", engine=3), text()) for note in notes]
    found = outline(*paged(*(one for line in lines for one in line)))
    assert found[:3] == [notes[0], "  Repairs of BOATS", notes[1]]


def test_a_word_in_italics_here_and_there_is_no_heading():
    assert outline(*paged(slanted("Boats"), text(), text(), slanted("Nets"), text())) == []


def test_sentences_in_bold_above_their_paragraph_do_not_spoil_the_look_of_headings():
    risks = [one for _ in range(12) for one in (bold(RISK), text())]
    found = outline(*paged(*(one for name in NAMES for one in (bold(name, engine=2), text())), *risks))
    assert set(NAMES) <= set(found)


def test_a_bold_beginning_that_its_sentence_goes_on_behind_tells_nothing_of_its_look():
    """The engine gives a line the look of the words that it opens with."""
    line = "Repairs of hulls. We haul each boat once a year and look at all of its planks from the keel to the rail"
    opened = parted((line, replace(BODY, weight=1.0)), (f"above the water, and {LOREM}", BODY), page=12)
    opened = replace(opened, clues=replace(opened.clues, weight=0.3))
    found = outline(*paged(*(one for name in NAMES for one in (bold(name, engine=2), text()))), *[opened] * 20)
    assert found == NAMES


def test_words_that_introduce_points_are_a_paragraph_with_them():
    words = "Repairs cost twelve more than in the year before, which was driven mostly by:"
    below = (text(words), text("• Planks", kind="list"))
    assert outline(*paged(*(one for name in NAMES for one in (bold(name), *below)))) == NAMES


def test_a_full_line_in_the_look_of_headings_that_its_block_goes_on_behind_is_none():
    names = [one for name in NAMES for one in (bold(name, engine=2), text())]
    line = "Rotten Planks Last Year Were Found in Most of the Older Boats of the Harbour of Which the Keel Was"
    opened = parted((line, replace(BODY, weight=1.0, engine=2)), (f"above the water, and {LOREM}", BODY), page=12)
    assert outline(*paged(*names), opened, pages=20) == NAMES


def deep(lower: str) -> list[object]:
    """A manual whose contents lists its twelve chapters, each with two headings of a look below it."""
    listed = contents(*(f"Boat number {n} ..... {n + 1}" for n in range(1, 13)))
    body = [
        one
        for n in range(1, 13)
        for one in (
            head(f"Boat number {n}", n + 1, size=16.0),
            text(page=n + 1),
            bold(f"{lower} hull {n}", n + 1, size=12.0, engine=3),
            text(page=n + 1),
        )
    ]
    return [*listed, *body]


def test_a_contents_that_stops_above_a_look_says_nothing_against_it():
    found = outline(*deep("The"), pages=13)
    assert found[:3] == ["Contents", "Boat number 1", "  The hull 1"]
    assert len(found) == 1 + 2 * 12
