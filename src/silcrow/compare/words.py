"""Two texts word by word: the longest common subsequence of their words, as edits that give both back to the letter."""

import re

from rapidfuzz.distance import LCSseq

from silcrow.comparison import Edit
from silcrow.language.folding import fold

_LONGEST = 20_000  # words of a text that are compared one by one: the work is the product of both lengths
# One character of a script without spaces, a figure with its separators, a word, any other sign.
_WORD = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\d+(?:[.,]\d+)*|[^\W\d_\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|\S"
)


def edits(old: str, new: str) -> tuple[Edit, ...]:
    """What became of each word. Typographic variants of a word are the same word; its letters are given as they are."""
    before, after = _words(old), _words(new)
    if not before or not after or max(len(before), len(after)) > _LONGEST:
        return (Edit(old, new),) if old or new else ()
    keys = [fold(old[start:end]) for start, end in before], [fold(new[start:end]) for start, end in after]
    found: list[Edit] = []
    for step in LCSseq.opcodes(*keys):
        one = old[_at(before, step.src_start, old) : _at(before, step.src_end, old)]
        other = new[_at(after, step.dest_start, new) : _at(after, step.dest_end, new)]
        if step.tag != "equal" and found and not found[-1].same:
            found[-1] = Edit(found[-1].old + one, found[-1].new + other)
        else:
            found.append(Edit(one, other))
    return tuple(found)


def _words(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in _WORD.finditer(text)]


def _at(words: list[tuple[int, int]], index: int, text: str) -> int:
    """Where word number `index` begins, the text's start for the first and its end behind the last."""
    if index == 0:
        return 0
    return words[index][0] if index < len(words) else len(text)
