"""Rules as people write them: one file a rule set, in TOML or YAML. Whatever is wrong in it is said with the rule and
the key it stands in; nothing in it is passed over.

    name = "ferry contracts"
    version = "2"

    [[rule]]
    id = "governing-law"
    severity = "error"                                # error, warning or info
    scope = ["Law", "Governing Law"]                  # the first that is there; without one, the whole document
    missing = "document"                              # no such scope: not-found, pass, fail, or the whole document
    find = ["governed by * law~ of"]                  # only paragraphs that hold one of these,
    under = ["governing law"]                         # or stand under a heading that holds one of these
    extract = { kind = "clause", words = ["governed by"] }
    check = { matches = "Scotland" }
    message = "The law is that of Scotland."

Several values are named: `[rule.extract.fee]`, each with a scope of its own if it needs one, and
`check = { compare = "fee <= 500" }`. What kinds and checks there are: KINDS and CHECKS.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from difflib import get_close_matches
from typing import Any, Final, Literal, cast, get_args
from unicodedata import normalize

import yaml

from silcrow.errors import Usage
from silcrow.finding import KINDS, Kind, Severity
from silcrow.language.quantities import quantities
from silcrow.place import is_id
from silcrow.rules.patterns import pattern

Pick = Literal["all", "first", "last", "after", "latest"]
Missing = Literal["not-found", "pass", "fail", "document"]
CHECKS: Final = ("present", "absent", "matches", "equals", "compare", "total", "order", "judge")
_RULE: Final = ("id", "severity", "scope", "all", "missing", "find", "under", "extract", "check", "message")
_EXTRACT: Final = ("kind", "scope", "find", "under", "words", "pick", "unit", "row", "column", "table")
_BESIDE: Final = ("tolerance", "quantifier")
COMPARED: Final = re.compile(r"\s*(?P<left>[\w-]+)\s*(?P<sign>==|=|!=|<=|>=|<|>)\s*(?P<right>[\w.,%$€£-]+)\s*\Z")
_DATED: Final = ("date", "cell", "column")
FIGURES: Final = ("number", "amount", "percentage", "cell", "column")
_SHOWN: Final = 60  # characters of a name that others are compared with
_LARGEST: Final = 1_000_000  # characters of a rule set
_MOST: Final = 1_000  # rules
_EXPANDED: Final = 100_000  # values in them, those that YAML only refers to counted each time
_WIDEST: Final = Decimal("1e30")
_NAMED: Final = {"name": "", "version": "1"}


@dataclass(frozen=True, slots=True)
class Extract:
    """What to take out of a scope.

    find, under   phrases; only paragraphs that hold one of `find`, or stand under a heading that holds one of `under`
    words    phrases; only sentences that hold one of them are looked at
    pick     all of what is found; the first or the last of it; what comes next after each of the words; of dates the
             latest, and of cells those of the latest year that heads a column
    unit     of figures only those in this unit: days, USD, %
    row, column, table   words of the first cell of a row, of a column's head, of a table's caption; of several for a
             row the first that are there
    """

    kind: Kind = "text"
    scope: tuple[str, ...] = ()
    find: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pick: Pick = "all"
    unit: str = ""
    row: tuple[str, ...] = ()
    column: tuple[str, ...] = ()
    table: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """What must hold of the values. `sort` is one of CHECKS, `told` what it is compared with.

    quantifier   any or every value; empty: any text, and of figures only one
    """

    sort: str = "present"
    told: Any = True
    tolerance: str = ""
    quantifier: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule."""

    rule_id: str
    severity: Severity = "error"
    scope: tuple[str, ...] = ()
    each: bool = False
    missing: Missing = "not-found"
    find: tuple[str, ...] = ()
    under: tuple[str, ...] = ()
    extracts: Mapping[str, Extract] = field(default_factory=dict)
    check: Check = field(default_factory=Check)
    message: str = ""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """Rules in their order, and what else the things they look in are called."""

    name: str
    version: str
    rules: tuple[Rule, ...]
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)


