"""Money at the user's rates, worked out by hand."""

import pytest

from silcrow.models.chat import Usage
from silcrow.models.rates import Rate


@pytest.mark.parametrize(
    ("rate", "usage", "money"),
    [
        (Rate(input=2, output=10), Usage(1_000_000, 100_000), 3.0),
        (Rate(input=2, output=10, cached=0.5), Usage(1_000_000, 0, 400_000), 1.4),
        (Rate(input=2, output=10), Usage(1_000_000, 0, 400_000), 2.0),
        (Rate(input=2, output=10, cached=0), Usage(10, 0, 20), 0.0),  # more from the cache than was read
        (Rate(input=0, output=0), Usage(10, 10, 10), 0.0),
    ],
)
def test_tokens_cost_what_the_user_says(rate: Rate, usage: Usage, money: float):
    assert rate.cost(usage) == pytest.approx(money)
