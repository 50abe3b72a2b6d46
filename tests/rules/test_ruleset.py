"""Rules as people write them, and what is said of those that are wrong."""

from pathlib import Path

import pytest

from silcrow.errors import Usage
from silcrow.rules import load_rules
from silcrow.rules.ruleset import Check, Extract

TOML = """
name = "harbour"
version = "3"

[aliases]
charges = "Fees"

[[rule]]
id = "fee"
severity = "warning"
scope = "Fees"
check = { compare = "fee <= 40", tolerance = "1%" }
[rule.extract.fee]
kind = "amount"
words = ["a night"]
"""
YAML = """
name: harbour
version: 3
aliases: {charges: Fees}
rules:
  - id: fee
    severity: warning
    scope: Fees
    check: {compare: "fee <= 40", tolerance: "1%"}
    extract: {fee: {kind: amount, words: [a night]}}
"""


def test_toml_and_yaml_say_the_same():
    found = load_rules(TOML)
    assert found == load_rules(YAML, form="yaml")
    assert (found.name, found.version, dict(found.aliases)) == ("harbour", "3", {"charges": ("Fees",)})
    (rule,) = found.rules
    assert rule.extracts == {"fee": Extract("amount", words=("a night",))}
    assert rule.check == Check("compare", "fee <= 40", "1%")


@pytest.mark.parametrize("name", ["annual-report", "contract", "ferry"])
def test_the_rule_sets_of_the_examples_are_rule_sets(name: str):
    text = (Path(__file__).parents[2] / "examples" / f"{name}-rules.toml").read_text(encoding="utf-8")
    assert len(load_rules(text, name=name).rules) >= 5


def test_a_rule_without_a_check_wants_its_scope_to_be_there():
    (rule,) = load_rules('[[rule]]\nid = "a"\nscope = "Fees"').rules
    assert (rule.check, rule.extracts, rule.missing) == (Check(), {}, "not-found")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no rules"),
        ("rule = 3", "has no rules"),
        ("[[rule]]\nscope = 'x'", "rule 1 has no id"),
        ("[[rule]]\nid = 'a b'", "rule 1 has the id 'a b'"),
        ("[[rule]]\nid = 'a'\n[[rule]]\nid = 'a'", "two rules 'a'"),
        ("[[rule]]\nid = 'a'\nscop = 'x'", "rule a: no key 'scop'"),
        ("[[rule]]\nid = 'a'\nseverity = 'high'", "rule a: severity = 'high'"),
        ("[[rule]]\nid = 'a'\nextract = {kind = 'size'}", "extract value: kind = 'size'"),
        ("[[rule]]\nid = 'a'\nextract = {kind = 'clause'}", "a clause needs words"),
        ("[[rule]]\nid = 'a'\nextract = {kind = 'cell'}", "a cell needs a row or a column"),
        ("[[rule]]\nid = 'a'\nextract = {kind = 'date', pick = 'after'}", "after which words"),
        ("[[rule]]\nid = 'a'\ncheck = {present = true, absent = true}", "check says 2 things"),
        ("[[rule]]\nid = 'a'\ncheck = {matches = '/(/'}", "is no pattern"),
        ("[[rule]]\nid = 'a'\ncheck = {compare = 'value < 1', tolerance = 'x'}", "tolerance"),
        ("[[rule]]\nid = 'a'\ncheck = {compare = 'a < 1'}", "nothing is extracted as 'a'"),
        ("[[rule]]\nid = 'a'\ncheck = {compare = 'value < 2 * 3'}", "rule a: compare = 'value < 2 \\* 3'"),
        ("[[rule]]\nid = 'a'\ncheck = {equals = ['x']}", "rule a: equals"),
        ("[[rule]]\nid = 'a'\nfind = ['(a|b']", "rule a: find: .* has a bracket that stands alone"),
        ("not toml", "is no TOML"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, said: str):
    with pytest.raises(Usage, match=said):
        load_rules(text, name="r.toml")


FEE = """[[rule]]
id = "a"
check = { %s }
[rule.extract.fee]
kind = "amount"
[rule.extract.fees]
kind = "amount"
[rule.extract.signed]
kind = "date"
[rule.extract.law]
kind = "clause"
words = ["governed by"]
"""


