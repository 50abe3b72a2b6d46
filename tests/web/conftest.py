"""One server for the tests that change nothing, and a browser."""

from collections.abc import Iterator

import pytest
from browsers import Watched, browsing
from hosting import HARBOUR, TIDES, hosted, library
from playwright.sync_api import Browser


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where two documents are served, to be read only."""
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser; tests that need its event loop share it file by file."""
    with browsing() as found:
        yield found


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    """A page; its complaints fail the test."""
    found = Watched(browser)
    yield found
    found.context.close()
    assert found.complaints == []
