"""Contents pages: found by form, read line by line, matched to headings (bug kinds C: G033-G036, G040, G046-G048)."""

import time
from dataclasses import replace

import pytest

from silcrow.parse.contents import Entry, is_title, read_contents
from silcrow.parse.fragment import Clues, Fragment, Heading, Source
from silcrow.parse.headings.decide import decide
from silcrow.place import Box, Region

PLAIN = Clues(size=10.0, gap=1.0)
BOLD = replace(PLAIN, size=14.0, weight=1.0, engine=2)
PROSE = (
    "The boats lie in the harbour until the tide is in, and what is written down of them is kept in the office there."
)


def line(words: str, page: int = 1, *, left: float = 72.0, top: float = 100.0, clues: Clues = PLAIN) -> Fragment:
    return Fragment("text", words, (Region(page, Box(left, top, 500.0, top + 12)),), clues)


def entries(*lines: Fragment | str) -> list[tuple[str, str]]:
    given = [found if isinstance(found, Fragment) else line(found, top=100.0 + 14 * n) for n, found in enumerate(lines)]
    return [(entry.title, entry.printed) for entry in read_contents(given).entries]


def headings(*fragments: Fragment, pages: int = 40) -> list[Heading]:
    return [found for found in decide(Source("pdf", list(fragments), pages=pages)).stream if isinstance(found, Heading)]


def body(*places: tuple[str, int]) -> list[Fragment]:
    """Headings that only the contents can tell from text, with a paragraph each."""
    return [found for title, page in places for found in (line(title, page), line(PROSE, page))]


@pytest.mark.parametrize(
    "title",
    [
        "Contents",
        "TABLE OF CONTENTS",
        "CONTENTS.",
        "## Table of Contents",
        "目录",
        "目 次",
        "Inhalt",
        "List of Figures",
    ],
)
def test_titles_of_contents_are_known_in_many_forms(title):  # G047, G048
    assert is_title(title)


@pytest.mark.parametrize("title", ["Content", "The contents of the net", "Contents of this report are listed", ""])
def test_other_titles_are_none(title):
    assert not is_title(title)


def test_dotted_leaders_part_title_and_page():
    assert entries(
        "Contents", "1 Boats ........ 1", "1.1 Sails . . . . . . . 2", "Notes …… iv", "A Knots ____ A-3"
    ) == [
        ("1 Boats", "1"),
        ("1.1 Sails", "2"),
        ("Notes", "iv"),
        ("A Knots", "A-3"),
    ]


def test_page_numbers_without_leaders_are_read_too():
    assert entries("Contents", "Boats 1", "Sails 12", "Nets 31") == [("Boats", "1"), ("Sails", "12"), ("Nets", "31")]


def test_entries_run_into_one_block_are_parted_at_their_leaders():
    assert entries("Contents", "1 Boats ..... 1 2 Nets ..... 7 3 Fish ..... 9") == [
        ("1 Boats", "1"),
        ("2 Nets", "7"),
        ("3 Fish", "9"),
    ]


def test_page_numbers_in_a_column_of_their_own_are_given_to_the_lines_beside_them():  # G046
    titles = [line(title, left=72.0, top=100.0 + 14 * n) for n, title in enumerate(("Boats", "Sails", "Nets", "Fish"))]
    numbers = [line(number, left=480.0, top=100.0 + 14 * n) for n, number in enumerate(("1", "4", "9", "12"))]
    assert entries(line("Contents", top=60.0), *titles, *numbers) == [
        ("Boats", "1"),
        ("Sails", "4"),
        ("Nets", "9"),
        ("Fish", "12"),
    ]


def test_a_title_too_long_for_one_line_is_one_entry():
    long = "Item 5. Market for Registrant's Common Equity, Related Stockholder Matters and"
    assert entries("Contents", "Item 4. Mines .... 7", long, "Issuer Purchases .... 8", "Item 6. Data .... 9")[1] == (
        f"{long} Issuer Purchases",
        "8",
    )


