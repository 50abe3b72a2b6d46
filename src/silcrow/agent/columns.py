"""What a row of figures cannot be read without: the years above its columns, and the group that it belongs to.

Looks at one candidate and the paragraphs read before it; knows nothing of the question.
"""

import re
from collections.abc import Sequence

from silcrow.agent.pieces import Piece
from silcrow.agent.pool import Candidate
from silcrow.agent.signs import label_of
from silcrow.document import Paragraph
from silcrow.language.quantities import amounts, years

_BACK = 3  # paragraphs looked back for a line of years
_LONGEST = 160  # characters of such a line
_WORDS = 10  # words in it beside the years: "Years ended December 31,"
_LINE_OF_YEARS = re.compile(
    r"(?:[A-Z][a-z]{2,9}\s(?:[Ee]nded|[Ee]nding)\b.{0,40}?\s)?(?:(?:FY\s?)?(?:19|20)[0-9]{2}[\s,]+){2,12}"
)


def is_years(text: str) -> bool:
    """Whether a text is a line of years, as stands above columns."""
    return len(text) <= _LONGEST and bool(years(text)) and not amounts(text) and len(text.split()) <= _WORDS + 4


def years_above(candidate: Candidate) -> int:
    """How many paragraphs before the candidate a line of years stands, on its page; 0 where none is near."""
    here = candidate.paragraph
    for back in range(1, min(_BACK, candidate.at) + 1):
        paragraph = candidate.passage.paragraphs[candidate.at - back]
        if not _same_page(paragraph, here) or len(paragraph.text) > 2 * _LONGEST:
            return 0
        if paragraph.kind == "text" and is_years(paragraph.text.strip()) and not paragraph.text.rstrip().endswith("."):
            return back
    return 0


def years_inside(text: str, end: int) -> str:
    """The line of years that a paragraph of figures begins with, before the row that begins at `end`."""
    found = _LINE_OF_YEARS.match(text)
    return found[0].rstrip(" ,\n") if found and found.end() <= end else ""


def told_apart(text: str, rows: Sequence[Piece], chosen: Sequence[Piece]) -> list[Piece]:
    """The chosen rows of a table, in its order; of those labelled alike each with the label of its group, else one."""
    labels = [label_of(text[row.start : row.end]).casefold() for row in rows]
    kept: dict[int, Piece] = {}
    seen: set[tuple[str, int]] = set()
    for row in chosen:
        at = rows.index(row)
        group = next((i for i in range(at - 1, -1, -1) if not amounts(text[rows[i].start : rows[i].end])), -1)
        if labels.count(labels[at]) > 1:
            if (labels[at], group) in seen:
                continue
            seen.add((labels[at], group))
            if group >= 0:
                kept[group] = rows[group]
        kept[at] = row
    return [kept[at] for at in sorted(kept)]


def _same_page(one: Paragraph, other: Paragraph) -> bool:
    return not one.regions or not other.regions or one.regions[-1].page == other.regions[0].page
