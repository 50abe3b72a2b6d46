"""Exact arithmetic over figures with places, and what it refuses."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelf import shelf
from silcrow.cite import Named, calculate
from silcrow.desk import Desk
from silcrow.errors import Usage

DESK = Desk(shelf(r="=== page 2\n\n# A\n\nSales were 1,749 in 2022 and 1,577 in 2021; the loss was (35) then."))
A, B = Named("a", "1,749", "r:a:1"), Named("b", "1577", "r:a:1")


@pytest.mark.parametrize(
    ("expression", "text", "exact"),
    [
        ("a - b", "172", True),
        ("(a - b) / b * 100", "10.9067850349", False),
        ("round((a − b) ÷ b × 100, 1)", "10.9", True),
        ("a + b * 2", "4,903", True),
        ("-a + 2 ** 3 ** 2 - b", "-2,814", True),
        ("a % 100 + b - b", "49", True),
        ("sum(a, b)", "3,326", True),
        ("mean(a, b)", "1,663", True),
        ("max(a, b) - min(a, b)", "172", True),
        ("abs(b - a)", "172", True),
        ("round((a / b) ^ (1/3) - 1, 4)", "0.0351", True),
    ],
)
def test_an_expression_is_computed_exactly(expression: str, text: str, exact: bool) -> None:
    if "(1/3)" in expression:
        exact = False
    found = calculate(expression, [A, B], DESK)
    assert (found.text, found.exact, found.stands) == (text, exact, True)


def test_each_operand_says_where_it_stands() -> None:
    found = calculate("a + b", [A, Named("b", "1,578", "r:a:1")], DESK)
    assert [(one.name, one.place, one.pages, one.fault) for one in found.operands] == [
        ("a", "r:a:1", (2,), ""),
        ("b", "r:a:1", (2,), "1,578 does not stand at the places cited."),
    ]
    assert not found.stands


@pytest.mark.parametrize("place", ["r:a:9", "r:zz:1", "x:a:1", "nonsense"])
def test_an_operand_without_a_place_does_not_stand(place: str) -> None:
    assert not calculate("a", [Named("a", "1,749", place)], DESK).stands


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "a +",
        "(a",
        "a)",
        "a b",
        "a / (b - b)",
        "a % (b - b)",
        "a * 1749",
        "a + 33.5",
        "c + a",
        "__import__('os')",
        "a.real",
        "a if a else b",
        "f(a)",
        "a ** b",
        "(b - a) ** (1/2)",
        "9 ** 9 ** 9",
        "((" * 30 + "a" + "))" * 30,
        "a" + "+a" * 300,
        "-" * 80 + "a",
        "abs(a, b)",
        "round(a, a / b)",
    ],
)
def test_what_cannot_be_computed_is_refused_with_a_hint(expression: str) -> None:
    with pytest.raises(Usage) as refused:
        calculate(expression, [A, B], DESK)
    assert refused.value.hint


@pytest.mark.parametrize("value", ["", "many", "1,749 and 1,577", "12.5.7"])
def test_a_value_is_one_number(value: str) -> None:
    with pytest.raises(Usage):
        calculate("a", [Named("a", value, "r:a:1")], DESK)


@given(st.integers(-(10**6), 10**6), st.integers(1, 10**6), st.integers(0, 6))
def test_sums_products_and_powers_are_those_of_fractions(a: int, b: int, n: int) -> None:
    named = [Named("a", str(a), "r:a:1"), Named("b", str(b), "r:a:1")]
    assert calculate(f"(a / b) ** {n} * 12 - a", named, DESK).value == Fraction(a, b) ** n * 12 - a
