"""Rules, uploads and kept answers in the reader: chips that mark their words, jobs one can watch, files with places."""

from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from browsers import Watched
from hosting import HARBOUR, TIDES, get, hosted, library
from playwright.sync_api import expect

from silcrow.testing import ScriptedChat

RULES = """\
name = "harbours"

[[rule]]
id = "one-night"
scope = ["Item 1"]
check = { matches = "one night" }

[[rule]]
id = "cheap"
scope = ["Item 2"]
severity = "warning"
extract = { kind = "cell", row = "small", column = "Fee" }
check = { compare = "value <= 5" }
message = "A small boat pays <b>five</b> at most."
"""
TEXT = 'A berth is given for one night [1].\n\n[1] harbour:item-1:1 "A berth is given for one night."'


@pytest.fixture
def writable() -> Iterator[str]:
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, writes=True) as found:
        yield found


def rules_file(tmp_path: Path) -> Path:
    path = tmp_path / "harbours.toml"
    path.write_text(RULES)
    return path


def test_a_finding_leads_to_its_words_and_all_is_there_after_a_reload(watched: Watched, address: str, tmp_path: Path):
    page = watched.open(f"{address}/read/harbour")
    page.click("#tab-rules")
    page.set_input_files("[data-into]", rules_file(tmp_path))
    failed = page.locator(".finding.fail")
    expect(failed).to_contain_text("A small boat pays <b>five</b> at most.")
    expect(failed.locator(".severity")).to_have_text("warning")
    expect(page.locator("#findings .passed > summary")).to_have_text("1 passes")
    page.click(".finding.fail a.quote")
    expect(page.locator("mark.verified")).to_have_text(["small", "10"])
    page.reload()
    page.wait_for_selector("body[data-ready]")
    expect(page.locator("#tab-rules")).to_have_attribute("aria-selected", "true")
    expect(page.locator(".finding.fail")).to_contain_text("cheap")
    expect(page.locator("mark.verified")).to_have_text(["small", "10"])


def test_rules_on_all_documents_are_a_page(watched: Watched, address: str, tmp_path: Path):
    page = watched.open(f"{address}/findings")
    page.set_input_files("[data-into]", rules_file(tmp_path))
    expect(page.locator(".findings h2")).to_have_count(2)
    page.check('[name="doc_id"][value="harbour"]')
    page.click("button.main")
    expect(page.locator(".findings h2")).to_have_count(1)
    page.click(".finding.fail a.quote")
    page.wait_for_selector("mark.verified")
    assert "/read/harbour/item-2/1?mark=" in page.url


def test_what_is_wrong_with_rules_is_shown(address: str):
    for path in ("/findings", "/reader/harbour/findings"):
        found = httpx2.post(f"{address}{path}", data={"rules": "[[rule"}, headers={"hx-request": "true"})
        assert 'role="alert"' in found.text
        assert "TOML" in found.text


def test_an_upload_is_seen_from_its_first_byte_until_it_can_be_read(watched: Watched, writable: str):
    page = watched.open(f"{writable}/")
    files = [
        {"name": "<b>new</b>.md", "mimeType": "text/markdown", "buffer": b"# New\n\nHere."},
        {"name": "broken.bin", "mimeType": "text/plain", "buffer": b"\0\1\2 nothing"},
    ]
    page.set_input_files("#files", files)
    expect(page.locator(".job.done .name")).to_have_text("<b>new</b>.md")
    expect(page.locator(".job.failed .state")).to_contain_text("binary file")
    expect(page.locator(".book .title")).to_have_text(["New", "Harbour Rules", "Tides"])
    page.reload()
    expect(page.locator(".job.failed")).to_have_count(1)  # it is told of again, what was read is not
    page.locator(".book", has_text="New").click()
    expect(page.locator(".par")).to_have_text("1 Here.")


def test_an_empty_library_takes_its_first_document(watched: Watched):
    with library() as made, hosted(made, writes=True) as address:
        page = watched.open(f"{address}/")
        page.set_input_files("#files", [{"name": "first.md", "mimeType": "text/plain", "buffer": b"# First\n\nHere."}])
        expect(page.locator(".book .title")).to_have_text(["First"])


def test_an_upload_can_be_cancelled_while_it_is_sent(watched: Watched, writable: str):
    page = watched.open(f"{writable}/")
    page.route("**/api/v1/documents?*", lambda _: None)  # it is never taken
    page.set_input_files("#files", [{"name": "slow.md", "mimeType": "text/plain", "buffer": b"# Slow"}])
    page.click(".job button")
    expect(page.locator(".job.cancelled .state")).to_have_text("cancelled")


def test_a_job_that_is_read_can_be_cancelled_by_its_button(watched: Watched, writable: str):
    page = watched.open(f"{writable}/")
    job = {"job": "0123", "name": "x.md", "state": "reading", "created": "2026-11-30T00:00:00Z", "error": None}
    asked = []

    def told(route, request):
        asked.append(request.method)
        gone = "DELETE" in asked
        route.fulfill(json={**job, "state": "cancelled" if gone else "reading"})

    page.route("**/api/v1/jobs/0123", told)
    page.route("**/api/v1/documents?*", lambda route: route.fulfill(status=202, json=job))
    page.set_input_files("#files", [{"name": "x.md", "mimeType": "text/plain", "buffer": b"# X"}])
    expect(page.locator(".job .state")).to_have_text("is read")
    page.click(".job button")
    expect(page.locator(".job.cancelled")).to_have_count(1)


def test_where_nothing_is_written_nothing_is_offered(watched: Watched, address: str):
    page = watched.open(f"{address}/")
    expect(page.locator("#uploads")).to_have_count(0)


def test_quotes_are_kept_with_their_places(watched: Watched, address: str):
    page = watched.open(f"{address}/read/harbour")
    page.fill("#q", "How long is a berth given?")
    page.press("#q", "Enter")
    with page.expect_download() as kept:
        page.click(".keep >> text=Markdown")
    assert kept.value.suggested_filename == "answer.md"
    text = Path(kept.value.path()).read_text()
    assert "`harbour:item-1:1`" in text
    assert "> A berth is given for one night." in text
    found = get(address, "/answer", q="How long is a berth given?", form="json")
    assert found.headers["content-disposition"] == 'attachment; filename="answer.json"'
    assert found.json()["citations"][0]["place"] == "harbour:item-1:1"


def test_an_answer_of_a_model_is_kept_and_belongs_to_its_document():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, chat=ScriptedChat([TEXT] * 4)) as address:
        httpx2.post(f"{address}/reader/harbour/asking", data={"q": "How long?"}, timeout=60)
        (reading,) = get(address, "/api/v1/readings").json()["readings"]
        asked = {"reading": reading["reading"]}
        assert "one night [1]" in get(address, "/reader/harbour/answer", **asked, form="md").text
        assert get(address, "/reader/harbour/answer", **asked, form="json").json()["reading"] == reading["reading"]
        assert get(address, "/reader/tides/answer", **asked).status_code == 404
