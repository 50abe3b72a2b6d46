"""Flags that every verb takes, before it or after it, and the names a newcomer may try.

Knows words, not what they do. What stands after `--` is left alone.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from silcrow.errors import Usage

ALIASES = {"toc": "outline", "search": "retrieve"}
_PRINT_CONFIG = "--print-config"
_OPTION_ALIASES = {"--in": "--within"}
MAP = "map"  # the verb behind `silcrow FILE`; it has no name of its own


@dataclass(frozen=True, slots=True)
class Everywhere:
    """The flags of every verb. `verbose` counts: 1 says more, 2 shows tracebacks."""

    json: bool = False
    library: str | None = None
    ephemeral: bool = False
    quiet: bool = False
    verbose: int = 0


HELP = (
    ("--json", "one JSON object on standard output"),
    ("--library PATH", "another library than your own (SILCROW_LIBRARY)"),
    ("--ephemeral", "a library in memory: nothing is kept"),
    ("-q, --quiet", "no notices, no progress"),
    ("-v, --verbose", "say more; -vv shows tracebacks"),
    ("-h, --help", "this text, or that of a verb"),
    ("-V, --version", "the version"),
)


def arrange(arguments: Sequence[str], verbs: Collection[str]) -> tuple[Everywhere, list[str]]:
    """Take the flags of every verb out of the arguments, and put the verb first."""
    found = Everywhere()
    rest: list[str] = []
    words = iter(arguments)
    for word in words:
        if word == "--":
            rest.extend([word, *words])
            break
        name, equals, value = word.partition("=")
        if word == "--json":
            found = replace(found, json=True)
        elif word == "--ephemeral":
            found = replace(found, ephemeral=True)
        elif word in ("-q", "--quiet"):
            found = replace(found, quiet=True)
        elif word == "--verbose" or (word.startswith("-v") and not word.strip("-v")):
            found = replace(found, verbose=found.verbose + (1 if word == "--verbose" else len(word) - 1))
        elif name == "--library":
            path = value if equals else next(words, "")
            if not path:
                raise Usage("--library names no file", hint="Write --library PATH.")
            found = replace(found, library=path)
        else:
            rest.append(_OPTION_ALIASES.get(name, name) + equals + value if name.startswith("--") else word)
    return found, _verb_first(rest, verbs)


def _verb_first(words: list[str], verbs: Collection[str]) -> list[str]:
    if not words:
        return words
    if words[0] == "help":
        return _help_of(words[1:], verbs)
    if words[-1] == _PRINT_CONFIG:  # without its client: the verb says which there are
        words = [*words, ""]
    if words[0] in ALIASES:
        return [ALIASES[words[0]], *words[1:]]
    if words[0] in verbs or (words[0].startswith("-") and words[0] not in ("-", "--")):
        return words
    return [MAP, *words]


def _help_of(words: list[str], verbs: Collection[str]) -> list[str]:
    """`help VERB` as `VERB --help`."""
    if not words or words[0].startswith("-"):
        return ["--help"]
    verb = ALIASES.get(words[0], words[0])
    if verb not in verbs or verb == MAP:
        raise Usage(f"{words[0]!r} is no verb", hint="silcrow --help shows the verbs.")
    return [verb, "--help"]
