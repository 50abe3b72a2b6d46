"""What was noted of earlier parts, kept short: the newest in full, older ones in fewer words, the oldest counted."""

from silcrow.language.sentences import sentences
from silcrow.language.tokens import estimate_tokens
from silcrow.studied import Studied, StudyPart

_BRIEF = 160  # characters of an older summary


def so_far(study: Studied, part: StudyPart, budget: int) -> str:
    """A line for each earlier part with a note, oldest first, within a budget of tokens."""
    earlier = [(one, one.held) for one in study.parts[: part.index - 1] if one.held]
    full, brief = budget // 2, budget
    lines: list[str] = []
    spent = 0
    for at, (one, held) in enumerate(reversed(earlier)):
        summary = " ".join(held.opened().summary.split())
        line = f"{one.index}. {one.title}: {summary}"
        if spent + estimate_tokens(line) > full:
            line = f"{one.index}. {one.title}: {_first(summary)}"
        cost = estimate_tokens(line) + 1
        if spent + cost > brief:
            left = len(earlier) - at
            lines.append(f"({left} earlier part{'s' * (left > 1)} left out)")
            break
        spent += cost
        lines.append(line)
    return "\n".join(reversed(lines))


def _first(summary: str) -> str:
    """The first sentence, cut where it is long."""
    found = sentences(summary)
    first = summary[found[0][0] : found[0][1]] if found else summary
    return first if len(first) <= _BRIEF else first[:_BRIEF].rstrip() + "…"
