"""A quote and its place become a verdict. Letters are compared after typographic folding and in no other way.

Knows documents through a Desk. No model is asked, and meaning is never judged: a quote that stands where it is said
to stand is verified even where it answers nothing.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rapidfuzz import fuzz

from silcrow.answer import Citation, Verdict
from silcrow.desk import Desk
from silcrow.document import Paragraph
from silcrow.errors import NotFound
from silcrow.language.folding import Folded, fold, fold_with_map
from silcrow.passage import Passage
from silcrow.place import Span

_ALIKE = 88.0  # per cent of the letters, for "near"
_LEAST = 12  # letters a quote needs for "near": shorter ones are near to too much
_LONGEST = 4_000  # letters of a quote compared for "near": the work is the product of both lengths
_SEARCHED = 12  # passages looked through for a quote that stands elsewhere

_WALL = re.compile(r"^[ \t|:-]+$|\\?\|", re.MULTILINE)
_SPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


@dataclass(frozen=True, slots=True)
class _Text:
    """The folded text of a passage, and where each of its paragraphs begins in the text before folding."""

    passage: Passage
    folded: Folded
    begins: tuple[int, ...]


def check(quote: str, span: Span, desk: Desk) -> Citation:
    """The verdict on a quote said to stand in a span.

    A place that does not exist is no error: it may be one of an earlier edition, and all of the document is looked
    through for the quote.
    """
    pieces = _pieces(quote)
    if not any(c.isalnum() for c in quote):
        return Citation(span, quote, "unsupported")
    here = [_text(passage) for passage in _read(desk, span)]
    for text in here:
        if found := _stands(pieces, text):
            return _citation(text, found, quote, "verified")
    for text in _elsewhere(quote, span, desk) if here else _everywhere(span, desk):
        if found := _stands(pieces, text):
            return _citation(text, found, quote, "moved")
    return _near(quote, here) or Citation(span, quote, "unsupported")


def distinct(citations: Iterable[Citation]) -> tuple[Citation, ...]:
    """Each place once: where quotes of one span overlap, only the longest stays, where the first of them stood."""
    kept: list[Citation] = []
    for citation in citations:
        for i, other in enumerate(kept):
            if (citation.span, citation.verdict) == (other.span, other.verdict) and _overlap(citation, other):
                kept[i] = max(other, citation, key=lambda c: len(c.quote))
                break
        else:
            kept.append(citation)
    return tuple(kept)


def _overlap(one: Citation, other: Citation) -> bool:
    if one.offsets and other.offsets and one.span.first == one.span.last:
        return one.offsets[0] < other.offsets[1] and other.offsets[0] < one.offsets[1]
    return fold(one.quote) in fold(other.quote) or fold(other.quote) in fold(one.quote)


def _read(desk: Desk, span: Span) -> Iterator[Passage]:
    """All of a span, whatever a single reading holds."""
    cursor: str | None = None
    while True:
        try:
            page = desk.read(span, cursor=cursor)
        except NotFound:
            return
        yield from page.passages
        cursor = page.cursor
        if cursor is None:
            return


def _elsewhere(quote: str, span: Span, desk: Desk) -> Iterator[_Text]:
    """Passages of the same document that share the quote's words, likeliest first."""
    found = desk.retrieve(quote, top_k=_SEARCHED, window=(1, 1)).passages
    for passage in sorted(found, key=lambda p: p.rank):
        if passage.span.doc_id == span.doc_id:
            yield _text(passage)


def _everywhere(span: Span, desk: Desk) -> Iterator[_Text]:
    """All sections of the document, in order: the quote's own words say where a place of an earlier edition is now."""
    try:
        sections = desk.outline(span.doc_id).sections
    except NotFound:
        return
    for section in sections:
        if section.count:
            yield from map(_text, _read(desk, Span(span.doc_id, section.sec_id)))


def _text(passage: Passage) -> _Text:
    texts = [_printed(paragraph) for paragraph in passage.paragraphs]
    begins, at = [], 0
    for text in texts:
        begins.append(at)
        at += len(text) + 2
    return _Text(passage, fold_with_map("\n\n".join(texts)), tuple(begins))


