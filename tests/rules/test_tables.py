"""Figures of tables as filings print them: which row, which year, and how much it is in full."""

from decimal import Decimal

import pytest

from silcrow import open_library
from silcrow.library import Library
from silcrow.rules import load_rules
from silcrow.rules.ruleset import Extract

FILING = """# Annual Report

## 1. Selected data

The following is in thousands of words and in no unit.

(in millions, except per share data)

| | 2023 | 2022 | % Change |
| --- | --- | --- | --- |
| Net revenues (1) | $ 6,489 | $ 7,500 | (13) |
| Impact of new revenue standard | - | (8) | |
| Total assets | 19,845 | 17,890 | |
| Total current assets | 5,100 | 4,900 | |
| Earnings per share: | | | |
| Basic | 1.96 | 2.43 | |
| Diluted | 1.95 | 2.40 | |
| Weighted average shares outstanding | 771 | 766 | |
| Cash dividends declared per common share | $ .37 | $ - | |
| 5% notes due 2030 | 500 | 480 | |

## 2. Quarters

| (In millions) | 2023 Quarter 1 | 2023 Quarter 2 |
| --- | --- | --- |
| Net revenues | 1,600 | 1,700 |

## 3. Other

(in thousands, except share and per share data)

| | | 2023 | | | 2022 | |
| --- | --- | --- | --- | --- | --- | --- |
| Net loss | $ | (820 | ) | $ | (9 | ) |
| Number of shares | | 1,204 | | | 1,190 | |

Footnotes

| Plant | Note | Staff |
| --- | --- | --- |
| North | (1) | 40 |
| South | (2) | — |

## 4. Position

| (In millions) | 2023 | 2022 |
| --- | --- | --- |
| Cash | $ 34 | $ 13 |

Liabilities

| | | |
| --- | --- | --- |
| Accounts payable | 18 | 19 |

## 5. Dividends

We declared a dividend of $0.10 a share. The dividends are paid each quarter.
"""


@pytest.fixture(scope="module")
def library():
    with open_library(ephemeral=True) as found:
        found.add(FILING.encode(), doc_id="filing", address="/filing.md")
        yield found


def taken(library: Library, **told: object) -> list[tuple[str, str, str, str]]:
    """Text, head of the column, full amount and unit of what an extract gives."""
    given = {
        key: (value,) if isinstance(value, str) and key not in {"kind", "pick"} else value
        for key, value in told.items()
    }
    values = library.extract("filing", Extract(**given))  # type: ignore[arg-type]
    return [(one.text, one.column, "" if one.number is None else f"{one.number:f}", one.unit) for one in values]


def test_a_row_that_says_no_more_than_the_words_stands_alone_in_the_whole_scope(library: Library):
    # Not "Impact of new revenue standard"; the mark of a note and a plural are no other words.
    found = taken(library, kind="cell", row="net revenue", column="2023")
    assert [one[0] for one in found] == ["$ 6,489", "1,600", "1,700"]
    assert [one[0] for one in taken(library, kind="cell", row="assets total", column="2023")] == ["19,845", "5,100"]


def test_of_several_names_of_a_row_the_first_that_is_there_counts(library: Library):
    found = taken(library, kind="cell", row=("Net sales", "Total assets", "Net revenues"), column="2022")
    assert found == [("17,890", "2022", "17890000000", "USD")]


def test_a_column_that_is_not_there_gives_nothing(library: Library):
    assert taken(library, kind="cell", row="Total assets", column="2019") == []


def test_the_latest_is_the_whole_year_that_heads_a_column_last(library: Library):
    assert taken(library, kind="cell", row="Net revenues", pick="latest") == [("$ 6,489", "2023", "6489000000", "USD")]
    assert taken(library, kind="cell", row="North", pick="latest") == [
        ("(1)", "Note", "", ""),
        ("40", "Staff", "40", ""),
    ]


@pytest.mark.parametrize(
    ("row", "amounts"),
    [
        ("Basic", ["1.96 USD", "2.43 USD"]),
        ("Diluted earnings per share", ["1.95 USD", "2.40 USD"]),
        ("dividends declared per common share", ["0.37 USD", "0 USD"]),
        ("Weighted average shares outstanding", ["771000000 ", "766000000 "]),
        ("Impact of new revenue standard", ["0 USD", "-8000000 USD"]),
        ("5% notes due 2030", ["500000000 USD", "480000000 USD"]),
        ("Net loss", ["-820000 USD", "-9000 USD"]),
        ("Number of shares", ["1204 ", "1190 "]),
        ("South", [" ", "0 "]),
    ],
)
def test_a_cell_is_read_in_full(library: Library, row: str, amounts: list[str]):
    assert [f"{one[2]} {one[3]}" for one in taken(library, kind="cell", row=row)] == amounts


