"""Titles over several lines made one, headings cut from the text they are glued to (bug kind A: G011)."""

from dataclasses import replace

from set_text import BODY, LOREM, bold, contents, head, headings, outline, paged, parted, stream, text

from silcrow.parse.fragment import Fragment, Heading

BOLD = replace(BODY, weight=1.0)
LARGE = replace(BODY, size=14.0, weight=1.0, engine=2)


def words(found: Heading | Fragment) -> tuple[str, str]:
    return (type(found).__name__, found.text)


def test_a_heading_is_cut_from_the_body_below_it():
    others = [found for n in (1, 2, 4) for found in (head(f"{n} Harbours", n + 1), text(page=n + 1))]
    block = parted(("3 Codes", LARGE), (LOREM, BODY), page=4)
    found = stream(*others[:4], block, *others[4:])
    assert [words(f) for f in found[4:6]] == [("Heading", "3 Codes"), ("Fragment", LOREM)]
    assert found[5].regions == block.regions


def test_two_headings_in_one_block_are_two():
    block = parted(
        ("PRODUCTS AND SERVICES", replace(LARGE, caps=True)), ("Digital nets", replace(LARGE, size=12.0)), page=5
    )
    others = [
        found
        for n in (2, 3, 4)
        for found in (
            head(f"SHORE STATION {n}0", n, caps=True),
            text(page=n),
            head(f"Nets of {n}", n, size=12.0),
            text(),
        )
    ]
    assert outline(*others, block, text(page=5))[-2:] == ["PRODUCTS AND SERVICES", "  Digital nets"]


def test_a_numbered_heading_does_not_take_the_lines_below_it():  # G011
    found = headings(
        *paged(
            head("1.1.1 Pictograms"),
            text("Warning sign"),
            text(),
            head("1.1.2 Labels"),
            text(),
            head("1.1.3 Tags"),
            text(),
        )
    )
    assert [heading.text for heading in found] == ["1.1.1 Pictograms", "1.1.2 Labels", "1.1.3 Tags"]


def test_a_number_above_its_title_is_its_label():
    chapters = [
        found
        for n, title in enumerate(("Boats", "Nets", "Fish"), start=1)
        for found in (head(f"Chapter {n}", n + 1, size=16.0), head(title, n + 1, size=24.0), text(page=n + 1))
    ]
    assert [(found.label, found.title, found.level) for found in headings(*chapters)] == [
        ("Chapter 1", "Boats", 1),
        ("Chapter 2", "Nets", 1),
        ("Chapter 3", "Fish", 1),
    ]


def test_a_part_above_an_item_is_no_label_of_it():
    parts = [
        found
        for n, (part, item) in enumerate((("PART I", "Item 1. Business"), ("PART II", "Item 5. Market")), start=2)
        for found in (head(part, n), head(item, n), text(page=n))
    ]
    assert outline(*parts) == ["PART I", "  Item 1. Business", "PART II", "  Item 5. Market"]


def test_a_title_broken_after_a_small_word_goes_on():
    others = [found for n in (2, 3, 4) for found in (head(f"Landings of spring {n}", n), text(page=n))]
    broken = [head("Management of nets and", 5, gap=2.0), head("Ropes", 5, gap=0.3), text(page=5)]
    assert outline(*others, *broken)[-1] == "Management of nets and Ropes"


def test_two_titles_with_room_between_them_stay_two():
    others = [found for n in (2, 3, 4) for found in (head(f"Landings of spring {n}", n), text(page=n))]
    assert outline(*others, head("Nets", 5, gap=2.0), head("Ropes", 5, gap=2.0), text(page=5))[-2:] == ["Nets", "Ropes"]


def test_the_contents_says_where_a_title_on_two_lines_ends():
    entries = contents("1 Boats and the men ..... 1", "2 Nets, how they are made ..... 2", "3 Fish ..... 3")
    body = [
        head("1 Boats and the men", 2),
        text(page=2),
        head("2 Nets, how they", 3),
        head("are made", 3),
        text(page=3),
    ]
    assert outline(*entries, *body, head("3 Fish", 4), text(page=4))[2] == "2 Nets, how they are made"


def test_the_contents_cuts_a_title_from_the_text_it_runs_into():
    entries = contents("Boats ..... 1", "Column ..... 2", "Nets ..... 3", "Fish ..... 4")
    run_in = f"Column The column is told below, {LOREM}"
    at = run_in.index(" ", 60)
    block = parted((run_in[:at], BOLD), (run_in[at + 1 :], BODY), page=3)
    body = [head("Boats", 2), text(page=2), block, head("Nets", 4), text(page=4), head("Fish", 5), text(page=5)]
    found = stream(*entries, *body)
    assert [words(f) for f in found if "olumn" in f.text][-2:] == [("Heading", "Column"), ("Fragment", run_in[7:])]


def test_clause_titles_that_run_into_their_text_are_cut_where_that_is_the_custom():
    clauses = [
        f"5.{n} {title}. {LOREM[0].upper()}{LOREM[1:]}" for n, title in enumerate(("Term", "Fees", "Notices"), 1)
    ]
    found = stream(head("ARTICLE 5 GENERAL", 2), *(text(clause, 2) for clause in clauses))
    assert [words(f) for f in found[1:3]] == [("Heading", "5.1 Term."), ("Fragment", LOREM[0].upper() + LOREM[1:])]
    assert [f.level for f in found if isinstance(f, Heading)] == [1, 2, 2, 2]


def test_a_single_numbered_sentence_is_not_cut():
    clause = f"5.1 Fees. {LOREM[0].upper()}{LOREM[1:]}"
    assert words(stream(text(clause, 2), text(page=2))[0]) == ("Fragment", clause)


def test_a_bold_line_that_fills_its_column_and_goes_on_below_is_no_heading():
    custom = [found for n in range(2, 6) for found in (bold(f"Landings of spring {n}", n), text(page=n))]
    line = bold("First stage of the voyage, when we set out from the old harbour", 6, gap=0.4)
    assert outline(*custom, line, text("with the tide and did not look back.", 6, clues=replace(BODY, gap=0.3))) == [
        f"Landings of spring {n}" for n in range(2, 6)
    ]


def test_a_part_and_its_item_are_two_headings_where_one_line_of_the_contents_names_both():
    entries = contents("PART I - Item 1. Boats ..... 1", "PART II - Item 2. Nets ..... 2", "Item 3. Oars ..... 3")
    body = [
        found
        for page, lines in enumerate((("PART I", "Item 1. Boats"), ("PART II", "Item 2. Nets"), ("Item 3. Oars",)), 2)
        for found in (*(head(line, page, size=10.0, gap=0.2) for line in lines), text(page=page))
    ]
    assert outline(*entries, *body)[1:] == ["PART I", "  Item 1. Boats", "PART II", "  Item 2. Nets", "  Item 3. Oars"]
