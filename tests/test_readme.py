"""What the pages say is so: every command and every line of Python in README.md and docs/ is run, in order."""

import re
from pathlib import Path

import pytest

from pages import ROOT, Claim, agrees, claims, run

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_page_shows_is_what_happens(page: Path, tmp_path: Path):
    for claim, printed in run(page, tmp_path / "here"):
        said = (
            f"{page.name}:{claim.line} {claim.code}\n{printed}\nIf so it should be: python tests/pages.py {page.name}"
        )
        assert claim.shown is None or agrees(claim.shown, printed), said


def test_shown_output_is_compared_line_by_line():
    assert agrees("a\n…\nd\n", "a\nb  \nc\nd\n")
    assert agrees("a\n…\n", "a\nb\n")
    assert not agrees("a\n…\nd\n", "a\nb\n")
    assert not agrees("a\n", "a\nb\n")


def test_claims_are_found_where_a_page_makes_them():
    page = "```sh\npip install .\nsilcrow ls\n```\n```text\nnone\n```\n\n```console\n$ silcrow x\n1\n2\n$ ls\n3\n```\n"
    assert list(claims(page)) == [
        Claim(1, "shell", "silcrow ls", "none\n", 5, 6),
        Claim(9, "shell", "silcrow x", "1\n2\n", 10, 12),
    ]


def test_no_link_within_the_repository_is_dead():
    links = [
        (page, target)
        for page in [*PAGES, *ROOT.glob("*.md")]
        for target in re.findall(r"\]\((?!https?:|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    ]
    assert [f"{page.name}: {target}" for page, target in links if not (page.parent / target).exists()] == []
