"""What bytes are, by their own signs. Knows formats by sight and reads none; a file's suffix is not trusted.

A suffix only decides between Markdown and plain text where the text itself does not.
"""

import re
from pathlib import PurePath

from silcrow.errors import Damaged, Encrypted, UnsupportedFormat
from silcrow.parse.encoding import decode, wide

_SAMPLE = 65_536  # bytes looked at from the beginning
_PDF_WITHIN = 1024
_MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
_SUPPORTED = "Silcrow reads PDF, DOCX, EPUB, HTML, Markdown, LaTeX, JATS articles (XML) and plain text."

_MAGIC = (
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\0", "a TIFF image"),
    (b"MM\0*", "a TIFF image"),
    (b"\xd0\xcf\x11\xe0", "an old Office document (DOC, XLS, PPT)"),
    (b"{\\rtf", "an RTF document"),
    (b"%!PS", "a PostScript document"),
    (b"AT&TFORM", "a DjVu document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ", "an xz archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"SQLite format 3\0", "an SQLite database"),
)
_ZIPS = (b"PK\x03\x04", b"PK\x05\x06")
_LOCKED_OFFICE = "EncryptedPackage".encode("utf-16-le")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")
_BINARY = 0.02  # share of control characters from which bytes are no text

_LEAD = re.compile(r"(?:\s+|<!--.{0,5000}?-->|<\?.{0,500}?\?>)*+", re.DOTALL)
_PAGE = re.compile(r"<!doctype\s+html|<(?:html|head|body|title|meta)\b", re.IGNORECASE)
_PIECE = re.compile(
    r"<(?:h[1-6]|p|div|table|ul|ol|article|section|main|span|center|font)\b[^<>]{0,500}>", re.IGNORECASE
)
_HTML_INSIDE = re.compile(r"<html\b[^<>]{0,500}>", re.IGNORECASE)
_XML = re.compile(r"\s*<\?xml\b", re.IGNORECASE)
_ARTICLE = re.compile(
    r"(?:<!doctype[^<>\[]{0,1000}(?:\[[^\]]{0,20000}\]\s*+)?>\s*+(?:<!--.{0,5000}?-->\s*+)*+)?<(?:\w{1,20}:)?(?:article\b[^<>]{0,2000}>|pmc-articleset\b)",
    re.IGNORECASE | re.DOTALL,
)
_OF_JOURNAL = re.compile(
    r"<(?:\w{1,20}:)?(?:article-meta|journal-meta|pmc-articleset)\b|\b(?:article-type|dtd-version)\s*=|//NLM//|\bJATS\b"
)
_LATEX = re.compile(
    r"(?:[ \t]*+(?:%[^\n]*+|\\(?!document(?:class|style))[^\n]*+|[{}\[\]#][^\n]*+|)\n)*+"
    r"[ \t]*+\\document(?:class|style)\s{0,20}[\[{]"
)
_LATEX_FILES = re.compile(r"\s*+\\begin\{filecontents\*?\}")
_LATEX_OPENING = re.compile(r"(?:\s++|%[^\n]*+)*+\\[A-Za-z]")
_LATEX_BODY = re.compile(
    r"^[ \t]{0,40}\\(?:begin\{document\}|(?:part|chapter|(?:sub){0,2}section|(?:sub)?paragraph)\*?[ \t]{0,9}[\[{])",
    re.MULTILINE,
)
_LATEX_SUFFIXES = frozenset({".tex", ".ltx", ".latex"})

_HEADING = re.compile(r"(?:\A|(?<=\n\n)) {0,3}(#{1,6}) +[^\s#][^\n]{0,300}\n(?=[ \t]*(?:\n|\Z)|[A-Z*\[])")
_FRONT = re.compile(r"---[ \t]*\n[A-Za-z][\w-]{0,60}:[^\n]*\n(?:[^\n]*\n){0,80}?(?:---|\.\.\.)[ \t]*\n")
_MARKUP = (
    re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE),
    re.compile(r"\[[^\]\n]{1,200}\]\((?:https?:|#|\.|/|[\w-]+[./])[^)\s]{0,500}\)"),
    re.compile(r"^ {0,3}\|?(?: ?:?-{3,}:? ?\|){1,50} ?:?-{0,50}:? ?$", re.MULTILINE),
    re.compile(r"(?<![\w*])\*\*[^\s*][^*\n]{0,200}\*\*(?![\w*])"),
)


