"""Filings: Parts, Items and what stands between them (bug kinds B: G021-G031)."""

from dataclasses import replace

from set_text import bold, contents, head, headings, outline, paged, text

from silcrow.parse.headings.filings import gaps

ITEMS = [
    ("PART I", ""),
    ("Item 1. Business", "Competition"),
    ("Item 1A. Risk Factors", ""),
    ("Item 2. Properties", ""),
    ("PART II", ""),
    ("Item 7. Management's Discussion", "Liquidity"),
    ("Item 8. Financial Statements", ""),
]


def filing(*more: object) -> list:
    found = []
    for item, below in ITEMS:
        found.append(head(item, size=10.0))
        if not item.startswith("PART"):
            found.append(text())
        if below:
            found += [bold(below, engine=3), text()]
    return paged(*found, *more)


def test_items_nest_below_their_part_and_headings_below_their_item():
    assert outline(*filing()) == [
        "PART I",
        "  Item 1. Business",
        "    Competition",
        "  Item 1A. Risk Factors",
        "  Item 2. Properties",
        "PART II",
        "  Item 7. Management's Discussion",
        "    Liquidity",
        "  Item 8. Financial Statements",
    ]


def test_statements_and_notes_stand_below_item_8_in_their_order():
    more = [
        f
        for title in (
            "Consolidated Balance Sheets",
            "Notes to Consolidated Financial Statements",
            "Note 1. Basis",
            "Note 2. Debt",
        )
        for f in (head(title, size=10.0), text())
    ]
    assert outline(*filing(*more))[-4:] == [
        "    Consolidated Balance Sheets",
        "    Notes to Consolidated Financial Statements",
        "      Note 1. Basis",
        "      Note 2. Debt",
    ]


RISKS = {
    "Strategic Risks": "Strong competition from other harbours could adversely affect our business.",
    "Operational Risks": "Failure to dredge the channel in time may adversely affect our income.",
    "Financial Risks": "Changes in our ratings could raise what we must pay for loans.",
}
OTHERS = [f for title in ("Dredging", "Pilots", "Moorings", "Debt", "Outlook") for f in (bold(title, engine=3), text())]


def test_risks_stand_below_the_groups_that_stand_straight_above_them():
    more = (f for group, risk in RISKS.items() for f in (bold(group, engine=3), bold(risk), text()))
    nested = [line for group, risk in RISKS.items() for line in (f"    {group}", f"      {risk}")]
    found = outline(*filing(*OTHERS, *more))
    assert found[-7:] == ["    Outlook", *nested]


def test_risks_that_no_group_stands_straight_above_are_level_with_other_headings():
    more = (f for group, risk in RISKS.items() for f in (bold(group, engine=3), text(), bold(risk), text()))
    assert outline(*filing(*OTHERS, *more))[-6:] == [f"    {words}" for both in RISKS.items() for words in both]


def test_notes_with_bare_numbers_stand_above_what_is_set_like_them():
    more = [
        f
        for title in ("Notes to Consolidated Financial Statements", "1. Basis", "Boats held", "2. Debt", "Loans")
        for f in (bold(title, engine=3), text())
    ]
    assert outline(*filing(*more))[-5:] == [
        "    Notes to Consolidated Financial Statements",
        "      1. Basis",
        "        Boats held",
        "      2. Debt",
        "        Loans",
    ]


def test_a_statement_that_the_discussion_tells_of_is_a_subject_like_others():
    found = []
    for item, below in ITEMS:
        found += [head(item, size=10.0), text()]
        if below == "Liquidity":
            for title in ("Overview", "Consolidated Statements of Operations Data", "Revenues"):
                found += [bold(title, engine=3), text()]
    assert outline(*paged(*found))[-5:-1] == [
        "  Item 7. Management's Discussion",
        "    Overview",
        "    Consolidated Statements of Operations Data",
        "    Revenues",
    ]


def test_the_contents_of_a_filing_does_not_name_all_its_headings():
    listed = contents(*(f"{item} ..... {n}" for n, (item, _) in enumerate(ITEMS, start=2)))
    assert "    Competition" in outline(*listed, *filing(), pages=8)


def test_an_item_named_in_a_sentence_is_no_heading():
    sentence = text("Item 1A of this report tells of risks that are not told here, and of those that are.")
    assert outline(*filing(sentence)).count("  Item 1A. Risk Factors") == 1
    assert len(headings(*filing(sentence))) == len(headings(*filing()))


def test_of_an_item_printed_twice_in_one_part_the_surer_one_stays():  # a contents table that repeats it
    twice = [*filing(), text("Item 8. Financial Statements", 9)]
    assert [heading.label for heading in headings(*twice)].count("Item 8") == 1


