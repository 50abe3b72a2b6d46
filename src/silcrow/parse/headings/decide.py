"""Turns clues into headings, over the whole document at once."""

from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.headings.numbering import split_label


def decide(source: Source) -> list[Heading | Fragment]:
    """The fragments in order, those that are headings replaced by Heading."""
    return [_explicit(fragment) for fragment in source.fragments]


def _explicit(fragment: Fragment) -> Heading | Fragment:
    level = fragment.clues.level or fragment.clues.underline
    if level is None or fragment.furniture or not fragment.text.strip():
        return fragment
    label, title = split_label(fragment.text)
    return Heading(fragment.text, label, title, level, fragment.regions, ("explicit",))
