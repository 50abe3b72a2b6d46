"""Where a rule looks: the sections that its words mean, or why it cannot look there. Asked of locate, not guessed."""

from collections.abc import Sequence
from dataclasses import dataclass

from silcrow.locate.scope import scope
from silcrow.rules.ground import Ground, Line
from silcrow.rules.ruleset import RuleSet

_NAMED = 10


@dataclass(frozen=True, slots=True)
class Look:
    """The paragraphs to look at; where `result` is none or ambiguous, nothing, and the places that fit or are near."""

    result: str
    lines: Sequence[Line] = ()
    trace: tuple[str, ...] = ()
    candidates: tuple[str, ...] = ()


def look(ground: Ground, words: Sequence[str], *, each: bool, rules: RuleSet) -> Look:
    """The paragraphs of the first of these scopes that is there; all of the document without any."""
    if not words:
        return Look("one", ground.lines, ("the whole document",))
    near: list[str] = []
    wrong: list[str] = []
    for one in words:
        found = scope(ground.desk, one, aliases=rules.aliases)
        if found.result == "none":
            near += [str(lead.span) for lead in found.nearest]
            wrong += [notice.message for notice in found.notices if notice.code == "selector"]
            continue
        places = tuple(str(section.span) for section in found.sections)
        if found.result == "ambiguous" and not each:
            return Look("ambiguous", (), (f"{one!r} fits {len(places)} sections",), places[:_NAMED])
        trace = tuple(f"{one!r}: {step}" for step in dict.fromkeys(s for f in found.sections for s in f.trace))
        result = "several" if found.result == "ambiguous" else found.result
        return Look(result, ground.at(section.span for section in found.sections), trace)
    said = ". ".join([f"not there: {', '.join(map(repr, words))}", *(one.rstrip(".") for one in wrong)])
    return Look("none", (), (said,), tuple(dict.fromkeys(near))[:_NAMED])
