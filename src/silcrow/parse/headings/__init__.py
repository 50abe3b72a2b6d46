"""Clues to headings: one file a clue, decide.py over the whole document."""
