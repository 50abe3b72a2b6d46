"""The structure of a document as a picture: each section a bar as wide as its share of the text, below its parent.

Knows sizes and levels; what it looks like is the style sheet's to say.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from silcrow.document import Section
from silcrow.render.outline import DOUBTFUL
from silcrow.render.places import FRONT

WIDE = 1000
HIGH = 34  # a level
_LEVELS = 6
_THIN = 1.5  # what is narrower is not drawn
_LETTER = 6.6  # about the width of one
_CAPITAL = 8.6


@dataclass(frozen=True, slots=True)
class Bar:
    """One section; `text` is what of its heading fits."""

    section: Section
    heading: str
    x: float
    y: int
    width: float
    depth: int
    text: str
    doubtful: bool
    share: float


def strata(sections: Sequence[Section]) -> list[Bar]:
    """The bars, from the top level down to the sixth. A section without text has a place all the same."""
    sizes = [section.tokens + 1 for section in sections]
    starts = [0]
    for size in sizes:
        starts.append(starts[-1] + size)
    whole = max(1, starts[-1])
    base = sections[0].ord if sections else 0
    depths: dict[str | None, int] = {}
    found: list[Bar] = []
    for section in sections:
        depth = depths.get(section.parent, -1) + 1
        depths[section.sec_id] = depth
        first, end = starts[section.ord - base], starts[section.last - base + 1]
        width = WIDE * (end - first) / whole
        if depth < _LEVELS and width >= _THIN:
            heading = section.heading or FRONT.capitalize()
            found.append(
                Bar(
                    section=section,
                    heading=heading,
                    x=WIDE * first / whole,
                    y=depth * HIGH,
                    width=width,
                    depth=depth,
                    text=_fitting(heading, section.label, width),
                    doubtful=section.confidence < DOUBTFUL,
                    share=100 * (end - first) / whole,
                )
            )
    return found


def _fitting(heading: str, label: str, width: float) -> str:
    room = int((width - 10) / (_LETTER if not heading.isupper() else _CAPITAL))
    if len(heading) <= room:
        return heading
    if room >= 8:
        return heading[: room - 1].rstrip() + "…"
    return label if label and len(label) <= room else ""
