"""A server whose disk is full, or may only be read: said with its code, and uploads go on when there is room again."""

import subprocess
from pathlib import Path

import httpx2
from hosting import hosted

from disks import fill, small_disk
from silcrow.library import open_library

TIDES = b"# Tides\n\nHigh water comes twice a day.\n"
LOG = ("# Log\n\n" + "".join(f"Entry {n} of the log, word{n}.\n\n" for n in range(20_000))).encode()


def upload(address: str, name: str, data: bytes) -> httpx2.Response:
    """What a server says of an upload, once it is read."""
    return httpx2.post(f"{address}/api/v1/documents", params={"name": name, "wait": 30}, content=data, timeout=60)


def test_a_full_disk_is_said_and_uploads_go_on_when_there_is_room(tmp_path: Path):
    with (
        small_disk(tmp_path / "disk", 4) as disk,
        open_library(disk / "library.db") as made,
        hosted(made, writes=True) as address,
    ):
        assert upload(address, "tides.md", TIDES).json()["state"] == "done"
        failed = upload(address, "log.md", LOG).json()
        assert (failed["state"], failed["error"]["code"]) == ("failed", "disk_full")
        rest = fill(disk)
        refused = upload(address, "log.md", LOG)
        assert (refused.status_code, refused.json()["code"]) == (507, "disk_full")
        assert str(disk) not in refused.text
        rest.unlink()
        assert upload(address, "more.md", TIDES + b"\nMore.\n").json()["state"] == "done"
        assert len(made.documents()) == 2
        assert made.fsck(deep=True) == ()


def test_a_disk_that_may_only_be_read_is_served_and_takes_nothing(tmp_path: Path):
    with small_disk(tmp_path / "disk", 4) as disk:
        with open_library(disk / "library.db") as made:
            made.add(TIDES, doc_id="tides")
        subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
        with open_library(disk / "library.db") as made, hosted(made, writes=True) as address:
            assert "Tides" in httpx2.get(f"{address}/api/v1/documents", timeout=60).text
            for refused in (
                upload(address, "log.md", LOG),
                httpx2.delete(f"{address}/api/v1/documents/tides", timeout=60),
                httpx2.patch(f"{address}/api/v1/documents/tides", json={"doc_id": "tidal"}, timeout=60),
            ):
                assert (refused.status_code, refused.json()["code"]) == (403, "read_only"), refused.text
