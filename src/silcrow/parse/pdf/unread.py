"""Numbers that the engine prints but gives no runs for.

It takes a bare number of one or two digits in the middle of the page, alone on its line, for a line number between
two columns and drops it: most page numbers stand there. The page's plain text still holds them.
"""

from collections import Counter

from silcrow.parse.pdf.drafts import Draft, Line
from silcrow.parse.pdf.engine import Page
from silcrow.place import Region

_LONGEST = 2
_EDGE = 0.05  # where a number at the head or foot is taken to stand, in page heights


def unread(page: Page) -> list[Draft]:
    """A draft for each number that stands alone on a line of the page's text and in no run."""
    rows = [row.strip() for row in page.text.splitlines()]
    numbers = [n for n, row in enumerate(rows) if len(row) <= _LONGEST and row.isdigit()]
    if not numbers:
        return []
    known = Counter(run.text for run in page.runs if len(run.text) <= _LONGEST)
    filled = [n for n, row in enumerate(rows) if row]
    drafts = []
    for n in numbers:
        if known[rows[n]] > 0:
            known[rows[n]] -= 1
            continue
        share = _EDGE if n == filled[0] else 1 - _EDGE if n == filled[-1] else n / len(rows)
        middle, top = page.width / 2, share * page.height
        draft = Draft.of("text", page.number, [Line(rows[n], middle, top, middle + 5, top + 8, 0.0)])
        draft.regions = (Region(page.number),)
        drafts.append(draft)
    return drafts
