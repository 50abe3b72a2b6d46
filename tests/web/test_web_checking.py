"""Rules and values over HTTP: findings with their places, worked out by hand; a form filled by a model."""

import json
from typing import Any

import httpx2
import pytest
from hosting import HARBOUR, TIDES, api, get, hosted, library

from silcrow import wire
from silcrow.rules import load_rules
from silcrow.testing import ScriptedChat

RULES = """\
name = "harbours"
version = "2"

[[rule]]
id = "one-night"
scope = ["Item 1"]
check = { matches = "one night" }
message = "A berth is for one night."

[[rule]]
id = "cheap"
scope = ["Item 2"]
extract = { kind = "cell", row = "small", column = "Fee" }
check = { compare = "value <= 5" }
severity = "warning"
message = "A small boat pays five at most."

[[rule]]
id = "insured"
scope = ["Insurance"]
message = "Boats are insured."
"""


def check(address: str, **body: Any) -> httpx2.Response:
    return httpx2.post(f"{address}/api/v1/check", json=body, timeout=60)


def test_rules_of_a_client_are_checked_with_the_place_and_words_of_each_finding(address: str):
    found = check(address, rules=RULES, doc_ids=["harbour"]).json()
    assert (found["rules"], found["version"], found["documents"]) == ("harbours", "2", ["harbour"])
    assert [(one["rule"], one["outcome"], one["severity"]) for one in found["findings"]] == [
        ("one-night", "pass", "error"),
        ("cheap", "fail", "warning"),
        ("insured", "not-found", "error"),
    ]
    night, cheap, insured = found["findings"]
    assert night["values"][0]["place"] == "harbour:item-1:1"
    assert (cheap["values"][0]["number"], cheap["values"][0]["place"]) == ("10", "harbour:item-2:1")
    assert cheap["message"] == "A small boat pays five at most."
    assert insured["values"] == []
    assert found["counts"] == {"pass": 1, "fail": 1, "not-found": 1, "ambiguous": 0, "error": 0}


def test_the_findings_are_those_of_every_face(address: str):
    with library(harbour=HARBOUR, tides=TIDES) as made:
        wanted = wire.checked(made.check(load_rules(RULES)))
    assert check(address, rules=RULES).json() == wanted


def test_rules_in_yaml_are_rules_too(address: str):
    yaml = "name: tides\nrule:\n  - id: twice\n    check: {matches: Twice a day}\n"
    (one,) = check(address, rules=yaml, form="yaml", doc_ids=["tides"]).json()["findings"]
    assert one["outcome"] == "pass"


@pytest.mark.parametrize(
    "form",
    [
        {"type": "object", "properties": {"a": 5}},
        {"type": "object", "properties": {"a": {"type": 5}}},
        {"type": "object", "properties": {"a": {"enum": 5}}},
        {"type": "object", "properties": {"a": {"type": "array", "items": 7}}},
        {"type": "string"},
    ],
)
def test_a_form_that_is_none_is_refused_before_a_model_sees_it(form: dict[str, Any]):
    chat = ScriptedChat([])
    with library(harbour=HARBOUR) as made, hosted(made, chat=chat) as hosting:
        found = httpx2.post(f"{hosting}/api/v1/documents/harbour/values", json={"form": form}, timeout=60)
    assert (found.status_code, found.json()["code"], chat.requests) == (400, "usage", [])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"rules": "nonsense ["}, "TOML"),
        ({"rules": "x = 1", "model": True}, "no model"),
        ({"rules": '[[rule]]\nid = "a"\nchek = {}'}, "chek"),
    ],
)
def test_what_is_wrong_with_rules_is_said(address: str, body: dict[str, Any], said: str):
    found = check(address, **body)
    assert (found.status_code, found.json()["code"]) == (400, "usage")
    assert said in found.json()["detail"]


def test_rules_are_checked_only_on_what_lies_open():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, "tides") as address:
        assert check(address, rules=RULES).json()["documents"] == ["tides"]
        assert check(address, rules=RULES, doc_ids=["harbour"]).status_code == 404
        assert get(address, "/api/v1/documents/harbour/values").status_code == 404


def test_values_are_taken_out_with_their_place(address: str):
    asked = {"kind": "cell", "row": "small", "column": "Fee"}
    (one,) = api(address, "/documents/harbour/values", **asked)["values"]
    assert (one["text"], one["number"], one["place"], one["verdict"]) == ("10", "10", "harbour:item-2:1", "verified")
    assert api(address, "/documents/tides/values", kind="amount")["values"] == []
    assert get(address, "/api/v1/documents/tides/values?kind=cell").json()["code"] == "usage"
    assert get(address, "/api/v1/documents/tides/values?scope=Item+9").status_code == 404


def test_a_form_is_filled_by_the_servers_model_and_what_stands_nowhere_is_null(address: str):
    form = {"type": "object", "properties": {"nights": {"type": "string"}, "owner": {"type": "string"}}}
    told = json.dumps(
        {
            "nights": {"value": "one night", "quote": "A berth is given for one night."},
            "owner": {"value": "the town", "quote": "The town owns the harbour."},
        }
    )
    path = "/api/v1/documents/harbour/values"
    with library(harbour=HARBOUR) as made, hosted(made, chat=ScriptedChat([told] * 4)) as hosting:
        found = httpx2.post(f"{hosting}{path}", json={"form": form}, timeout=60).json()
    assert found["value"] == {"nights": "one night", "owner": None}
    assert found["evidence"]["/nights"]["place"] == "harbour:item-1:1"
    assert set(found["evidence"]["/owner"]) == {"missing"}
    assert httpx2.post(f"{address}{path}", json={"form": form}).json()["code"] == "usage"