@pytest.mark.parametrize(
    ("check", "said", "hint"),
    [
        ("compare = 'fe <= 40'", "nothing is extracted as 'fe'", "Did you mean 'fee'? Names: fee, fees, signed, law."),
        ("compare = 'fee <= fee2'", "nothing is extracted as 'fee2'", "Did you mean 'fee'?"),
        ("compare = 'fee <= 12x'", "'12x', and it is no number", "Names: fee, fees, signed, law."),
        ("compare = 'fee <= 2026-12-31'", "'2026-12-31', and it is no number", "Names: fee"),
        ("compare = '1 <= 2'", "'1 <= 2' compares nothing that is extracted", "Names: fee"),
        ("compare = 'signed <= 40'", "extracted as 'signed' is of the kind date, not number, amount,", "kind = "),
        ("compare = 'law <= 40'", "extracted as 'law' is of the kind clause", "kind = "),
        ("order = ['signed', 'fee']", "extracted as 'fee' is of the kind amount, not date", 'kind = "date"'),
        ("order = ['signed', 'signd']", "nothing is extracted as 'signd'", "Did you mean 'signed'?"),
        ("compair = 'fee <= 40'", "no key 'compair'", "Did you mean 'compare'? Known keys: present"),
    ],
)
def test_what_a_check_names_is_looked_up_when_the_rules_are_loaded(check: str, said: str, hint: str):
    with pytest.raises(Usage) as failure:
        load_rules(FEE % check, name="r.toml")
    assert said in failure.value.message
    assert hint in failure.value.hint


@pytest.mark.parametrize("number", ["40", "£1,000", "5%", "2.5", "-3"])
def test_a_side_of_a_comparison_may_be_a_number_as_it_is_printed(number: str):
    (rule,) = load_rules(FEE % f"compare = 'fee <= {number}'").rules
    assert rule.check.told == f"fee <= {number}"


def test_yaml_that_would_make_objects_is_refused():
    with pytest.raises(Usage, match="is no YAML"):
        load_rules("!!python/object/apply:os.system ['true']", form="yaml")


def test_yaml_that_grows_when_it_is_looked_through_is_refused_at_once():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    for text in ("\n".join([*lines, "rule: [{id: a, severity: *a11}]"]), "rule: &r [*r, *r]"):
        with pytest.raises(Usage, match="more than 100,000 values"):
            load_rules(text, form="yaml")


RULE = '[[rule]]\nid = "a"\n'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("aliases = [1]\n" + RULE, "aliases = [1]"),
        (RULE + "check = { present = false }", "present = false"),
        (RULE + "check = { absent = false }", "absent = false"),
        (RULE + "check = { total = false }", "total = false"),
        (RULE + 'check = { compare = "value <= 1", tolerance = "nan" }', "tolerance = 'nan'"),
        (RULE + 'check = { compare = "value <= 1", tolerance = "Infinity" }', "tolerance = 'Infinity'"),
        (RULE + 'check = { compare = "value <= 1", tolerance = "-5" }', "tolerance = '-5'"),
        (RULE + "check = { order = [1, 2] }", "nothing is extracted as 1"),
        (RULE + 'check = { order = "value" }', "order = 'value'"),
        (RULE + "check = { judge = 3 }", "judge = 3"),
        (RULE + 'check = { judge = " " }', "judge asks nothing"),
        (RULE + "message = 3", "message = 3"),
        ("version = [1]\n" + RULE, "version = [1]"),
        ('[[rule]]\nid = "a b"', "rule 1 has the id 'a b'"),
        ("[[rule]]\nid = 3", "rule 1 has the id 3"),
        ('[[rule]]\nid = "\u00e9"\n[[rule]]\nid = "e\u0301"', "two rules"),
        ("".join(f'[[rule]]\nid = "r{n}"\n' for n in range(10_000)), "has 10000 rules"),
        ("a = " + "[" * 5_000 + "]" * 5_000, "is no TOML"),
        (RULE + 'find = "/(?=a)/"', "is no pattern"),
    ],
)
def test_hostile_rules_are_refused_with_what_is_wrong(text: str, said: str):
    with pytest.raises(Usage) as failure:
        load_rules(text)
    assert said in failure.value.message
    assert failure.value.hint


@pytest.mark.parametrize(
    "text",
    [
        "rules:\n  - id: a\n    id: b",
        "rules: &r\n  - id: a\n    scope: *r",
        "a: &a [x, x]\nb: &b [*a, *a]\nrules: *b",
        '!!python/object/apply:os.system ["x"]',
        "rules:\n  - {1: 2}",
        "rules:\n\t- id: a",
    ],
)
def test_hostile_yaml_is_refused(text: str):
    with pytest.raises(Usage):
        load_rules(text, form="yaml")


def test_a_date_may_be_written_as_one():
    (rule,) = load_rules(RULE + "check = { equals = 2020-01-31 }").rules
    assert rule.check.told == "2020-01-31"
    assert load_rules("version = 2\n" + RULE).version == "2"