def sniff(data: bytes, name: str = "") -> str:
    """The format of data, a name in formats.FORMATS. UnsupportedFormat names what is supported."""
    shown = repr(name) if name else "The document"
    if not data.strip(b" \t\r\n\f\v\0"):
        raise Damaged(f"{shown} is empty", hint="There is nothing to read in it.")
    start = data[: _PDF_WITHIN + 5].find(b"%PDF-")
    if start == 0 or (start > 0 and b" obj" in data):
        return "pdf"
    if data.startswith(_ZIPS):
        kind = _zipped(data)
        if kind in ("docx", "epub"):
            return kind
        raise UnsupportedFormat(f"{shown} is {kind}, which Silcrow does not read", hint=_SUPPORTED)
    if data.startswith(b"\xd0\xcf\x11\xe0") and _LOCKED_OFFICE in data:
        hint = "Silcrow cannot open it: save a copy without a password in the program it came from."
        raise Encrypted(f"{shown} is an Office document locked with a password", hint=hint)
    if kind := _foreign(data):
        raise UnsupportedFormat(f"{shown} is {kind}, which Silcrow does not read", hint=_SUPPORTED)
    sample = decode(_whole_lines(data)).text
    if found := _marked_up(sample):
        return found
    suffix = PurePath(name).suffix.lower()
    if _is_latex(sample, named=suffix in _LATEX_SUFFIXES):
        return "latex"
    if _XML.match(sample):
        raise UnsupportedFormat(f"{shown} is an XML file, which Silcrow does not read", hint=_SUPPORTED)
    if suffix in _MARKDOWN_SUFFIXES or _is_markdown(sample, named_otherwise=bool(suffix)):
        return "markdown"
    return "text"


def _whole_lines(data: bytes) -> bytes:
    """The beginning of data, up to the end of a line where there is one: a cut character is no fault of the text."""
    if len(data) <= _SAMPLE:
        return data
    end = data.rfind(b"\n", 0, _SAMPLE)
    return data[: end + 1 if end > _SAMPLE // 2 else _SAMPLE]


def _zipped(data: bytes) -> str:
    """What a ZIP archive is: "docx", "epub", or in words what else."""
    from silcrow.parse.archive import kind_of  # noqa: PLC0415 - lxml is not loaded for a PDF

    return kind_of(data)


def _foreign(data: bytes) -> str:
    """What a file that is no text is, or ""."""
    for sign, kind in _MAGIC:
        if data.startswith(sign):
            return "" if sign == b"MZ" and b"\0" not in data[:512] else kind
    if data.startswith(_WIDE_MARKS) or data[:4] == b"\0\0\xfe\xff":
        return ""
    sample = data[:_SAMPLE]
    controls = len(_CONTROL.findall(sample))
    is_text = controls <= _BINARY * len(sample) or (sample.count(0) == controls and wide(sample))
    return "" if is_text else "a binary file"


def _marked_up(sample: str) -> str:
    lead = _LEAD.match(sample)
    start = lead.end() if lead else 0
    if _ARTICLE.match(sample, start) and _OF_JOURNAL.search(sample):
        return "jats"
    if _PAGE.match(sample, start):
        return "html"
    if _PIECE.match(sample, start):
        # A README often opens with a centred <div>.
        return "markdown" if _is_markdown(sample) else "html"
    return "html" if sample.startswith("<") and _HTML_INSIDE.search(sample) else ""


def _is_latex(sample: str, *, named: bool) -> bool:
    """Whether a text is a LaTeX source: a main file, or a part of one that opens with a command and has headings."""
    if _LATEX.match(sample) or (_LATEX_FILES.match(sample) and "\n\\documentclass" in sample):
        return True
    return (named or _LATEX_OPENING.match(sample) is not None) and _LATEX_BODY.search(sample) is not None


def _is_markdown(sample: str, *, named_otherwise: bool = False) -> bool:
    """Whether a text shows it is Markdown: headings that stand alone, in several levels or with other markup.

    Headings of one level and nothing else may be comments of a program; then a suffix that says so is believed.
    """
    if _FRONT.match(sample):
        return True
    levels = _HEADING.findall(sample)
    if not levels:
        return False
    return len(set(levels)) > 1 or not named_otherwise or any(markup.search(sample) for markup in _MARKUP)
