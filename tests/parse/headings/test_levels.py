"""Levels on one scale: numbers, looks, divisions and appendices (bug kinds A: G001-G005, G016; E: G064)."""

from set_text import bold, contents, head, headings, outline, paged, text


def test_the_dotted_number_decides_the_depth():  # G001, G003, G016
    found = outline(
        *paged(
            head("3 Processing pipeline"),
            text(),
            head("3.1 PDF backends"),
            text(),
            head("3.2 AI models"),
            text(),
            head("3.2.1 Layout"),
            text(),
            head("4 Results"),
            text(),
            head("4.1 Speed"),
            text(),
        )
    )
    assert found == [
        "3 Processing pipeline",
        "  3.1 PDF backends",
        "  3.2 AI models",
        "    3.2.1 Layout",
        "4 Results",
        "  4.1 Speed",
    ]


def test_chapters_numbered_4_0_stand_above_4_1():
    found = outline(
        *paged(
            head("1.0 Purpose"),
            text(),
            head("1.1 Scope"),
            text(),
            head("2.0 Duties"),
            text(),
            head("2.1 Masters"),
            text(),
            head("2.2 Pilots"),
            text(),
        )
    )
    assert found == ["1.0 Purpose", "  1.1 Scope", "2.0 Duties", "  2.1 Masters", "  2.2 Pilots"]


def test_release_4_0_is_level_with_4_1_below_4():
    found = outline(
        *paged(
            head("4 Releases"), text(), head("4.0 Spring"), text(), head("4.1 Summer"), text(), head("5 Plans"), text()
        )
    )
    assert found == ["4 Releases", "  4.0 Spring", "  4.1 Summer", "5 Plans"]


def test_a_contract_nests_part_number_subnumber_and_letter():  # G002
    found = outline(
        *paged(
            head("PART I"),
            head("1. Services", size=12.0),
            text(),
            head("1.1 Scope", size=11.0),
            text(),
            head("(a) Deliveries", size=11.0),
            text(),
            head("(b) Returns", size=11.0),
            text(),
            head("1.2 Price", size=11.0),
            text(),
            head("2. Term", size=12.0),
            text(),
            head("PART II"),
            head("3. Notices", size=12.0),
            text(),
        )
    )
    assert found == [
        "PART I",
        "  1. Services",
        "    1.1 Scope",
        "      (a) Deliveries",
        "      (b) Returns",
        "    1.2 Price",
        "  2. Term",
        "PART II",
        "  3. Notices",
    ]


def test_a_page_break_changes_no_level():  # G004
    found = headings(
        *[head("Chapter 1 Boats", 1, size=18.0), text(), head("1.1 Sails", 1), text(page=1)],
        *[head("1.1.1 Canvas", 2, size=12.0), text(page=2), head("1.1.2 Rope", 3, size=12.0), text(page=3)],
    )
    assert [heading.level for heading in found] == [1, 2, 3, 3]


def test_headings_that_look_alike_share_a_level_numbered_or_not():  # G005
    found = headings(
        *paged(
            head("1 Introduction", size=16.0),
            text(),
            head("1.1 Aims"),
            text(),
            head("2 Methods", size=16.0),
            text(),
            head("References", size=16.0),
            text(),
        )
    )
    assert [(heading.text, heading.level) for heading in found][-1] == ("References", 1)


def test_a_chapter_never_lands_below_its_own_section_though_it_is_set_smaller():
    found = outline(
        *paged(
            head("Chapter 1 Boats", size=12.0),
            text(),
            head("1.1 Sails", size=16.0),
            text(),
            head("1.2 Oars", size=16.0),
            text(),
            head("Chapter 2 Nets", size=12.0),
            text(),
            head("2.1 Meshes", size=16.0),
            text(),
        )
    )
    assert found == ["Chapter 1 Boats", "  1.1 Sails", "  1.2 Oars", "Chapter 2 Nets", "  2.1 Meshes"]


def test_larger_type_stands_above_smaller_where_nothing_is_numbered():
    found = outline(
        *paged(
            head("Boats", size=20.0),
            text(),
            head("Sails"),
            text(),
            head("Oars"),
            text(),
            head("Nets", size=20.0),
            text(),
            head("Meshes"),
            text(),
            head("Fish", size=20.0),
            text(),
        )
    )
    assert found == ["Boats", "  Sails", "  Oars", "Nets", "  Meshes", "Fish"]


