"""The health report of a document: how far its structure can be trusted, and what fell back. Judges, never repairs."""

from collections import Counter
from collections.abc import Sequence

from silcrow.document import Health, Section
from silcrow.errors import Notice
from silcrow.parse.fragment import Source

DOUBTFUL = 0.5  # a heading below this confidence is named in the report


def examine(sections: Sequence[Section], source: Source, notices: Sequence[Notice]) -> Health:
    """The report on the sections grown from a source; `notices` are those of growing, put after the source's."""
    headings = [s for s in sections if s.heading]
    counted = Counter(s.evidence[0] for s in headings if s.evidence)
    return Health(
        evidence=tuple(sorted(counted.items(), key=lambda pair: (-pair[1], pair[0]))),
        doubtful=tuple(s.sec_id for s in headings if s.confidence < DOUBTFUL),
        flat=not headings,
        pages_without_text=source.pages_without_text,
        notices=(*source.notices, *notices),
    )
