"""Filings as EDGAR serves them, without h1-h6: every Item in its place, and nothing that is none."""

from pathlib import Path

import pytest

from silcrow.parse import parse

CASES = Path(__file__).parents[1] / "cases"

ITEMS = {
    "filing-in-split-cells": {
        "Item 1": "Business",
        "Item 1A": "Risk Factors",
        "Item 4": "Mine Safety Disclosures",
        "Item 7": "Management’s Discussion and Analysis of Financial Condition and Results of Operations",
        "Item 8": "Financial Statements and Supplementary Data",
    },
    "filing-of-long-titles": {
        "Item No. 1": "Business",
        "Item No. 1A": "Risk Factors",
        "Item No. 5": (
            "Market for Registrant’s Common Equity, Related Stockholder Matters and "
            "Issuer Purchases of Equity Securities"
        ),
        "Item No. 9A(T)": "Controls and Procedures",
        "Item No. 10": "Directors, Executive Officers and Corporate Governance",
        "Item No. 14": "Exhibits and Financial Statement Schedules",
    },
    "filing-in-two-columns": {
        "ITEM 1": "BUSINESS",
        "ITEM 2": "PROPERTIES",
        "ITEM 3": "LEGAL PROCEEDINGS",
        "ITEM 7": "MANAGEMENT’S DISCUSSION",
        "ITEM 8": "FINANCIAL STATEMENTS",
        "ITEM 15": "EXHIBITS",
    },
    "filing-with-bullets": {
        "Item 1": "Business",
        "Item 1A": "Risk Factors",
        "Item 2": "Properties",
        "Item 9": "Changes in and Disagreements With Accountants",
        "Item 15": "Exhibits",
        "Item 16": "Form 10-K Summary",
    },
}


PLAIN = {
    "Item 1": "Business",
    "Item 2": "Properties",
    "Item 3": "Legal Proceedings",
    "Item 4": "Submission of Matters to a Vote of Security Holders",
    "Item 5": (
        "Market for Registrant's Common Equity, Related Stockholder Matters and Issuer Purchases of Equity Securities"
    ),
    "Item 6": "Selected Financial Data",
    "Item 7": "Management's Discussion and Analysis of Financial Condition and Results of Operations",
    "Item 8": "Financial Statements and Supplementary Data",
    "Item 9": "Changes in and Disagreements with Accountants on Accounting and Financial Disclosure",
    "Item 10": "Directors and Executive Officers of the Registrant",
    "Item 12": "Security Ownership of Certain Beneficial Owners and Management and Related Stockholder Matters",
    "Item 14": "Exhibits, Financial Statement Schedules, and Reports on Form 8-K",
}
ITEMS |= {
    "filing-in-plain-text": PLAIN,
    "filing-without-any-look": PLAIN,
    "headings-before-line-breaks": {
        "Item 1": "Business",
        "Item 1A": "Risk Factors",
        "Item 2": "Properties",
        "Item 3": "Legal Proceedings",
        "Item 4": "Mine Safety Disclosures",
    },
}
QUARTERLY = [
    ("part-i", "Item 1", "Financial Statements"),
    ("part-i", "Item 2", "Management's Discussion and Analysis of Financial Condition and Results of Operations"),
    ("part-i", "Item 3", "Quantitative and Qualitative Disclosures About Market Risk"),
    ("part-i", "Item 4", "Controls and Procedures"),
    ("part-ii", "Item 1", "Legal Proceedings"),
    ("part-ii", "Item 1A", "Risk Factors"),
    (
        "part-ii",
        "Item 2",
        "Unregistered Sales of Equity Securities, Use of Proceeds, and Issuer Purchases of Equity Securities",
    ),
    ("part-ii", "Item 5", "Other Information"),
    ("part-ii", "Item 6", "Exhibits"),
]


@pytest.mark.parametrize("case", ["quarterly-in-plain-text", "quarterly-without-any-look"])
def test_the_items_of_a_quarterly_report_stand_in_their_parts(case: str):
    (source,) = (CASES / case).glob("source.*")
    document = parse(source.read_bytes(), doc_id="d", name=source.name)
    assert [(s.parent, s.label, s.title) for s in document.sections if s.label.startswith("Item")] == QUARTERLY


@pytest.mark.parametrize("case", ITEMS)
def test_the_items_of_a_filing_are_its_sections_once_each_and_in_order(case: str):
    (source,) = (CASES / case).glob("source.*")
    document = parse(source.read_bytes(), doc_id="d", name=source.name)
    found = [(s.label, s.title) for s in document.sections if s.label.casefold().startswith("item")]
    assert found == list(ITEMS[case].items())


def test_an_item_ends_at_the_next_item_and_not_at_a_bold_line_inside_it():
    document = parse((CASES / "filing-in-split-cells" / "source.html").read_bytes(), doc_id="d", name="f.htm")
    sections = {s.sec_id: s for s in document.sections}
    assert [sections[name].parent for name in ("overview", "competition", "item-1a")] == ["item-1", "item-1", "part-i"]
    assert sections["item-4"].pages == (4, 4)
    assert sections["part-ii"].pages == (5, 6)


def test_a_heading_that_the_contents_leads_to_says_so():
    document = parse((CASES / "filing-in-split-cells" / "source.html").read_bytes(), doc_id="d", name="f.htm")
    (item,) = [s for s in document.sections if s.sec_id == "item-4"]
    assert item.evidence[0] == "bookmark"
    assert item.confidence > 0.9
