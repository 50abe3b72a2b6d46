"""Places as people read them: `10k-2025 §Item 1A › Competition ¶3–8 (p. 14)`."""

import re
from collections.abc import Mapping, Sequence

from silcrow.document import Record
from silcrow.language.numerals import roman
from silcrow.place import Span
from silcrow.render.columns import Paint, cell_width, clip, plain, wrap

FRONT = "front matter"  # what precedes the first heading has no heading of its own
GAP = " " * 6

# Headings above the last are shown by their label where it says what it is; a bare "1" would not.
_LABEL = re.compile(
    r"(?:part|item|chapter|article|section|appendix|annex|schedule|exhibit|note|title|book|volume|clause|rule) "
    r"[\dA-Z][\w.()]{0,11}(?=[\s.:–—-]|\Z)"
    r"|第[^\s]{1,8}?[编編篇部卷章节節条條款]"
    r"|\d{1,3}(?:\.\d{1,3}){1,5}(?=[\s.:]|\Z)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(\D+)(\d{1,9})", re.ASCII)  # a printed page of an annex: "F-12"
_LONGEST = 60  # columns of the last heading
_LONGEST_ABOVE = 32
ECHOED = 200  # columns of a question that a result says again

# Documents by doc_id, for what is printed on their pages and for their titles; a place is shown without one too.
Records = Mapping[str, Record]


def short_path(path: Sequence[str]) -> str:
    """The header chain on one line, headings above the last by their label: `Item 1A › Competition`."""
    if not path:
        return FRONT
    return " › ".join([*map(_short, path[:-1]), clip(path[-1], _LONGEST)])


def _short(heading: str) -> str:
    found = _LABEL.match(heading)
    return found[0].rstrip(".:") if found else clip(heading, _LONGEST_ABOVE)


def pages_text(pages: Sequence[int], labels: Sequence[str] = ()) -> str:
    """`p. 14`, `pp. 14–15`; where another label is printed on the page, that first: `p. iv = page 6`.

    Labels that do not count up are no range: `pages 3–4, printed 3 and 1`.
    """
    if not pages:
        return ""
    first, last = pages[0], pages[-1]
    plural = "" if first == last else "s"
    printed = [labels[page - 1] if 0 < page <= len(labels) else "" for page in (first, last)]
    if all(printed) and printed != [str(first), str(last)]:
        if plural and not _rises(*printed):
            return f"pages {first}–{last}, printed {printed[0]} and {printed[1]}"
        return f"p{plural and 'p'}. {_range(*printed)} = page{plural} {_range(str(first), str(last))}"
    return f"p{plural and 'p'}. {_range(str(first), str(last))}"


def _rises(first: str, last: str) -> bool:
    """Whether two printed labels read as a range: of one kind and counting up, or a front matter and what follows."""
    if first.isdecimal() or last.isdecimal():
        return int(first) < int(last) if first.isdecimal() and last.isdecimal() else bool(roman(first))
    if (one := _NUMBERED.fullmatch(first)) and (other := _NUMBERED.fullmatch(last)):
        return one[1] == other[1] and int(one[2]) < int(other[2])
    if (low := roman(first)) and (high := roman(last)):
        return low < high
    return len(first) == len(last) == 1 and first < last


def _range(first: str, last: str) -> str:
    return first if first == last else f"{first}–{last}"


def place_text(span: Span, path: Sequence[str], pages: Sequence[int] = (), documents: Records | None = None) -> str:
    """A span as people read it; the title of the whole document, where it heads the chain, is not said each time."""
    record = documents.get(span.doc_id) if documents else None
    if record and len(path) > 1 and path[0] == record.title:
        path = path[1:]
    paragraphs = "" if span.first is None else f" ¶{_range(str(span.first), str(span.last))}"
    paper = pages_text(pages, record.page_labels if record else ())
    return f"{span.doc_id} §{short_path(path)}{paragraphs}" + (f" ({paper})" if paper else "")


def place_lines(head: str, span: Span, *, width: int | None = None, indent: int = 4, paint: Paint = plain) -> list[str]:
    """A place and its coordinate on one line, or on two where one is too narrow for both."""
    coordinate = paint("coordinate", str(span))
    if width is None or cell_width(head) + len(GAP) + cell_width(str(span)) <= width:
        return [paint("place", head) + GAP + coordinate]
    # A coordinate is to be copied: it is never broken.
    return [*(paint("place", line) for line in wrap(head, width)), " " * indent + coordinate]
