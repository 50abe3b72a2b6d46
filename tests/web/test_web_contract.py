"""The whole OpenAPI document, tried with arguments that fit it: no fault, no answer of another shape than it says."""

import json
from typing import Any

import pytest
import schemathesis
from hosting import HARBOUR, TIDES, get, hosted, library
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import CHECKS, load_all_checks

from silcrow.errors import NotFound, SilcrowError
from silcrow.web.problems import STATUS, written
from silcrow.web.refusals import Refused

load_all_checks()
WANTED = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_schema_conformance",
)
EXAMPLES = 6  # of each operation


@pytest.fixture(scope="module")
def schema() -> Any:
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, writes=True) as address:
        made.study("harbour").begin()
        yield schemathesis.openapi.from_url(f"{address}/openapi.json")


def test_no_operation_fails_or_answers_in_another_shape(schema: Any):
    checks = CHECKS.get_by_names(WANTED)
    tried = []
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def attempt(case: Any) -> None:
            # A document that is there, unless it would not be there any more for the others.
            if "doc_id" in (case.path_parameters or {}) and case.method not in ("DELETE", "PATCH"):
                case.path_parameters["doc_id"] = "harbour"
            if case.path.endswith(("/synthesis", "/report")) and case.method == "GET":
                case.query["doc_id"] = ["harbour"]
            case.call_and_validate(checks=checks, timeout=30)

        attempt()
        tried.append(f"{operation.method.upper()} {operation.path}")
    assert len(tried) == 39, tried


def kinds(of: Any) -> set[str]:
    return {getattr(of, "code", "")}.union(*(kinds(one) for one in of.__subclasses__()))


def test_every_code_has_a_status_and_no_other_has():
    assert set(STATUS) == (kinds(SilcrowError) | kinds(Refused)) - {""}


def test_a_client_is_not_sent_to_a_command_line():
    said = json.loads(written(NotFound("no document 'harbor'", hint="silcrow ls shows what there is.")))
    assert said["hint"] == "GET /api/v1/documents shows what there is."
    assert json.loads(written(NotFound("no section '9'", hint="Name one.")))["hint"] == "Name one."


def test_the_document_says_problems_and_nothing_of_the_framework(address: str):
    document = get(address, "/openapi.json").json()
    assert "HTTPValidationError" not in str(document)
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert "application/problem+json" in operation["responses"]["default"]["content"], path


def test_the_manual_names_every_path_and_needs_nothing_from_elsewhere(address: str):
    page = get(address, "/docs").text
    for path in get(address, "/openapi.json").json()["paths"]:
        assert f" {path}</code>" in page
    assert "<script" not in page
    assert "style=" not in page
    assert "http://" not in page
    assert "https://" not in page
    assert get(address, "/static/plain.css").headers["content-type"].startswith("text/css")
