"""A rule set on a document: each of the five outcomes, with the words it rests on."""

from decimal import Decimal

import pytest

from silcrow import open_library
from silcrow.errors import NotFound
from silcrow.finding import Finding
from silcrow.library import Library
from silcrow.rules import load_rules
from silcrow.rules.ruleset import Extract
from silcrow.testing import ScriptedChat

TEXT = """# Harbour Contract

Between the North Trust ("the Trust") and Corran Boats Limited ("the Operator"), dated 1 March 2024.

## 1. Fees

The Operator pays £25 a night and £140 a week, which is 5% less.

Table 1: Income, in thousands of pounds

| | 2023 | 2024 |
| --- | --- | --- |
| Berths | 20 | 25 |
| Water | 3 | 4 |
| Total | 23 | 30 |

## 2. Term

It begins on 1 April 2024 and ends on 31 October 2026.

## 3. Law

It is governed by the law of Scotland.

## 4. Notices

- to the Trust, by post
- to the Operator, by mail

# Annex A. Fees

Nothing further.
"""


@pytest.fixture(scope="module")
def library():
    with open_library(ephemeral=True) as found:
        found.add(TEXT.encode(), doc_id="harbour", address="/harbour.md")
        yield found


def run(library: Library, rule: str, chat: ScriptedChat | None = None) -> Finding:
    (found,) = library.check(load_rules(f'[[rule]]\nid = "r"\n{rule}'), chat=chat).findings
    return found


_NO_MODEL = "the check 'judge' needs a model. Name one: --model openai:NAME."
LAW = 'scope = "Law"\nextract = {kind = "clause", words = ["governed by"]}\n'
FEES = 'scope = "1. Fees"\nextract = {fee = {kind = "amount", words = ["a night"], pick = "first"}}\n'


@pytest.mark.parametrize(
    ("rule", "outcome", "reason"),
    [
        (LAW + 'check = {matches = "Scotland"}', "pass", "'It is governed by the law of Scotland.' matches 'Scotland'"),
        (LAW + 'check = {matches = "England"}', "fail", "none of 1 matches 'England'"),
        ('scope = "Insurance"', "not-found", "not there: 'Insurance'"),
        ('scope = "Insurance"\nmissing = "fail"', "fail", "not there: 'Insurance'"),
        ('scope = "Insurance"\nmissing = "pass"', "pass", "not there: 'Insurance'"),
        ('scope = ["Charges", "Law"]', "pass", "found 'It is governed by the law of Scotland.'"),
        ('scope = "Fees"', "ambiguous", "'Fees' fits 2 sections"),
        ('scope = "Fees"\nall = true\nfind = ["nothing further"]', "pass", "found 'Nothing further.'"),
        ('find = ["by hand"]', "fail", "nothing found"),
        ('find = ["by hand"]\ncheck = {absent = true}', "pass", "nothing found"),
        ('find = ["by post"]\ncheck = {absent = true}', "fail", "found '- to the Trust, by post'"),
        (FEES + 'check = {compare = "fee <= 25"}', "pass", "25 GBP <= 25"),
        (FEES + 'check = {compare = "fee < 25"}', "fail", "not 25 GBP < 25"),
        (FEES + 'check = {compare = "fee == 26", tolerance = "4%"}', "pass", "25 GBP == 26 within 4%"),
        (FEES + 'check = {equals = "£25"}', "pass", "'£25' equals '£25'"),
        (FEES + 'check = {judge = "Is it cheap?"}', "error", _NO_MODEL),
    ],
)  # fmt: skip
def test_each_outcome_has_its_reason(library: Library, rule: str, outcome: str, reason: str):
    found = run(library, rule)
    assert (found.outcome, found.reason) == (outcome, reason)


def test_several_figures_are_ambiguous_and_never_the_first(library: Library):
    found = run(library, 'scope = "1. Fees"\nextract = {fee = {kind = "amount"}}\ncheck = {compare = "fee < 50"}')
    assert (found.outcome, found.reason) == ("ambiguous", "several figures as 'fee': '£25', '£140'")
    assert [value.text for value in found.values] == ["£25", "£140"]


@pytest.mark.parametrize(
    ("quantifier", "bound", "outcome"), [("any", 100, "pass"), ("every", 100, "fail"), ("every", 10, "pass")]
)
def test_any_or_every_figure_may_be_compared(library: Library, quantifier: str, bound: int, outcome: str):
    rule = f"""scope = "1. Fees"
extract = {{fee = {{kind = "amount"}}}}
check = {{compare = "fee > {bound}", quantifier = "{quantifier}"}}"""
    assert run(library, rule).outcome == outcome


def test_a_value_stands_at_its_place_letter_by_letter(library: Library):
    (value,) = run(library, FEES + 'check = {compare = "fee > 0"}').values
    cited = value.citation
    assert (str(cited.span), cited.quote, cited.offsets) == ("harbour:harbour-contract.1:1", "£25", (18, 21))
    assert cited.path == ("Harbour Contract", "1. Fees")


def test_a_scope_that_is_not_there_is_never_another_section(library: Library):
    found = run(library, 'scope = "5. Insurance"')
    assert (found.outcome, found.values) == ("not-found", ())
    assert found.candidates == () or all("harbour:" in one for one in found.candidates)


