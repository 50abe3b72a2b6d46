"""PDF: bytes to a stream of fragments. The layout is liteparse's, bookmarks and document facts are pdfium's.

read        the way through the room, from bytes to Source
envelope    what the bytes are, before any engine sees them
catalog     what the file says of itself: pages, title, bookmarks (pypdfium2)
engine      the one call of the layout engine (liteparse)
drafts      the nouns of this room: Line, Draft
fonts       a font name to family, weight and slope
lines       text runs to printed lines
pages       one page: runs and blocks to drafts
tables      a table block to a Table
furniture   what repeats at the page edge
bookmarks   bookmarks to the drafts they point at
joins       what goes on over a page or column break
wording     printed lines to running text: hyphens, ligatures
"""

from silcrow.parse.pdf.read import read

__all__ = ["read"]