def load_rules(text: str, *, name: str = "rules", form: str = "toml") -> RuleSet:
    """The rule set of a text in TOML or YAML. Usage, saying where, when it is none."""
    if len(text) > _LARGEST:
        raise Usage(f"{name} has {len(text):,} characters", hint=f"A rule set has at most {_LARGEST:,}.")
    told = _read(text, name, form)
    _known(told, ("name", "version", "aliases", "rule", "rules"), name)
    listed = told.get("rule", told.get("rules", []))
    if not isinstance(listed, list) or not listed:
        raise Usage(f"{name} has no rules", hint="A rule is a [[rule]] with an id and a check.")
    if len(listed) > _MOST:
        raise Usage(f"{name} has {len(listed)} rules", hint=f"Give at most {_MOST}.")
    rules = tuple(_rule(one, n, name) for n, one in enumerate(listed, 1))
    seen: set[str] = set()
    for rule in rules:
        rule_id = normalize("NFKC", rule.rule_id)
        if rule_id in seen:
            raise Usage(f"{name} has two rules {rule.rule_id!r}", hint="Give each its own id.")
        seen.add(rule_id)
    given = told.get("aliases", {})
    if not isinstance(given, dict):
        raise Usage(f"{name}: aliases = {given!r}", hint='Write [aliases] and name = ["Title", "Item 1A"].')
    aliases = {str(key): _texts(value, f"{name}: aliases") for key, value in given.items()}
    called, version = (_written(told.get(key, other), f"{name}: {key}") for key, other in _NAMED.items())
    return RuleSet(called or name, version, rules, aliases)


def _read(text: str, name: str, form: str) -> Mapping[str, Any]:
    try:
        told = tomllib.loads(text) if form == "toml" else yaml.load(text, _Once)  # noqa: S506  a SafeLoader
    except (tomllib.TOMLDecodeError, yaml.YAMLError, RecursionError) as fault:
        raise Usage(f"{name} is no {form.upper()}: {' '.join(str(fault).split())}", hint="Correct it there.") from None
    if not isinstance(told, dict):
        raise Usage(f"{name} holds no rules", hint="Write [[rule]] entries.")
    _bounded(told, name)
    return told


def _bounded(told: Any, name: str) -> None:
    """Usage for what grows when it is looked through, as a few lines of YAML that refer to one another can for ever."""
    waiting, seen = [told], 0
    while waiting:
        one = waiting.pop()
        seen += 1
        if seen + len(waiting) > _EXPANDED:
            raise Usage(f"{name} holds more than {_EXPANDED:,} values", hint="Write them out, without references.")
        if isinstance(one, dict):
            waiting += [*one, *one.values()]
        elif isinstance(one, list | tuple | set):
            waiting += one


