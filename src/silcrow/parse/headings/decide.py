"""Turns clues into headings, over the whole document at once."""

from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.headings.filings import is_filing, single_items
from silcrow.parse.headings.levels import levels_of
from silcrow.parse.headings.numbering import split_label
from silcrow.parse.headings.pieces import Piece
from silcrow.parse.headings.stream import stream
from silcrow.parse.headings.survey import Survey, clues_of, look_over
from silcrow.parse.headings.titles import join
from silcrow.parse.headings.weights import BIAS, LISTED, TRUSTED, evidence, weigh


def decide(source: Source) -> list[Heading | Fragment]:
    """The fragments in order, those that are headings replaced by Heading."""
    if any(fragment.clues.level for fragment in source.fragments):
        return [_explicit(fragment) for fragment in source.fragments]
    survey = look_over(source)
    accepted = [piece for piece in survey.pieces if _accept(piece, survey)]
    filing = is_filing(survey.pieces)
    if filing:
        accepted = single_items(accepted)
    titles = join(accepted, survey.pieces, survey.contents.titles)
    return stream(source.fragments, titles, levels_of(titles, filing=filing))


def _explicit(fragment: Fragment) -> Heading | Fragment:
    level = fragment.clues.level
    if level is None or fragment.furniture or not fragment.text.strip():
        return fragment
    printed = fragment.clues.number
    label, title = (_label(printed), fragment.text[len(printed) :].strip()) if printed else split_label(fragment.text)
    evidence = ("bookmark", "explicit") if fragment.clues.bookmark else ("explicit",)
    return Heading(fragment.text, label, title, level, fragment.regions, evidence)


def _label(printed: str) -> str:
    """A counted number as a label: without the point or bracket that only ends it."""
    return printed if "(" in printed or "（" in printed else printed.strip(" .:)、．）：")


def _accept(piece: Piece, survey: Survey) -> bool:
    """Weigh a piece; whether more speaks for a heading than against it."""
    if piece.clues.underline is not None:
        piece.score, piece.evidence = TRUSTED, ("underline",)
        return True
    if piece.bookmark is not None:
        piece.score, piece.evidence = TRUSTED, ("bookmark",)
        return True
    if piece.at in survey.contents.titles:
        piece.score, piece.evidence = LISTED, ("contents",)
        return True
    if piece.refused and piece.entry is None:
        return False
    clues = list(clues_of(piece, survey))
    piece.score = BIAS + weigh(clues)
    if piece.entry is not None:
        piece.score = max(piece.score, LISTED)
    piece.evidence = evidence(clues, listed=piece.entry is not None)
    return piece.score > 0