def test_an_entry_without_a_page_is_kept():  # G035
    assert ("PART I", "") in entries("Contents", "PART I", "Item 1 .... 1", "Item 2 .... 4", "PART II", "Item 3 .... 9")


def test_an_index_of_words_is_no_contents():
    assert (
        entries("Index", "anchor, 7", "boat .... 41", "cable .... 3", "deck .... 88", "ebb .... 2", "fish .... 19")
        == []
    )


def test_a_balance_sheet_is_no_contents():
    assert entries("Cash . . . . . . $ 876,560", "Debts . . . . . . 1,495,094", "Boats . . . . . . 591,800") == []


def test_lines_that_end_in_numbers_are_no_contents_without_a_title():
    assert entries("Boats landed in 1851", "Nets bought in 1852", "Fish sold in 1853", PROSE) == []


def test_a_list_of_figures_gives_no_sections():
    assert entries(
        "Contents", "1 Boats .... 1", "2 Nets .... 2", "3 Fish .... 3", "List of Figures", "A boat .... 2"
    ) == [
        ("1 Boats", "1"),
        ("2 Nets", "2"),
        ("3 Fish", "3"),
    ]


def test_pages_bound_left_and_right_share_their_indents():
    left = [line(f"{n} Boats {n}", 1, left=72.0 if n % 2 else 90.0, top=100.0 + 14 * n) for n in range(1, 9)]
    right = [line(f"{n} Nets {n}", 2, left=110.0 if n % 2 else 128.0, top=100.0 + 14 * n) for n in range(9, 17)]
    found = read_contents([line("Contents", top=80.0), *left, *right]).entries
    assert {entry.left for entry in found} == {72.0, 90.0}


def test_contents_make_headings_of_plain_lines_on_their_pages():
    lines = [line(f"{title} .... {page}") for title, page in (("Boats", 1), ("Sails", 2), ("Nets", 5), ("Fish", 9))]
    found = headings(line("Contents"), *lines, *body(("Boats", 4), ("Sails", 5), ("Nets", 8), ("Fish", 12)))
    assert [(h.text, h.regions[0].page, h.evidence[0]) for h in found[1:]] == [
        ("Boats", 4, "contents"),
        ("Sails", 5, "contents"),
        ("Nets", 8, "contents"),
        ("Fish", 12, "contents"),
    ]


def test_contents_lines_themselves_are_no_sections():  # G047, G048
    lines = [line(f"{n} Boats of year {n} {n}", clues=BOLD) for n in range(1, 7)]
    places = [
        found for n in range(1, 7) for found in (line(f"{n} Boats of year {n}", n + 2, clues=BOLD), line(PROSE, n + 2))
    ]
    found = headings(line("Contents", clues=BOLD), *lines, *places)
    assert [h.regions[0].page for h in found] == [1, 3, 4, 5, 6, 7, 8]


def test_a_word_on_another_page_than_the_contents_says_is_none():
    lines = [line(f"{title} .... {page}") for title, page in (("Boats", 1), ("Sails", 2), ("Nets", 5), ("Fish", 9))]
    stray = line("Sails", 20)
    found = headings(line("Contents"), *lines, *body(("Boats", 4), ("Sails", 5), ("Nets", 8), ("Fish", 12)), stray)
    assert [h.regions[0].page for h in found if h.text == "Sails"] == [5]


def test_pages_that_are_missing_shift_one_stretch_only():  # G040
    titles = [f"Landings of boat {chr(97 + n)}" for n in range(12)]
    lines = [line(f"{title} .... {2 * n + 1}") for n, title in enumerate(titles)]
    places = [(title, 2 * n + 4 - (6 if n > 5 else 0)) for n, title in enumerate(titles)]
    assert [h.text for h in headings(line("Contents"), *lines, *body(*places))][1:] == titles


