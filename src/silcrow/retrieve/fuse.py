"""Two orders of the same candidates made into one. Knows numbers only."""

import numpy as np

from silcrow.retrieve.packing import Array

# Chosen on the development sets, of which none loses by it; docs/decisions.md has what else was tried.
_NEAR = 0.2  # what nearness counts beside worth, each by how far it stands from what is usual among the candidates
_PLACE = 5  # among the candidates of words, before which what only meaning found may go
_ALIKE = 1e-9  # a spread that is none


def fused(worth: Array, nearness: Array) -> Array:
    """What candidates are worth by words and by meaning: their worths, dealt out anew in the order of both.

    That the worths stay the same ones keeps candidates above what was none, and how far is read around each as wide as
    it was.
    """
    return dealt(worth, _standing(worth) + _NEAR * _standing(nearness))


def joining(worth: Array, nearness: Array, others: Array) -> Array:
    """What paragraphs are worth that only meaning found, beside candidates, by the nearness of both; 0 is nothing.

    Only what is nearer than every candidate is worth anything: the nearest goes before the fifth of these, the others
    behind the last.
    """
    ranked = np.sort(worth)[::-1]
    least = float(ranked[-1]) if len(ranked) else 1.0
    nearer = others > nearness.max(initial=0.0)
    found = np.where(nearer, least * np.clip(others, 0, 0.99), 0.0)
    if len(ranked) >= _PLACE and nearer.any():
        found[int(np.argmax(others))] = ranked[_PLACE - 2 : _PLACE].mean()
    return found


def dealt(worth: Array, scores: Array) -> Array:
    """The same worths dealt out anew, in the order of some scores; of equals the first stays first."""
    order = np.argsort(-scores, kind="stable")
    again = np.empty_like(worth)
    again[order] = np.sort(worth)[::-1]
    return again


def _standing(values: Array) -> Array:
    """How far each stands above what is usual among them, in standard deviations; 0 where all are alike."""
    if not len(values):
        return values
    spread = float(values.std())
    return (values - values.mean()) / spread if spread > _ALIKE else np.zeros_like(values)
