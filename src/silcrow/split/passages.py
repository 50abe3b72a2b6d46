"""A document in which no heading was found, divided into passages by cohesion, for those who ask for it.

Each passage is a section that is called after the words that set it apart. These words are nobody's heading: their only
evidence is "cohesion", they are doubtful, the document stays flat, and `document_text` leaves them out.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from silcrow.document import Document, Furniture, Health, Section
from silcrow.errors import Notice
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, is_dense
from silcrow.parse.ids import Ids
from silcrow.split.boundaries import Budget
from silcrow.split.packing import pack
from silcrow.split.units import MADE_UP, flat

_BUDGET = Budget(2000, 500)
_WORDS = 4  # in a title
_CONFIDENCE = 0.3
_STOP = frozenset().union(*STOPWORDS.values())


def divided(document: Document) -> Document:
    """The document with a section a passage, where it is flat and longer than one; else as it is."""
    laid = flat(document)
    if not document.health.flat or len(document.sections) != 1 or laid.cost(0, len(laid.units)) <= _BUDGET.most:
        return document
    begun = pack(laid, 0, len(laid.units), _BUDGET)
    at = {unit.start: n for n, unit in enumerate(laid.units)}
    firsts = [at[start.atom.start] for start in begun if start.atom.start in at]
    ends = [*firsts[1:], len(document.paragraphs)]
    texts = [" ".join(p.text for p in document.paragraphs[a:b]) for a, b in zip(firsts, ends, strict=True)]
    sections = tuple(_sections(document, list(zip(firsts, ends, strict=True)), _titles(texts)))
    message = f"No headings were found; the text was divided where its words change, into passages: {len(sections)}."
    health = Health(
        evidence=((MADE_UP, len(sections)),),
        doubtful=tuple(section.sec_id for section in sections),
        flat=True,
        pages_without_text=document.health.pages_without_text,
        notices=(*document.health.notices, Notice("divided", message)),
    )
    furniture = tuple(_moved(one, firsts) for one in document.furniture)
    return replace(document, sections=sections, furniture=furniture, health=health)


def _sections(document: Document, ranges: Sequence[tuple[int, int]], titles: Sequence[str]) -> Iterator[Section]:
    ids = Ids()
    for n, ((first, end), title) in enumerate(zip(ranges, titles, strict=True)):
        own = document.paragraphs[first:end]
        pages = sorted({region.page for paragraph in own for region in paragraph.regions})
        yield Section(
            sec_id=ids.give("", title, None),
            heading=title,
            label="",
            title=title,
            level=1,
            parent=None,
            path=(title,),
            ord=n,
            last=n,
            first=first,
            count=end - first,
            end=end,
            tokens=sum(paragraph.tokens for paragraph in own),
            pages=(pages[0], pages[-1]) if pages else None,
            evidence=(MADE_UP,),
            confidence=_CONFIDENCE,
        )


def _moved(furniture: Furniture, firsts: Sequence[int]) -> Furniture:
    """Furniture in its place among paragraphs and the headings that were put before some."""
    return replace(furniture, position=furniture.position + sum(first <= furniture.position for first in firsts))


def _titles(texts: Sequence[str]) -> list[str]:
    """For each text the words that it has often and others seldom, in order of first use."""
    counted: list[Counter[str]] = []
    shown: list[dict[str, str]] = []
    spread: defaultdict[str, int] = defaultdict(int)
    for text in texts:
        counts: Counter[str] = Counter()
        first: dict[str, str] = {}
        for word in _words(text):
            key = word.casefold()
            counts[key] += 1
            first.setdefault(key, word)
        for key in counts:
            spread[key] += 1
        counted.append(counts)
        shown.append(first)
    titles: list[str] = []
    for counts, first in zip(counted, shown, strict=True):
        worth = {key: count * math.log((1 + len(texts)) / spread[key]) for key, count in counts.items()}
        best = set(sorted(worth, key=lambda key: (-worth[key], key))[:_WORDS])
        titles.append(", ".join(first[key] for key in first if key in best) or "passage")
    return titles


def _words(text: str) -> Iterator[str]:
    """The words that carry a subject; pairs of characters where a script has no spaces."""
    for word in TOKEN.findall(text):
        if is_dense(word):
            yield from (word[at : at + 2] for at in range(0, len(word) - 1, 2))
        elif len(word) > 3 and word[0].isalpha() and word.casefold() not in _STOP:
            yield word
