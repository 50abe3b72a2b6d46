"""`silcrow verify`: what it says, what it exits with, what it writes."""

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import Run

Silcrow = Callable[..., Run]
TRUE = {"place": "harbour:fees:1", "quote": "Fees are paid at the office before noon."}
FALSE = {"place": "harbour:fees:1", "quote": "Fees are paid at the office before dawn."}


@pytest.fixture
def answer(tmp_path: Path) -> Callable[..., Path]:
    def write(text: str, *citations: dict[str, Any]) -> Path:
        path = tmp_path / "answer.json"
        path.write_text(json.dumps({"text": text, "citations": citations}), encoding="utf-8")
        return path

    return write


@pytest.fixture
def fees(silcrow: Silcrow, harbour: Path) -> dict[str, Any]:
    silcrow("add", harbour)
    found = silcrow("read", "harbour", "Item 2", "--json")
    place = json.loads(found.out)["passages"][0]["place"].rsplit(":", 1)[0]
    return {"place": f"{place}:1", "quote": TRUE["quote"]}


def test_an_answer_that_holds_exits_0(silcrow: Silcrow, fees: dict[str, Any], answer: Callable[..., Path]) -> None:
    run = silcrow("verify", answer("Fees are paid before noon [1].", fees))
    assert run.status == 0
    assert run.out.splitlines()[0] == "1 of 1 quote verified, 1 of 1 claim supported."
    assert f"[1] ✓ verified  harbour §Item 2. Fees ¶1  {fees['place']}" in run.out


def test_a_near_quote_exits_4_and_shows_the_difference(
    silcrow: Silcrow, fees: dict[str, Any], answer: Callable[..., Path]
) -> None:
    run = silcrow("verify", answer("Fees are paid before noon [1]. They are low.", {**fees, "quote": FALSE["quote"]}))
    assert run.status == 4
    assert "0 of 1 quote verified, 0 of 2 claims supported." in run.out
    assert "unsupported: They are low." in run.out
    assert "Fees are paid at the office before [-dawn.-] {+noon.+}" in run.out


def test_an_answer_is_proven_against_a_file_and_written_as_markdown_and_json(
    silcrow: Silcrow, harbour: Path, answer: Callable[..., Path], tmp_path: Path
) -> None:
    made = answer("Fees are paid before noon [1]. They are low.", {"quote": TRUE["quote"], "doc_id": "harbour.md"})
    run = silcrow("--ephemeral", "verify", made, harbour, "-o", tmp_path / "out.md")
    assert run.status == 4
    page = (tmp_path / "out.md").read_text(encoding="utf-8")
    assert page.startswith(
        "Fees are paid before noon [1]. They are low.\n\n## Evidence\n\n[1] ✓ verified: harbour §Item 2. Fees ¶1"
    )
    assert page.endswith("## Without full support\n\n- unsupported: They are low.\n  - It bears no marker.\n")
    silcrow("--ephemeral", "verify", made, harbour, "-o", tmp_path / "out.json")
    written = json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))
    assert (written["proven"], written["unsupported"]) == (False, ["They are low."])
    run = silcrow("--ephemeral", "verify", tmp_path / "out.json", harbour, "--json")
    assert (run.status, json.loads(run.out)["citations"][0]["verdict"]) == (4, "verified")


def test_what_ask_wrote_is_verified_from_standard_input(
    silcrow: Silcrow, fees: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = silcrow("ask", "harbour", "when are fees paid?", "--json")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(asked.out.encode())))
    run = silcrow("verify", "-")
    assert run.status == 0
    assert fees["quote"] in run.out


@pytest.mark.parametrize(("name", "status"), [("gone.json", 3), ("bad.json", 2)])
def test_what_is_no_answer_is_an_error(name: str, status: int, silcrow: Silcrow, tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("nonsense", encoding="utf-8")
    assert silcrow("verify", tmp_path / name).status == status
