"""What some documents of a family have in common: samples to a Profile. Looks at their trees, never at their bytes.

A section is expected where most samples have it under the same label and title, or under the same title; each stands in
the tree and in the order where most have it.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from silcrow.document import Document, Section
from silcrow.errors import Usage
from silcrow.parse.contents import is_title
from silcrow.parse.naming import is_titled, label_keys, names, printed_label, title_key
from silcrow.profile import ContentsPage, Expected, Form, Profile

FEWEST: Final = 2
"""Samples that something can be common to; three to five tell more."""
_MOST: Final = 0.6  # share of the samples that have what is expected
_DEEP: Final = 2  # levels on which a title alone makes a section expected
_LABELLED: Final = 3  # levels on which a label does
_TITLES: Final = 4
_EXAMPLES: Final = 3
_FURNITURE: Final = 8
_HEADINGS: Final = 3  # headings that make a form
_DIGITS = re.compile(r"\d+")
_TAIL = re.compile(r"#[A-Za-z]\b")


@dataclass(frozen=True, slots=True)
class _Seen:
    """One heading of one sample under one of its keys."""

    sample: int
    section: Section
    key: str
    within: str
    rank: int


def learn(samples: Sequence[Document], name: str) -> Profile:
    """The profile of some documents. Usage for fewer than two, or when nothing is common to them."""
    if len(samples) < FEWEST:
        raise Usage(
            f"nothing can be learned of {len(samples)} document",
            hint="Give it three to five documents of one kind.",
        )
    sections = _expected(samples)
    if not sections:
        raise Usage(
            "these documents have no section in common",
            hint="Give documents of one kind; silcrow outline shows what was found in each.",
        )
    return Profile(
        name=name,
        samples=tuple(sample.doc_id for sample in samples),
        sections=sections,
        forms=tuple(_forms(samples)),
        contents=_contents(samples),
        furniture=_furniture(samples),
    )


def _expected(samples: Sequence[Document]) -> tuple[Expected, ...]:
    groups: dict[str, list[_Seen]] = defaultdict(list)
    for n, sample in enumerate(samples):
        for seen in _seen(n, sample):
            groups[seen.key].append(seen)
    least = max(FEWEST, math.ceil(_MOST * len(samples)))
    common = {key: _common(group, len(samples), least) for key, group in groups.items()}
    known = {key: expected for key, expected in common.items() if expected is not None}
    return tuple(_placed(known[key], groups[key], known) for key in _in_order({key: groups[key] for key in known}))


def _in_order(groups: Mapping[str, Sequence[_Seen]]) -> list[str]:
    """The keys in the order that most samples have: each by how many others most of them put before it."""
    ranks = {key: {seen.sample: seen.rank for seen in group} for key, group in groups.items()}

    def before(one: str, other: str) -> bool:
        both = ranks[one].keys() & ranks[other].keys()
        return sum(ranks[one][sample] < ranks[other][sample] for sample in both) * 2 > len(both)

    first = {key: min(rank.values()) for key, rank in ranks.items()}
    return sorted(groups, key=lambda key: (sum(before(other, key) for other in groups), first[key], key))


def _seen(n: int, sample: Document) -> Iterator[_Seen]:
    """Each heading under each of its keys, once; keys that a document has twice tell the section above too."""
    keys = {section.sec_id: _keys(section) for section in sample.sections if section.heading}
    counts = Counter(key for found in keys.values() for key in found)
    seen: set[str] = set()
    for i, section in enumerate(sample.sections):
        above = keys.get(section.parent or "", ())
        within = above[0] if above else ""
        for key in keys.get(section.sec_id, ()):
            full = key if counts[key] == 1 else f"{within}/{key}"
            deepest = _LABELLED if key.startswith("label:") else _DEEP
            if full not in seen and section.level <= deepest:
                seen.add(full)
                yield _Seen(n, section, full, within, i)


def _keys(section: Section) -> tuple[str, ...]:
    return tuple(key for key, _ in _names(section))


def _names(section: Section) -> Sequence[tuple[str, str]]:
    return tuple(names(section.label, section.title or ("" if section.label else section.heading)))


def _common(group: Sequence[_Seen], samples: int, least: int) -> Expected | None:
    """What a group of like headings has in common; None where too few samples have it, or say other things under it."""
    if len({seen.sample for seen in group}) < least:
        return None
    titles = [" ".join(_title(seen).split()) for seen in group]
    said = Counter(title for title in titles if title)
    alike = _alike(said)
    label = ""
    if group[0].key.rpartition("/")[2].startswith("label:"):
        agree = [seen for seen, title in zip(group, titles, strict=True) if not said or is_titled(title, alike)]
        if len({seen.sample for seen in agree}) < least:
            return None
        label = _label(group)
    documents = len({seen.sample for seen in group})
    level = Counter(seen.section.level for seen in group).most_common(1)[0][0]
    return Expected(tuple(alike)[:_TITLES], label, level, "", documents, required=documents == samples)


def _title(seen: _Seen) -> str:
    """What a heading says beside the label it was found under."""
    key = seen.key.rpartition("/")[2]
    return next(title for name, title in _names(seen.section) if name == key)


def _alike(said: Counter[str]) -> list[str]:
    """The commonest title and those that are nearly the same, commonest first."""
    if not said:
        return []
    ranked = sorted(said, key=lambda title: (-said[title], title))
    first = ranked[0]
    # Of equally common titles the one that most others are like, so that one odd sample does not decide.
    first = max(
        (title for title in ranked if said[title] == said[first]),
        key=lambda title: (sum(said[o] for o in ranked if is_titled(o, [title])), title),
    )
    others = [title for title in ranked if title != first and is_titled(title, [first])]
    # Of titles that differ in case only the one in small letters: it is easier to read, and as good to look for.
    spelt: dict[str, str] = {}
    for title in (first, *others):
        key = title_key(title)
        spelt[key] = min(spelt.get(key, title), title, key=lambda text: sum(c.isupper() for c in text))
    return list(spelt.values())


def _label(group: Sequence[_Seen]) -> str:
    """The label as most print it, in the spelling of its key where it always stands for several."""
    key = group[0].key.rpartition("/")[2].removeprefix("label:")
    printed = (printed_label(seen.section.label, seen.section.title or seen.section.heading) for seen in group)
    whole = Counter(" ".join(text.split()).rstrip(".:") for text in printed if label_keys(text) == (key,))
    return max(whole, key=lambda text: (whole[text], text)) if whole else key.replace("-", " ").capitalize()


def _placed(expected: Expected, group: Sequence[_Seen], known: Mapping[str, Expected]) -> Expected:
    above = Counter(seen.within for seen in group if seen.within in known).most_common(1)
    if not above or above[0][1] * 2 < len(group):
        return expected
    parent = known[above[0][0]]
    return replace(expected, within=parent.label or parent.titles[0])


def _forms(samples: Sequence[Document]) -> Iterator[Form]:
    """The forms of labels by level, commonest first."""
    found: dict[tuple[int, str], list[tuple[int, str]]] = defaultdict(list)
    spellings: dict[tuple[int, str], str] = {}
    for n, sample in enumerate(samples):
        for section in sample.sections:
            if label := printed_label(section.label, section.title):
                form = form_of(label)
                spelling = spellings.setdefault((section.level, form.casefold()), form)
                found[section.level, spelling].append((n, section.heading))
    ranked = sorted(found.items(), key=lambda one: (one[0][0], -len(one[1]), one[0][1]))
    for (level, form), headings in ranked:
        documents = len({n for n, _ in headings})
        if documents >= FEWEST and len(headings) >= _HEADINGS:
            examples = tuple(dict.fromkeys(heading[:80] for _, heading in headings))[:_EXAMPLES]
            yield Form(level, form, len(headings), documents, examples)


def form_of(label: str) -> str:
    """A label with its numbers and letters made one: `Item 1A` → `Item #A`, `3.2.1` → `#.#.#`, `PART II` → `PART I`."""
    words = " ".join(label.split()).split(" ")
    numbers = [
        _TAIL.sub("#A", _DIGITS.sub("#", word)) if any(c.isdigit() for c in word) else _roman(word, i)
        for i, word in enumerate(words)
    ]
    return " ".join(numbers)


def _roman(word: str, at: int) -> str:
    bare = word.strip(".():")
    if at and bare.isascii() and bare.isalpha() and (len(bare) == 1 or set(bare.upper()) <= set("IVXLC")):
        one = "I" if set(bare.upper()) <= set("IVXLC") else "A"
        return word.replace(bare, one if bare.isupper() else one.lower())
    return word


def _contents(samples: Iterable[Document]) -> ContentsPage:
    titles: Counter[str] = Counter()
    shares = []
    for sample in samples:
        headings = [section for section in sample.sections if section.heading]
        titles.update([section.heading for section in headings if is_title(section.heading)][:1])
        listed = sum("contents" in section.evidence for section in headings)
        if listed:
            shares.append(listed / len(headings))
    title = max(titles, key=lambda text: (titles[text], text)) if titles else ""
    return ContentsPage(title, len(shares), round(sum(shares) / len(shares), 2) if shares else 0.0)


def _furniture(samples: Iterable[Document]) -> tuple[str, ...]:
    """What repeats at the page edges of several samples, numbers aside, commonest first."""
    found: Counter[str] = Counter()
    for sample in samples:
        found.update({_DIGITS.sub("#", " ".join(piece.text.split()))[:100] for piece in sample.furniture})
    common = [text for text, count in found.items() if count >= FEWEST and text]
    return tuple(sorted(common, key=lambda text: (-found[text], text)))[:_FURNITURE]
