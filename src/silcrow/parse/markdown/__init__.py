"""Markdown (CommonMark, tables, strikethrough, footnotes, front matter): bytes to a stream of fragments.

read      the way through the room, from bytes to Source
front     the YAML or TOML block at the top of a file
blocks    markdown-it's block tokens to fragments
inline    inline markup to plain text
outlined  what is read where nesting is too deep for a parser: headings, fences and paragraphs
"""

from silcrow.parse.markdown.read import read

__all__ = ["read"]
