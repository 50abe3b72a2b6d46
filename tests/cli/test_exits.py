"""One table from code to exit status, complete."""

from collections.abc import Iterator

import pytest

from silcrow.cli.exits import EXITS
from silcrow.errors import SilcrowError


def kinds(of: type[SilcrowError]) -> Iterator[type[SilcrowError]]:
    yield of
    for kind in of.__subclasses__():
        yield from kinds(kind)


def test_every_code_has_an_exit_status_and_no_other_has():
    assert set(EXITS) == {kind.code for kind in kinds(SilcrowError)}


@pytest.mark.parametrize(
    ("code", "status"), [("not_found", 3), ("ambiguous", 2), ("usage", 2), ("damaged", 1), ("busy", 1), ("internal", 1)]
)
def test_the_status_tells_who_can_act(code: str, status: int):
    assert EXITS[code] == status
