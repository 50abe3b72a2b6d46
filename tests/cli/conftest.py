"""The command line as its users have it: real arguments, real files, a library of the test's own."""

from collections.abc import Callable
from pathlib import Path

import pytest
from commands import HARBOUR, TIDES, Run

from silcrow.cli import main


@pytest.fixture
def silcrow(capsys: pytest.CaptureFixture[str]) -> Callable[..., Run]:
    """Run a command in this process, with the library of the test."""

    def run(*arguments: object) -> Run:
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Run(status, said.out, said.err)

    return run


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    """A short Markdown document with a table."""
    path = tmp_path / "harbour.md"
    path.write_text(HARBOUR, encoding="utf-8")
    return path


@pytest.fixture
def tides(tmp_path: Path) -> Path:
    """Another one, with sections of the same names."""
    path = tmp_path / "tides.md"
    path.write_text(TIDES, encoding="utf-8")
    return path
