"""Two orders of the same candidates made into one. Knows numbers only."""

import numpy as np

from silcrow.retrieve.packing import Array

# Chosen on the development sets; docs/decisions.md has what else was tried.
_EVEN = 10  # the larger, the less the first places count beside those that follow
_NEAR = 0.5  # what a place by nearness counts beside the same place by words


def fused(worth: Array, nearness: Array) -> Array:
    """What candidates are worth by words and by meaning: their worths, dealt out anew in the order of both ranks.

    Reciprocal rank fusion (Cormack, Clarke & Buettcher 2009). That the worths stay the same ones keeps candidates above
    what was none, and how far is read around each as wide as it was.
    """
    return dealt(worth, 1 / (_EVEN + _places(worth)) + _NEAR / (_EVEN + _places(nearness)))


def dealt(worth: Array, scores: Array) -> Array:
    """The same worths dealt out anew, in the order of some scores; of equals the first stays first."""
    order = np.argsort(-scores, kind="stable")
    again = np.empty_like(worth)
    again[order] = np.sort(worth)[::-1]
    return again


def _places(values: Array) -> Array:
    """The place of each by its value, from 0 for the most; of equals the first comes first."""
    places = np.empty(len(values), np.int64)
    places[np.argsort(-values, kind="stable")] = np.arange(len(values))
    return places
