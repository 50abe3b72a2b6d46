"""One reader of PDFs at work, in a process and an interpreter of its own; peers.py starts it.

    peer.py NAME outline FILE           prints {"headings": [[title, level, page], …], "cpu", "peak", "pages"}
    peer.py NAME pages FOLDER OUT       writes one Markdown file a PDF, prints {"cpu", "peak", "pages"}

CPU is that of this process and all it starts, after one warm-up on the sample; peak is the most memory it held, in MB,
with what it imports. Every reader is called as its own documentation says, without OCR and without a model. Nothing of
Silcrow is imported for the others.
"""

import json
import re
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

SAMPLE = Path(__file__).parent.parent / "examples" / "skerry-point-handbook.pdf"
HEADING = re.compile(r"^(#{1,6})\s+(.*?)\s*#*$")
INVENTED = re.compile(r"\APreface\Z|\(intro\)\Z|\APage \d+\Z")
"""Names that PageIndex gives to stretches without a heading; they stand on no page and are not counted against it."""

Heading = tuple[str, int, int]


class Peer(NamedTuple):
    """Reads a file; makes headings of what it read; makes Markdown of what it read. The last two are not timed."""

    read: Callable[[Path], Any]
    headings: Callable[[Path, Any], list[Heading]]
    markdown: Callable[[Path], str]
    count: Callable[[Any], int]


def marked(text: str, page: int) -> Iterator[Heading]:
    """The headings of Markdown, outside fences."""
    fenced = False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        found = HEADING.match(line)
        if found and not fenced:
            yield re.sub(r"[*_`]|\\(?=\W)", "", found[2]), len(found[1]), page


def liteparse_engine(path: Path, **options: Any) -> Any:
    """Liteparse; with its blocks as Silcrow calls it."""
    from liteparse import LiteParse  # noqa: PLC0415

    return LiteParse(ocr_enabled=False, quiet=True, max_pages=10**6, **options).parse(path)


def liteparse() -> Peer:
    """Blocks for the outline, in the configuration that Silcrow uses; its own Markdown for the pages."""

    def headings(_path: Path, result: Any) -> list[Heading]:
        blocks = [(block, page.page_num) for page in result.pages for block in page.blocks or ()]
        return [
            (re.sub(r"[*_`]|\\(?=\W)", "", block.text or ""), block.level or 1, page)
            for block, page in blocks
            if block.kind == "heading"
        ]

    def markdown(path: Path) -> str:
        pages = liteparse_engine(path, output_format="markdown").pages
        return "\n\n".join(page.markdown for page in pages)

    return Peer(
        lambda path: liteparse_engine(path, extract_blocks=True, keep_headers_footers=True),
        headings,
        markdown,
        lambda result: len(result.pages),
    )


def pdf_inspector() -> Peer:
    """Levels are those of the call for the whole document; its pages are found in the calls for each page."""
    import pdf_inspector as engine  # noqa: PLC0415

    def headings(path: Path, result: Any) -> list[Heading]:
        placed = [
            row for p in engine.extract_pages_markdown(str(path)).pages for row in marked(p.markdown or "", p.page + 1)
        ]
        found, at = [], 0
        for title, level, _ in marked(result.markdown or "", 0):
            there = next((n for n in range(at, len(placed)) if placed[n][0] == title), None)
            if there is not None:
                at = there + 1
            found.append((title, level, placed[max(0, at - 1)][2] if placed else 1))
        return found

    def markdown(path: Path) -> str:
        return str(engine.process_pdf(str(path)).markdown or "")

    return Peer(
        lambda path: engine.process_pdf(str(path)), headings, markdown, lambda result: int(result.page_count or 0)
    )


def pageindex() -> Peer:
    """PageIndex Flash without a model: summaries and optimising off. It gives a tree and no text."""
    from pageindex import page_index_flash  # noqa: PLC0415

    def walk(rows: list[dict[str, Any]], level: int) -> Iterator[Heading]:
        for row in rows:
            if not INVENTED.search(row["title"]):
                yield row["title"], level, row["start_index"]
            yield from walk(row.get("nodes", []), level + 1)

    return Peer(
        lambda path: page_index_flash(str(path), summary=False, optimize=False),
        lambda _path, result: list(walk(result["structure"], 1)),
        lambda _path: "",
        lambda _result: 0,
    )


