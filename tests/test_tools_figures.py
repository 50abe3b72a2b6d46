"""The tool that computes, as a model calls it."""

import json
from typing import Any

import pytest

from shelf import shelf
from silcrow.desk import Desk
from tooling import code, one

DESK = Desk(shelf(r="=== page 2\n\n# A\n\nSales were 1,749 in 2022 and 1,577 in 2021."))
OPERANDS = [{"name": "a", "value": "1,749", "place": "r:a:1"}, {"name": "b", "value": "1,577", "place": "r:a:1"}]


def test_a_figure_comes_with_its_operands_and_where_each_stands() -> None:
    found = one("calculate", DESK, expression="(a - b) / b * 100", operands=OPERANDS)
    assert (found.data["value"], found.data["exact"]) == ("10.9067850349", False)
    assert [(each["place"], each["pages"], each["fault"]) for each in found.data["operands"]] == [
        ("r:a:1", [2], "")
    ] * 2
    assert "a = 1,749 at r:a:1: stands there" in found.text


def test_operands_may_be_written_as_text_of_json() -> None:
    assert one("calculate", DESK, expression="a - b", operands=json.dumps(OPERANDS)).data["value"] == "172"


def test_an_operand_that_does_not_stand_there_is_said() -> None:
    found = one("calculate", DESK, expression="a", operands=[{"name": "a", "value": "1,794", "place": "r:a:1"}])
    assert found.data["operands"][0]["fault"] == "1,794 does not stand at the places cited."
    assert "proves nothing" in found.text


@pytest.mark.parametrize(
    "arguments",
    [
        {"expression": "a +", "operands": OPERANDS[:1]},
        {"expression": "1749 - 1577"},
        {"expression": "a - b", "operands": OPERANDS[:1]},
        {"expression": "a - b", "operands": "[{"},
        {"expression": "a", "operands": [{"name": "a", "value": "1,749"}]},
        {"expression": "a", "operands": [{"name": "a", "value": 1749, "place": "r:a:1"}]},
        {"operands": OPERANDS},
    ],
)
def test_what_cannot_be_computed_is_refused(arguments: dict[str, Any]) -> None:
    assert code(one("calculate", DESK, **arguments)) == "usage"
