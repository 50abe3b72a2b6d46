"""What a question may cost: rounds, tokens, money, time. Says when to stop looking and why; stops nothing itself."""

from collections.abc import Mapping
from dataclasses import dataclass

from silcrow.errors import Usage as Wrong
from silcrow.models.chat import Usage
from silcrow.models.rates import Rate
from silcrow.toolset.sizes import LEAST

MOST_ROUNDS = 50
ANSWER = 1_500  # tokens kept for the answer itself


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one question; None for none.

    max_rounds   replies of the model, the answer included; one more may repair its citations
    max_tokens   of one result of a tool, at least 400
    max_total_tokens, max_cost, deadline   of the whole act: tokens in and out, money at `rate`, seconds
    window       tokens of a conversation before old results are shortened
    """

    max_rounds: int = 20
    max_tokens: int = 3_000
    max_total_tokens: int | None = None
    max_cost: float | None = None
    deadline: float | None = None
    rate: Rate | None = None
    window: int = 64_000

    def __post_init__(self) -> None:
        if not 1 <= self.max_rounds <= MOST_ROUNDS:
            raise Wrong(f"{self.max_rounds} rounds", hint=f"Give it 1 to {MOST_ROUNDS}.")
        if self.max_tokens < LEAST:
            raise Wrong(f"results of {self.max_tokens} tokens", hint=f"Give them {LEAST} or more.")
        if self.max_cost is not None and self.rate is None:
            raise Wrong("a cost cannot be bounded without its rates", hint="Say what a million tokens cost.")


def reached(limits: Limits, used: Mapping[str, int], rounds: int, coming: int) -> str:
    """Why the next reply has to be the answer, in words; empty while there is room for another look.

    `coming`: what the next request holds, in tokens. Room is kept for the request of the answer after it.
    """
    if rounds + 1 >= limits.max_rounds:
        return f"{limits.max_rounds} round{'s' * (limits.max_rounds > 1)} allowed"
    return overdue(limits, used) or _spent(limits, used, 2 * coming + ANSWER + limits.max_tokens)


def beyond(limits: Limits, used: Mapping[str, int], coming: int) -> str:
    """Why not even an answer may be asked for, in words; empty while there is room for one."""
    return _spent(limits, used, coming)


def overdue(limits: Limits, used: Mapping[str, int], seconds: float = 0.0) -> str:
    """Whether the deadline has passed, in words, after so many seconds that are not in the usage yet."""
    if limits.deadline is not None and used.get("ms", 0) / 1000 + seconds >= limits.deadline:
        return f"{limits.deadline:g} seconds allowed"
    return ""


def _spent(limits: Limits, used: Mapping[str, int], coming: int) -> str:
    tokens = used.get("input", 0) + used.get("output", 0) + coming + ANSWER
    if limits.max_total_tokens is not None and tokens > limits.max_total_tokens:
        return f"{limits.max_total_tokens:,} tokens allowed"
    if (
        limits.max_cost is not None
        and cost(limits, used) + cost(limits, {"input": coming, "output": ANSWER}) > limits.max_cost
    ):
        return f"a cost of {limits.max_cost:g} allowed"
    return ""


def cost(limits: Limits, used: Mapping[str, int]) -> float:
    """What so many tokens cost; 0 where no rate is known."""
    usage = Usage(used.get("input", 0), used.get("output", 0), used.get("cached", 0))
    return limits.rate.cost(usage) if limits.rate else 0.0
