"""What is told of a batch while it goes on: sums, pace and the time that is left, by hand."""

import pty
import subprocess
import sys
from dataclasses import replace
from os import close, read
from pathlib import Path

from silcrow.cli.tally import Tally, summed
from silcrow.errors import Damaged
from silcrow.ingest.batch import Failed
from silcrow.ingest.one import Added
from silcrow.library import open_library


def outcomes(tmp_path: Path) -> tuple[Added, Failed]:
    """A document of one page's worth, and one that failed."""
    (tmp_path / "a.md").write_text("# A\n\nWords.\n")
    with open_library(ephemeral=True) as library:
        added = library.add(tmp_path / "a.md")
    paged = replace(added, record=replace(added.record, pages=40))
    return paged, Failed("b.pdf", Damaged("broken"))


def test_a_sum_says_what_became_of_the_files_and_leaves_out_what_did_not_happen():
    assert summed({"new": 12, "changed": 2, "same": 340, "failed": 1}) == "12 new, 2 changed, 340 same, 1 failed"
    assert summed({"same": 3, "failed": 0}) == "3 same"
    assert summed({}) == ""


def test_pages_a_second_are_those_that_were_read_and_time_left_goes_by_bytes(tmp_path: Path):
    added, failed = outcomes(tmp_path)
    tally = Tally(100.0)
    tally.add(replace(added, share=0.01), 101.0)
    assert tally.pace == "", "one second is too early"
    tally.add(replace(failed, share=0.25), 104.0)
    assert tally.pace == "10 pages a second, 12 s left", "40 pages and a quarter of the bytes in four seconds"
    tally.add(replace(added, outcome="same", share=0.5), 108.0)
    assert tally.pace == "5.0 pages a second, 8 s left", "what is known already was not read"
    tally.add(replace(added, share=1.0), 110.0)
    assert tally.pace == "8.0 pages a second"
    assert tally.counts == {"new": 2, "same": 1, "failed": 1}


def test_a_pace_is_that_of_the_last_minute(tmp_path: Path):
    added, _ = outcomes(tmp_path)
    tally = Tally(0.0)
    tally.add(replace(added, outcome="same", share=0.5), 1.0)  # half of it was known
    for number in range(1, 7):
        tally.add(replace(added, share=0.5 + number / 100), 1.0 + number * 20)
    # From second 61 to 121: three files of 40 pages, and .03 of the bytes; .44 are left.
    assert tally.pace == "2.0 pages a second, 15 min left"
    tally.add(replace(added, share=0.57), 200_000.0)
    assert tally.pace.endswith(" h left")


def test_on_a_terminal_the_sum_is_shown_while_it_goes_on_and_is_gone_in_the_end(tmp_path: Path):
    for number in range(3):
        (tmp_path / f"{number}.md").write_text(f"# {number}\n\nWords.\n")
    ours, its = pty.openpty()
    command = [sys.executable, "-m", "silcrow", "--ephemeral", "add", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, text=True) as process:
        close(its)
        shown = b""
        try:
            while block := read(ours, 65536):
                shown += block
        except OSError:  # the other end is closed
            pass
        assert process.stdout
        assert process.stdout.read().splitlines()[-1] == "3 new, in a library in memory"
    close(ours)
    assert b"3 new" in shown
    assert b"3/3" in shown
    assert shown.rstrip(b"\r\n").endswith((b"\x1b[2K", b"\x1b[?25h", b"\x1b[1A\x1b[2K"))


def test_elsewhere_nothing_is_shown_beside_the_result(silcrow, tmp_path: Path):
    (tmp_path / "a.md").write_text("# A\n\nWords.\n")
    done = silcrow("add", tmp_path)
    assert done.err == ""
    assert done.out.splitlines()[-1].startswith("1 new, in ")
    assert silcrow("add", tmp_path).out.startswith("1 same, in ")
