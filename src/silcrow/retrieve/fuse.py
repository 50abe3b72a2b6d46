"""Two orders of the same candidates made into one. Knows numbers only."""

import numpy as np

from silcrow.retrieve.packing import Array

# Chosen on the development sets; docs/decisions.md has what else was tried.
_LIFT = 0.5  # what the nearest candidate's worth gains, of itself


def fused(worth: Array, nearness: Array) -> Array:
    """What candidates are worth by words and by meaning: each gains by how near it is among them, none loses.

    So none falls behind what was no candidate.
    """
    return worth * (1 + _LIFT * _spread(nearness))


def dealt(worth: Array, scores: Array) -> Array:
    """The same worths dealt out anew, in the order of some scores; of equals the first stays first."""
    order = np.argsort(-scores, kind="stable")
    again = np.empty_like(worth)
    again[order] = np.sort(worth)[::-1]
    return again


def _spread(values: Array) -> Array:
    """Values from 0 for the least to 1 for the most."""
    least, most = float(values.min(initial=np.inf)), float(values.max(initial=-np.inf))
    return (values - least) / (most - least) if most > least else np.zeros_like(values)
