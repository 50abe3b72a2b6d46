"""Figures in running text, with the values a reader would write down."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clock import cpu
from silcrow.language.quantities import amounts, quantities, years


@pytest.mark.parametrize(
    "text, kind, value, unit",
    [
        ("1,749", "number", "1749", ""),
        ("-0.5", "number", "-0.5", ""),
        ("(1,577)", "number", "-1577", ""),
        ("$1.75 billion", "money", "1750000000", "$"),
        ("US$ 12mn", "money", "12000000", "US$"),
        ("$ (1,234)", "money", "-1234", "$"),
        ("3 trillion yen", "money", "3000000000000", "yen"),
        ("€ 5k", "money", "5000", "€"),
        ("12.5%", "percent", "12.5", "%"),
        ("40 basis points", "percent", "40", "bps"),
        ("3 per cent", "percent", "3", "%"),
        ("20 mg/m2", "number", "20", "mg/m2"),
        ("90 days", "number", "90", "days"),
        ("1,749百万円", "money", "1749000000", "円"),
        ("2022", "year", "2022", ""),
        ("FY22", "year", "2022", ""),
        ("fiscal year 2022", "year", "2022", ""),
        ("2Q23", "year", "2023", ""),
        ("Q2 of FY2024", "year", "2024", ""),
        ("July 1st, 2022", "date", "2022", "2022-07-01"),
        ("1st July 2022", "date", "2022", "2022-07-01"),
        ("2022-07-01", "date", "2022", "2022-07-01"),
        ("2022年7月1日", "date", "2022", "2022-07-01"),
    ],
)
def test_a_figure_is_read_as_printed(text: str, kind: str, value: str, unit: str) -> None:
    found = quantities(f"of {text} in")[-1]
    assert (found.kind, found.value, found.unit) == (kind, Decimal(value), unit)


@pytest.mark.parametrize("text", ["TS24.008", "1.0.21", "B12", "Item 1A", "x86_64", "H2O", "no figures"])
def test_digits_inside_a_word_or_a_code_are_no_figure(text: str) -> None:
    assert quantities(text) == []


def test_figures_come_in_order_with_their_offsets() -> None:
    text = "Capital expenditures were $1,749 million in fiscal 2022 (2021: $1,577 million), up 10.9%."
    assert [text[q.start : q.end] for q in quantities(text)] == [
        "$1,749 million",
        "fiscal 2022",
        "2021",
        "$1,577 million",
        "10.9%",
    ]


def test_a_note_mark_in_brackets_is_not_negative() -> None:
    assert [q.value for q in quantities("see note (3) and (4.5)")] == [3, Decimal("-4.5")]


@pytest.mark.parametrize(
    "text, want",
    [
        ("What was capex in FY2022?", {2022}),
        ("the FY2017 - FY2019 3 year average", {2017, 2018, 2019}),
        ("between 2019 and 2021", {2019, 2021}),
        ("season 2019-20", {2019, 2020}),
        ("from fiscal 2020 through fiscal 2022", {2020, 2021, 2022}),
        ("as of December 31, 2019", {2019}),
        ("1900-2099", {1900, 2099}),
        ("2,022 shares at $2022 and 2022%", set()),
        ("FY99", {1999}),
    ],
)
def test_years_are_named_in_many_forms(text: str, want: set[int]) -> None:
    assert years(text) == want


@pytest.mark.parametrize(
    "text, want",
    [
        ("July 29, 2023 January 28, 2023 July 30, 2022", 0),
        ("Total assets $ 12,901 $ 13,049", 2),
        ("In 2022, capital expenditures of $1,749 million rose 10.9%", 2),
        ("Fiscal 2016 2015 % Change 2016-2015", 0),
        ("TS24.008 and 1.0.21", 0),
    ],
)
def test_amounts_are_counted_without_years_and_days(text: str, want: int) -> None:
    assert amounts(text) == want


@given(st.text(alphabet="0129.,-$%()FYQ km年Jan", max_size=60))
def test_figures_never_overlap(text: str) -> None:
    at = 0
    for figure in quantities(text):
        assert at <= figure.start < figure.end <= len(text)
        at = figure.end


@pytest.mark.parametrize("unit", ["1,000", "$", "(", "2020-", "Q1 ", "1 ", "FY"])
def test_time_grows_no_faster_than_the_text(unit: str) -> None:
    def cost(times: int) -> float:
        return cpu(lambda: quantities(unit * times))

    assert cost(40_000) < 60 * cost(2_000) + 0.05


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("12,5 %", "12.5", "%"),
        ("4,5%", "4.5", "%"),
        ("1.234,50 €", "1234.5", "€"),
        ("3,75 EUR", "3.75", "EUR"),
        ("12,500 %", "12500", "%"),  # three digits behind it: a thousands comma
        ("$(820)", "-820", "$"),
        ("$ (820) million", "-820000000", "$"),
        ("(820) million", "-820000000", ""),
    ],
)
def test_a_decimal_comma_before_a_sign_and_a_bracket_behind_one(text: str, value: str, unit: str):
    (found,) = quantities(text)
    assert (found.value, found.unit) == (Decimal(value), unit)


def test_a_bare_number_in_brackets_is_not_negative_in_a_text():
    assert [one.value for one in quantities("see (212) 555 and note (820)")] == [212, 555, 820]
