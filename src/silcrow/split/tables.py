"""The header of a table, in the text form that all tables have: a Markdown pipe table with a caption above it."""

import re

_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*\Z")
_HIGHEST = 12  # lines within which a header ends: caption, unit, one line of column names, the rule


def head_end(text: str) -> int:
    """Where the header of a table ends, its rule included; 0 where it has none."""
    at = 0
    for _ in range(_HIGHEST):
        end = text.find("\n", at)
        if end < 0:
            return 0
        if "-" in text[at:end] and _RULE.match(text[at:end]):
            return end + 1
        at = end + 1
    return 0


def header(text: str) -> str:
    """The header of a table: what stands above its first row."""
    return text[: head_end(text)].rstrip("\n")
