"""Turns clues into headings, over the whole document at once.

explicit   where the format gave levels, they are taken
survey     pieces that may be headings, numbers, looks and contents of the whole document
clues      each piece is settled by the surest clue or weighed by all others
gaps       numbers lost in a run are looked for in their places, as are the Items of a filing
titles     numbers joined to the titles below them, broken lines made one
expected   what a profile of its family says must stand where
levels     one scale for numbers and looks
stream     headings in their places, nothing lost
"""

from collections.abc import Sequence
from typing import NamedTuple

from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.headings.clues import SETTLING, WEIGHED
from silcrow.parse.headings.expected import Expectation, expectation, on_their_levels, with_expected
from silcrow.parse.headings.explicit import heading_of, is_heading
from silcrow.parse.headings.filings import is_filing, single_items, with_lost_items
from silcrow.parse.headings.gaps import with_gaps
from silcrow.parse.headings.levels import levels_of
from silcrow.parse.headings.pieces import Piece, with_openings
from silcrow.parse.headings.stream import stream
from silcrow.parse.headings.survey import Survey, look_over
from silcrow.parse.headings.titles import Title, join
from silcrow.parse.headings.weights import DOUBT, scale_of
from silcrow.profile import Profile


class Decided(NamedTuple):
    """The fragments in order, those that are headings replaced by Heading; and the profile that helped, if one did."""

    stream: list[Heading | Fragment]
    profile: Profile | None = None


def decide(source: Source, profiles: Sequence[Profile] = ()) -> Decided:
    """Which fragments are headings. Of `profiles` the one that holds for the document says what to expect where."""
    if any(map(is_heading, source.fragments)):
        return Decided([heading_of(one) if is_heading(one) else one for one in source.fragments])
    titles, filing, held = titles_of(source, profiles)
    levels = levels_of(titles, filing=filing)
    if held:
        levels = on_their_levels(held, titles, levels)
    return Decided(stream(source.fragments, titles, levels), held.profile if held else None)


def titles_of(source: Source, profiles: Sequence[Profile] = ()) -> tuple[list[Title], bool, Expectation | None]:
    """The headings of a source without explicit levels, in order; whether it is a filing; the profile that holds."""
    survey = look_over(source)
    accepted = [piece for piece in survey.pieces if accept(piece, survey)]
    accepted, opened = with_gaps(accepted, survey.pieces, source.fragments, survey.body)
    survey.pieces = with_openings(survey.pieces, opened)
    filing = is_filing(survey.pieces)
    if filing:
        accepted = single_items(accepted)
        accepted = with_lost_items(accepted, survey.pieces, source.fragments, survey.contents.entries)
    held = expectation(profiles, accepted, survey.pieces) if profiles else None
    if held:
        accepted, held = with_expected(held, accepted, survey.pieces, source.fragments)
    return join(accepted, survey.pieces, survey.contents.titles), filing, held


def accept(piece: Piece, survey: Survey) -> bool:
    """Score a piece and say whether more speaks for a heading than against it."""
    for clue in SETTLING:
        if clue.holds(piece, survey):
            piece.score, piece.evidence = clue.score, (clue.name,)
            break
    if piece.refused or (piece.runs_in and not piece.evidence):
        return bool(piece.evidence)
    scale = scale_of(survey.body, survey.source.pages)
    told = {name: scale.weigh(tell(piece, survey)) for name, tell in WEIGHED.items()}
    for_it = sorted((name for name in told if told[name].for_it > 0), key=lambda name: (-told[name].for_it, name))
    weighed = scale.bias + sum(weight.total for weight in told.values())
    piece.score = max(piece.score, weighed) if piece.evidence else weighed
    piece.evidence = tuple(dict.fromkeys((*piece.evidence, *for_it)))
    return piece.score > DOUBT
