"""Plain text: bytes to a stream of fragments, from blank lines, form feeds, indents and rulers.

read      the way through the room, from bytes to Source
printed   the noun of this room: one printed line; and how wide the lines are set
running   what repeats on many pages: running heads and feet, page numbers
blocks    lines to fragments
"""

from silcrow.parse.text.read import read

__all__ = ["read"]
