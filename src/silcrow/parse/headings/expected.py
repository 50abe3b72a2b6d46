"""Headings that a profile expects: known among those accepted, looked for where they must stand, put on their level.

A document that lacks most of what a profile expects is of another family, and is read as without it.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from silcrow.parse.fragment import Fragment
from silcrow.parse.headings.filings import is_cited
from silcrow.parse.headings.levels import depths
from silcrow.parse.headings.pieces import Piece
from silcrow.parse.headings.titles import Title
from silcrow.parse.headings.weights import DOUBT
from silcrow.parse.naming import expected_keys, is_titled, names
from silcrow.profile import Expected, Profile

SHARE: Final = 0.5
"""Of the sections that a profile requires, to be of its family."""
FEWEST: Final = 2
"""Sections that must be found, or all where a profile requires fewer."""
FOUND: Final = 0.8
"""Score of a heading that only its place in the order makes one, as in filings: confidence .69."""
KNOWN: Final = 2.0
"""Score of an accepted heading that is expected where it stands: confidence .88."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """A profile that holds for a document, and which of its sections each heading is, by id of its first piece."""

    profile: Profile
    sections: Mapping[int, Expected]


def expectation(profiles: Sequence[Profile], accepted: Sequence[Piece], pieces: Sequence[Piece]) -> Expectation | None:
    """The profile that holds for a document with these headings, and lines that may be some: of several that of which
    the document has the larger share.
    """
    lines = {key: title for piece in pieces if not piece.refused for key, title in _names(piece)} if profiles else {}
    fitting: list[tuple[float, str, Profile]] = []
    for profile in profiles:
        required = [section for section in profile.sections if section.required]
        count = sum(_stands(section, lines) for section in required)
        if required and count >= max(SHARE * len(required), min(FEWEST, len(required))):
            fitting.append((count / len(required), profile.name, profile))
    if not fitting:
        return None
    best = max(fitting, key=lambda one: one[:2])[2]
    return Expectation(best, _known(best, accepted))


def _stands(section: Expected, lines: Mapping[str, str]) -> bool:
    """Whether a line of the document is the heading of a section, as far as label and title tell."""
    keys = expected_keys(section.label, section.titles)
    return any(key in lines and (not lines[key].strip() or is_titled(lines[key], section.titles)) for key in keys)


def _known(profile: Profile, accepted: Sequence[Piece]) -> dict[int, Expected]:
    """Each expected section at the surest of the headings that are it, by id of the piece."""
    by_key = _by_key(profile)
    best: dict[int, tuple[float, Piece, Expected]] = {}
    above: list[str] = []
    for piece in accepted:
        keys = _keys(piece)
        for key in keys:
            for section in by_key.get(key, ()):
                sure = piece.score + (section.within in above)
                if _says(piece, section) and (id(section) not in best or sure > best[id(section)][0]):
                    best[id(section)] = (sure, piece, section)
                    break
        above = [*above[-30:], piece.number.label if piece.number else piece.title]
    return {id(piece): section for _, piece, section in best.values()}


def _by_key(profile: Profile) -> Mapping[str, Sequence[Expected]]:
    found: dict[str, list[Expected]] = defaultdict(list)
    for section in profile.sections:
        for key in expected_keys(section.label, section.titles):
            found[key].append(section)
    return found


def _names(piece: Piece) -> Sequence[tuple[str, str]]:
    return tuple(names(piece.number.label if piece.number else "", piece.title))


def _keys(piece: Piece) -> tuple[str, ...]:
    return tuple(key for key, _ in _names(piece))


def _says(piece: Piece, section: Expected) -> bool:
    """Whether a piece has the section's title; one that is only a label has it below."""
    return not piece.number or not piece.title.strip() or bool(section.label) or is_titled(piece.title, section.titles)


def with_expected(
    held: Expectation, accepted: Sequence[Piece], pieces: Sequence[Piece], fragments: Sequence[Fragment]
) -> tuple[list[Piece], Expectation]:
    """The accepted pieces without second ones of an expected section, and for each that is missing the first piece
    that is it, between those before and after it in the order of the profile.
    """
    run = held.profile.sections
    place = {id(section): piece for piece in accepted if (section := held.sections.get(id(piece)))}
    found = {**held.sections}
    sought = [(n, section) for n, section in enumerate(run) if id(section) not in place]
    by_key: dict[str, list[Piece]] = defaultdict(list)
    for piece in pieces if sought else ():
        for key in _keys(piece):
            by_key[key].append(piece)
    new = []
    for n, section in sought:
        before = max((_at(place[id(one)]) for one in run[:n] if id(one) in place), default=(-1, 0))
        after = min((_at(place[id(one)]) for one in run[n + 1 :] if id(one) in place), default=(len(fragments), 0))
        near = (piece for key in expected_keys(section.label, section.titles) for piece in by_key.get(key, ()))
        one = next((p for p in near if before < _at(p) < after and _fits(p, section, fragments)), None)
        if one is not None and id(one) not in found:
            place[id(section)] = one
            found[id(one)] = section
            one.score, one.evidence = max(one.score, FOUND), ("profile",)
            new.append(one)
    for piece in accepted:
        if id(piece) in found:
            piece.score = max(piece.score, KNOWN)
            piece.evidence = tuple(dict.fromkeys((*piece.evidence, "profile")))
    kept = [piece for piece in accepted if id(piece) in found or not _again(piece, held, found)]
    whole = sorted({id(p): p for p in (*kept, *new)}.values(), key=_at)
    return whole, Expectation(held.profile, found)


def _at(piece: Piece) -> tuple[int, int]:
    return piece.at, piece.start


def _fits(piece: Piece, section: Expected, fragments: Sequence[Fragment]) -> bool:
    """Whether a piece that was not accepted may be an expected heading: its title, on a line of its own, not cited."""
    if piece.refused or not is_titled(piece.title, section.titles):
        return False
    if not section.label and not (piece.first and piece.last and piece.score > DOUBT - 2):
        return False
    return not is_cited(piece, fragments)


def _again(piece: Piece, held: Expectation, found: Mapping[int, Expected]) -> bool:
    """Whether a piece repeats, label and title, an expected section that has its heading elsewhere."""
    by_label = [section for section in held.sections.values() if section.label]
    keys = set(_keys(piece))
    return (
        any(
            keys.intersection(expected_keys(section.label, section.titles))
            and sum(one.label == section.label for one in held.profile.sections) == 1
            and (not piece.title.strip() or is_titled(piece.title, section.titles))
            for section in by_label
        )
        and id(piece) not in found
    )


def on_their_levels(held: Expectation, titles: Sequence[Title], levels: Sequence[int]) -> list[int]:
    """The levels, each expected heading on its own, and what stands below it as far below it as before."""
    shift, base = 0, 0
    found = []
    for title, level in zip(titles, levels, strict=True):
        section = held.sections.get(id(title.pieces[0]))
        if section is not None:
            shift, base = section.level - level, level
            found.append(section.level)
        elif level > base:
            found.append(max(1, level + shift))
        else:
            shift, base = 0, level
            found.append(level)
    return depths(found)