def test_capitals_stand_above_small_letters_of_the_same_weight():
    found = outline(
        *paged(
            bold("LIQUIDITY AND FUNDS", caps=True),
            text(),
            bold("Cash at hand"),
            text(),
            bold("Cash at sea"),
            text(),
            bold("RESULTS OF THE YEAR", caps=True),
            text(),
            bold("Sales of nets"),
            text(),
            bold("ACCOUNTING POLICIES", caps=True),
            text(),
        )
    )
    assert found == [
        "LIQUIDITY AND FUNDS",
        "  Cash at hand",
        "  Cash at sea",
        "RESULTS OF THE YEAR",
        "  Sales of nets",
        "ACCOUNTING POLICIES",
    ]


def test_annexes_nest_by_their_letter():  # G064
    found = headings(
        *paged(
            head("1 Scope", size=16.0),
            text(),
            head("Annex A Terms", size=16.0),
            text(),
            head("A.1 Boats"),
            text(),
            head("A.2 Nets"),
            text(),
            head("A.2.1 Meshes", size=12.0),
            text(),
            head("Annex B Tables", size=16.0),
            text(),
        )
    )
    assert [(heading.label, heading.level) for heading in found] == [
        ("1", 1),
        ("Annex A", 1),
        ("A.1", 2),
        ("A.2", 2),
        ("A.2.1", 3),
        ("Annex B", 1),
    ]


def test_an_appendix_after_the_last_part_is_no_chapter_of_it():
    found = outline(
        *paged(
            head("Part I Boats", size=20.0),
            head("Chapter 1 Sails", size=16.0),
            text(),
            head("Part II Nets", size=20.0),
            head("Chapter 2 Meshes", size=16.0),
            text(),
            head("Appendix A Knots", size=16.0),
            text(),
        )
    )
    assert found == [
        "Part I Boats",
        "  Chapter 1 Sails",
        "Part II Nets",
        "  Chapter 2 Meshes",
        "Appendix A Knots",
    ]


def test_the_indent_of_the_contents_orders_headings_that_look_alike():
    lines = [text(f"{title} {page}", left=left) for title, page, left in INDENTED]
    body = [found for title, page, _ in INDENTED for found in (head(title, page + 1), text(page=page + 1))]
    assert outline(head("Contents"), *lines, *body) == [
        "Contents",
        "Boats",
        "  Sails",
        "  Oars",
        "Nets",
        "  Meshes",
        "  Floats",
    ]


INDENTED = [
    ("Boats", 1, 72.0),
    ("Sails", 2, 90.0),
    ("Oars", 3, 90.0),
    ("Nets", 4, 72.0),
    ("Meshes", 5, 90.0),
    ("Floats", 6, 90.0),
]


def test_bookmarks_decide_levels_of_headings_that_look_alike():
    found = outline(
        *paged(
            head("Boats", bookmark=1),
            text(),
            head("Sails", bookmark=2),
            text(),
            head("Oars", bookmark=2),
            text(),
            head("Nets", bookmark=1),
            text(),
        )
    )
    assert found == ["Boats", "  Sails", "  Oars", "Nets"]


def test_the_title_of_the_contents_stands_at_the_top():
    entries = contents("1 Boats ..... 1", "1.1 Sails ..... 1", "2 Nets ..... 2", "2.1 Meshes ..... 2")
    body = [head("1 Boats", 2), text(page=2), head("1.1 Sails", 2, size=12.0), text(page=2)]
    body += [head("2 Nets", 3), text(page=3), head("2.1 Meshes", 3, size=12.0), text(page=3)]
    assert outline(*entries, *body) == ["Contents", "1 Boats", "  1.1 Sails", "2 Nets", "  2.1 Meshes"]


def test_nothing_stands_below_the_title_of_the_contents():
    name = [head("THE HARBOUR BOOK", size=20.0, caps=True), text()]
    body = [head("1 Boats", 2), text(page=2), head("1.1 Sails", 2, size=12.0), text(page=2)]
    body += [head("2 Nets", 3), text(page=3), head("2.1 Meshes", 3, size=12.0), text(page=3)]
    found = outline(*name, *contents("1 Boats ..... 1", "1.1 Sails ..... 1", "2 Nets ..... 2"), *body)
    assert found == ["THE HARBOUR BOOK", "Contents", "1 Boats", "  1.1 Sails", "2 Nets", "  2.1 Meshes"]


def test_tags_decide_levels_where_there_are_no_bookmarks():
    found = outline(
        *paged(
            head("Boats", tag=1),
            text(),
            head("Sails", tag=2),
            text(),
            head("Nets", tag=1),
            text(),
            head("Meshes", tag=2),
            text(),
        )
    )
    assert found == ["Boats", "  Sails", "Nets", "  Meshes"]
