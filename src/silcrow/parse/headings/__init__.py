"""Clues to headings: one file a clue, decide.py over the whole document."""

from silcrow.parse.headings.decide import decide

__all__ = ["decide"]