def _printed(paragraph: Paragraph) -> str:
    """A paragraph's letters as printed, each at its own offset: the walls of a Markdown table are no letters."""
    return _walls_off(paragraph.text) if paragraph.kind == "table" else paragraph.text


def _walls_off(text: str) -> str:
    return _WALL.sub(lambda wall: " " * len(wall[0]), text)


def _pieces(quote: str) -> tuple[str, ...]:
    """What must stand, in order: the rows of a Markdown table may be quoted apart, anything else only whole."""
    lines = _walls_off(quote).split("\n") if re.search(r"^\s*\|", quote, re.MULTILINE) else [quote]
    return tuple(folded for line in lines if (folded := fold(line).strip()))


def _stands(pieces: tuple[str, ...], text: _Text) -> tuple[int, int, bool] | None:
    """(start, end, unbroken) of the pieces in the folded text; None where one is missing or cuts a word or number."""
    start, at, unbroken = -1, 0, True
    for piece in pieces:
        found = _whole(piece, text.folded.text, at)
        if found < 0:
            return None
        unbroken = unbroken and (start < 0 or not text.folded.text[at:found].strip())
        start = found if start < 0 else start
        at = found + len(piece)
    return (start, at, unbroken) if pieces else None


def _whole(piece: str, text: str, at: int) -> int:
    """Where piece stands in text from `at` on without cutting a word or a number at either end; -1 if nowhere."""
    found = text.find(piece, at)
    while found >= 0:
        if not _cuts(text, found) and not _cuts(text, found + len(piece)):
            return found
        found = text.find(piece, found + 1)
    return -1


def _cuts(text: str, at: int) -> bool:
    """Whether a cut before text[at] goes through a word or a number; scripts without spaces have no such place."""
    before, after = text[at - 1 : at] if at else "", text[at : at + 1]
    if before.isalnum() and after.isalnum():
        return not (_SPACED.match(before) or _SPACED.match(after))
    if before in (".", ",") and before:
        return after.isdigit() and text[at - 2 : at - 1].isdigit() and at > 1
    return bool(after in (".", ",") and before.isdigit() and text[at + 1 : at + 2].isdigit())


def _near(quote: str, here: list[_Text]) -> Citation | None:
    """The likest letters of the passages, when they are like enough."""
    folded = fold(_walls_off(quote)).strip()
    if not _LEAST <= len(folded) <= _LONGEST:
        return None
    best, score = None, _ALIKE
    for text in here:
        alike = fuzz.partial_ratio_alignment(folded, text.folded.text, score_cutoff=score)
        if alike is not None and alike.score >= score and len(text.folded.text) >= len(folded) * _ALIKE / 100:
            best, score = (text, alike.dest_start, alike.dest_end), alike.score
    if best is None:
        return None
    text, start, end = best
    letters = text.folded.text
    while start > 0 and _cuts(letters, start):
        start -= 1
    while end < len(letters) and _cuts(letters, end):
        end += 1
    return _citation(text, (start, end, True), quote, "near")


def _citation(text: _Text, found: tuple[int, int, bool], quote: str, verdict: Verdict) -> Citation:
    """The citation of letters found in a passage, narrowed to the paragraphs they stand in."""
    start, end = text.folded.source(found[0], found[1])
    first = max(i for i, begin in enumerate(text.begins) if begin <= start)
    last = max(i for i, begin in enumerate(text.begins) if begin < end)
    passage = text.passage
    at = passage.span.first or 0
    paragraphs = passage.paragraphs[first : last + 1]
    regions = tuple(region for paragraph in paragraphs for region in paragraph.regions)
    letters = "\n\n".join(p.text for p in passage.paragraphs)[start:end] if verdict == "near" else ""
    return Citation(
        span=Span(passage.span.doc_id, passage.span.sec_id, at + first, at + last),
        quote=quote,
        verdict=verdict,
        path=passage.path,
        pages=tuple(dict.fromkeys(region.page for region in regions)),
        regions=regions,
        offsets=(start - text.begins[first], end - text.begins[last]) if found[2] else None,
        found=letters,
    )