def test_contents_of_another_document_name_nothing():  # G034: no title is found in the body
    lines = [line(f"{title} .... {page}") for title, page in (("Boats", 1), ("Sails", 2), ("Nets", 5), ("Fish", 9))]
    assert [h.text for h in headings(line("Contents"), *lines, *body(("Cattle", 4), ("Hay", 5)))] == ["Contents"]


def test_two_papers_in_one_file_keep_their_contents_apart():  # G036
    found = []
    for start in (1, 20):
        found += [
            line("Contents", start),
            *(line(f"{t} .... {p}", start) for t, p in (("Aims", 1), ("Means", 3), ("Ends", 5))),
        ]
        found += body(("Aims", start + 1), ("Means", start + 3), ("Ends", start + 5))
    assert [(h.text, h.regions[0].page) for h in headings(*found) if h.text != "Contents"] == [
        ("Aims", 2),
        ("Means", 4),
        ("Ends", 6),
        ("Aims", 21),
        ("Means", 23),
        ("Ends", 25),
    ]


def test_contents_without_pages_are_told_by_what_comes_again():  # G048, G062
    titles = ["CHAPTER I. Loomings", "CHAPTER II. The Bag", "CHAPTER III. The Inn"]
    written = [Fragment("text", words) for words in ("CONTENTS.", *titles)]
    told = [Fragment("text", words) for title in titles for words in (title.title(), PROSE)]
    found = read_contents([*written, *told])
    assert (found.titles, found.fragments) == (frozenset([0]), frozenset([1, 2, 3]))
    assert [entry.title for entry in found.entries] == titles
    assert read_contents([*written, Fragment("text", PROSE)]).fragments == frozenset()


def test_articles_alone_on_their_lines_are_no_contents():
    lines = [words for n in range(2, 12) for words in (f"Article {n}", f"The boats of year {n} lie in the harbour.")]
    assert read_contents([Fragment("text", words) for words in lines]).fragments == frozenset()


def test_a_sentence_that_ends_in_a_year_is_no_entry():
    written = [Fragment("text", words) for words in ("Contents", "Boats 3", "Nets 5", "Fish 9", "1 Boats")]
    for ending in ("The lease of the harbour runs until 2061.", "The lease of the harbour, as signed in 1999"):
        assert read_contents([*written, Fragment("text", ending)]).fragments == frozenset([1, 2, 3])


def test_a_heading_above_contents_without_a_title_is_none_of_them():
    led = [line(f"Statement {n} ........ {n + 60}", 60) for n in range(1, 5)]
    found = read_contents([line(PROSE, 59), line("Item 8. Financial Statements", 60, clues=BOLD), *led])
    assert found.fragments == frozenset(range(2, 6))


def test_a_part_above_the_first_entry_of_a_page_is_one_of_its_lines():
    lines = [
        words for n in (1, 2) for words in (f"Part {n} of all", *(f"Boat {m} ..... {9 * n + m}" for m in (1, 2, 3)))
    ]
    assert read_contents([line(words) for words in lines]).fragments == frozenset(range(8))


def test_entries_say_where_they_stand():
    (first, *_) = read_contents(
        [line("Contents"), line("1 Boats .... 1"), line("2 Nets .... 2"), line("3 Fish .... 3")]
    ).entries
    assert first == Entry("1 Boats", "1", 1, 72.0, (20, False))
    assert first.number == 1


def test_a_text_of_falling_numbers_is_read_in_linear_time():
    lines = [Fragment("text", f"Boats {n % 7} and nets {9 - n % 9}", (), PLAIN) for n in range(30_000)]
    start = time.process_time()
    assert read_contents(lines).entries == ()
    assert time.process_time() - start < 5


@pytest.mark.parametrize("unit", [".", ". ", "1 ", "…", "a. . . . 1 ", "Contents ", "i", "_ "])
def test_hostile_lines_are_read_in_linear_time(unit):
    start = time.process_time()
    read_contents([line("Contents"), line(unit * 50_000), *(line(unit * 100) for _ in range(200))])
    assert time.process_time() - start < 2
