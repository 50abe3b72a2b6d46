"""One fixture: a store of each kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from stores import STORES

from silcrow.store.protocol import Store


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """An empty store of each kind."""
    one = STORES[request.param](tmp_path)
    yield one
    one.close()