def test_the_same_item_of_two_parts_is_two_headings():
    first = ("PART I", "Item 1. Statements", "Item 2. Discussion", "Item 3. Market risk", "Item 4. Controls")
    second = ("PART II", "Item 1. Legal proceedings", "Item 6. Exhibits")
    quarterly = paged(*[f for title in (*first, *second) for f in (head(title, size=10.0), text())])
    assert [heading.label for heading in headings(*quarterly)].count("Item 1") == 2


def test_a_long_item_is_a_heading_for_its_label():  # G029
    title = (
        "Item 5. Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity "
        "Securities"
    )
    assert "  " + title in outline(*filing(head(title, size=10.0), text()))


def test_a_bracketed_item_is_a_heading_of_its_own():  # G030
    more = [f for t in ("Item 9A(T). Controls", "Item 14(a)(1): Exhibits") for f in (head(t, size=10.0), text())]
    assert [heading.label for heading in headings(*filing(*more))][-2:] == ["Item 9A(T)", "Item 14(a)(1)"]


def test_a_header_broken_over_two_lines_is_one():  # G031
    more = [head("Item 7A. Quantitative and", size=10.0), head("Qualitative Disclosures", size=10.0, gap=0.2), text()]
    page = filing(*more)
    page[-2] = replace(page[-2], regions=page[-3].regions)
    assert "  Item 7A. Quantitative and Qualitative Disclosures" in outline(*page)


def test_signatures_close_the_filing_and_no_item():
    assert outline(*filing(head("SIGNATURES", size=10.0, caps=True), text()))[-1] == "SIGNATURES"


def annual(*lost: str) -> list:
    """A 10-K of seven Items, each with a paragraph; those that are lost look like the text around them."""
    titles = [
        "Item 1. Business",
        "Item 1A. Risk Factors",
        "Item 2. Properties",
        "Item 6. Selected Financial Data",
        "Item 7—Management’s Discussion and Analysis (amounts in millions)",
        "Item 8. Financial Statements and Supplementary Data",
        "Item 9. Changes in and Disagreements with Accountants",
    ]
    made = [text() if title in lost else head(title, size=10.0) for title in titles]
    return paged(*(part for found in made for part in (found, text())))


ITEM_7 = (
    "Item 7—Management’s Discussion and Analysis of Financial Condition and Results of Operations (amounts in "
    "millions, but shares and what is paid for each)"
)


def test_an_item_that_its_look_does_not_tell_is_found_in_its_place():
    whole = annual("Item 7—Management’s Discussion and Analysis (amounts in millions)")
    lost = replace(whole[8], text=ITEM_7)
    found = headings(*whole[:8], lost, *whole[9:])
    assert [part.label for part in found] == ["Item 1", "Item 1A", "Item 2", "Item 6", "Item 7", "Item 8", "Item 9"]
    assert (found[4].evidence, found[4].confidence) == (("filing",), 0.69)


def test_an_item_that_is_cited_or_titled_otherwise_is_not_the_lost_one():
    whole = annual("Item 7—Management’s Discussion and Analysis (amounts in millions)")
    for words in ("Item 7, Management’s Discussion and Analysis, of this report says what it was", "Item 7, our boats"):
        found = headings(*whole[:8], replace(whole[8], text=words), *whole[9:])
        assert "Item 7" not in [part.label for part in found]
    cited = [replace(whole[7], text="What we owe is told in"), replace(whole[8], text=ITEM_7)]
    assert "Item 7" not in [part.label for part in headings(*whole[:7], *cited, *whole[9:])]


def test_items_that_a_10k_lacks_are_told():
    held = [("Item 1", "Business"), ("Items 1A and 1B", "Risk Factors"), ("Item 2", "Properties")]
    held += [(f"Item {n}", "Other") for n in (3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14)]
    assert gaps([*held, ("Item 3", "Legal Proceedings")]) == ("Item 6", "Item 7A", "Item 9A", "Item 9B", "Item 15")
    assert gaps([("Item 1", "Financial Statements"), ("Item 2", "Management’s Discussion")]) == ()


def test_a_lost_item_of_a_quarterly_report_is_looked_for_between_its_neighbours():
    titles = ("PART I", "Item 1. Financial Statements", "Item 2. Management’s Discussion", "Item 3. Quantitative and")
    titles = (*titles, "Item 4. Controls and Procedures", "PART II", "Item 1. Legal Proceedings", "Item 6. Exhibits")
    made = [part for title in titles for part in (head(title, size=10.0), text())]
    lost = text("Item 1A. Risk Factors, of which none has changed since the annual report of the company was printed")
    found = headings(*paged(*made[:-2], lost, *made[-2:]))
    assert [part.label for part in found][-3:] == ["Item 1", "Item 1A", "Item 6"]
    assert found[-2].evidence == ("filing",)
