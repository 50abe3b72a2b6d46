"""One server for the tests that change nothing."""

from collections.abc import Iterator

import pytest
from hosting import HARBOUR, TIDES, hosted, library


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Where two documents are served, to be read only."""
    with library(harbour=HARBOUR, tides=TIDES) as made, hosted(made) as found:
        yield found
