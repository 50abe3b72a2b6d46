"""The outline as the rows of a tree: what each shows, and where it leads. Knows no page of HTML."""

from collections.abc import Sequence
from dataclasses import dataclass

from silcrow.document import Section
from silcrow.outline import Outline
from silcrow.render.outline import DOUBTFUL
from silcrow.render.places import FRONT

_DEEPEST = 9  # levels that are indented further


@dataclass(frozen=True, slots=True)
class Row:
    """One section. `depth` counts from 1; `top` is where its heading stands on its page, in points."""

    sec_id: str
    heading: str
    label: str
    title: str
    depth: int
    indent: int
    below: int
    place: int
    siblings: int
    page: int
    page_label: str
    top: float
    doubt: str
    tokens: int


def rows(outline: Outline) -> list[Row]:
    """A row a section, in order."""
    depths: dict[str | None, int] = {None: 0}
    families: dict[str | None, int] = {}
    doubtful = frozenset(outline.health.doubtful)
    found: list[Row] = []
    for section in outline.sections:
        families[section.parent] = families.get(section.parent, 0) + 1
    seen: dict[str | None, int] = {}
    for section in outline.sections:
        depth = depths.get(section.parent, 0) + 1
        depths[section.sec_id] = depth
        seen[section.parent] = seen.get(section.parent, 0) + 1
        page = section.pages[0] if section.pages else 0
        first = section.regions[0] if section.regions else None
        found.append(
            Row(
                sec_id=section.sec_id,
                heading=section.heading or FRONT.capitalize(),
                label=section.label,
                title=section.title or section.heading or FRONT.capitalize(),
                depth=depth,
                indent=min(depth, _DEEPEST),
                below=section.last - section.ord,
                place=seen[section.parent],
                siblings=families[section.parent],
                page=first.page if first else page,
                page_label=page_label(page, outline.page_labels),
                top=first.box.top if first and first.box else 0.0,
                doubt=_doubt(section) if section.sec_id in doubtful or section.confidence < DOUBTFUL else "",
                tokens=section.tokens,
            )
        )
    return found


def page_label(page: int, labels: Sequence[str]) -> str:
    """What is printed on a page, or its number; empty for no page."""
    if not page:
        return ""
    return (labels[page - 1] if page <= len(labels) else "") or str(page)


def _doubt(section: Section) -> str:
    clues = ", ".join(section.evidence) or "no clue"
    return f"Perhaps no heading: {section.confidence:.0%} sure, by {clues}"
