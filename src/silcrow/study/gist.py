"""What can be said of a part without understanding it: key sentences, terms, figures, references. No model is asked.

A sentence is weighed by its words (often here, seldom elsewhere), by where it stands, and by phrases that announce a
result. It is always quoted whole and at its place.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from silcrow.answer import Citation
from silcrow.desk import Desk
from silcrow.document import Document, Section
from silcrow.language.quantities import quantities
from silcrow.language.sentences import sentences
from silcrow.language.stopwords import STOPWORDS
from silcrow.language.words import TOKEN, forms
from silcrow.locate.references import Text, of_passage, read_text
from silcrow.located import Reference
from silcrow.place import Coordinate, Span
from silcrow.studied import Gist, Line
from silcrow.study.terms import Counts

_SENTENCES = 4
_TERMS = 8
_FIGURES = 8
_REFERENCES = 12
_SHORTEST, _LONGEST = 30, 600  # characters of a sentence that is quoted
_AROUND = 36  # characters shown beside a figure
_CUE = re.compile(
    r"\b(?:we (?:find|found|show|argue|conclude|propose|recommend)|results? (?:show|suggest|indicate)|in conclusion"
    r"|therefore|thus|must|shall|may not|significant(?:ly)?|main|key|most important|in short|the purpose"
    r"|is defined as)\b"
    r"|因此|结果|必须|本文|したがって",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Sentence:
    line: int
    start: int
    end: int
    score: float


class Reader:
    """One document, read for gists; what it counts is counted once."""

    def __init__(self, desk: Desk, document: Document) -> None:
        self._desk = desk
        self._document = document
        self._by_id = {section.sec_id: section for section in document.sections}
        self._stop = STOPWORDS.get(document.language[:2]) or STOPWORDS["en"]

    def gist(self, lines: Sequence[Line]) -> Gist:
        """The gist of a part."""
        counts = Counts(self._document.language)
        counts.add(lines)
        return Gist(
            sentences=tuple(self._sentences(lines)),
            terms=tuple(term.term for term in counts.best(_TERMS, least=2)),
            figures=tuple(self._figures(lines)),
            references=tuple(self._references(lines)),
        )

    @cached_property
    def text(self) -> Text:
        """The document as references are looked up in it."""
        return read_text(self._desk, self._document.doc_id)

    @cached_property
    def _spread(self) -> Counter[str]:
        """In how many sections each word stands."""
        spread: Counter[str] = Counter()
        form: dict[str, str] = {}  # of each token: a book has a thousand times as many words as different ones
        for section in self._document.sections:
            own = self._document.paragraphs[section.first : section.first + section.count]
            tokens = {token for paragraph in own for token in TOKEN.findall(paragraph.text)}
            form |= {token: forms(token)[0] for token in tokens if token not in form}
            spread.update({form[token] for token in tokens})
        return spread

    def _sentences(self, lines: Sequence[Line]) -> Iterator[Citation]:
        """The sentences that weigh most, in reading order."""
        here = Counter(word for line in lines for word in _words(line.text) if word not in self._stop)
        found = [one for at, line in enumerate(lines) for one in self._weighed(at, line, here)]
        best = sorted(found, key=lambda one: (-one.score, one.line, one.start))
        taken: list[_Sentence] = []
        seen: set[str] = set()
        for one in best:
            said = lines[one.line].text[one.start : one.end]
            if len(taken) < _SENTENCES and said not in seen:
                taken.append(one)
                seen.add(said)
        for one in sorted(taken, key=lambda one: (one.line, one.start)):
            yield self._cited(lines[one.line], one)

    def _weighed(self, at: int, line: Line, here: Counter[str]) -> Iterator[_Sentence]:
        if line.kind not in ("text", "list"):
            return
        sections = max(1, len(self._document.sections))
        section = self._by_id[line.place.sec_id]
        headed = set(_words(section.heading))
        for number, (start, end) in enumerate(sentences(line.text)):
            said = line.text[start:end]
            if not _SHORTEST <= len(said) <= _LONGEST or said.endswith(("?", ":")) or _is_listing(said):
                continue
            words = [word for word in dict.fromkeys(_words(said)) if word not in self._stop]
            if not words:
                continue
            weight = sum(math.log1p(here[w]) * math.log(1 + sections / (1 + self._spread[w])) for w in words)
            score = weight / math.sqrt(6 + len(words))
            score *= 1.0 + 0.15 * (number == 0) + 0.2 * bool(_CUE.search(said)) + 0.2 * bool(headed & set(words))
            yield _Sentence(at, start, end, score)

    def _cited(self, line: Line, one: _Sentence) -> Citation:
        section = self._by_id[line.place.sec_id]
        place = line.place
        paragraph = self._document.paragraphs[section.first + place.para_idx - 1]
        return Citation(
            span=Span(place.doc_id, place.sec_id, place.para_idx, place.para_idx),
            quote=line.text[one.start : one.end],
            verdict="verified",
            path=section.path,
            pages=tuple(dict.fromkeys(region.page for region in paragraph.regions)),
            regions=paragraph.regions,
        )

    def _figures(self, lines: Sequence[Line]) -> Iterator[tuple[str, Coordinate]]:
        """Figures with a unit, with the words around each."""
        left = _FIGURES
        for line in lines:
            if line.kind not in ("text", "list"):
                continue
            for one in quantities(line.text):
                if one.kind in ("money", "percent") or (one.kind == "number" and one.unit):
                    if not left:
                        return
                    left -= 1
                    yield _around(line.text, one.start, one.end), line.place

    def _references(self, lines: Sequence[Line]) -> list[Reference]:
        """What the part refers to, each target once."""
        places = {line.place for line in lines}
        sections = {line.place.sec_id for line in lines}
        found: dict[object, Reference] = {}
        for passage in self.text.passages:
            if passage.span.sec_id in sections:
                for one in of_passage(self.text, passage):
                    if one.place in places and one.outcome in ("resolved", "external"):
                        found.setdefault(one.target or one.words, one)
        return list(found.values())[:_REFERENCES]


def pointing(reader: Reader, sections: Sequence[Section]) -> dict[int, int]:
    """To how many other sections each of some sections, with what is below it, points."""
    found: dict[int, int] = {}
    for section in sections:
        targets: set[str] = set()
        for passage in reader.text.passages:
            ord_ = reader.text.contents.ords[passage.span.sec_id]
            if section.ord <= ord_ <= section.last:
                targets |= {one.target.sec_id for one in of_passage(reader.text, passage) if one.target}
        found[section.ord] = len(targets)
    return found


def _is_listing(said: str) -> bool:
    """Whether a line is one of contents or of figures, and no sentence."""
    return "...." in said or 3 * sum(c.isdigit() for c in said) > len(said)


def _words(text: str) -> Iterator[str]:
    for token in TOKEN.findall(text):
        yield forms(token)[0]


def _around(text: str, start: int, end: int) -> str:
    left, right = max(0, start - _AROUND), min(len(text), end + _AROUND)
    while left and not text[left - 1].isspace():
        left += 1
        if left >= start:
            left = start
            break
    while right < len(text) and not text[right].isspace():
        right -= 1
        if right <= end:
            right = end
            break
    shown = " ".join(text[left:right].split())
    return ("… " if left else "") + shown + (" …" if right < len(text) else "")
