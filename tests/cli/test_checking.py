"""The verbs of rules."""

import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

RULES = """name = "harbour"
[[rule]]
id = "fees"
message = "Fees are paid before noon."
scope = "Item 2"
check = { matches = "before noon" }
[[rule]]
id = "berths"
scope = "Item 1"
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    """Two rules on harbours."""
    path = tmp_path / "rules.toml"
    path.write_text(RULES, encoding="utf-8")
    return path


def test_check_says_what_needs_a_look_and_exits_5(silcrow, rules: Path, harbour: Path, tides: Path):
    done = silcrow("check", rules, harbour, tides)
    assert done.status == 5
    assert done.out.splitlines() == [
        "harbour  2 pass",
        "tides  1 pass, 1 fail",
        "  FAIL  fees  none of 1 matches 'before noon'  (Fees are paid before noon.)",
        "        tides §Tide Rules › Item 2. Fees ¶1      tides:item-2:1",
        "        “Nobody pays for the tide.”",
        "harbour, version 1, on 2 documents: 3 pass, 1 fail",
    ]
    assert silcrow("check", rules, harbour).status == 0


def test_check_leaves_nothing_behind(silcrow, rules: Path, harbour: Path):
    silcrow("check", rules, harbour)
    assert silcrow("ls", "--json").json["documents"] == []


def test_with_a_library_its_documents_are_checked(silcrow, rules: Path, harbour: Path, tmp_path: Path):
    silcrow("--library", tmp_path / "l.db", "add", harbour)
    done = silcrow("--library", tmp_path / "l.db", "check", rules, "harbour", "--json")
    assert (done.status, done.json["documents"]) == (0, ["harbour"])


def test_one_bad_file_does_not_stop_the_others_and_exits_1(silcrow, rules: Path, harbour: Path, tmp_path: Path):
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.4 and nothing")
    done = silcrow("check", rules, harbour, tmp_path / "bad.pdf", "--json")
    assert (done.status, done.json["documents"]) == (1, ["harbour"])
    assert done.json["failed"][0]["address"].endswith("bad.pdf")


def test_junit_is_xml_with_a_case_a_rule(silcrow, rules: Path, harbour: Path, tides: Path):
    root = ET.fromstring(silcrow("check", rules, harbour, tides, "--format", "junit").out)
    cases = [(case.get("name"), [child.tag for child in case]) for case in root.iter("testcase")]
    assert cases == [("fees", []), ("berths", []), ("fees", ["failure"]), ("berths", [])]


def test_markdown_has_a_table_a_document(silcrow, rules: Path, harbour: Path):
    page = silcrow("check", rules, harbour, "--format", "md").out
    assert "| fees | pass | 'Fees are paid at the office before noon.' matches 'before noon' |" in page


def test_explain_shows_how_the_scope_was_found(silcrow, rules: Path, harbour: Path):
    out = silcrow("check", rules, harbour, "--explain", "fees").out
    assert "harbour: fees is pass" in out
    assert "'Item 2': " in out
    assert "berths" not in out
    assert silcrow("check", rules, harbour, "--explain", "none").status == 3


def test_jobs_change_no_byte(silcrow, rules: Path, harbour: Path, tides: Path):
    one = silcrow("check", rules, tides, harbour, "--jobs", "1", "--json")
    two = silcrow("check", rules, harbour, tides, "--jobs", "2", "--json")
    assert one.out == two.out


def test_extract_lists_values_with_their_places(silcrow, harbour: Path):
    done = silcrow("extract", harbour, "--kind", "cell", "--row", "Berth", "--column", "2024")
    assert done.out == "25  2024  25 USD  harbour:item-2:2\n"
    none = silcrow("extract", harbour, "--kind", "date")
    assert (none.status, none.out) == (3, "")
    assert silcrow("extract", harbour, "--kind", "size").status == 2


def test_a_schema_needs_a_model(silcrow, harbour: Path, tmp_path: Path):
    (tmp_path / "s.json").write_text('{"type": "object", "properties": {}}')
    done = silcrow("extract", harbour, "--schema", tmp_path / "s.json")
    assert (done.status, "a schema is filled in by a model" in done.err) == (2, True)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are counted by /proc")
def test_a_check_that_is_told_to_end_puts_its_processes_away(rules: Path, sample: Path, tmp_path: Path):
    copies = [tmp_path / f"copy{n}.pdf" for n in range(30)]
    for copy in copies:
        copy.write_bytes(sample.read_bytes())
    command = [sys.executable, "-m", "silcrow", "check", str(rules), *map(str, copies), "--jobs", "2"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        until = time.monotonic() + 60
        while process.poll() is None and len(children.read_text().split()) < 3 and time.monotonic() < until:
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        said = process.communicate(timeout=60)[1]
    assert process.returncode in (130, 5, -signal.SIGTERM)  # the last where it had not begun to read
    assert "resource_tracker" not in said
    assert "Traceback" not in said
