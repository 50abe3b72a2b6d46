"""How a document fits a profile: which expected sections it has, lacks, or may have. Looks at its tree only."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from silcrow.document import Section
from silcrow.parse.naming import expected_keys, is_titled, names, title_key
from silcrow.profile import Expected, Fit, Held, Profile

_DOUBT = 0.5  # confidence of a heading
_TITLE = 0.6


def fit(profile: Profile, sections: Sequence[Section]) -> Fit:
    """How a document with these sections fits a profile."""
    candidates = _candidates(sections)
    taken: set[int] = set()
    held: list[Held] = []
    missing: list[Expected] = []
    absent: list[Expected] = []
    for expected in profile.sections:
        found = _best(expected, candidates, sections, taken)
        if found is None:
            (missing if expected.required else absent).append(expected)
            continue
        # One heading may be several expected sections: Items 1 and 2, Part IV Item 15.
        if len(list(names(found.label, found.title))) < 2:
            taken.add(found.ord)
        held.append(Held(expected, found, tuple(_doubts(expected, found))))
    return Fit(tuple(_in_order(held)), tuple(missing), tuple(absent))


def _candidates(sections: Sequence[Section]) -> Mapping[str, Sequence[Section]]:
    found: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        title = section.title or ("" if section.label else section.heading)
        for key in {key for key, _ in names(section.label, title)} | {f"title:{title_key(title)}"}:
            found[key].append(section)
    return found


def _best(
    expected: Expected, candidates: Mapping[str, Sequence[Section]], sections: Sequence[Section], taken: set[int]
) -> Section | None:
    keys = expected_keys(expected.label, expected.titles)
    near = [section for key in keys for section in candidates.get(key, ()) if section.ord not in taken]
    if not near and not expected.label:
        named = (section for section in sections if section.heading and section.ord not in taken)
        near = [section for section in named if is_titled(section.title or section.heading, expected.titles)]
    if not near:
        return None
    return max(near, key=lambda section: (_likeness(expected, section), -section.ord))


def _likeness(expected: Expected, section: Section) -> tuple[float, ...]:
    within = not expected.within or any(
        expected.within.casefold() in heading.casefold() for heading in section.path[:-1]
    )
    titled = _is_titled(expected, section) if section.title else _TITLE
    return (float(titled), float(within), float(section.count > 0 or section.last > section.ord), section.confidence)


def _is_titled(expected: Expected, section: Section) -> bool:
    return any(is_titled(title, expected.titles) for _, title in names(section.label, section.title))


def _doubts(expected: Expected, section: Section) -> Iterator[str]:
    if section.confidence < _DOUBT:
        yield f"its heading is doubtful ({section.confidence:.2f})"
    if section.title and not _is_titled(expected, section):
        yield f'its title is "{section.title[:60]}"'
    if not section.count and section.last == section.ord:
        yield "nothing stands in it"


def _in_order(held: Sequence[Held]) -> Iterator[Held]:
    """What was found, with a doubt at those that stand out of the order that the rest keep."""
    out: Counter[int] = Counter()
    for i, one in enumerate(held):
        for other in held[:i]:
            if other.section.ord > one.section.ord:
                out[id(one)] += 1
                out[id(other)] += 1
    for one in held:
        if out[id(one)] > len(held) / 3:
            yield Held(one.expected, one.section, (*one.doubts, "it stands out of order"))
        else:
            yield one
