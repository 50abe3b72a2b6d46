"""What tokens cost, at rates that the user gives. We know no prices: they change, and depend on the contract."""

from dataclasses import dataclass

from silcrow.models.chat import Usage

_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Rate:
    """Money for a million tokens, in the user's own currency; input from the cache costs as other input if not said."""

    input: float
    output: float
    cached: float | None = None

    def cost(self, usage: Usage) -> float:
        """What so many tokens cost."""
        cached = self.input if self.cached is None else self.cached
        anew = max(0, usage.input - usage.cached)
        return (anew * self.input + usage.cached * cached + usage.output * self.output) / _MILLION
