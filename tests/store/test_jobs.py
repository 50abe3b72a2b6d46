"""What the job table of every store promises: who holds a file, until when, and what is forgotten."""

from dataclasses import replace

import pytest
from stores import a_source, an_index, flat

from silcrow.errors import NotFound
from silcrow.job import Job
from silcrow.store.protocol import Store

A, B = ("/a.md", "a" * 64), ("/b.md", "b" * 64)


def states(store: Store) -> list[tuple[str, str, str]]:
    """Every job: its source, state and owner."""
    return [(job.source, job.state, job.owner) for job in store.jobs.listed()]


def test_a_claimed_file_is_held_by_one(store: Store):
    first = store.jobs.claim([A, B], owner="me", seconds=60)
    assert [(job.source, job.sha256, job.state, job.owner, job.attempt) for job in first] == [
        (*A, "running", "me", 0),
        (*B, "running", "me", 0),
    ]
    assert [job.owner for job in store.jobs.claim([A, B], owner="you", seconds=60)] == ["me", "me"]
    assert store.jobs.claim([A], owner="me", seconds=60)[0].owner == "me"


def test_a_lease_that_has_ended_or_was_given_back_is_anybodys(store: Store):
    store.jobs.claim([A], owner="me", seconds=-1)
    assert store.jobs.claim([A], owner="you", seconds=60)[0].owner == "you"
    store.jobs.release("you")
    assert states(store) == [("/a.md", "waiting", "")]
    assert store.jobs.claim([A], owner="me", seconds=60)[0].owner == "me"


def test_a_lease_that_is_renewed_holds(store: Store):
    store.jobs.claim([A], owner="me", seconds=-1)
    store.jobs.renew("me", seconds=60)
    assert store.jobs.claim([A], owner="you", seconds=60)[0].owner == "me"


def test_other_bytes_at_a_source_are_another_job(store: Store):
    (job,) = store.jobs.claim([A], owner="me", seconds=60)
    store.jobs.note(replace(job, state="aside", attempt=3, owner="", error="killed"))
    assert store.jobs.claim([A], owner="you", seconds=60)[0].state == "aside"
    (anew,) = store.jobs.claim([("/a.md", "c" * 64)], owner="you", seconds=60)
    assert (anew.state, anew.attempt, anew.error, anew.owner) == ("running", 0, "", "you")


def test_attempts_outlive_who_made_them(store: Store):
    (job,) = store.jobs.claim([A], owner="me", seconds=60)
    store.jobs.note(replace(job, attempt=2, error="killed"))
    store.jobs.release("me")
    (again,) = store.jobs.claim([A], owner="you", seconds=60)
    assert (again.attempt, again.error) == (2, "killed")


def test_a_document_that_is_written_is_no_job_any_more(store: Store):
    store.jobs.claim([A, B], owner="me", seconds=60)
    source = a_source(b"bytes", "/a.md")
    store.put(flat("a", 2), an_index(), source)
    assert [job.source for job in store.jobs.listed()] == ["/a.md", "/b.md"], "other bytes were claimed"
    store.jobs.claim([("/a.md", source.sha256)], owner="me", seconds=60)
    store.put(flat("a", 2), an_index(), source)
    assert [job.source for job in store.jobs.listed()] == ["/b.md"]
    store.jobs.done(*B)
    assert store.jobs.listed() == ()


def test_a_job_is_not_done_where_its_document_was_not_written(store: Store):
    source = a_source(b"bytes", "/a.md")
    store.jobs.claim([("/a.md", source.sha256)], owner="me", seconds=60)

    def put_and_fail() -> None:
        with store.writing():
            store.put(flat("a", 2), an_index(), source)
            store.remove("none")

    with pytest.raises(NotFound):
        put_and_fail()
    assert [job.state for job in store.jobs.listed()] == ["running"]


def test_retry_lets_in_what_failed_and_clear_forgets(store: Store):
    store.jobs.note(Job(*A, state="aside", attempt=3, error="killed"))
    store.jobs.note(Job(*B, state="failed", error="damaged"))
    store.jobs.retry(["/a.md", "/b.md", "/none.md"])
    assert [(job.state, job.attempt, job.error) for job in store.jobs.listed()] == [
        ("waiting", 0, "killed"),
        ("waiting", 0, "damaged"),
    ]
    store.jobs.clear(["/a.md", "/none.md"])
    assert states(store) == [("/b.md", "waiting", "")]
