"""Several real servers over one library while another process writes: all give the new, and no answer is of two.

Two in the suite, four with SILCROW_LONG=1.
"""

import os
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest
from hosting import serving

from silcrow.library import Library, open_library

SECTIONS, EDITIONS = 12, 12
SERVERS = 4 if os.environ.get("SILCROW_LONG") else 2


def text(edition: int) -> str:
    """A document whose every heading and paragraph names its edition."""
    parts = [f"# Harbour\n\nThe rules, edition {edition}."]
    for number in range(SECTIONS):
        parts += [f"## Berth {number}, edition {edition}", f"A boat may lie at berth {number}: edition {edition}."]
        parts += [f"The fee of berth {number} is {edition} a night: edition {edition}."]
    return "\n\n".join(parts) + "\n"


def write(library: Library, edition: int) -> None:
    """Put an edition in the place of the one before."""
    library.add(text(edition).encode(), doc_id="harbour", address="/harbour.md")


ASKED = (
    "/api/v1/documents/harbour/outline",
    "/api/v1/read?place=Harbour&doc_id=harbour&deep=true",
    "/api/v1/retrieve?q=fee+of+a+berth&top_k=12",
    "/api/v1/scope?words=Berth+3",
    "/read/harbour?view=text",
    "/reader/harbour/text/0",
)


def editions(said: str) -> set[int]:
    """All that an answer names."""
    return {int(found) for found in re.findall(r"edition[ -](\d+)", said)}


@pytest.fixture(params=["sqlite", "postgres"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A library on each store."""
    return str(tmp_path / "library.db") if request.param == "sqlite" else request.getfixturevalue("postgres").emptied()


def test_several_servers_give_the_new_edition_and_no_answer_mixes_two(where: str):
    done = threading.Event()

    def look(address: str) -> int:
        """Ask until all is written; how many editions were seen. Each answer is of one, and never of an older one."""
        seen: list[int] = []
        with httpx2.Client(timeout=60) as client:
            while not done.is_set():
                for path in ASKED:
                    found = client.get(address + path)
                    if found.status_code == 503:  # replaced while it was laid out, and said so
                        continue
                    assert found.status_code == 200, (path, found.text[:300])
                    (one,) = editions(found.text) or {0}
                    assert not seen or one >= seen[-1], (path, one, seen[-1])
                    seen.append(one)
        return len(set(seen))

    with ExitStack() as stack:
        library = stack.enter_context(open_library(where))
        write(library, 1)
        addresses = [stack.enter_context(serving(where)) for _ in range(SERVERS)]
        for address in addresses:
            for path in ASKED:
                assert editions(httpx2.get(address + path, timeout=60).text) == {1}, path
        with ThreadPoolExecutor(SERVERS) as pool:
            looks = [pool.submit(look, address) for address in addresses]
            try:
                for edition in range(2, EDITIONS + 1):
                    write(library, edition)
                    for address in addresses:  # at once, however often the same was asked before
                        found = httpx2.get(address + ASKED[2], timeout=60)
                        assert editions(found.text) == {edition}
            finally:
                done.set()
            assert all(one.result() > 1 for one in looks)
        for address in addresses:
            for path in ASKED:
                assert editions(httpx2.get(address + path, timeout=60).text) == {EDITIONS}, path
        library.remove("harbour")
        for address in addresses:
            assert httpx2.get(address + ASKED[0], timeout=60).status_code == 404


def test_a_piece_of_text_is_given_only_for_the_edition_that_was_asked_for(tmp_path: Path):
    where = str(tmp_path / "library.db")
    with open_library(where) as library, serving(where) as address:
        write(library, 1)
        tag = re.search(r'data-tag="(\w+)"', httpx2.get(f"{address}/read/harbour", timeout=60).text)
        assert tag
        assert editions(httpx2.get(f"{address}/reader/harbour/text/0?e={tag[1]}", timeout=60).text) == {1}
        write(library, 2)
        found = httpx2.get(f"{address}/reader/harbour/text/0?e={tag[1]}", timeout=60)
        assert found.status_code == 404
        assert "another edition" in found.text
