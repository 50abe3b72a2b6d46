"""The verbs that serve agents: set-up, skill, doctor. The server itself is tested under tests/mcp."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from commands import on_terminal


def test_a_set_up_is_on_stdout_and_where_it_goes_on_stderr(silcrow, harbour: Path):
    done = silcrow("mcp", harbour, "10k-2025", "--print-config", "cursor", "--allow-add", harbour.parent)
    entry = json.loads(done.out)["mcpServers"]["silcrow"]
    assert entry["args"][-5:] == ["mcp", str(harbour), "10k-2025", "--allow-add", str(harbour.parent)]
    assert Path(entry["command"]).is_absolute()
    assert done.err == "~/.cursor/mcp.json, or .cursor/mcp.json in a project\n"


def test_a_set_up_for_no_client_names_the_clients(silcrow):
    done = silcrow("mcp", "--print-config")
    assert done.status == 2
    assert "Known: claude-code, claude-desktop, cursor, vscode, codex." in done.err


def test_a_set_up_names_the_library_that_was_named(silcrow, tmp_path: Path):
    done = silcrow("mcp", "--print-config", "codex", "--library", tmp_path / "my.db")
    assert tomllib.loads(done.out)["mcp_servers"]["silcrow"]["args"][-2:] == ["--library", str(tmp_path / "my.db")]


def test_a_set_up_in_json_says_all_of_it(silcrow):
    found = silcrow("mcp", "--print-config", "claude-code", "--json").json
    assert found["client"] == "claude-code"
    assert found["config"].startswith("claude mcp add silcrow -- ")


def test_each_skill_is_written_once(silcrow, tmp_path: Path):
    folder = tmp_path / "skills"
    checking, reading = (folder / name / "SKILL.md" for name in ("checking-documents", "reading-long-documents"))
    assert silcrow("skill", "install", "--target", folder).out == f"new  {checking}\nnew  {reading}\n"
    assert reading.read_text(encoding="utf-8").startswith("---\nname: reading-long-documents\n")
    assert silcrow("skill", "install", "--target", folder).out == f"unchanged  {checking}\nunchanged  {reading}\n"
    reading.write_text("old", encoding="utf-8")
    found = silcrow("skill", "install", "--target", folder, "--json").json
    assert found["skills"] == [
        {"path": str(checking), "outcome": "unchanged"},
        {"path": str(reading), "outcome": "changed"},
    ]
    assert list(reading.parent.iterdir()) == [reading]


@pytest.mark.parametrize("client", ["claude", "codex", "cursor"])
def test_a_client_has_its_own_folder(silcrow, client: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert silcrow("skill", "install", "--target", client).status == 0
    assert (tmp_path / f".{client}" / "skills" / "reading-long-documents" / "SKILL.md").exists()


@pytest.mark.parametrize("arguments", [["remove"], ["install", "--target", "emacs"], []])
def test_a_skill_that_cannot_be_written_so_is_refused(silcrow, arguments: list[str]):
    done = silcrow("skill", *arguments)
    assert (done.status, done.out) == (2, "")


def test_doctor_fits_a_narrow_screen(tmp_path: Path):
    shown = on_terminal("doctor", "--library", tmp_path / "a.db", columns=60, NO_COLOR="1")
    assert [line for line in shown.splitlines() if len(line) > 60] == []


def test_doctor_says_what_is_there_and_what_each_thing_gives(silcrow):
    done = silcrow("doctor", "--json")
    checks = {check["name"]: check for check in done.json["checks"]}
    assert done.status == 0
    assert checks["silcrow"]["detail"] == "0.1.0"
    assert checks["liteparse"]["state"] == "ok"
    assert "PDF" in checks["liteparse"]["gives"]
    assert checks["tesseract"]["gives"] == "text of scanned pages"
    assert "[dev]" not in checks
    assert "PDF: text, tables, fonts" in silcrow("doctor").out


def test_doctor_says_which_model_is_named_and_what_it_lacks(silcrow, monkeypatch: pytest.MonkeyPatch):
    def found() -> dict[str, str]:
        return next(check for check in silcrow("doctor", "--json").json["checks"] if check["name"] == "model")

    assert found()["detail"] == "none is named: answers are quotes"
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("SILCROW_MODEL_KEY", raising=False)
    monkeypatch.setenv("SILCROW_MODEL", "openai:m")
    assert (found()["state"], found()["detail"]) == ("missing", "openai:m: there is no key for openai:m")
    assert "OPENAI_API_KEY" in found()["gives"]
    monkeypatch.setenv("OPENAI_API_KEY", "sk-not-shown")
    assert (found()["state"], found()["detail"]) == ("ok", "openai:m")
    assert "sk-not-shown" not in silcrow("doctor").out


def test_doctor_makes_no_library(silcrow, tmp_path: Path, harbour: Path):
    path = tmp_path / "new.db"
    found = silcrow("doctor", "--library", path, "--json").json["checks"][-1]
    assert found["detail"] == f"{path}: none yet, the first add makes it"
    assert not path.exists()
    silcrow("add", harbour, "--library", path)
    found = silcrow("doctor", "--library", path, "--json").json["checks"][-1]
    assert found["detail"] == f"{path}: 1 documents"


def test_doctor_misses_a_program_that_is_not_on_the_path(silcrow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    (found,) = [check for check in silcrow("doctor", "--json").json["checks"] if check["name"] == "tesseract"]
    assert (found["state"], found["detail"]) == ("missing", "not on the PATH")


def test_doctor_exits_1_over_a_library_that_cannot_be_used(silcrow, tmp_path: Path):
    path = tmp_path / "broken.db"
    path.write_bytes(b"no database at all" * 100)
    done = silcrow("doctor", "--library", path, "--json")
    assert done.status == 1
    assert done.json["checks"][-1]["state"] == "needed"


def test_the_sdk_is_loaded_by_no_verb_but_mcp():
    code = "from silcrow.cli import main; import sys; main(['doctor']); print('mcp' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