def test_figures_of_different_units_are_not_compared(library: Library):
    rule = """scope = "1. Fees"
check = {compare = "fee < cut"}
[rule.extract.fee]
kind = "amount"
pick = "first"
[rule.extract.cut]
kind = "percentage"
"""
    assert run(library, rule).reason == "25 GBP and 5 % are in different units"


def test_a_cell_is_in_the_unit_of_its_table(library: Library):
    (value,) = library.extract("harbour", Extract("cell", row=("Total",), column=("2024",)))
    assert (value.text, value.number, value.unit) == ("30", Decimal(30_000), "GBP")
    assert value.citation.quote == "| Total | 23 | 30 |"


def test_a_column_adds_up_or_does_not(library: Library):
    column = 'extract = {kind = "column", column = "%s"}\ncheck = {total = true}'
    assert run(library, column % "2023").reason == "2 figures add up to 23,000, the total is 23,000"
    wrong = run(library, column % "2024")
    assert (wrong.outcome, wrong.reason) == ("fail", "2 figures add up to 29,000, the total is 30,000")


def test_dates_follow_each_other(library: Library):
    def rule(first: str, second: str) -> str:
        return f"""scope = "Term"
check = {{order = ["one", "two"]}}
[rule.extract]
one = {{kind = "date", words = ["{first}"], pick = "after"}}
two = {{kind = "date", words = ["{second}"], pick = "after"}}
"""

    good = run(library, rule("begins on", "ends on"))
    assert (good.outcome, good.reason) == ("pass", "one 2024-04-01, two 2026-10-31")
    assert run(library, rule("ends on", "begins on")).outcome == "fail"
    assert run(library, rule("begins on", "signed on")).reason == "no date was found as 'two'"


def test_parties_are_named_once(library: Library):
    found = library.extract("harbour", Extract("party"), scope=["Harbour Contract"])
    assert [value.text for value in found] == ["the North Trust", "Corran Boats Limited"]


def test_no_party_goes_on_behind_the_end_of_a_sentence():
    text = (
        "# A\n\nIt follows U.S. GAAP. The Company pays. Report of North & Vale LLP, which went to Jones & Co. Ltd. too."
    )
    with open_library(ephemeral=True) as library:
        library.add(text.encode(), doc_id="a", address="/a.md")
        found = library.extract("a", Extract("party"))
    assert [value.text for value in found] == ["North & Vale LLP", "Jones & Co. Ltd."]


def test_entries_of_lists(library: Library):
    found = library.extract("harbour", Extract("list"), scope=["Notices"])
    assert [value.text for value in found] == ["- to the Trust, by post", "- to the Operator, by mail"]


def test_every_value_or_any(library: Library):
    rule = 'scope = "Notices"\nextract = {kind = "list"}\ncheck = {matches = "post", quantifier = "%s"}'
    assert run(library, rule % "any").outcome == "pass"
    assert run(library, rule % "every").reason == "'- to the Operator, by mail': not matches 'post'"


def test_an_alias_of_the_rule_set_names_a_section(library: Library):
    rules = load_rules('aliases = {charges = "1. Fees"}\n[[rule]]\nid = "r"\nscope = "charges"')
    assert library.check(rules).findings[0].outcome == "pass"


def test_the_same_rules_give_the_same_findings_in_any_order(library: Library):
    rules = load_rules('[[rule]]\nid = "a"\nscope = "Law"\n[[rule]]\nid = "b"\nscope = "Term"')
    back = load_rules('[[rule]]\nid = "b"\nscope = "Term"\n[[rule]]\nid = "a"\nscope = "Law"')
    assert set(library.check(rules).findings) == set(library.check(back).findings)
    assert library.check(rules) == library.check(rules)


def test_extracting_from_a_section_that_is_not_there_is_not_found(library: Library):
    with pytest.raises(NotFound, match="not there: 'Insurance'"):
        library.extract("harbour", Extract("amount"), scope=["Insurance"])


HEADED = """# Supply Agreement

## 1. Supply

### 1.1 Orders

The Supplier sells paint to the Buyer, and the Buyer may sell it elsewhere.

## 2. Restrictive Covenants

### 2.1 The Buyer

The Buyer buys no paint of others.

### 2.2 The Supplier

The Supplier sells no paint to others.

## 3. Notices

The parties do not compete. Notices are in writing.
"""


@pytest.mark.parametrize(
    ("rule", "found"),
    [
        ('under = ["restrictive covenant~"]', ["The Buyer buys", "The Supplier sells no"]),
        ('find = ["not * compete"]', ["The parties do"]),
        (
            'find = ["not * compete"]\nunder = ["restrictive covenant~"]',
            ["The Buyer buys", "The Supplier sells no", "The parties do"],
        ),
        ('under = ["2.1 the buyer"]', ["The Buyer buys"]),
        # The title of all of it is no place in it.
        ('under = ["supply agreement", "notices"]', ["The parties do"]),
        ('scope = "2.1"\nunder = ["covenants", "notices"]', ["The Buyer buys"]),
        ('extract = {kind = "clause", under = ["notices"], words = ["writing"]}', ["Notices are"]),
    ],
)
def test_a_paragraph_counts_by_its_words_or_by_a_heading_above_it(rule: str, found: list[str]):
    with open_library(ephemeral=True) as library:
        library.add(HEADED.encode(), doc_id="supply", address="/supply.md")
        values = run(library, rule).values
    assert [value.text[: len(one)] for value, one in zip(values, found, strict=True)] == found
