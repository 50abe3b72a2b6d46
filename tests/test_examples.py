"""The printed sample is what its script makes of its Markdown, page for page."""

import runpy
from pathlib import Path

from pypdfium2 import PdfDocument


def pages(path: Path) -> list[str]:
    """The text of each page."""
    with PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_the_sample_is_printed_from_its_source(sample: Path, tmp_path: Path):
    script = runpy.run_path(str(sample.with_name("make_pdf.py")))
    script["make"](sample.with_suffix(".md"), tmp_path / "again.pdf")
    assert pages(tmp_path / "again.pdf") == pages(sample)
    assert len(pages(sample)) == 18


def test_the_sample_gives_no_structure_away(sample: Path):
    with PdfDocument(sample) as document:
        assert list(document.get_toc()) == []
    assert b"/StructTreeRoot" not in sample.read_bytes()
