"""EPUB: a package of pages to a stream of fragments. The spine is the order, the navigation the nesting.

read        the way through the room, from bytes to Source
book        container, metadata, manifest and spine
navigation  the nav document or the NCX as a list of points, each with depth, label and target
pages       one page to fragments, over the HTML reader
targets     which fragment each point names
levels      points and heading tags on one scale
"""

from silcrow.parse.epub.read import read

__all__ = ["read"]
