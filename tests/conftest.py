"""What all tests share: where the repository lies, the sample, a library of its own, and hypothesis profiles."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from postgres_server import Postgres, lent

ROOT = Path(__file__).parent.parent

# `pytest --hypothesis-profile=long` is what .ci/long runs.
settings.register_profile("suite", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("long", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("suite")


@pytest.fixture(autouse=True)
def _no_library_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the library, the settings or the colours of whoever runs it."""
    for name in ("SILCROW_LIBRARY", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SILCROW_EMBEDDER", "none")  # results are those of words, with the extra `semantic` and without
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def sample(root: Path) -> Path:
    """The printed handbook of examples/: 18 pages, no bookmarks."""
    return root / "examples" / "skerry-point-handbook.pdf"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL that the tests share, each with a database of its own."""
    yield from lent()


@pytest.fixture
def address(postgres: Postgres) -> str:
    """The address of an empty library in PostgreSQL."""
    return postgres.emptied()


@pytest.fixture(scope="session")
def standby(postgres: Postgres) -> Iterator[Postgres]:
    """A server that follows that of the tests, which waits for its reads."""
    yield from lent(postgres, max_standby_streaming_delay="-1")
