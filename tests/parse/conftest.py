"""The option that writes the goldens of this folder anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """`pytest tests/parse --regenerate`; look at the difference before it is committed."""
    parser.addoption("--regenerate", action="store_true", help="write the outlines of tests/parse/cases anew")


@pytest.fixture
def regenerate(request: pytest.FixtureRequest) -> bool:
    """Whether goldens are written; the option is unknown where all tests are run."""
    return bool(request.config.getoption("--regenerate", default=False))
