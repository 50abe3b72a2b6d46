"""Flags before the verb and after it, the verb behind a bare file, and names that a newcomer tries."""

import pytest

from silcrow.cli.flags import Everywhere, arrange
from silcrow.errors import Usage

VERBS = ("ask", "ls", "outline", "read", "retrieve")


@pytest.mark.parametrize(
    ("given", "flags", "rest"),
    [
        ("--json ls", Everywhere(json=True), "ls"),
        ("ls --json", Everywhere(json=True), "ls"),
        ("--library a.db ls", Everywhere(library="a.db"), "ls"),
        ("ls --library=a.db", Everywhere(library="a.db"), "ls"),
        ("ask a.pdf words -q --ephemeral", Everywhere(quiet=True, ephemeral=True), "ask a.pdf words"),
        ("-v ls -v", Everywhere(verbose=2), "ls"),
        ("ls -vv", Everywhere(verbose=2), "ls"),
        ("a.pdf", Everywhere(), "map a.pdf"),
        ("a.pdf --json", Everywhere(json=True), "map a.pdf"),
        ("-", Everywhere(), "map -"),
        ("toc a.pdf", Everywhere(), "outline a.pdf"),
        ("search words --in 5.2", Everywhere(), "retrieve words --within 5.2"),
        ("search words --in=5.2", Everywhere(), "retrieve words --within=5.2"),
        ("ask -- --json -q", Everywhere(), "ask -- --json -q"),
        ("--help", Everywhere(), "--help"),
        ("--bogus", Everywhere(), "--bogus"),
        ("", Everywhere(), ""),
    ],
)
def test_flags_are_taken_wherever_they_stand(given: str, flags: Everywhere, rest: str):
    assert arrange(given.split(), VERBS) == (flags, rest.split())


def test_a_library_without_a_name_is_a_mistake():
    with pytest.raises(Usage, match="--library"):
        arrange(["ls", "--library"], VERBS)


def test_words_of_a_question_are_no_flags():
    assert arrange(["ask", "-v is what?"], VERBS) == (Everywhere(), ["ask", "-v is what?"])
