r"""LaTeX: a source text to a stream of fragments, by reading it as TeX would and setting nothing.

read      the way through the room, from bytes to Source
project   a main file with the files it takes in, as one text; the only part that looks at a disk
tokens    characters to tokens, and arguments from tokens
macros    definitions of the document, expanded within a budget
counters  what is numbered, as the class of the document numbers it
walk      tokens to paragraphs, in order; commands and environs, what single ones do
tables    rows and cells of tabular and longtable
references   what \ref says once all labels are known
names     tables of commands, environments and classes        accents   letters and marks
"""

from silcrow.parse.latex.read import read

__all__ = ["read"]
