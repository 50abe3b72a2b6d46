"""What a server tells whoever runs it: /metrics, and a line a request that holds nothing of documents or questions."""

import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hosting import HARBOUR, TIDES, get, hosted, library
from prometheus_client.parser import text_string_to_metric_families

from silcrow.library import open_library
from silcrow.web.log import tell

TOKEN = "sixteen-characters-or-more"


def figures(address: str, **headers: str) -> dict[tuple[str, ...], float]:
    """What /metrics says: a number by its name and the values of its labels."""
    found = get(address, "/metrics", headers=headers or None)
    assert found.status_code == 200, found.text
    assert found.headers["content-type"].startswith("text/plain; version=")
    families = text_string_to_metric_families(found.text)
    return {(one.name, *one.labels.values()): one.value for family in families for one in family.samples}


def test_requests_are_counted_by_route_and_not_by_what_was_asked_for():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made) as address:
        for doc_id in ("harbour", "tides", "none"):
            get(address, f"/api/v1/documents/{doc_id}")
        get(address, "/api/v1/retrieve", q="secret words")
        get(address, "/read/harbour")
        get(address, "/secret/path")
        found = figures(address)
        text = get(address, "/metrics").text
    one = "/api/v1/documents/{doc_id}"
    assert found["silcrow_requests_total", "GET", one, "200"] == 2
    assert found["silcrow_requests_total", "GET", one, "404"] == 1
    assert found["silcrow_request_seconds_count", "GET", one] == 3
    assert found["silcrow_requests_total", "GET", "/api/v1/retrieve", "200"] == 1
    assert found["silcrow_requests_total", "GET", "/read/{doc_id}", "200"] == 1
    assert found["silcrow_requests_total", "GET", "none", "404"] == 1
    assert found[("silcrow_requests_at_work",)] == 1  # this one
    assert "secret" not in text
    assert "harbour" not in text


def test_what_the_library_holds_is_told_as_it_is_now():
    with library(harbour=HARBOUR) as made, hosted(made) as address:
        before = figures(address)
        made.add(TIDES.encode(), doc_id="tides")
        made._store.jobs.claim([("/a.md", "a"), ("/b.md", "b")], owner="one", seconds=60)
        after = figures(address)
    assert (before[("silcrow_documents",)], after[("silcrow_documents",)]) == (1, 2)
    assert after[("silcrow_generation",)] > before[("silcrow_generation",)]
    assert [after["silcrow_jobs", state] for state in ("waiting", "running", "failed", "aside")] == [0, 2, 0, 0]
    assert after[("silcrow_library_up",)] == 1
    if sys.platform == "linux":
        assert after[("process_resident_memory_bytes",)] > 10_000_000


def test_of_a_server_of_some_documents_only_these_are_counted():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, "tides") as address:
        assert figures(address)[("silcrow_documents",)] == 1


def test_a_library_that_does_not_answer_is_a_figure_and_no_fault():
    with library(harbour=HARBOUR) as made, hosted(made) as address:
        made.close()
        found = figures(address)
    assert found[("silcrow_library_up",)] == 0
    assert ("silcrow_documents",) not in found


def test_figures_need_the_token():
    with library(harbour=HARBOUR) as made, hosted(made, token=TOKEN) as address:
        assert get(address, "/metrics").status_code == 401
        found = figures(address, authorization=f"Bearer {TOKEN}")
    assert found["silcrow_requests_total", "GET", "none", "401"] == 1, "who is turned away learns no route"


@pytest.mark.parametrize("given", ["trace-7_B", "two words", "x" * 65, "né"])
def test_a_response_bears_the_id_of_its_request(given: str, address: str):
    found = get(address, "/health", headers={"x-request-id": given.encode()}).headers["x-request-id"]
    assert found == given if given == "trace-7_B" else found != given
    assert 1 <= len(found) <= 64


@contextmanager
def told(form: Any) -> Iterator[io.StringIO]:
    """What is logged meanwhile."""
    said = io.StringIO()
    root, before = logging.getLogger(), logging.getLogger().handlers.copy()
    tell(form, to=said)
    try:
        yield said
    finally:
        root.handlers = before
        logging.getLogger("silcrow").setLevel(logging.NOTSET)


class Broken:
    """A model that fails in no way that is known."""

    def reply(self, *_: Any, **__: Any) -> Any:
        raise RuntimeError("a secret of a document")


def test_a_fault_is_told_by_its_kind_and_place_and_never_by_its_words():
    with told("json") as said, library(tides=TIDES) as made, hosted(made, chat=Broken()) as address:
        asked = {"question": "a secret question"}
        found = httpx2.post(f"{address}/api/v1/ask", json=asked, headers={"x-request-id": "mine"}, timeout=30)
        assert found.status_code == 500
    lines = [json.loads(line) for line in said.getvalue().splitlines()]
    fault, request = (line for line in lines if line.get("request") == "mine")
    assert (fault["level"], fault["event"], fault["fault"]) == ("error", "a request failed", "RuntimeError")
    assert fault["at"][-1].startswith("tests/web/test_web_watching.py:")
    assert (request["route"], request["status"]) == ("/api/v1/ask", 500)
    assert "secret" not in said.getvalue()


def test_other_packages_are_told_of_without_their_words():
    with told("text") as said:
        logging.getLogger("mcp.server").warning("cannot read %s", "a secret")
    assert "warning mcp.server said something" in said.getvalue()
    assert "secret" not in said.getvalue()


@pytest.mark.parametrize("form", ["json", "text"])
def test_a_line_a_request_when_it_is_asked_for(form: str, tmp_path: Path):
    path = tmp_path / "library.db"
    with open_library(path) as made:
        made.add(HARBOUR.encode(), doc_id="harbour")
    command = [sys.executable, "-m", "silcrow", "--library", str(path), "serve", "--port", "0", "--log-format", form]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stderr
        address = server.stderr.readline().split()[2].rstrip("/")
        get(address, "/api/v1/retrieve", q="secret berths")
        get(address, "/api/v1/documents/harbour", headers={"x-request-id": "mine"})
        server.terminate()
        lines = server.stderr.read().splitlines()
    assert "secret" not in "".join(lines)
    asked = [line for line in lines if "/api/v1/" in line]
    if form == "json":
        first, second = map(json.loads, asked)
        assert list(first) == ["time", "level", "event", "method", "route", "status", "ms", "request"]
        assert (first["method"], first["route"], first["status"]) == ("GET", "/api/v1/retrieve", 200)
        assert (second["route"], second["request"]) == ("/api/v1/documents/{doc_id}", "mine")
    else:
        assert asked[1].split()[1:4] == ["GET", "/api/v1/documents/{doc_id}", "200"]
        assert asked[1].endswith(" ms mine")


def test_a_log_of_another_form_is_refused(tmp_path: Path):
    command = [sys.executable, "-m", "silcrow", "--ephemeral", "serve", "--port", "0", "--log-format", "xml"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Formats: json, text." in done.stderr
