"""The part of a paragraph that bears on a question: a sentence or two, lines of figures, or a table's matched rows.

Works on one candidate of a pool at a time; whether the candidate bears on the question at all is decided elsewhere.
"""

import re
from dataclasses import dataclass, replace
from itertools import islice

from silcrow.agent.columns import told_apart, years_above, years_inside
from silcrow.agent.pieces import Piece, pieces, table_head
from silcrow.agent.pool import Candidate, Pool, Terms, terms_of
from silcrow.agent.question import Question
from silcrow.agent.signs import BEGINS, is_price, label_of, likeness, names_in, signs
from silcrow.language.quantities import years as years_in
from silcrow.place import Span

# What a sign of an answer adds where one is asked for, in shares of the question.
_EXTRA = {"figure": 0.15, "year": 0.15, "money": 0.15, "price": 0.4, "person": 0.5, "firm": 1.0}
_LABELLED = 0.4  # what a row adds whose label is the very term asked for
_LOOSE = 0.5  # share of that for a row outside a table, whose columns nothing names
_NEAR, _NEAR_MOST, _NAMES = 70, 0.6, 20  # characters beside a name, share of the question there, names looked at
_SIGNED = 160  # characters of a paragraph that may be a line of a signature
_LONGEST_CAPTION = 240
_CAPTION = re.compile(
    r"(?:table|tab\.|exhibit|schedule)\s[0-9A-Z]|[(\[]?(?:\S+\s)?in\s(?:thousands|millions|billions)|表\s*[0-9一二三四五六七八九十]",
    re.IGNORECASE,
)
_ROWS = 4  # of a table
_BESIDE = 0.6  # a further row is shown from this share of the best one's value
_LEAST = 0.02  # whatever the best is worth
_AS_MUCH = 0.95  # share of its value from which the sentence before goes along: the rule before its exception
_GAIN = 0.08  # what a second sentence must add to the share of the question that is covered


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Letters to quote and where they stand; the terms they hold, with those of the headings above them.

    `value` is the share of the question they hold by themselves, and a little for figures and years asked for.
    `columns` is the line of years above a row of figures, to be quoted beside it, with its place.
    """

    candidate: Candidate
    text: str
    span: Span
    terms: Terms
    value: float
    columns: tuple[str, Span] | None = None


@dataclass(frozen=True, slots=True)
class _Weighed:
    """A piece; `extras` are the signs of an answer that it has, `label` how far its label is the term asked for."""

    piece: Piece
    terms: Terms
    extras: frozenset[str]
    value: float
    label: float = 0.0


def excerpt(candidate: Candidate, pool: Pool, asked: Question) -> Excerpt | None:
    """The best of a paragraph; None where nothing in it can be quoted."""
    paragraph = candidate.paragraph
    head = table_head(paragraph.text) if paragraph.kind == "table" else ""
    years = frozenset(map(str, asked.years))
    dated = not years.isdisjoint(terms_of(head, candidate.language))
    weighed = [_weigh(piece, candidate, pool, asked, years, dated=dated) for piece in pieces(paragraph)]
    quotable = [one for one in weighed if not one.piece.bare or {"person", "firm"} & one.extras]
    if not quotable:
        return None
    best = max(quotable, key=lambda one: (round(one.value, 6), one.piece.start - one.piece.end, -one.piece.start))
    if head:
        return _of_table(candidate, head, weighed, best)
    chosen = [best] if best.piece.row else _sentences(weighed, weighed.index(best), pool)
    text = paragraph.text[chosen[0].piece.start : chosen[-1].piece.end]
    if best.piece.row and not years_in(text):
        return _under_years(_excerpt(candidate, text, chosen), best.piece)
    if asked.person and (before := _signatory(candidate, asked)):
        return _excerpt(candidate, f"{before}\n\n{text}", chosen, back=1)
    if chosen[0] is weighed[0] and best.piece.leans and (before := _before(candidate)):
        return _excerpt(candidate, f"{before}\n\n{text}", chosen, back=1)
    return _excerpt(candidate, text, chosen)


def _of_table(candidate: Candidate, head: str, weighed: list[_Weighed], best: _Weighed) -> Excerpt:
    """The best rows with what they are read by: the table's head, its caption, the years above it."""
    chosen = _rows(weighed, best)
    text = candidate.paragraph.text
    ordered = sorted(chosen, key=lambda one: -one.value)
    rows = told_apart(text, [one.piece for one in weighed], [one.piece for one in ordered])
    above = {1: caption} if (caption := _caption(candidate)) else {}
    if not years_in(head) and (back := years_above(candidate)):
        above[back] = candidate.passage.paragraphs[candidate.at - back].text.strip()
    shown = [above[back] for back in sorted(above, reverse=True)]
    shown.append(head + "\n".join(text[row.start : row.end] for row in rows))
    return _excerpt(candidate, "\n\n".join(shown), chosen, back=max(above, default=0))


