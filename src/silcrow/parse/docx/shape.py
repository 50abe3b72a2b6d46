"""Whether a paragraph with an outline level has the shape of a heading. Knows text and styles' names only.

Outline levels are also set on whole clauses of contracts, and by mistake on running text: such a paragraph heads
nothing. A style that is named a heading is believed further than a bare outline level.
"""

import re
from typing import Final

_LONGEST: Final = 400  # characters of a paragraph in a style that is named a heading
_LONGEST_PLAIN: Final = 200  # ... in any other style
_SHORT: Final = 100  # a title may be a sentence
_SENTENCE: Final = re.compile(r"[a-zß-ÿ)\"”’][.!?][\"”’)]?\s+[A-ZÀ-Þ\"“(]|[。！？](?=.)")
_UNENDED: Final = (";", ",", "；", "，")


def may_head(text: str, *, named: bool) -> bool:
    """Whether text can be a heading; `named` where its style is a heading by name."""
    if not any(c.isalnum() for c in text):
        return False
    if named:
        return len(text) <= _LONGEST
    if len(text) <= _SHORT:
        return not text.endswith(_UNENDED)
    return len(text) <= _LONGEST_PLAIN and not text.endswith(_UNENDED) and not _SENTENCE.search(text)
