"""Documents in which no heading was found: their long paragraphs cut into pieces that can be retrieved, and said.

A piece is about 200 words and ends with a sentence. Pieces do not overlap, since no letter of a document stands twice;
whoever reads one is given its neighbours (retrieve/passages.py). Knows the decided stream and no format.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from silcrow.errors import Notice
from silcrow.language.sentences import sentences
from silcrow.language.tokens import estimate_tokens
from silcrow.parse.fragment import NO_CLUES, Fragment, Heading

PIECE: Final = 270
"""Tokens of a piece: about 200 English words, or 270 Chinese characters."""
_LONG: Final = 2 * PIECE  # what is shorter stays whole: two halves say less than one paragraph

Stream = Sequence[Heading | Fragment]


def pieces(stream: Stream) -> tuple[Stream, tuple[Notice, ...]]:
    """The stream as it is where it has headings; else with its long paragraphs cut, which is said."""
    if any(isinstance(part, Heading) for part in stream):
        return stream, ()
    cut: list[Fragment] = []
    long = 0
    for fragment in _fragments(stream):
        parts = list(_cut(fragment))
        long += len(parts) > 1
        cut += parts
    if not long:
        return stream, ()
    message = f"No headings were found; paragraphs cut into pieces of about 200 words: {long}."
    return cut, (Notice("flat", message),)


def _fragments(stream: Stream) -> Iterable[Fragment]:
    return (part for part in stream if isinstance(part, Fragment))


def _cut(fragment: Fragment) -> Iterator[Fragment]:
    is_text = fragment.kind in ("text", "list", "note") and not fragment.furniture and not fragment.hidden
    if not is_text or estimate_tokens(fragment.text) <= _LONG:
        yield fragment
        return
    start = held = 0
    for begin, end in sentences(fragment.text):
        tokens = estimate_tokens(fragment.text[begin:end])
        if held and held + tokens > PIECE:
            yield replace(fragment, text=fragment.text[start:begin].strip(), clues=NO_CLUES)
            start, held = begin, 0
        held += tokens
    yield replace(fragment, text=fragment.text[start:].strip(), clues=NO_CLUES)
