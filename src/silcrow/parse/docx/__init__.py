"""DOCX: a package of XML parts to a stream of fragments, over lxml.

read       the way through the room, from bytes to Source
package    parts and the relations between them
styles     what a style says, with all it is based on: outline level, numbering, looks
numbering  the counters of numbered paragraphs; formats, how their numbers are written
runs       the content of one paragraph: text, notes, text boxes, tracked changes, fields
body       paragraphs and tables in document order; shape, whether an outline level heads anything
tables     rows and cells with their spans
contents   the list of contents, which repeats the headings
notes      footnotes and endnotes, header and footer lines
formulas   mathematics as a line of text
"""

from silcrow.parse.docx.read import read

__all__ = ["read"]
