"""What a run of headings and paragraphs may be cut into: whole ones, and where one is too long for any part its
sentences, table rows or lines of code; where even one of these is too long its words, and then its characters.

Knows where cuts are allowed, and not which of them are taken.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from silcrow.document import Kind
from silcrow.language.sentences import sentences
from silcrow.part import Counted
from silcrow.split.tables import head_end
from silcrow.split.units import Flat, Unit, price

# How much a cut before an atom is shunned. After a heading, or after a line that leads on ("as follows:", a caption),
# the reader loses more than between two paragraphs.
PARAGRAPH, LEADS_ON, INSIDE, HEADING, WORD, CHARACTER = range(6)

_WORD = re.compile(r"\S+\s*")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_SHORT = 40  # tokens of a caption, at most
_DEAREST = 200  # hundredths of a token that one character may cost, a word of its own included


class Atom(NamedTuple):
    """flat.text[start:end], of one unit; `number` counts the sentence, row or line that it is in its paragraph."""

    start: int
    end: int
    cost: int
    shunned: int
    unit: int
    counted: Counted
    number: int


def atoms(flat: Flat, first: int, end: int, max_tokens: int, *, whole: int | None = None) -> list[Atom]:
    """The atoms of units[first:end], none dearer than max_tokens; a paragraph of up to `whole` tokens stays one."""
    found: list[Atom] = []
    for at in range(first, end):
        unit = flat.units[at]
        cost = flat.cost(at, at + 1)
        shunned = _shunned(flat, at) if at > first else PARAGRAPH
        if cost <= (max_tokens if whole is None else whole):
            found.append(Atom(unit.start, unit.end, cost - 1, shunned, at, "character", 0))
        else:
            inside = list(_inside(flat, at, max_tokens))
            found.append(inside[0]._replace(shunned=shunned))
            found.extend(inside[1:])
    return found


def starts(text: str, kind: Kind | None) -> tuple[Counted, list[int]]:
    """Where the sentences of a paragraph begin, or its table rows or lines of code; the first at 0."""
    if kind == "table":
        head = head_end(text)
        return "row", [0, *(line.start() for line in _LINE.finditer(text, head) if line.start() > head)]
    if kind == "code":
        return "line", [line.start() for line in _LINE.finditer(text)] or [0]
    return "sentence", [0, *(start for start, _ in sentences(text)[1:])]


def _inside(flat: Flat, at: int, max_tokens: int) -> Iterator[Atom]:
    unit = flat.units[at]
    text = flat.text[unit.start : unit.end]
    counted, begins = starts(text.rstrip(), unit.kind)
    for number, (start, end) in enumerate(zip(begins, [*begins[1:], len(text)], strict=True), 1):
        atom = Atom(unit.start + start, unit.start + end, price(text[start:end]), INSIDE, at, counted, number)
        if atom.cost < max_tokens:
            yield atom
        else:
            yield from _words(flat.text, atom, max_tokens)


def _words(text: str, atom: Atom, max_tokens: int) -> Iterator[Atom]:
    """The words of an atom that is too dear; a word that is too dear as well in pieces."""
    widest = max(1, (100 * max_tokens - 200) // _DEAREST)
    start = atom.start
    for word in _WORD.finditer(text, atom.start, atom.end):
        end = word.end()
        cost = price(text[start:end])
        if cost < max_tokens:
            yield _piece(atom, start, end, cost, WORD)
        else:
            for piece in range(start, end, widest):
                stop = min(piece + widest, end)
                yield _piece(atom, piece, stop, price(text[piece:stop]), CHARACTER if piece > start else WORD)
        start = end
    if start < atom.end:  # nothing but white space
        yield _piece(atom, start, atom.end, price(text[start : atom.end]), WORD)


def _piece(atom: Atom, start: int, end: int, cost: int, shunned: int) -> Atom:
    if start == atom.start:
        return atom._replace(end=end, cost=cost)
    return Atom(start, end, cost, shunned, atom.unit, "character", start - atom.start)


def _shunned(flat: Flat, at: int) -> int:
    """How much a cut between a unit and the one before it is shunned."""
    before, unit = flat.units[at - 1], flat.units[at]
    if before.kind is None:
        return HEADING
    if _leads_on(flat.text, before) or (unit.kind in ("table", "figure", "code") and _is_caption(flat, at - 1)):
        return LEADS_ON
    return PARAGRAPH


def _leads_on(text: str, unit: Unit) -> bool:
    return text[max(unit.start, unit.end - 6) : unit.end].rstrip().endswith((":", "："))


def _is_caption(flat: Flat, at: int) -> bool:
    """Whether a unit may be the caption of what follows: short, and no list entry or table itself."""
    return flat.units[at].kind in ("text", "figure") and flat.cost(at, at + 1) <= _SHORT
