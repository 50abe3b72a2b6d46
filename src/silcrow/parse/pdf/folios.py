"""Page numbers as they are printed, for files that do not say how their pages are labelled.

A number that opens or ends a running head or foot is the page's where it goes on from the page before or to the one
after. Pages between two that count alike are counted with them; what is printed on a cover is not known.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from silcrow.parse.pdf.drafts import Draft

_FEWEST: Final = 3  # pages that count
_SHARE: Final = 0.3  # of all pages, that must bear a number
_OPENS = re.compile(r"\W{0,3}((?:[A-Z]-)?)(\d{1,4})(?![\w.,/-])")
_ENDS = re.compile(r"(?<![\w.,/-])((?:[A-Z]-)?)(\d{1,4})(?: ?(?:/|of) ?\d{1,4})?\W{0,3}\Z")


class Count(NamedTuple):
    """How a stretch of pages is counted: what stands before the number, and the number less that of the page."""

    before: str
    ahead: int

    def label(self, page: int) -> str:
        """What is printed on a page."""
        return f"{self.before}{page + self.ahead}"


def printed_labels(drafts: Iterable[Draft], pages: int) -> dict[int, str]:
    """The number that is printed on each page where one is; none where too few are, or all are those of the file."""
    held: dict[int, set[Count]] = {}
    for draft in drafts:
        if draft.furniture:
            for line in draft.lines:
                held.setdefault(draft.page, set()).update(_counts(draft.page, line.text))
    chosen = _chosen(held)
    if len(chosen) < max(_FEWEST, _SHARE * pages):
        return {}
    for (page, count), (after, same) in pairwise(sorted(chosen.items())):
        if count == same:
            chosen.update(dict.fromkeys(range(page + 1, after), count))
    return {page: count.label(page) for page, count in chosen.items()}


def _counts(page: int, text: str) -> Sequence[Count]:
    found = (_OPENS.match(text), _ENDS.search(text[-20:]))
    return [Count(one[1], int(one[2]) - page) for one in found if one is not None]


def _chosen(held: Mapping[int, set[Count]]) -> dict[int, Count]:
    """Of the counts that a page shares with a page beside it, the one that most pages have."""
    often = Counter(count for counts in held.values() for count in counts)
    chosen = {}
    for page, counts in held.items():
        beside = held.get(page - 1, set()) | held.get(page + 1, set())
        if shared := counts & beside:
            chosen[page] = max(shared, key=lambda count: (often[count], count))
    return chosen