def test_a_change_in_per_cent_is_no_amount(library: Library):
    assert taken(library, kind="cell", row="Net revenues", column="% Change") == [("(13)", "% Change", "-13", "%")]


def test_a_table_without_heads_goes_on_with_those_of_the_one_before(library: Library):
    found = taken(library, kind="cell", row="Accounts payable", pick="latest")
    assert found == [("18", "2023", "18000000", "USD")]


def test_amounts_stand_in_sentences_and_in_rows_that_hold_the_words(library: Library):
    found = taken(library, kind="amount", words="dividend~")
    assert [(one[0], one[2]) for one in found] == [("$ .37", "0.37"), ("$ -", "0"), ("$0.10", "0.10")]
    assert taken(library, kind="amount", words="staff") == []


def test_the_same_digits_with_and_without_a_scale_are_one_figure():
    rows = "2023 |\n| --- | --- |\n| Sales | 1,503 |\n\n"
    text = f"# A\n\n| (in millions) | {rows}# B\n\n| | {rows}"
    rule = '[[rule]]\nid = "r"\nextract = {kind = "cell", row = "Sales"}\ncheck = {compare = "value == 1,503,000,000"}'
    with open_library(ephemeral=True) as library:
        library.add(text.encode(), doc_id="a", address="/a.md")
        (found,) = library.check(load_rules(rule)).findings
    assert (found.outcome, [value.number for value in found.values]) == (
        "pass",
        [Decimal(1_503_000_000), Decimal(1_503)],
    )


HEADLESS = """# A

| | | 2021 | 2020 |
| --- | --- | --- | --- |
| Dividends | $ 0.90 | $ 0.85 | $ 0.80 |
| Net income | 300 | 200 | 100 |
| Margin | 31 % | 3 | 2 |

# B

| | 2022 | 2021 |
| --- | --- | --- |
| Net income | 300 | 200 |
"""


@pytest.mark.parametrize(
    ("told", "outcome", "reason"),
    [
        # The column of 0.90 may be that of 2022: 0.85 is not said to be the latest, nor is 2022 said to be missing.
        (
            'row = "Dividends", pick = "latest"',
            "ambiguous",
            "column 2, with '$ 0.90', of the table at a:a:1 has no head",
        ),
        (
            'row = "Dividends", column = "2022"',
            "ambiguous",
            "column 2, with '$ 0.90', of the table at a:a:1 has no head",
        ),
        ('row = "Dividends", column = "2021"', "pass", ""),
        ('row = "Dividends", column = "2020"', "pass", ""),
        # The latest that another table says is what stands without a head here.
        ('row = "Net income", pick = "latest"', "pass", ""),
        # A share is no rival of an amount.
        ('row = "Margin", pick = "latest"', "pass", ""),
    ],
)
def test_a_figure_without_a_head_is_not_passed_over(told: str, outcome: str, reason: str):
    rule = f'[[rule]]\nid = "r"\nextract = {{kind = "cell", {told}}}\ncheck = {{compare = "value > 0"}}'
    with open_library(ephemeral=True) as library:
        library.add(HEADLESS.encode(), doc_id="a", address="/a.md")
        (found,) = library.check(load_rules(rule)).findings
    assert (found.outcome, found.reason.endswith(reason)) == (outcome, True), found.reason


def test_nothing_is_absent_from_a_column_while_one_has_no_head():
    rule = '[[rule]]\nid = "r"\nextract = {kind = "cell", row = "Dividends", column = "2022"}\ncheck = {absent = true}'
    with open_library(ephemeral=True) as library:
        library.add(HEADLESS.encode(), doc_id="a", address="/a.md")
        (found,) = library.check(load_rules(rule)).findings
    assert found.outcome == "ambiguous"


def test_a_table_keeps_its_scale_where_only_its_paragraph_is_looked_at():
    text = "# A\n\n(in millions)\n\n| | 2023 |\n| --- | --- |\n| Sales | 1,503 |\n| Sales per share | 2 |\n"
    rule = '[[rule]]\nid = "r"\nfind = "per share"\nextract = {kind = "cell", row = "Sales"}\ncheck = {compare = "%s"}'
    with open_library(ephemeral=True) as library:
        library.add(text.encode(), doc_id="a", address="/a.md")
        (found,) = library.check(load_rules(rule % "value == 1,503,000,000")).findings
    assert (found.outcome, found.reason) == ("pass", "1,503,000,000 == 1,503,000,000")
