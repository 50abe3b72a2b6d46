"""Pages as page breaks part them: their numbers and running heads put aside, and the labels printed on them.

Sees the first and the last lines of each page; puts aside numbers and only what repeats.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from silcrow.language.numerals import roman
from silcrow.parse.copies import originals
from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.numbering import split_label

_EDGE: Final = 3  # lines at either end of a page that may be a head or a foot
_OFTEN: Final = 3  # pages from which the same words are a running head
_SHARE: Final = 0.2  # and share of all pages
_LONGEST: Final = 160  # characters of a head or foot
_NUMBER = re.compile(
    r"[\W_]*(?:page\s{1,3})?(?P<label>(?:[A-Z]{1,2}-)?\d{1,4}|[ivxlc]{1,7})(?:\s{1,3}of\s{1,3}\d{1,4})?[\W_]*\Z",
    re.IGNORECASE,
)
_FIGURES = re.compile(r"\d+")
_ENDS = re.compile(r"(?:\A|[^\w.,$%-])(?P<label>(?:[A-Z]-)?\d{1,4})\W*\Z")


def put_aside(fragments: Sequence[Fragment], pages: int) -> tuple[list[Fragment], tuple[str, ...]]:
    """The fragments with the heads and feet of pages as furniture; and the printed label of each page, or nothing."""
    found = list(fragments)
    labels: dict[int, str] = {}
    said: dict[tuple[bool, str], list[int]] = defaultdict(list)
    outermost = {at for at, _ in _edges(fragments, depth=2)}
    numbers: dict[int, str] = {}
    for at, top in _edges(fragments):
        text = fragments[at].text
        number = _NUMBER.match(text)
        if number and (not number["label"].isalpha() or roman(number["label"])):
            if at in outermost:
                numbers[at] = number["label"]
        elif len(text) <= _LONGEST:
            said[top, _FIGURES.sub("#", text)].append(at)
    if len(numbers) >= min(_OFTEN, max(1, pages - 1)):
        for at, label in numbers.items():
            found[at] = replace(found[at], furniture=True)
            labels.setdefault(_page(fragments[at]), label)
    telling = _telling(fragments, {at for held in said.values() for at in held if len(held) > 1} | set(numbers))
    for (top, _), held in said.items():
        if len(telling & {_page(fragments[at]) for at in held}) >= max(_OFTEN, _SHARE * pages):
            first = held[0] if top and split_label(fragments[held[0]].text)[0] else -1
            for at in held:
                if at != first:
                    found[at] = replace(found[at], furniture=True)
                    if (ending := _ENDS.search(fragments[at].text)) is not None:
                        labels.setdefault(_page(fragments[at]), ending["label"])
    return found, _labels(labels, pages)


def _telling(fragments: Sequence[Fragment], repeated: AbstractSet[int]) -> set[int]:
    """The pages that are no copy of another and hold more than what would be put aside."""
    texts: dict[int, list[str]] = defaultdict(list)
    for fragment in fragments:
        texts[_page(fragment)].append(fragment.text)
    return originals(texts.items()) & {
        _page(fragment) for at, fragment in enumerate(fragments) if at not in repeated and fragment.text
    }


def _labels(labels: dict[int, str], pages: int) -> tuple[str, ...]:
    """One label a page where they say more than the page's number; empty on pages that print none."""
    steps = Counter(int(label) - page for page, label in labels.items() if label.isdigit())
    if not labels or (steps.most_common(1)[:1] == [(0, len(labels))]):
        return ()
    return tuple(labels.get(page, "") for page in range(1, pages + 1))


def _edges(fragments: Sequence[Fragment], depth: int = _EDGE) -> Iterator[tuple[int, bool]]:
    """The fragments at the ends of each page, each once, and whether they stand at its top."""
    pages: dict[int, list[int]] = defaultdict(list)
    for at, fragment in enumerate(fragments):
        if not (fragment.furniture and not fragment.text) and fragment.regions:
            pages[_page(fragment)].append(at)
    for held in pages.values():
        half = min(depth, (len(held) + 1) // 2)
        yield from ((at, True) for at in held[:half])
        yield from ((at, False) for at in held[max(half, len(held) - depth) :])


def _page(fragment: Fragment) -> int:
    return fragment.regions[0].page if fragment.regions else 0
