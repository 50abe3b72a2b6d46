"""Pages that are copies of an earlier one: what repeats on them says nothing of heads and feet.

Figures apart, for a copy may be dated or numbered. Knows nothing of lines and their places.
"""

import re
from collections.abc import Iterable

_FIGURES = re.compile(r"\d+")


def originals(pages: Iterable[tuple[int, Iterable[str]]]) -> set[int]:
    """The numbers of the pages whose words stand on no page before; each is given with its texts."""
    firsts: dict[str, int] = {}
    for number, texts in pages:
        firsts.setdefault(_FIGURES.sub("#", "\n".join(texts)).casefold(), number)
    return set(firsts.values())
