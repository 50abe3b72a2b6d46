"""What of a paragraph can be quoted: its sentences, its lines of figures, or the rows of its table.

Every piece is letters of the paragraph as they stand. Knows one paragraph at a time and nothing of the question.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from silcrow.document import Paragraph
from silcrow.language.sentences import sentences

_LONGEST = 600  # characters of a piece; a longer sentence is cut at its clauses
_FIGURE = r"(?:[$€£¥]\s?)?[(-]?(?:[$€£¥]\s?)?[0-9][0-9,]*(?:\.[0-9]+)?[)%]{0,2}|[-–—]"
# "Total assets $ 12,901 $ 13,049": words, then one figure or more, then words again.
_LINE = re.compile(rf"[^\W\d_].{{0,200}}?(?:\s(?:{_FIGURE}|[$€£¥%])(?=\s|\Z)){{1,24}}", re.DOTALL)
_FIGURES = re.compile(rf"(?<!\S)(?:{_FIGURE})(?!\S)")
_DENSE = 0.22  # share of figures among the words from which a text is lines of a table that lost its rules
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
    if paragraph.kind != "code" and _is_figures(text):
        return tuple(Piece(start, end, row=True) for start, end in _figure_lines(text))
    cut = [part for start, end in _headed(text, sentences(text)) for part in _clauses(text, start, end)]
    return tuple(
        Piece(start, end, leans=bool(_LEANS.match(text, start, end)), bare=_is_heading(text[start:end]))
        for start, end in cut
    )


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


def _is_figures(text: str) -> bool:
    words = len(text.split())
    return words >= 2 and len(_FIGURES.findall(text)) >= max(1, _DENSE * words)


def _lines(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Lines with a letter or digit in them, from an offset on."""
    for line in text[at:].splitlines(keepends=True):
        if any(c.isalnum() for c in line):
            yield at, at + len(line.rstrip())
        at += len(line)


def _figure_lines(text: str) -> Iterator[tuple[int, int]]:
    """Its printed lines; where it is all one line, cut after each run of figures."""
    if "\n" in text.strip():
        yield from _lines(text, 0)
        return
    at = 0
    for line in _LINE.finditer(text):
        yield at, line.end()
        at = _begin(text, line.end())
    end = len(text.rstrip())
    if at < end:
        yield at, end


def _clauses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A sentence whole, or, where it is too long to be read as a quote, in runs of clauses."""
    while end - start > _LONGEST:
        cuts = [mark.end() for mark in _CLAUSE.finditer(text, start + 1, start + _LONGEST)]
        cut = cuts[-1] if cuts else text.rfind(" ", start + 1, start + _LONGEST) + 1
        if cut <= start:
            cut = start + _LONGEST
        yield start, start + len(text[start:cut].rstrip())
        start = _begin(text, cut)
    if start < end:
        yield start, end


def _begin(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return space.end() if space else at
