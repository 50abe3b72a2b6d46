"""A rule set on a document: scope, extract, check, in this order for each rule; one finding a rule, in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from silcrow.desk import Desk
from silcrow.errors import ModelFailed, NotFound, SilcrowError
from silcrow.finding import Finding, Value
from silcrow.language.folding import fold
from silcrow.models.chat import Chat
from silcrow.rules.checks import CHECKED, Verdict, unknown
from silcrow.rules.extractors import taken
from silcrow.rules.ground import Ground, Line
from silcrow.rules.judge import judged
from silcrow.rules.patterns import stands
from silcrow.rules.ruleset import Extract, Rule, RuleSet
from silcrow.rules.scope import Look, look

_Values = tuple[Mapping[str, Sequence[Value]], Sequence[str]]
MOST_VALUES = 200
"""Values of one name that a finding keeps; a rule that finds more is too wide, and says so."""


def check(desk: Desk, rules: RuleSet, *, doc_id: str, chat: Chat | None = None) -> tuple[Finding, ...]:
    """The findings of all rules on one document that lies open. `chat` judges where a rule asks for it."""
    ground = Ground(desk.only(doc_id), doc_id)
    return tuple(_finding(ground, rule, rules, chat) for rule in rules.rules)


def extract(desk: Desk, told: Extract, *, doc_id: str, scope: Sequence[str] = ()) -> tuple[Value, ...]:
    """The values of one kind in some sections of a document, or in all of it. NotFound where none of them is there."""
    return taken(_narrowed(lines_of(desk, doc_id=doc_id, scope=scope), told), told).values


def lines_of(desk: Desk, *, doc_id: str, scope: Sequence[str] = ()) -> Sequence[Line]:
    """The paragraphs of the first of these scopes that is there, of all that fit it; of the whole document without."""
    seen = look(Ground(desk.only(doc_id), doc_id), scope, each=True, rules=RuleSet("", "", ()))
    if seen.result == "none":
        raise NotFound(seen.trace[0], hint="See the outline for the sections there are.", candidates=seen.candidates)
    return seen.lines


def _finding(ground: Ground, rule: Rule, rules: RuleSet, chat: Chat | None) -> Finding:
    blank = Finding(rule.rule_id, rule.severity, "error", ground.doc_id, rule.message)
    try:
        seen = _scope(ground, rule, rules)
        if isinstance(seen, Finding):
            return seen
        given = _values(ground, rule, rules, seen)
        if isinstance(given, Finding):
            return given
        found, values = _verdict(rule, given[0], seen, chat)
        found = _doubted(found, given[1])
    except ModelFailed as failure:
        return replace(blank, reason=failure.message)
    except SilcrowError as failure:
        return replace(blank, reason=f"{failure.message}. {failure.hint}".strip())
    kept = tuple(value for some in values.values() for value in some[:MOST_VALUES])
    cut = sum(max(0, len(some) - MOST_VALUES) for some in values.values())
    reason = found.message + (f" ({cut} further values are not shown)" if cut else "")
    return replace(blank, outcome=found.outcome, reason=reason, values=kept, trace=seen.trace)


def _scope(ground: Ground, rule: Rule, rules: RuleSet) -> Look | Finding:
    seen = look(ground, rule.scope, each=rule.each, rules=rules)
    if seen.result == "none" and rule.missing == "document":
        return replace(seen, result="one", lines=ground.lines, trace=(*seen.trace, "so the whole document"))
    return seen if seen.result in ("one", "several") else _nowhere(ground, rule, seen)


def _nowhere(ground: Ground, rule: Rule, seen: Look) -> Finding:
    """The finding where the scope is not there, or is not one."""
    found = Finding(
        rule.rule_id, rule.severity, "ambiguous", ground.doc_id, rule.message, seen.trace[0], candidates=seen.candidates
    )
    if seen.result == "ambiguous":
        return found
    outcome = "not-found" if rule.missing == "document" else rule.missing
    return replace(found, outcome=outcome, trace=seen.trace)


def _values(ground: Ground, rule: Rule, rules: RuleSet, seen: Look) -> _Values | Finding:
    """What each extract gives, and what is doubtful of it; without one, the paragraphs that were found."""
    extracts = rule.extracts or {"value": Extract()}
    values: dict[str, Sequence[Value]] = {}
    doubts: list[str] = []
    for name, told in extracts.items():
        here = look(ground, told.scope, each=rule.each, rules=rules) if told.scope else seen
        if here.result not in ("one", "several"):
            return _nowhere(ground, rule, here)
        lines = _narrowed(_narrowed(here.lines, rule), told)
        values[name], doubtful = taken(lines, told)
        doubts += doubtful
    return values, doubts


def _doubted(found: Verdict, doubts: Sequence[str]) -> Verdict:
    """A verdict that rests on a column chosen while another has no head is none."""
    if not doubts or found.outcome == "error":
        return found
    more = f", and {len(doubts) - 1} more" if len(doubts) > 1 else ""
    return Verdict("ambiguous", f"{found.message}, but {doubts[0]}{more}")


def _narrowed(lines: Sequence[Line], told: Rule | Extract) -> Sequence[Line]:
    """The paragraphs that hold a phrase, and those under a heading that holds one; all where none is asked for."""
    if not told.find and not told.under:
        return lines
    named = cache(lambda heading: any(stands(one, fold(heading)) for one in told.under))
    return [
        line
        for line in lines
        if (told.find and any(line.holding(told.find))) or any(named(heading) for heading in line.headings)
    ]


def _verdict(
    rule: Rule, values: Mapping[str, Sequence[Value]], seen: Look, chat: Chat | None
) -> tuple[Verdict, Mapping[str, Sequence[Value]]]:
    """The verdict on the values, and what it rests on."""
    if rule.check.sort != "judge":
        return CHECKED[rule.check.sort](values, rule.check), values
    if chat is None:
        raise unknown(rule.check)
    lines = _narrowed(seen.lines, rule)
    if not lines:
        return Verdict("not-found", "no paragraph to judge"), {}
    verdict, evidence = judged(str(rule.check.told), lines, chat)
    return verdict, {"evidence": [evidence] if evidence else []}
