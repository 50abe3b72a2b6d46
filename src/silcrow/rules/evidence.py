"""Text of a scope for a model, as data, and the quotes that come back, believed only where they stand."""

from collections.abc import Sequence
from importlib import resources

from silcrow.answer import Citation
from silcrow.cite.letters import exact, stands
from silcrow.errors import Usage
from silcrow.models.chat import Message
from silcrow.rules.ground import Line
from silcrow.toolset.fence import fenced

MOST_TOKENS = 12_000
"""Of text that a model is given at once."""


def asked(prompt: str, wanted: str, lines: Sequence[Line]) -> list[Message]:
    """The messages of one question about some paragraphs. Usage where they are more than a model is given at once."""
    tokens = sum(line.paragraph.tokens for line in lines)
    if tokens > MOST_TOKENS:
        raise Usage(
            f"the scope has {tokens:,} tokens; a model is given {MOST_TOKENS:,} at most",
            hint="Narrow it by scope or find.",
        )
    told = (resources.files("silcrow.rules") / "prompts" / f"{prompt}.md").read_text(encoding="utf-8").strip()
    text = "\n\n".join(f"[{line.span}] {line.text}" for line in lines)
    return [Message("system", told), Message("user", f"{wanted}\n\n{fenced(text)}")]


def standing(quote: str, lines: Sequence[Line]) -> Citation | None:
    """Where a quote stands in one of the paragraphs, as cite compares letters; None where it stands in none."""
    for line in lines:
        if found := exact(quote, line.text) or stands(quote, line.letters):
            return line.cited(found.start, found.end)
    return None
