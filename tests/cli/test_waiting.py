"""jobs, and add with several processes."""

from pathlib import Path


def test_what_failed_is_a_job_until_it_is_cleared(silcrow, harbour: Path, tmp_path: Path):
    assert silcrow("jobs").out == ""
    assert "Nothing is waiting" in silcrow("jobs").err
    bad = tmp_path / "bad.pdf"
    bad.write_bytes(b"%PDF-1.7 and no more")
    done = silcrow("add", harbour, bad, "--jobs", "2")
    assert (done.status, "1 new, 1 failed" in done.out) == (1, True)
    assert silcrow("jobs").out.startswith(f"failed {bad}: damaged: bad.pdf is not a readable PDF")
    assert silcrow("jobs").out.splitlines()[-1] == "1 failed"
    (job,) = silcrow("jobs", "--json").json["jobs"]
    assert (job["source"], job["state"], job["attempt"], job["lease_until"]) == (str(bad), "failed", 0, "")
    assert silcrow("jobs", "retry", bad).out.splitlines()[-1] == "1 to be tried again with the next add"
    assert silcrow("jobs", "--json").json["jobs"][0]["state"] == "waiting"
    assert silcrow("jobs", "clear").out.splitlines()[-1] == "1 forgotten"
    assert silcrow("jobs", "--json").json["jobs"] == []


def test_jobs_knows_what_it_is_asked(silcrow, tmp_path: Path):
    assert silcrow("jobs", "burn").status == 2
    assert silcrow("jobs", "retry", tmp_path / "none.pdf").status == 3
    assert silcrow("add", tmp_path, "--jobs", "0").status == 2
