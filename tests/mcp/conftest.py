"""A command in this process, for the verbs that start a server."""

from collections.abc import Callable
from types import SimpleNamespace

import pytest

from silcrow.cli import main


@pytest.fixture
def silcrow(capsys: pytest.CaptureFixture[str]) -> Callable[..., SimpleNamespace]:
    """Run a command; its status, and what it wrote."""

    def run(*arguments: object) -> SimpleNamespace:
        status = main([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return SimpleNamespace(status=status, out=said.out, err=said.err)

    return run
