"""Kinds of headings: those that must stand on one level, a scheme of numbers with its depth or a look.

What the contents says of one heading counts more than how it is set: a heading that stands in the contents where
another kind stands is of that kind.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeVar

from silcrow.parse.contents import Entry
from silcrow.parse.headings.filings import names
from silcrow.parse.headings.looks import Look
from silcrow.parse.headings.titles import Title

T = TypeVar("T")
MOST_KINDS: Final = 32
KNOWN: Final = 0.3
"""Share of a kind that the contents must list for the kind to have a depth in it; less is a stray match."""
MIXED: Final = 0.1
"""Share of a look's headings at another depth that makes it two kinds; fewer are slips of the contents."""
GROUPS: Final = 3
"""Titles straight above sentences of the same look that make these a kind of their own, less those straight below."""
SENTENCE: Final = -1  # depth of that kind, which no number and no bookmark gives
_OF_SENTENCES: Final = frozenset(("full stop", "two sentences", "verb", "long"))
INDENT: Final = 3.0  # points: entries of one depth do not stand flush to the point


class Kind(NamedTuple):
    """A scheme of numbers with its depth, empty for none; and a look where the scheme alone does not tell the level."""

    scheme: str
    depth: int = 1
    look: Look | None = None


CONTENTS: Final = Kind("contents")


@dataclass(slots=True)
class Trait:
    """What most headings of one kind have: look, depth in the contents and in the bookmarks; and how many there are."""

    look: Look
    indent: int | None
    bookmark: int | None
    count: int


@dataclass(slots=True)
class Sorted:
    """The kind of each title, and the traits of each kind.

    below   how often the second kind stands straight below the first, without text between
    first   in how many stretches between numbered headings the first kind comes before the second one comes at all
    """

    kinds: list[Kind]
    traits: dict[Kind, Trait]
    below: Counter[tuple[Kind, Kind]]
    first: Counter[tuple[Kind, Kind]]


def sort_titles(titles: Sequence[Title], *, filing: bool) -> Sorted:
    """Sort the titles of a document into kinds."""
    depths = _depths(titles)
    indents = [None if (entry := title.entry) is None else depths[_indent(entry)] for title in titles]
    bookmarks = _told([title.bookmark for title in titles]) or _told([title.tag for title in titles])
    bookmarks = bookmarks or [None] * len(titles)
    whole = {number.values[0] for title in titles if (number := title.number) and len(number.values) == 1}
    set_in = _looks(titles)
    named = names([(title.number, title.text) for title in titles]) if filing else [""] * len(titles)
    kinds = [_kind(title, look, whole, name) for title, look, name in zip(titles, set_in, named, strict=True)]
    if filing:
        kinds = _with_sentences(titles, kinds)
    kinds = _fewer(_as_said(_as_said(kinds, indents), bookmarks))
    looks: dict[Kind, Counter[Look]] = defaultdict(Counter)
    for look, kind in zip(set_in, kinds, strict=True):
        looks[kind][look] += 1
    listed, marked = _tally(kinds, indents), _tally(kinds, bookmarks)
    traits = {
        kind: Trait(_commonest(held), _known(listed[kind], held), _known(marked[kind], held), held.total())
        for kind, held in looks.items()
    }
    return Sorted(kinds, traits, _stacked(titles, kinds), _leading(kinds))


def _told(depths: list[int | None]) -> list[int | None]:
    """Depths that bookmarks or tags give; none where all are alike, since a list says nothing of levels."""
    return depths if len(set(depths) - {None}) > 1 else []


def _fewer(kinds: list[Kind]) -> list[Kind]:
    """The commonest kinds; a rarer look is of the kind nearest to it in size. This bounds what ordering them costs."""
    count = Counter(kinds)
    if len(count) <= MOST_KINDS:
        return kinds
    kept = [kind for kind, _ in count.most_common(MOST_KINDS)]
    looks = [kind for kind in kept if kind.look is not None]
    near: dict[Kind, Kind] = {kind: kind for kind in kept}
    for kind in count:
        if kind not in near:
            size = kind.look.size if kind.look else 0
            near[kind] = min(looks or kept, key=lambda other: abs((other.look.size if other.look else 0) - size))
    return [near[kind] for kind in kinds]


def _looks(titles: Sequence[Title]) -> list[Look]:
    """The look of each title; FEES is in capitals by choice where other titles that look like it are."""
    known = {look for title in titles if (look := title.look).caps}
    capital = ((title, title.look, title.look._replace(caps=True)) for title in titles)
    return [chosen if chosen in known and _is_loud(title) else look for title, look, chosen in capital]


def _is_loud(title: Title) -> bool:
    """Whether a title is words in capitals, its number aside: 11. DEBT; FORM 10-K is a name."""
    words = title.pieces[0].title or title.text
    return words.isupper() and not any(map(str.isdigit, words))


def is_counted(title: Title) -> bool:
    """Whether the number of a title is one: it has a word, or goes on from another."""
    return title.number is not None and (title.sequenced or title.number.named)


