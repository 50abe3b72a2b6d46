"""Uploads: jobs that are read apart, survive a restart, can be cancelled; editions; nothing written unless allowed."""

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hosting import HARBOUR, TIDES, api, get, hosted, library

from silcrow import open_library
from silcrow.mcp.opened import Opened, Scope
from silcrow.web.job import Job, write
from silcrow.web.jobs import Jobs


@pytest.fixture(scope="module")
def writable() -> Iterator[str]:
    with library() as made, hosted(made, writes=True) as found:
        yield found


def send(address: str, data: bytes, method: str = "POST", path: str = "/documents", **query: Any) -> httpx2.Response:
    return httpx2.request(method, f"{address}/api/v1{path}", params=query, content=data, timeout=60)


def test_an_upload_is_a_job_and_then_a_document(writable: str):
    found = send(writable, TIDES.encode(), name="tides.md", wait=30)
    job = found.json()
    assert (found.status_code, job["state"], job["percent"], job["error"]) == (202, "done", 100, None)
    assert job["result"]["documents"][0]["doc_id"] == "tides"
    assert get(writable, found.headers["location"]).json() == job
    assert api(writable, "/read", place="tides:springs")["passages"][0]["text"] == "Higher than neaps."


def test_a_form_is_an_upload_too(writable: str):
    sent = httpx2.post(
        f"{writable}/api/v1/documents",
        params={"wait": 30},
        files={"file": ("../../etc/berths.md", b"# Berths\n\nTwo.")},
    )
    assert sent.json()["name"] == "berths.md"
    assert api(writable, "/documents/berths")["addresses"][0].startswith("upload:/")


def test_other_bytes_of_one_name_are_another_document(writable: str):
    first = send(writable, b"# One\n\nFirst.", name="same.md", wait=30).json()["result"]["documents"][0]
    other = send(writable, b"# Two\n\nOther.", name="same.md", wait=30).json()["result"]["documents"][0]
    again = send(writable, b"# One\n\nFirst.", name="same.md", wait=30).json()["result"]["documents"][0]
    assert (first["outcome"], other["outcome"], again["outcome"]) == ("new", "new", "same")
    assert first["doc_id"] == again["doc_id"] == "same"
    assert other["doc_id"] != "same"


def test_a_replaced_document_is_a_new_edition(writable: str):
    send(writable, b"# Rules\n\nOne.", name="rules.md", wait=30)
    changed = send(writable, b"# Rules\n\nTwo.", "PUT", "/documents/rules", wait=30).json()["result"]["documents"][0]
    assert (changed["doc_id"], changed["outcome"]) == ("rules", "changed")
    assert changed["changes"]["changed"] == ["rules"]


def test_a_removed_document_is_gone(writable: str):
    send(writable, b"# Gone\n\nSoon.", name="gone.md", wait=30)
    assert httpx2.delete(f"{writable}/api/v1/documents/gone").json()["removed"] == ["gone"]
    assert get(writable, "/api/v1/documents/gone").status_code == 404


def test_a_renamed_document_is_called_so_from_then_on(writable: str):
    send(writable, b"# Old\n\nWords.", name="old.md", wait=30)
    found = httpx2.patch(f"{writable}/api/v1/documents/old", json={"doc_id": "new-name"})
    assert found.json() == {"doc_id": "new-name", "was": "old", "notices": []}
    assert get(writable, "/api/v1/documents/old").status_code == 404
    assert api(writable, "/read", place="new-name:old:1")["passages"][0]["text"] == "Words."
    assert httpx2.patch(f"{writable}/api/v1/documents/new-name", json={"doc_id": "a b"}).json()["code"] == "usage"
    assert httpx2.patch(f"{writable}/api/v1/documents/none", json={"doc_id": "x"}).status_code == 404


def test_what_cannot_be_read_fails_with_its_code(writable: str):
    job = send(writable, b"\x00\x01\x02 nothing known", name="x.bin", wait=30).json()
    assert (job["state"], job["error"]["code"]) == ("failed", "unsupported_format")
    assert httpx2.delete(f"{writable}/api/v1/jobs/{job['job']}").status_code == 400


def test_an_empty_upload_and_a_bad_name_are_refused(writable: str):
    assert send(writable, b"").json()["code"] == "usage"
    assert send(writable, b"x", doc_id="a b").json()["code"] == "usage"
    assert send(writable, b"x", "PUT", "/documents/nothing").status_code == 404


def test_nothing_is_written_unless_allowed(address: str):
    for method, path in (
        ("POST", "/documents"),
        ("PUT", "/documents/tides"),
        ("DELETE", "/documents/tides"),
        ("PATCH", "/documents/tides"),
        ("GET", "/jobs"),
        ("GET", "/jobs/x"),
        ("DELETE", "/jobs/x"),
        ("DELETE", "/readings/r0001"),
    ):
        named = {"doc_id": "other"} if method == "PATCH" else None
        found = httpx2.request(method, f"{address}/api/v1{path}", json=named)
        assert (found.status_code, found.json()["code"]) == (403, "forbidden"), path
    assert [one["doc_id"] for one in api(address, "/documents")["documents"]] == ["harbour", "tides"]


