"""Formats that say what a heading is (Markdown, HTML, Word): their levels are taken as they are."""

from silcrow.parse.fragment import Fragment, Heading
from silcrow.parse.headings.numbering import split_label


def is_heading(fragment: Fragment) -> bool:
    """Whether the format gave the fragment a level."""
    return fragment.clues.level is not None and not fragment.furniture and bool(fragment.text.strip())


def heading_of(fragment: Fragment) -> Heading:
    """The heading of a fragment with a level."""
    printed = fragment.clues.number
    label, title = (_label(printed), fragment.text[len(printed) :].strip()) if printed else split_label(fragment.text)
    evidence = ("bookmark", "explicit") if fragment.clues.bookmark else ("explicit",)
    return Heading(fragment.text, label, title, fragment.clues.level or 1, fragment.regions, evidence)


def _label(printed: str) -> str:
    """A counted number as a label: without the point or bracket that only ends it."""
    return printed if "(" in printed or "（" in printed else printed.strip(" .:)、．）：")