def _kind(title: Title, look: Look, whole: AbstractSet[int], name: str) -> Kind:
    """The kind of a title; `whole` holds the numbers that stand without a point: where no 4 does, 4.0 is above 4.1.

    `name` is what it is by custom.
    """
    number = title.number
    if title.is_contents:
        return CONTENTS
    if (underline := title.pieces[0].clues.underline) is not None:
        return Kind("underline", underline)
    if number is None or not is_counted(title):
        return Kind(name) if name else Kind("", 0, look)
    if name:
        return Kind(name)
    if number.scheme == "decimal" and number.values[1:] == (0,) and number.values[0] not in whole:
        return Kind("decimal", 1)
    if number.scheme in ("decimal", "lettered") and len(number.values) > 1:
        return Kind("decimal", len(number.values))
    return Kind(number.scheme) if number.named else Kind(number.scheme, 1, look)


def _with_sentences(titles: Sequence[Title], kinds: list[Kind]) -> list[Kind]:
    """Kinds where sentences that look like titles are of their own, if titles stand straight above them time and again:
    "Strategic Risks" above the risks.
    """
    sentences = [_is_sentence(title) for title in titles]
    above: Counter[Kind] = Counter()
    for n, kind in enumerate(kinds[1:], start=1):
        if kind == kinds[n - 1] and not kind.scheme and _is_stacked(titles[n - 1], titles[n]):
            above[kind] += sentences[n] - sentences[n - 1]
    split = {kind for kind, count in above.items() if count >= GROUPS}
    return [
        kind._replace(depth=SENTENCE) if kind in split and sentence else kind
        for kind, sentence in zip(kinds, sentences, strict=True)
    ]


def _is_sentence(title: Title) -> bool:
    return title.number is None and len(_OF_SENTENCES.intersection(title.pieces[0].doubts)) > 1


def _is_stacked(title: Title, after: Title) -> bool:
    """Whether a title stands straight below another, without text between."""
    return after.pieces[0].at - title.pieces[-1].at <= 1


def _as_said(kinds: list[Kind], depths: Sequence[int | None]) -> list[Kind]:
    """Kinds corrected by the depths that the contents or the bookmarks give to headings without a number.

    A look that stands at several depths is several kinds; a stray one is of the kind that stands where it stands.
    """
    there = _tally(kinds, depths)
    split = {kind for kind, held in there.items() if not kind.scheme and _is_mixed(held)}
    out = []
    for kind, depth in zip(kinds, depths, strict=True):
        if kind in split:
            at = depth if depth is not None and there[kind][depth] > 1 else _commonest(there[kind])
            out.append(Kind("", at + 1, kind.look))
        else:
            out.append(kind)
    here: dict[int, Counter[Kind]] = defaultdict(Counter)
    for kind, depth in zip(out, depths, strict=True):
        if depth is not None:
            here[depth][kind] += 1
    usual = {kind: _commonest(held) for kind, held in _tally(out, depths).items()}
    for n, depth in enumerate(depths):
        if depth is not None and not out[n].scheme and usual[out[n]] != depth:
            other = _commonest(here[depth])
            if not other.scheme and usual[other] == depth:
                out[n] = other
    return out


def _is_mixed(depths: Counter[int]) -> bool:
    """Whether headings of one look stand at several depths, each more than once or one time in ten."""
    return sum(count > 1 and count >= MIXED * depths.total() for count in depths.values()) > 1


def _tally(kinds: Sequence[Kind], depths: Sequence[int | None]) -> dict[Kind, Counter[int]]:
    found: dict[Kind, Counter[int]] = defaultdict(Counter)
    for kind, depth in zip(kinds, depths, strict=True):
        if depth is not None:
            found[kind][depth] += 1
    return found


def _known(depths: Counter[int], held: Counter[Look]) -> int | None:
    return _commonest(depths) if depths.total() >= max(1.0, KNOWN * held.total()) else None


def _stacked(titles: Sequence[Title], kinds: Sequence[Kind]) -> Counter[tuple[Kind, Kind]]:
    below: Counter[tuple[Kind, Kind]] = Counter()
    for n in range(1, len(titles)):
        if kinds[n] != kinds[n - 1] and _is_stacked(titles[n - 1], titles[n]):
            below[kinds[n - 1], kinds[n]] += 1
    return below


def _leading(kinds: Sequence[Kind]) -> Counter[tuple[Kind, Kind]]:
    first: Counter[tuple[Kind, Kind]] = Counter()
    met: list[Kind] = []
    for kind in kinds:
        if kind.scheme:
            met = []
        elif kind not in met:
            first.update((before, kind) for before in met)
            met.append(kind)
    return first


def _indent(entry: Entry) -> tuple[int, int, bool]:
    return (round(entry.left / INDENT), -entry.look[0], not entry.look[1])


def _depths(titles: Sequence[Title]) -> dict[tuple[int, int, bool], int]:
    """Rank of each place in the contents: further left first, then larger type, then bold."""
    found = sorted({_indent(entry) for title in titles if (entry := title.entry) is not None})
    return {place: n for n, place in enumerate(found)}


def _commonest(counts: Counter[T]) -> T:
    return max(counts, key=counts.__getitem__)
