"""The type that most of a document is set in: what all other type is measured against."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from silcrow.parse.pdf.drafts import Sheet
from silcrow.parse.pdf.fonts import is_mono


class Body(NamedTuple):
    """`size` in points; `mono` where most of the document is set in type of one width."""

    size: float
    mono: bool


def body_of(sheets: Iterable[Sheet]) -> Body:
    """Size and kind of type of most characters."""
    tally: Counter[tuple[float, str]] = Counter()
    for sheet in sheets:
        for draft in sheet.drafts:
            for line in draft.lines:
                tally[line.size, line.family] += len(line.text)
    sizes: Counter[float] = Counter()
    mono = 0
    for (size, family), count in tally.items():
        sizes[round(size, 1)] += count
        mono += count if is_mono(family) else 0
    size = max(sizes, key=lambda size: sizes[size]) if sizes else 0.0
    return Body(size, mono > 0.5 * sizes.total())
