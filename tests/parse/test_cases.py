"""Small documents and the trees they must give: each folder of cases holds a source and its outline.

A source that is a folder is the inside of a ZIP archive (DOCX, EPUB): text that can be reviewed. Which kind of bad
input is tested where is told in cases/README.md.

`pytest tests/parse --regenerate` writes the outlines anew.
"""

from pathlib import Path

import pytest
from make_docx import zipped
from written import written_out

from silcrow.parse import parse

CASES = Path(__file__).parent / "cases"


@pytest.mark.parametrize("case", sorted(path.name for path in CASES.iterdir() if path.is_dir()))
def test_the_tree_of_a_small_document(case: str, regenerate: bool):
    (source,) = (CASES / case).glob("source.*")
    golden = CASES / case / "outline.txt"
    found = written_out(parse(_bytes(source), doc_id="doc", name=f"{case}{source.suffix}"))
    if regenerate:
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


def _bytes(source: Path) -> bytes:
    if source.is_file():
        return source.read_bytes()
    inside = sorted(path for path in source.rglob("*") if path.is_file())
    return zipped({path.relative_to(source).as_posix(): path.read_bytes() for path in inside})


def test_every_case_is_listed_with_its_kind_or_tells_a_form():
    told = (CASES / "README.md").read_text(encoding="utf-8")
    forms = ("blocks-of-", "journal-", "latex-", "nothing-", "page-of-", "pages-by-", "tables-in-", "what-a-page-")
    assert [p.name for p in CASES.iterdir() if p.is_dir() and p.name not in told and not p.name.startswith(forms)] == []


def test_goldens_are_not_being_written(regenerate: bool):
    assert not regenerate, (
        "the outlines were written anew: look at `git diff tests/parse/cases`, then run without the flag"
    )
