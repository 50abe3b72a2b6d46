"""What of a paragraph can be quoted: its sentences, its lines of figures, or the rows of its table.

Every piece is letters of the paragraph as they stand. Knows one paragraph at a time and nothing of the question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from silcrow.agent.lines import figure_lines, is_lines, severs
from silcrow.document import Paragraph
from silcrow.language.sentences import sentences

_LONGEST = 600  # characters of a piece; a longer sentence is cut at its clauses
_LEANS = re.compile(
    r"[\"“(]?(?:it|its|they|their|them|he|she|his|her|this|these|those|such|that|however|but|therefore|thus|hence"
    r"|moreover|furthermore|in addition|additionally|accordingly|consequently|as a result|similarly|likewise|instead"
    r"|otherwise|conversely|nevertheless|nonetheless|also|both|neither|the (?:former|latter|same)|for example"
    r"|for instance|in contrast|by contrast|in particular|specifically|then|so|and|or|yet|because of this)\b"
    r"|(?:これ|それ|その|この|しかし|また|そして|したがって|这|那|它|他们|但是|然而|因此|此外|而且)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:]\s|[;；：，、]|,\s(?=(?:and|or|but|provided|which|where|except|including|if|unless)\b)")
_LEADER = re.compile(r"(?:\.[ \t]?){4,}|…{2,}|·{4,}|_{6,}")
_SHORT_LEADER = re.compile(r"\S \. ?(?:\d{1,4}|[ivxl]{1,7})\Z")  # what the engine may leave of a row of dots
_CONTENTS = re.compile(
    r"\s*(?:(?:table of )?contents|index|list of (?:tables|figures)|inhaltsverzeichnis|sommaire|目\s*[录次錄])\s*\Z",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?:(?:section|article|clause|item)\s)?[(]?(?:[0-9]{1,3}(?:\.[0-9]{1,3}){0,5}|[a-z]|[ivx]{1,5})[.)]{0,2}\s",
    re.IGNORECASE,
)
_HEADING_WORDS = 12  # that a heading which stands in a paragraph may have
_SMALL_WORDS = "a an and as at by de der des du et for from in of on or the to und with"
_SMALL = frozenset(_SMALL_WORDS.split())
_SPACE = re.compile(r"\s*")
_GAP = re.compile(r"\s+")
_RULE = re.compile(r"[ \t]*\|?[ \t:|-]*-[ \t:|-]*\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """text[start:end] of a paragraph.

    row    a row of figures
    leans  it opens with a word that points back
    bare   it is a heading that stands in the paragraph, and says nothing by itself
    """

    start: int
    end: int
    row: bool = False
    leans: bool = False
    bare: bool = False


def pieces(paragraph: Paragraph) -> tuple[Piece, ...]:
    """The pieces of a paragraph in order; of a table its rows, without what stands above them."""
    text = paragraph.text
    if paragraph.kind == "table":
        return tuple(Piece(start, end, row=True) for start, end in _lines(text, len(table_head(text))))
    if paragraph.kind != "code" and is_lines(text):
        return tuple(Piece(*part, row=True) for line in figure_lines(text) for part in _clauses(text, *line))
    whole = _unsevered(text, sentences(text))
    cut = [part for start, end in _headed(text, whole) for part in _clauses(text, start, end)]
    return tuple(
        Piece(start, end, leans=bool(_LEANS.match(text, start, end)), bare=_is_heading(text[start:end]))
        for start, end in cut
    )


def _unsevered(text: str, found: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sentences, those joined between which a figure would lose its unit ("5 Mio. Euro")."""
    joined: list[tuple[int, int]] = []
    for start, end in found:
        begin = joined.pop()[0] if joined and severs(text, start) else start
        joined.append((begin, end))
    return joined


def _headed(text: str, found: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Sentences, a heading that stands before one ("17.2 Governing Law.") joined to it."""
    begun = None
    for start, end in found:
        begin = start if begun is None else begun
        begun = begin if _is_heading(text[start:end]) else None
        if begun is None:
            yield begin, end
    if begun is not None:
        yield begun, found[-1][1]


def _is_heading(text: str) -> bool:
    """Whether a sentence is only a heading: a few words, all with capitals but the small ones, and no figure."""
    label = _NUMBERED.match(text)
    words = re.findall(r"[^\W_]+", text[label.end() if label else 0 :])
    if not 0 < len(words) <= _HEADING_WORDS or not words[0][0].isupper() or text.endswith(("!", "?")):
        return False
    return all(word in _SMALL or (word[0].isupper() and not word.isdigit()) for word in words) and "/s/" not in text


def table_head(text: str) -> str:
    """What must be shown with any row of a Markdown table: caption, unit, header and rule, line break included."""
    lines = text.splitlines(keepends=True)
    first = next((i for i, line in enumerate(lines) if line.lstrip().startswith("|")), 0)
    ruled = next((i for i in range(first, min(first + 3, len(lines))) if _RULE.match(lines[i].rstrip("\n"))), None)
    last = first if ruled is None else ruled
    if ruled is not None and not any(c.isalnum() for line in lines[first:ruled] for c in line):
        last += 1  # the engine saw no header: the first row is the likeliest
    return "".join(lines[: last + 1])


def is_contents(paragraph: Paragraph, path: tuple[str, ...]) -> bool:
    """Whether it is of a contents page: by its heading, or by leaders that run to page numbers."""
    if (path and _CONTENTS.match(path[-1])) or _SHORT_LEADER.search(paragraph.text[-20:]):
        return True
    return bool(_LEADER.search(paragraph.text)) and not paragraph.text.rstrip().endswith((".", "!", "?"))


def _lines(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Lines with a letter or digit in them, from an offset on."""
    for line in text[at:].splitlines(keepends=True):
        if any(c.isalnum() for c in line):
            yield at, at + len(line.rstrip())
        at += len(line)


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence whole, or, where it is too long to be read as a quote, in runs of clauses."""
    while end - start > _LONGEST:
        cut = _cut(text, start)
        yield start, start + len(text[start:cut].rstrip())
        start = _begin(text, cut)
    if start < end:
        yield start, end


def _cut(text: str, start: int) -> int:
    """Where a piece that begins here and is too long ends: after a clause, else a word, never within an amount."""
    most = start + _LONGEST
    cuts = [mark.end() for mark in _CLAUSE.finditer(text, start + 1, most)]
    spaces = (space.end() for space in reversed([*_GAP.finditer(text, start + 1, most)]))
    return next((cut for ends in (reversed(cuts), spaces) for cut in ends if not severs(text, cut)), most)


def _begin(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
