"""Room in the conversation: which results are shortened to their places when it fills. No model is asked for it.

The oldest go first, and what the last turn brought stays if it can; each can be read again by the same call.
"""

from silcrow.agent.talk import Talk

_FULL = 0.85  # of the window: from here on something is shortened
_KEEP = 0.5  # and down to here, so that it is not done every round
_WITHIN = 0.9  # of what a server that refused says it takes; its count of tokens is not ours


def room(talk: Talk, window: int) -> int:
    """What the conversation may hold: the window, or what a server said it takes."""
    return min(window, talk.window or window)


def shrunk(talk: Talk, window: int) -> dict[str, int] | None:
    """The data of a `shrink` step where the conversation fills the window; None where it does not.

    What the last turn brought stays: a model has to see it once.
    """
    window = room(talk, window)
    if talk.tokens() <= _FULL * window:
        return None
    through = _through(talk, _older(talk), _KEEP * window)
    return {"through": through, "window": window} if through else None


def refused(talk: Talk, window: int | None) -> dict[str, int] | None:
    """The same after a server refused the conversation as too long; None where nothing is left to shorten."""
    now = talk.tokens()
    takes = min(now - 1, window or now // 2)
    older, every = _older(talk), talk.results()
    through = _through(talk, older, _KEEP * takes)
    if not through or talk.tokens(through) > _WITHIN * takes:
        through = _through(talk, every, _KEEP * takes)
    return {"through": through, "window": max(1, int(_WITHIN * takes))} if through else None


def _older(talk: Talk) -> list[int]:
    """The results that stand in full and are not of the last turn."""
    last_turn = max((step.number for step in talk.steps if step.kind == "reply"), default=0)
    return [number for number in talk.results() if number < last_turn]


def _through(talk: Talk, numbers: list[int], target: float) -> int:
    """The first of these steps up to which results are shortened to come down to a target, or the last; 0 for none."""
    fitting = (number for number in numbers if talk.tokens(number) <= target)
    return next(fitting, numbers[-1] if numbers else 0)
