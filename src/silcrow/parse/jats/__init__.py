"""JATS, the XML of journal articles: a tree of tags to a stream of fragments, over lxml.

read      the way through the room, from bytes to Source
front     what the article says of itself: title, authors, date, abstracts
body      sections, paragraphs, figures and notes in document order
inline    the text of a line: formulas, marks of notes, characters by name
tables    rows and cells with their spans          references   one reference as a line
"""

from silcrow.parse.jats.read import read

__all__ = ["read"]
