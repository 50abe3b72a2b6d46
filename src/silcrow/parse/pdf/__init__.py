"""PDF: bytes to a stream of fragments. The layout is liteparse's, bookmarks and document facts are pdfium's.

read        the way through the room, from bytes to Source

the file        envelope (what the bytes are) · catalog (title, bookmarks; pypdfium2) · defuse · engine (liteparse)
one page        pages (blocks and runs to drafts) · sharing (which run is whose) · lines · letters · fonts · unread
tables          tables (the engine's, put right) · reconcile · prose (what is no table) · grid (figures set anew)
                · beside (labels read apart) · tabular (header, caption, unit, totals) · spans (groups of rows)
the document    body (the usual type) · furniture · folios (printed page numbers) · contents · gutters · splits · kinds
                · spacing · bookmarks · joins
fragments       wording (lines to text) · listing (code) · clues · parts
nouns           drafts: Line, Draft, Sheet; engine: Run, Page
"""

from silcrow.parse.pdf.read import read

__all__ = ["read"]
