"""HTML: bytes to a stream of fragments, over selectolax's lexbor tree.

read      the way through the room, from bytes to Source
nesting   bounds, before the tree is built: lexbor's time grows with the square of the depth
walk      the tree to fragments, in document order
looks     tags, attributes and styles to how text looks
tables    a captured table: a Table, or its contents where it only lays out the page
"""

from silcrow.parse.html.read import read

__all__ = ["read"]
