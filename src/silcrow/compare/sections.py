"""Which section of one document is which of the other: by label, by title, by text, and by what they stand in.

All candidates are scored and taken best first, each section once. A second round knows from the first which sections
above are the same. Two sections of equal name in different places are told apart by their text.
"""

import re
import zlib
from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from silcrow.compare.paragraphs import increasing
from silcrow.document import Document, Section
from silcrow.language.folding import fold_case
from silcrow.parse.alike import bare

# What each sign of sameness weighs, where both sections have text of their own and where one has none.
_WITH_TEXT = {"text": 0.40, "title": 0.35, "label": 0.15, "place": 0.10}
_WITHOUT = {"title": 0.60, "label": 0.20, "place": 0.20}
_ENOUGH = 0.40
_SAME_TEXT = 0.55  # share of the text that alone makes two sections one
_TITLE_ALIKE = 80.0  # per cent of the letters, for two titles to count as much as they are alike
_TITLE_WITHIN = 0.6  # of two titles one of which has all words of the other
_SHINGLE = 4  # words
_SKETCH = 256  # smallest hashes that stand for a text (bottom-k sketch, Broder 1997)
_FEW = 5  # shingles that a text needs to be told by it
_RARE = 4  # sections of one document that hold a shingle, for it to point at others
_CROWD = 12  # sections of one name; of more, only those at like places in their row are candidates
_REACH = 2

_WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\w+")


@dataclass(frozen=True, slots=True)
class Match:
    """Two sections that are one, by index in their documents, what told so, and the share of text both have."""

    old: int
    new: int
    signs: tuple[str, ...]
    likeness: float


@dataclass(frozen=True, slots=True)
class _Side:
    """The sections of one document as they are compared."""

    sections: Sequence[Section]
    titles: Sequence[str]
    words: Sequence[frozenset[str]]
    labels: Sequence[str]
    sketches: Sequence[frozenset[int]]
    parents: Sequence[int]


def matched(old: Document, new: Document, old_within: Section | None, new_within: Section | None) -> list[Match]:
    """The sections that both have, in the order of the new document. With a section on each side, only those of its
    subtree, and these two are the same by what was asked.
    """
    one, other = _side(old, old_within), _side(new, new_within)
    roots = {(old_within.ord, new_within.ord)} if old_within and new_within else set()
    first = _taken(one, other, {}, roots)
    known = {match.old: match.new for match in first}
    shift = (old_within.ord if old_within else 0, new_within.ord if new_within else 0)
    found = _taken(one, other, known, roots)
    return [Match(m.old + shift[0], m.new + shift[1], m.signs, m.likeness) for m in sorted(found, key=lambda m: m.new)]


def moved(matches: Sequence[Match], old: Sequence[Section], new: Sequence[Section]) -> frozenset[int]:
    """Of the matches those, by index, that stand in another section now, or in another order in the same one."""
    parents = {match.new: match.old for match in matches}
    index_old, index_new = _index(old), _index(new)
    rows: dict[int, list[int]] = defaultdict(list)
    found = set()
    kept = set(parents.values())
    for i, match in enumerate(matches):
        above_old, above_new = _parent(old[match.old], index_old), _parent(new[match.new], index_new)
        if parents.get(above_new, -1) != above_old and (above_new in parents or above_old in kept):
            found.add(i)  # one of the two sections above is known, and the other is not its counterpart
        else:
            rows[above_new].append(i)
    for row in rows.values():
        kept = {row[k] for k in increasing([matches[i].old for i in row])}
        found.update(set(row) - kept)
    return frozenset(found)


def _side(document: Document, within: Section | None) -> _Side:
    sections = document.sections[within.ord : within.last + 1] if within else document.sections
    index = _index(sections)
    return _Side(
        sections,
        [bare(section.title or section.heading) for section in sections],
        [frozenset(_WORD.findall(fold_case(section.title))) for section in sections],
        [fold_case(section.label).strip(" .:") for section in sections],
        [_sketch(document, section) for section in sections],
        [_parent(section, index) for section in sections],
    )


def _index(sections: Sequence[Section]) -> dict[str, int]:
    return {section.sec_id: i for i, section in enumerate(sections)}


def _parent(section: Section, index: Mapping[str, int]) -> int:
    return index.get(section.parent, -1) if section.parent is not None else -1


def _sketch(document: Document, section: Section) -> frozenset[int]:
    own = document.paragraphs[section.first : section.first + section.count]
    words = [word for paragraph in own for word in _WORD.findall(fold_case(paragraph.text))]
    runs = {" ".join(words[i : i + _SHINGLE]) for i in range(max(1, len(words) - _SHINGLE + 1))} if words else ()
    return frozenset(sorted({zlib.crc32(run.encode("utf-8", "replace")) for run in runs})[:_SKETCH])


