"""Which engine there is on this machine: tesseract, else the extra [ocr]."""

from collections.abc import Sequence

from silcrow.parse.scan import rapid, tesseract
from silcrow.parse.scan.engine import Choice


def choose(languages: Sequence[str], spoken: str = "") -> Choice:
    """The engine for pages in these languages; without any, in the one `spoken` on the document's text pages."""
    return tesseract.choose(languages, spoken) or rapid.choose() or Choice(None)


def installed() -> str:
    """Name and version of the engine that is there, or ""."""
    return tesseract.version() or rapid.version()