def markitdown() -> Peer:
    """Markitdown with its PDF extra; it does not say pages, so headings would be looked for on the first."""
    from markitdown import MarkItDown  # noqa: PLC0415

    def text(path: Path) -> str:
        return str(MarkItDown().convert(str(path)).text_content)

    return Peer(text, lambda _path, found: list(marked(found, 1)), text, lambda _found: 0)


def pypdf() -> Peer:
    """Text by page, and the bookmarks, of which the development documents have none."""
    from pypdf import PdfReader  # noqa: PLC0415

    def pages(path: Path) -> list[str]:
        return [page.extract_text() for page in PdfReader(path).pages]

    def walk(reader: PdfReader, rows: list[Any], level: int) -> Iterator[Heading]:
        for row in rows:
            if isinstance(row, list):
                yield from walk(reader, row, level + 1)
            else:
                yield str(row.title), level, (reader.get_destination_page_number(row) or 0) + 1

    def headings(path: Path, _result: Any) -> list[Heading]:
        reader = PdfReader(path)
        return list(walk(reader, list(reader.outline), 1))

    return Peer(pages, headings, lambda path: "\n\n".join(pages(path)), len)


def pdfminer() -> Peer:
    """Text; it reads bookmarks too, of which the development documents have none."""
    from pdfminer.high_level import extract_text  # noqa: PLC0415

    return Peer(
        extract_text, lambda _path, _found: [], lambda path: extract_text(str(path)), lambda found: found.count("\f")
    )


def silcrow() -> Peer:
    """All of `silcrow add`: tree, rows, postings and the copy of the file on disk; `silcrow convert` for the pages."""
    import outline  # noqa: PLC0415
    from silcrow import open_library  # noqa: PLC0415
    from silcrow.document import Document  # noqa: PLC0415
    from silcrow.parse import parse  # noqa: PLC0415
    from silcrow.render.document import render_document  # noqa: PLC0415

    def read(path: Path) -> int:
        with tempfile.TemporaryDirectory() as folder, open_library(Path(folder) / "library.db") as library:
            return library.add(path).record.pages

    def document(path: Path) -> Document:
        return parse(path.read_bytes(), doc_id="document", name=path.name)

    return Peer(
        read,
        lambda path, _result: outline.headings(document(path)),
        lambda path: outline.printed(render_document(document(path))),
        int,
    )


PEERS: dict[str, Callable[[], Peer]] = {
    "silcrow": silcrow,
    "liteparse": liteparse,
    "pdf-inspector": pdf_inspector,
    "pageindex": pageindex,
    "markitdown": markitdown,
    "pypdf": pypdf,
    "pdfminer.six": pdfminer,
}


def spent() -> float:
    """CPU seconds of this process and of those that it started."""
    return sum(
        used.ru_utime + used.ru_stime
        for used in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    )


def peak() -> float:
    """The most memory that this process held, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Do one job and print what came of it."""
    name, task, source, *out = sys.argv[1:]
    reader = PEERS[name]()
    reader.read(SAMPLE)
    told: dict[str, Any] = {}
    start = spent()
    if task == "outline":
        result = reader.read(Path(source))
        told |= {"cpu": spent() - start, "peak": peak(), "pages": reader.count(result)}
        told["headings"] = reader.headings(Path(source), result)
    else:
        folder = Path(out[0])
        folder.mkdir(parents=True, exist_ok=True)
        paths = sorted(Path(source).glob("*.pdf"))
        for path in paths:
            (folder / f"{path.stem}.md").write_text(reader.markdown(path), encoding="utf-8", errors="replace")
        told |= {"cpu": spent() - start, "peak": peak(), "pages": len(paths)}
    print(json.dumps(told))


if __name__ == "__main__":
    main()