def _taken(one: _Side, other: _Side, known: Mapping[int, int], roots: set[tuple[int, int]]) -> list[Match]:
    """The best pairs, each section once."""
    scored = []
    for i, j in _candidates(one, other):
        score, signs, likeness = _score(one, other, i, j, known)
        if score >= _ENOUGH or likeness >= _SAME_TEXT:
            far = abs(i / len(one.sections) - j / len(other.sections))
            scored.append((-score, far, i, j, signs, likeness))
    found = [Match(0, 0, ("asked",), _likeness(one, other, 0, 0))] if roots else []
    olds, news = {m.old for m in found}, {m.new for m in found}
    for _, _, i, j, signs, likeness in sorted(scored):
        if i not in olds and j not in news:
            olds.add(i)
            news.add(j)
            found.append(Match(i, j, signs, likeness))
    return found


def _candidates(one: _Side, other: _Side) -> list[tuple[int, int]]:
    """Pairs that share a title, a label or rare words, in order."""
    found: set[tuple[int, int]] = set()
    for mine, theirs in ((one.titles, other.titles), (one.labels, other.labels)):
        rows, others = _rows(mine), _rows(theirs)
        for key in rows.keys() & others.keys():
            found.update(_facing(rows[key], others[key]))
    rows, others = _holders(one.sketches), _holders(other.sketches)
    for key in rows.keys() & others.keys():
        if len(rows[key]) <= _RARE and len(others[key]) <= _RARE:
            found.update((i, j) for i in rows[key] for j in others[key])
    return sorted(found)


def _rows(keys: Sequence[str]) -> dict[Hashable, list[int]]:
    rows: dict[Hashable, list[int]] = defaultdict(list)
    for i, key in enumerate(keys):
        rows[key].append(i)
    rows.pop("", None)
    front = [i for i, key in enumerate(keys) if not key][:1]
    return rows | {("front",): front} if front and front[0] == 0 else rows


def _holders(sketches: Sequence[frozenset[int]]) -> dict[Hashable, list[int]]:
    rows: dict[Hashable, list[int]] = defaultdict(list)
    for i, sketch in enumerate(sketches):
        for key in sketch:
            rows[key].append(i)
    return rows


def _facing(mine: Sequence[int], theirs: Sequence[int]) -> Iterator[tuple[int, int]]:
    """All pairs of two rows; of long rows only those at about the same place in each."""
    if max(len(mine), len(theirs)) <= _CROWD:
        yield from ((i, j) for i in mine for j in theirs)
        return
    for at, i in enumerate(mine):
        facing = at * len(theirs) // len(mine)
        yield from ((i, j) for j in theirs[max(0, facing - _REACH) : facing + _REACH + 1])
        yield from ((i, j) for j in theirs[max(0, at - _REACH) : at + _REACH + 1])


def _score(one: _Side, other: _Side, i: int, j: int, known: Mapping[int, int]) -> tuple[float, tuple[str, ...], float]:
    title = fuzz.ratio(one.titles[i], other.titles[j], score_cutoff=_TITLE_ALIKE) / 100
    fewer, more = sorted((one.words[i], other.words[j]), key=len)
    title = max(title, _TITLE_WITHIN * float(bool(fewer) and fewer <= more))
    label = float(one.labels[i] == other.labels[j] and bool(one.labels[i]))
    place = float(_same_place(one, other, i, j, known))
    likeness = _likeness(one, other, i, j)
    told = len(one.sketches[i]) >= _FEW and len(other.sketches[j]) >= _FEW
    signs = {"title": title, "label": label, "place": place} | ({"text": likeness} if told else {})
    weights = _WITH_TEXT if told else _WITHOUT
    score = sum(weights[sign] * value for sign, value in signs.items())
    said = tuple(sign for sign in ("label", "title", "text", "place") if signs.get(sign, 0.0) >= 0.5)
    return score, said, likeness if told else 0.0


def _same_place(one: _Side, other: _Side, i: int, j: int, known: Mapping[int, int]) -> bool:
    above, other_above = one.parents[i], other.parents[j]
    if above < 0 or other_above < 0:
        return above == other_above
    if known:
        return known.get(above) == other_above
    return bool(one.titles[above]) and one.titles[above] == other.titles[other_above]


def _likeness(one: _Side, other: _Side, i: int, j: int) -> float:
    """The share of both texts together that both have, estimated from their sketches; 1 where neither has any."""
    mine, theirs = one.sketches[i], other.sketches[j]
    if not mine or not theirs:
        return float(not mine and not theirs)
    together = sorted(mine | theirs)[:_SKETCH]
    return sum(key in mine and key in theirs for key in together) / len(together)
