"""Rules as people write them, and what is said of those that are wrong."""

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


def test_a_rule_without_a_check_wants_its_scope_to_be_there():
    (rule,) = load_rules('[[rule]]\nid = "a"\nscope = "Fees"').rules
    assert (rule.check, rule.extracts, rule.missing) == (Check(), {}, "not-found")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "has no rules"),
        ("rule = 3", "has no rules"),
        ("[[rule]]\nscope = 'x'", "rule 1 has no id"),
        ("[[rule]]\nid = 'a b'", "rule 1 has no id"),
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


def test_yaml_that_would_make_objects_is_refused():
    with pytest.raises(Usage, match="is no YAML"):
        load_rules("!!python/object/apply:os.system ['true']", form="yaml")


def test_yaml_that_grows_when_it_is_looked_through_is_refused_at_once():
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    for text in ("\n".join([*lines, "rule: [{id: a, severity: *a11}]"]), "rule: &r [*r, *r]"):
        with pytest.raises(Usage, match="more than 100,000 values"):
            load_rules(text, form="yaml")