class _Once(yaml.SafeLoader):
    """YAML in which no key of a mapping stands twice: PyYAML would pass over the first."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value if isinstance(key, yaml.ScalarNode) and key.value != "<<"]
        if twice := [key for key in keys if keys.count(key) > 1]:
            raise yaml.constructor.ConstructorError(None, None, f"{twice[0]!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


def _rule(told: Any, number: int, name: str) -> Rule:
    rule_id = told.get("id") if isinstance(told, dict) else None
    if not isinstance(rule_id, str) or not is_id(rule_id):
        said = "has no id" if rule_id in (None, "") else f"has the id {rule_id!r}"
        raise Usage(f"{name}: rule {number} {said}", hint="Give it one of letters, digits, dots and dashes, as a text.")
    where = f"{name}: rule {told['id']}"
    _known(told, _RULE, where)
    extracts = dict(_extracts(told.get("extract", {}), where))
    return Rule(
        rule_id=told["id"],
        severity=cast("Severity", _one_of(told.get("severity", "error"), get_args(Severity), f"{where}: severity")),
        scope=_texts(told.get("scope", ()), f"{where}: scope"),
        each=_flag(told.get("all", False), f"{where}: all"),
        missing=cast("Missing", _one_of(told.get("missing", "not-found"), get_args(Missing), f"{where}: missing")),
        find=_patterns(told.get("find", ()), f"{where}: find"),
        under=_patterns(told.get("under", ()), f"{where}: under"),
        extracts=extracts,
        check=_check(told.get("check", {"present": True}), where, extracts or {"value": Extract()}),
        message=_text(told.get("message", ""), f"{where}: message"),
    )


def _extracts(told: Any, where: str) -> Iterator[tuple[str, Extract]]:
    if not isinstance(told, dict):
        raise Usage(f"{where}: extract is no table", hint='Write extract = { kind = "amount" }.')
    if not told:
        return
    named = told if all(isinstance(one, dict) for one in told.values()) else {"value": told}
    for name, one in named.items():
        yield name, read_extract(one, f"{where}: extract {name}")


def read_extract(told: Mapping[str, Any], where: str) -> Extract:
    """What is to be taken out, as a rule says it. Usage, saying where, when something is wrong."""
    _known(told, _EXTRACT, where)
    kind = cast("Kind", _one_of(told.get("kind", "text"), KINDS, f"{where}: kind"))
    found = Extract(
        kind,
        scope=_texts(told.get("scope", ()), f"{where}: scope"),
        find=_patterns(told.get("find", ()), f"{where}: find"),
        under=_patterns(told.get("under", ()), f"{where}: under"),
        words=_patterns(told.get("words", ()), f"{where}: words"),
        pick=cast("Pick", _one_of(told.get("pick", "all"), get_args(Pick), f"{where}: pick")),
        unit=_text(told.get("unit", ""), f"{where}: unit"),
        row=_texts(told.get("row", ()), f"{where}: row"),
        column=_texts(told.get("column", ()), f"{where}: column"),
        table=_texts(told.get("table", ()), f"{where}: table"),
    )
    if kind == "clause" and not found.words:
        raise Usage(f"{where}: a clause needs words", hint='Write words = ["governed by"].')
    if found.pick == "after" and not found.words:
        raise Usage(f"{where}: after which words?", hint='Write words = ["ends on"].')
    if found.unit and kind not in FIGURES:
        raise Usage(f"{where}: a {kind} has no unit", hint='Write kind = "number".')
    if found.pick == "latest" and kind not in _DATED and not (kind in FIGURES and found.words):
        raise Usage(f"{where}: the latest {kind}?", hint="Dates have a latest one, and figures of rows of tables.")
    if kind == "cell" and not (found.row or found.column):
        raise Usage(f"{where}: a cell needs a row or a column", hint='Write row = "Total assets", column = "2024".')
    if kind == "column" and not found.column:
        raise Usage(f"{where}: a column needs its head", hint='Write column = "2024".')
    return found


def _check(told: Any, where: str, extracts: Mapping[str, Extract]) -> Check:
    if not isinstance(told, dict):
        raise Usage(f"{where}: check is no table", hint="Write check = { present = true }.")
    _known(told, (*CHECKS, *_BESIDE), f"{where}: check")
    sorts = [key for key in told if key in CHECKS]
    if len(sorts) != 1:
        raise Usage(f"{where}: check says {len(sorts)} things", hint=f"Say one of: {', '.join(CHECKS)}.")
    sort, value = sorts[0], told[sorts[0]]
    tolerance = str(told.get("tolerance", ""))
    if tolerance and not 0 <= _number(tolerance.removesuffix("%"), f"{where}: tolerance") < _WIDEST:
        raise Usage(f"{where}: tolerance = {tolerance!r}", hint="It should be 0 or more, such as 5 or 0.5%.")
    quantifier = _one_of(told.get("quantifier", ""), ("", "any", "every"), f"{where}: quantifier")
    if sort == "matches":
        _pattern(_text(value, f"{where}: matches"), f"{where}: matches")
    if sort == "equals" and isinstance(value, date):
        value = value.isoformat()
    if sort == "equals" and not isinstance(value, str | int | float):
        raise Usage(f"{where}: equals = {value!r}", hint="It should be a text, a number or a date.")
    if sort == "compare":
        _compared(_text(value, f"{where}: compare"), extracts, f"{where}: compare")
    if sort == "order":
        _ordered(value, extracts, f"{where}: order")
    if sort == "judge" and not _text(value, f"{where}: judge").strip():
        raise Usage(f"{where}: judge asks nothing", hint="Write the question, to be answered by yes or no.")
    if sort in ("present", "absent", "total") and not _flag(value, f"{where}: {sort}"):
        other = {"present": "absent", "absent": "present"}.get(sort)
        raise Usage(f"{where}: {sort} = false", hint=f"Write {other} = true." if other else "Leave the check out.")
    return Check(sort, value, tolerance, quantifier)


def _compared(text: str, extracts: Mapping[str, Extract], where: str) -> None:
    """Usage unless a text is `NAME SIGN NAME_OR_NUMBER`, of names under which figures are extracted."""
    found = COMPARED.match(text)
    if found is None:
        raise Usage(f"{where} = {text!r}", hint="Write NAME <= NUMBER, or another of == != >= < > between two.")
    sides = (found["left"], found["right"])
    for side in sides:
        if side in extracts:
            _of_kind(side, extracts[side], FIGURES, where)
        elif written(side) is None:
            said = ", and it is no number" if side[0].isdigit() else ""
            raise Usage(f"{where}: nothing is extracted as {side!r}{said}", hint=_near(side, extracts))
    if not any(side in extracts for side in sides):
        raise Usage(f"{where} = {text!r} compares nothing that is extracted", hint=_near("", extracts))


def _of_kind(name: str, told: Extract, kinds: Sequence[str], where: str) -> None:
    """Usage where values of this kind are not what a check looks at."""
    if told.kind not in kinds:
        raise Usage(
            f"{where}: what is extracted as {name!r} is of the kind {told.kind}, not {_or(kinds)}",
            hint=f'Write extract = {{ kind = "{kinds[0]}", … }}.',
        )


def _or(words: Sequence[str]) -> str:
    return " or ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _near(name: str, known: Iterable[str], called: str = "Names") -> str:
    """What there is, with the most like a word first."""
    names = tuple(known)
    near = get_close_matches(name[:_SHOWN], names, n=1)
    return (f"Did you mean {near[0]!r}? " if near else "") + f"{called}: {', '.join(names)}."


def written(text: str) -> Decimal | None:
    """The number that a text is, and nothing else: `420`, `£1,000`, `5%`; None for a date and for what is none."""
    found = quantities(text)
    whole = len(found) == 1 and (found[0].start, found[0].end) == (0, len(text)) and found[0].kind != "date"
    return found[0].value if whole else None


def _ordered(value: Any, extracts: Mapping[str, Extract], where: str) -> None:
    """Usage unless a value is two names or more under which dates are extracted."""
    if not isinstance(value, list) or len(value) < 2:
        raise Usage(f"{where} = {value!r}", hint='It needs two names or more: order = ["signed", "ends"].')
    for one in value:
        if one not in extracts:
            raise Usage(f"{where}: nothing is extracted as {one!r}", hint=_near(str(one), extracts))
        _of_kind(one, extracts[one], ("date",), where)


def _known(told: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    for key in told:
        if key not in keys:
            raise Usage(f"{where}: no key {key!r}", hint=_near(key, keys, "Known keys"))


def _one_of(value: Any, choices: Sequence[str], where: str) -> str:
    if value not in choices:
        raise Usage(f"{where} = {value!r}", hint=f"It should be one of: {', '.join(choices)}.")
    return str(value)


def _texts(value: Any, where: str) -> tuple[str, ...]:
    values = [value] if isinstance(value, str) else list(value) if isinstance(value, list | tuple) else None
    if values is None or not all(isinstance(one, str) and one.strip() for one in values):
        raise Usage(f"{where} = {value!r}", hint="It should be words, or a list of them.")
    return tuple(values)


def _patterns(value: Any, where: str) -> tuple[str, ...]:
    found = _texts(value, where)
    for one in found:
        _pattern(one, where)
    return found


def _pattern(text: str, where: str) -> None:
    try:
        pattern(text)
    except Usage as failure:
        raise Usage(f"{where}: {failure.message}", hint=failure.hint) from None


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise Usage(f"{where} = {value!r}", hint="It should be words.")
    return value


def _written(value: Any, where: str) -> str:
    """A text, or a number written without quotation marks."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Usage(f"{where} = {value!r}", hint="It should be words.")
    return str(value)


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise Usage(f"{where} = {value!r}", hint="It should be true or false.")
    return value


def _number(text: str, where: str) -> Decimal:
    try:
        found = Decimal(text)
    except InvalidOperation:
        found = Decimal("NaN")
    if not found.is_finite():
        raise Usage(f"{where} = {text!r}", hint="It should be a number, or a percentage such as 0.5%.")
    return found
