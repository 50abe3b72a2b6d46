"""A quote and its place become a verdict. Letters are compared after typographic folding and in no other way.

No model is asked, and meaning is never judged: a quote that stands where it is said to stand is verified even where
it answers nothing.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from rapidfuzz import fuzz

from silcrow.answer import NOWHERE, Change, Citation, Verdict
from silcrow.cite.anchors import anchor
from silcrow.cite.letters import Found, cuts, has_letters, letters_of
from silcrow.cite.sheets import Sheet, Sheets
from silcrow.desk import Desk
from silcrow.language.folding import fold
from silcrow.place import Span

_ALIKE = 88.0  # per cent of the letters, for "near"
_LEAST = 12  # letters a quote needs for "near": shorter ones are near to too much
_LONGEST = 4_000  # letters of a quote compared for "near": the work is the product of both lengths

_WORD = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")


def check(quote: str, span: Span, desk: Desk) -> Citation:
    """The verdict on a quote said to stand in a span.

    A place that does not exist is no error: it may be one of an earlier edition, and all of the document is looked
    through for the quote.
    """
    return checked(quote, span, Sheets(desk))


def checked(quote: str, span: Span, sheets: Sheets) -> Citation:
    """As `check`, with what other quotes have had read already."""
    return _verdict(quote, span, sheets.at(span), sheets)


def checked_on_page(quote: str, doc_id: str, page: int, sheets: Sheets) -> Citation:
    """The verdict on a quote said to stand on a page; its span is where it stands."""
    said = f"{doc_id} p. {page}"
    found = _verdict(quote, Span(doc_id, ""), sheets.on_page(doc_id, page), sheets)
    if found.verdict == "unsupported":
        return replace(found, span=NOWHERE, given=said)
    if found.verdict == "verified" and page not in found.pages:
        return replace(found, verdict="moved", given=said)
    return replace(found, given=said if found.verdict == "moved" else "")


def _verdict(quote: str, span: Span, here: Sequence[Sheet], sheets: Sheets) -> Citation:
    if not has_letters(quote):
        return Citation(span, quote, "unsupported")
    for sheet in here:
        if found := sheet.find(quote):
            return _citation(sheet, found, quote, "verified")
    if elsewhere := anchor(quote, span, sheets):
        return replace(_citation(*elsewhere, quote, "moved"), given=str(span))
    return _near(quote, here) or Citation(span, quote, "unsupported")


def repeats(one: Citation, other: Citation) -> bool:
    """Whether two citations are one: the same place with the same verdict, and quotes that overlap."""
    if (one.span, one.verdict) != (other.span, other.verdict):
        return False
    if one.offsets and other.offsets and one.span.first == one.span.last:
        return one.offsets[0] < other.offsets[1] and other.offsets[0] < one.offsets[1]
    return fold(one.quote) in fold(other.quote) or fold(other.quote) in fold(one.quote)


def distinct(citations: Iterable[Citation]) -> tuple[tuple[Citation, ...], tuple[int, ...]]:
    """Each place once, and where each that was given is now.

    Where quotes of one span overlap, only the longest stays, where the first of them stood.
    """
    kept: list[Citation] = []
    places: list[int] = []
    for citation in citations:
        at = next((i for i, other in enumerate(kept) if repeats(citation, other)), len(kept))
        if at == len(kept):
            kept.append(citation)
        else:
            kept[at] = max(kept[at], citation, key=lambda one: len(one.quote))
        places.append(at)
    return tuple(kept), tuple(places)


def difference(quote: str, printed: str) -> tuple[Change, ...]:
    """What is quoted beside what is printed, word by word; typography is no difference."""
    old, new = list(_WORD.finditer(quote)), list(_WORD.finditer(printed))
    matcher = SequenceMatcher(None, [fold(w[0]) for w in old], [fold(w[0]) for w in new], autojunk=False)
    found: list[Change] = []
    for kind, i, j, k, m in matcher.get_opcodes():
        if kind == "equal":
            found.append(Change("same", printed[new[k].start() : new[m - 1].end()]))
            continue
        if j > i:
            found.append(Change("quoted", quote[old[i].start() : old[j - 1].end()]))
        if m > k:
            found.append(Change("printed", printed[new[k].start() : new[m - 1].end()]))
    return tuple(found)


def _near(quote: str, here: Sequence[Sheet]) -> Citation | None:
    """The likest letters of the passages, when they are like enough."""
    folded = letters_of(quote)
    if not _LEAST <= len(folded) <= _LONGEST:
        return None
    best, score = None, _ALIKE
    for sheet in here:
        letters = sheet.letters[0].text
        alike = fuzz.partial_ratio_alignment(folded, letters, score_cutoff=score)
        if alike is not None and alike.score >= score and len(letters) >= len(folded) * _ALIKE / 100:
            best, score = (sheet, alike.dest_start, alike.dest_end), alike.score
    if best is None:
        return None
    sheet, start, end = best
    text = sheet.letters[0].text
    while start > 0 and cuts(text, start):
        start -= 1
    while end < len(text) and cuts(text, end):
        end += 1
    while start < end and text[start].isspace():  # the walls of a table
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if text[end : end + 1] == folded[-1]:
        end += 1  # the stop, which an alignment of other words may miss
    found = _citation(sheet, Found(*sheet.letters[0].source(start, end), unbroken=True), quote, "near")
    return replace(found, difference=difference(quote, found.found))


def _citation(sheet: Sheet, found: Found, quote: str, verdict: Verdict) -> Citation:
    """The citation of letters found in a passage, narrowed to the paragraphs they stand in."""
    start, end = found.start, found.end
    first = max(i for i, begin in enumerate(sheet.begins) if begin <= start)
    last = max(i for i, begin in enumerate(sheet.begins) if begin < end)
    passage = sheet.passage
    at = passage.span.first or 0
    regions = tuple(region for paragraph in passage.paragraphs[first : last + 1] for region in paragraph.regions)
    return Citation(
        span=Span(passage.span.doc_id, passage.span.sec_id, at + first, at + last),
        quote=quote,
        verdict=verdict,
        path=passage.path,
        pages=tuple(dict.fromkeys(region.page for region in regions)),
        regions=regions,
        offsets=(start - sheet.begins[first], end - sheet.begins[last]) if found.unbroken else None,
        found=sheet.text[start:end] if verdict == "near" else "",
    )
