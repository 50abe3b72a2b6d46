"""The health report of a document: how far its structure can be trusted, and what fell back. Judges, never repairs."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from silcrow.document import Health, Section
from silcrow.errors import Notice
from silcrow.parse.fragment import Source
from silcrow.parse.headings.filings import gaps

DOUBTFUL: Final = 0.5  # a heading below this confidence is named in the report
NAMED: Final = 6  # lost Items up to which each is named; where more are, it may be a part of a filing
LONG: Final = 5_000  # tokens from which a document should be divided by its headings
AHEAD: Final = 0.5  # share of a document's text before its first heading that makes its headings doubtful
OFTEN: Final = 8  # headings with one title that repeat, at a third of all headings
SAME: Final = 1 / 3


def examine(sections: Sequence[Section], source: Source, notices: Sequence[Notice]) -> Health:
    """The report on the sections grown from a source; `notices` are those of growing, put after the source's."""
    headings = [s for s in sections if s.heading]
    counted = Counter(s.evidence[0] for s in headings if s.evidence)
    return Health(
        evidence=tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))),
        doubtful=tuple(s.sec_id for s in headings if s.confidence < DOUBTFUL),
        flat=not headings,
        pages_without_text=source.pages_without_text,
        notices=(*source.notices, *notices, *_doubts(headings, sections)),
    )


def _doubts(headings: Sequence[Section], sections: Sequence[Section]) -> Iterator[Notice]:
    """What the headings as a whole say against themselves: a gap in a filing, no order in the text, one title often."""
    if lost := gaps((s.label, s.title) for s in headings):
        names = ", ".join(lost) if len(lost) <= NAMED else f"{len(lost)} Items of a 10-K"
        yield Notice("filing_gap", f"{names} {'was' if len(lost) == 1 else 'were'} not found.")
    whole = sum(s.tokens for s in sections)
    ahead = whole - sum(s.tokens for s in headings)
    if headings and whole > LONG and ahead > AHEAD * whole:
        message = f"{100 * ahead // whole} % of the text stands before the first heading; headings may be missing."
        yield Notice("structure_doubtful", message)
    if titles := Counter(s.heading for s in headings):
        title, times = min(titles.items(), key=lambda pair: (-pair[1], pair[0]))
        if times >= OFTEN and times > SAME * len(headings):
            yield Notice("structure_doubtful", f"{times} of {len(headings)} headings read “{title}”.")