def test_an_upload_is_seen_where_only_some_documents_are():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, "tides", writes=True) as address:
        send(address, b"# New\n\nHere.", name="new.md", wait=30)
        assert [one["doc_id"] for one in api(address, "/documents")["documents"]] == ["new", "tides"]
        assert httpx2.delete(f"{address}/api/v1/documents/harbour").status_code == 404


def test_where_only_some_documents_are_shown_renaming_and_forgetting_shows_no_others():
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made, "tides", writes=True) as address:
        where = f"{address}/api/v1/documents"
        assert httpx2.patch(f"{where}/harbour", json={"doc_id": "x"}).status_code == 404
        assert httpx2.patch(f"{where}/tides", json={"doc_id": "waters"}).status_code == 200
        assert [one["doc_id"] for one in api(address, "/documents")["documents"]] == ["waters"]
        send(address, b"# New\n\nHere.", name="new.md", wait=30)
        httpx2.delete(f"{where}/new")
        assert [one["doc_id"] for one in api(address, "/documents")["documents"]] == ["waters"]
        httpx2.delete(f"{where}/waters")
        assert get(address, "/api/v1/documents").status_code == 404  # and not all that the library holds


# a library on disk: jobs are read by a process of their own


def jobs_of(path: Path) -> tuple[Any, Jobs]:
    made = open_library(path)
    return made, Jobs(Opened(lambda: Scope(made)))


def test_a_job_survives_a_restart_and_is_read_then(tmp_path: Path):
    path = tmp_path / "library.db"
    made, before = jobs_of(path)
    folder = before.folder()
    (folder / "0123.bytes").write_bytes(TIDES.encode())
    write(Job("0123", "tides.md", "upload:/0/tides.md", 70, "2026-11-30T00:00:00Z", "reading"), folder)
    before.stop()
    made.close()
    made, after = jobs_of(path)
    with made:
        after.start()
        assert after.wait("0123", 60).state == "done"
        assert [one.doc_id for one in made.documents()] == ["tides"]
        assert sorted(file.name for file in folder.iterdir()) == ["0123.json", "lock"]
        assert folder.stat().st_mode & 0o077 == 0
        after.stop()


def test_each_server_has_uploads_of_its_own_and_those_of_one_that_is_gone_are_taken_up(tmp_path: Path):
    path = tmp_path / "library.db"
    made, one = jobs_of(path)
    with made:
        other = Jobs(Opened(lambda: Scope(made)))
        folder = tmp_path / "library.db.uploads"
        assert (one.folder(), other.folder()) == (folder, folder / "2")
        (folder / "2" / "0123.bytes").write_bytes(TIDES.encode())
        write(Job("0123", "tides.md", "upload:/0/tides.md", 70, "2026-11-30T00:00:00Z"), folder / "2")
        (folder / "2" / "x.part").write_bytes(b"what is being received")
        one.stop()
        third = Jobs(Opened(lambda: Scope(made)))
        third.start()
        assert third.listed() == (), "the other one lives, and reads it itself"
        assert (folder / "2" / "x.part").exists()
        third.stop()
        other.stop()
        fourth = Jobs(Opened(lambda: Scope(made)))
        fourth.start()
        assert fourth.wait("0123", 60).state == "done"
        fourth.stop()
        assert [record.doc_id for record in made.documents()] == ["tides"]


def test_uploads_go_on_where_somebody_took_their_folder_away(tmp_path: Path):
    with open_library(tmp_path / "library.db") as made, hosted(made, writes=True) as address:
        assert send(address, TIDES.encode(), name="tides.md", wait=30).json()["state"] == "done"
        shutil.rmtree(tmp_path / "library.db.uploads")
        assert send(address, b"# New\n\nHere.", name="new.md", wait=30).json()["state"] == "done"


def test_no_upload_is_taken_for_a_library_that_is_gone(tmp_path: Path):
    folder = tmp_path / "shelf"
    with open_library(folder / "library.db") as made, hosted(made, writes=True) as address:
        shutil.rmtree(folder)
        refused = httpx2.post(f"{address}/api/v1/documents?name=new.md", content=b"# New\n\nHere.")
        assert (refused.status_code, refused.json()["code"]) == (503, "library_failed")
        assert not folder.exists(), "and no other one is made in its place"


def test_a_job_that_is_read_can_be_cancelled(tmp_path: Path):
    made, jobs = jobs_of(tmp_path / "library.db")
    with made:
        jobs.start()
        file = jobs.folder() / "x.part"
        file.write_bytes(b"# Long\n\n" + b"A sentence of a long text. " * 2_000_000)
        job = jobs.submit(file, name="long.md", address="upload:/0/long.md", doc_id=None, password=None)
        while jobs.one(job.job).state == "waiting":
            time.sleep(0.01)
        assert jobs.cancel(job.job).state == "cancelled"
        jobs.stop()
        assert made.documents() == ()
        assert jobs.one(job.job).state == "cancelled"
        assert [file.suffix for file in jobs.folder().iterdir() if file.name != "lock"] == [".json"]
