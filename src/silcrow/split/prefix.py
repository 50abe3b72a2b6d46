"""The end of what stands before a part: as many whole sentences, rows or lines as a number of tokens holds.

Where the last one alone is more, its last words. Repeated beside a part's text, never in it.
"""

import re
from bisect import bisect_left

from silcrow.split.atoms import Atom, starts
from silcrow.split.units import Flat, price

_WORD = re.compile(r"\S+")
_LONGEST = 12  # characters that a token may have: further back need not be looked


def ending(flat: Flat, opens: Atom, tokens: int) -> str:
    """The end of the text before an atom, of at most so many tokens; without white space around it."""
    end = opens.start
    begin, spent = end, 0
    for at in range(opens.unit, -1, -1):
        unit = flat.units[at]
        stop = min(unit.end, end)
        if stop <= unit.start:
            continue
        cost = flat.cost(at, at + 1) - 1
        if stop == unit.end and spent + cost < tokens:
            begin, spent = unit.start, spent + cost
            continue
        begin = _back(flat, at, (begin, stop), tokens - spent)
        break
    if begin == end:
        begin = _last_words(flat.text, end, tokens)
    return flat.text[begin:end].strip()


def _back(flat: Flat, at: int, span: tuple[int, int], tokens: int) -> int:
    """The earliest sentence, row or line of a unit from which its text up to span[1] has fewer tokens; else span[0]."""
    unit = flat.units[at]
    begin, stop = span
    from_ = max(unit.start, stop - _LONGEST * tokens)
    _, found = starts(flat.text[from_:stop].rstrip(), unit.kind)
    for start in reversed(found if from_ == unit.start else found[1:]):
        tokens -= price(flat.text[from_ + start : stop])
        if tokens <= 0:
            break
        begin = stop = from_ + start
    return begin


def _last_words(text: str, end: int, tokens: int) -> int:
    """Where the last words before a place begin that have no more tokens."""
    from_ = max(0, end - _LONGEST * tokens)
    found = [word.start() for word in _WORD.finditer(text, from_, end)]
    if found and found[0] == from_ > 0 and not text[from_ - 1].isspace():
        found = found[1:]  # its beginning is out of sight
    fitting = bisect_left(found, 1 - tokens, key=lambda start: -price(text[start:end]))
    return found[fitting] if fitting < len(found) else end