def _under_years(one: Excerpt, row: Piece) -> Excerpt:
    """A row of figures outside a table with the line of years above: in one run where nothing stands between."""
    candidate = one.candidate
    if inside := years_inside(candidate.paragraph.text, row.start):
        return replace(one, columns=(inside, one.span))
    back = years_above(candidate)
    if not back:
        return one
    line = candidate.passage.paragraphs[candidate.at - back].text.strip()
    place = candidate.place - back
    if back == 1 and not candidate.paragraph.text[: row.start].strip():
        return replace(one, text=f"{line}\n\n{one.text}", span=replace(one.span, first=place))
    return replace(one, columns=(line, replace(one.span, first=place, last=place)))


def _weigh(piece: Piece, candidate: Candidate, pool: Pool, asked: Question, years: Terms, *, dated: bool) -> _Weighed:
    """`years` are the terms of the years asked for; `dated` says that the head of the table names one."""
    text = candidate.paragraph.text[piece.start : piece.end]
    terms = terms_of(text, candidate.language)
    extras = signs(text, asked, years=years, named=years if dated else terms)
    if asked.person and (_names_near(text, candidate, pool, asked) or _signatory(candidate, asked)):
        extras |= {"firm" if asked.firm else "person"}
    if asked.price and not piece.row and "money" in extras and is_price(text):
        extras |= {"price"}
    label = 0.0
    if piece.row and not asked.price and (printed := label_of(text)):
        label = likeness(printed, terms_of(printed, candidate.language), pool.label, pool.phrase)
    known = 1.0 if candidate.paragraph.kind == "table" or (candidate.at and years_above(candidate)) else _LOOSE
    return _Weighed(piece, terms, extras, _value(pool, terms, extras) + _LABELLED * label * known, label)


def _names_near(text: str, candidate: Candidate, pool: Pool, asked: Question) -> bool:
    """Whether a name stands near most of what the text holds of the question, its office for one."""
    least = _NEAR_MOST * pool.cover(terms_of(text, candidate.language))
    around = (text[max(0, start - _NEAR) : end + _NEAR] for start, end in names_in(text, asked))
    return any(pool.cover(terms_of(one, candidate.language)) >= least for one in islice(around, _NAMES))


def _value(pool: Pool, terms: Terms, extras: frozenset[str]) -> float:
    held = pool.cover(terms)
    return held + sum(_EXTRA[name] for name in extras) if held else 0.0


def _signatory(candidate: Candidate, asked: Question) -> str:
    """The line before, where it has the name that goes with the office on this one."""
    here = candidate.paragraph.text
    if not candidate.at or len(here) > _SIGNED or any(names_in(here, asked)):
        return ""
    before = candidate.passage.paragraphs[candidate.at - 1].text.strip()
    held = len(before) <= _SIGNED and not before.endswith((".", ":")) and any(names_in(before, asked))
    return before if held else ""


def _rows(weighed: list[_Weighed], best: _Weighed) -> list[_Weighed]:
    """The best rows of a table, in its order; beside one labelled with the term asked for only its likes."""
    good = [one for one in weighed if one is best or one.value >= max(_LEAST, _BESIDE * best.value)]
    if best.label >= BEGINS:
        good = [one for one in good if one.label >= best.label]
    good = sorted(good, key=lambda one: -one.value)[:_ROWS]
    return sorted(good, key=lambda one: one.piece.start)


def _sentences(weighed: list[_Weighed], at: int, pool: Pool) -> list[_Weighed]:
    """The best sentence with the one before where it leans on that, else with a neighbour that adds to it."""
    best = weighed[at]
    before = weighed[at - 1] if at else None
    if before and (best.piece.leans or (before.value >= _AS_MUCH * best.value > 0 and not before.piece.leans)):
        return weighed[at - 1 : at + 1]
    neighbours = [(i, weighed[i]) for i in (at + 1, at - 1) if 0 <= i < len(weighed)]
    both = [(_value(pool, best.terms | one.terms, best.extras | one.extras), i) for i, one in neighbours]
    value, beside = max(both, default=(0.0, at))
    if value - best.value < _GAIN or weighed[min(at, beside)].piece.leans:
        return [best]
    return weighed[min(at, beside) : max(at, beside) + 1]


def _caption(candidate: Candidate) -> str:
    """The paragraph before a table, when it is its caption or says its unit."""
    text = candidate.passage.paragraphs[candidate.at - 1].text.strip() if candidate.at else ""
    return text if len(text) <= _LONGEST_CAPTION and _CAPTION.match(text) else ""


def _before(candidate: Candidate) -> str:
    """The last sentence of the paragraph before, when that is prose and was read."""
    if not candidate.at:
        return ""
    paragraph = candidate.passage.paragraphs[candidate.at - 1]
    found = pieces(paragraph) if paragraph.kind in ("text", "list") else ()
    return paragraph.text[found[-1].start :].rstrip() if found and not found[-1].row else ""


def _excerpt(candidate: Candidate, text: str, chosen: list[_Weighed], *, back: int = 0) -> Excerpt:
    span = candidate.passage.span
    terms = candidate.above.union(*(one.terms for one in chosen))
    place = Span(span.doc_id, span.sec_id, candidate.place - back, candidate.place)
    return Excerpt(candidate, text, place, terms, max(one.value for one in chosen))
