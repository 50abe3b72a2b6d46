"""A document laid flat: its headings and paragraphs in reading order, one text, and what each of them costs.

The document's text is its headings and paragraphs with a blank line between; whatever is cut here is cut out of that.
Costs are such that those of neighbours add up to no less than what the two cost together.
"""

from dataclasses import dataclass
from itertools import accumulate

from silcrow.document import Document, Kind
from silcrow.language.tokens import estimate_tokens
from silcrow.place import Region

BETWEEN = "\n\n"
MADE_UP = "cohesion"
"""The evidence of headings that are not in the text; see passages.py."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One heading (para_idx 0, kind None) or paragraph: flat.text[start:end] is its text, with what parts it from the
    next.
    """

    section: int
    para_idx: int
    kind: Kind | None
    start: int
    end: int
    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flat:
    """A document laid flat.

    first    index of the first unit of each section by ord, and of the end; a subtree is units[first[ord]:end_of(ord)]
    spent    spent[i] is what units before the i-th cost
    """

    document: Document
    text: str
    units: tuple[Unit, ...]
    first: tuple[int, ...]
    spent: tuple[int, ...]

    def cost(self, first: int, end: int) -> int:
        """Tokens of units[first:end], at most."""
        return self.spent[end] - self.spent[first] + 1

    def end_of(self, section: int) -> int:
        """Index of the unit after the last one of a section's subtree."""
        return self.first[self.document.sections[section].last + 1]


def price(text: str) -> int:
    """What a text adds to the cost of another."""
    return max(estimate_tokens(text) - 1, 0)


def document_text(document: Document) -> str:
    """The text of a document: its headings and paragraphs in reading order, with a blank line between."""
    return flat(document).text


def flat(document: Document) -> Flat:
    """Lay a document flat."""
    units: list[Unit] = []
    texts: list[str] = []
    costs: list[int] = []
    first: list[int] = []
    at = 0
    for section in document.sections:
        first.append(len(units))
        own = document.paragraphs[section.first : section.first + section.count]
        rows: list[tuple[int, Kind | None, str, int, tuple[Region, ...]]] = [
            (n, p.kind, p.text, p.tokens, p.regions) for n, p in enumerate(own, 1)
        ]
        if section.heading and MADE_UP not in section.evidence:
            rows.insert(0, (0, None, section.heading, 0, section.regions))
        for para_idx, kind, text, tokens, regions in rows:
            end = at + len(text) + len(BETWEEN)
            pages = tuple(dict.fromkeys(region.page for region in regions))
            units.append(Unit(section.ord, para_idx, kind, at, end, pages))
            texts.append(text)
            # A paragraph brings its estimate along; to count a long document anew takes a third of a second.
            costs.append(max(tokens - 1, 0) if tokens else price(text))
            at = end
    if units:
        last = units[-1]
        units[-1] = Unit(last.section, last.para_idx, last.kind, last.start, last.end - len(BETWEEN), last.pages)
    spent = tuple(accumulate(costs, initial=0))
    return Flat(document, BETWEEN.join(texts), tuple(units), (*first, len(units)), spent)
