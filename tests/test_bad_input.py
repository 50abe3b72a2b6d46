"""Bad files end in an error that says what to do, or are read and flagged; the rest of a batch goes on.

Each case goes in by the library and by the command line. No traceback reaches a user.
"""

import json
import re
from pathlib import Path

import pytest

from bad_files import GOOD_MARKDOWN, cyclic_bookmarks, deep_bookmarks, printed
from silcrow import open_library
from silcrow.cli import main
from silcrow.errors import SilcrowError

LOCKED = printed("The tide gauge stands on the slip.", password="spring tide")
SAMPLE = (Path(__file__).parent.parent / "examples" / "skerry-point-handbook.pdf").read_bytes()
HALF = SAMPLE[: len(SAMPLE) // 2]
MOVED = re.sub(rb"startxref\s+\d+", b"startxref\n17", SAMPLE)
BINARY = bytes(range(256)) * 40
PNG = b"\x89PNG\r\n\x1a\n" + BINARY

# name of the file, its bytes, the password given, the code of the error
REFUSED = {
    "empty": ("empty.pdf", b"", None, "damaged"),
    "empty text": ("empty.md", b"", None, "damaged"),
    "white space": ("blank.txt", b" \n\n\t\n", None, "damaged"),
    "a PDF cut off in its head": ("cut.pdf", SAMPLE[:900], None, "damaged"),
    "locked": ("locked.pdf", LOCKED, None, "encrypted"),
    "the wrong password": ("locked.pdf", LOCKED, "neap tide", "wrong_password"),
    "binary": ("data.bin", BINARY, None, "unsupported_format"),
    "binary under a text's name": ("data.md", BINARY, None, "unsupported_format"),
    "binary under a PDF's name": ("data.pdf", BINARY, None, "unsupported_format"),
    "a picture": ("photo.png", PNG, None, "unsupported_format"),
    "a picture under a PDF's name": ("photo.pdf", PNG, None, "unsupported_format"),
    "an archive": ("report.docx", b"PK\x03\x04" + BINARY, None, "unsupported_format"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_read_is_refused_by_its_code(case: str, tmp_path: Path):
    name, data, password, code = REFUSED[case]
    path = tmp_path / name
    path.write_bytes(data)
    with open_library() as library:
        with pytest.raises(SilcrowError) as refused:
            library.add(path, password=password)
        assert refused.value.code == code
        assert name in refused.value.message
        assert refused.value.hint
        assert library.documents() == ()


@pytest.mark.parametrize("case", REFUSED)
def test_the_command_line_says_what_and_what_to_do(case: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    name, data, password, code = REFUSED[case]
    path = tmp_path / name
    path.write_bytes(data)
    locked = ["--password", password] if password else []
    assert main(["--ephemeral", "outline", str(path), *locked]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("error: ")
    assert name in said.err
    assert "Traceback" not in said.err
    assert main(["--ephemeral", "--json", "outline", str(path), *locked]) == 1
    error = json.loads(capsys.readouterr().out)["error"]
    assert error["code"] == code
    assert error["hint"]


def test_an_unknown_format_is_told_which_are_known(tmp_path: Path):
    path = tmp_path / "photo.png"
    path.write_bytes(PNG)
    with open_library() as library, pytest.raises(SilcrowError) as refused:
        library.add(path)
    for name in ("PDF", "Markdown", "HTML", "text"):
        assert name in refused.value.message + refused.value.hint


def test_the_password_opens_what_is_locked():
    with open_library() as library:
        added = library.add(LOCKED, doc_id="gauge", password="spring tide")
        assert added.record.doc_id == "gauge"
        assert [p.text for p in library.document("gauge").paragraphs] == ["The tide gauge stands on the slip."]


# name of the file, its bytes, the code of the notice, text that was read all the same
FLAGGED = {
    "a PDF cut in the middle": ("half.pdf", HALF, "repaired", "The station was founded in 1971"),
    "a PDF whose table is elsewhere": ("moved.pdf", MOVED, "repaired", "The station was founded in 1971"),
    "bytes before the PDF": (
        "mail.pdf",
        b"From: harbour\r\n\r\n" + printed("High water at noon."),
        None,
        "High water at noon.",
    ),
    "bookmarks in a circle": ("circle.pdf", cyclic_bookmarks(), "bookmarks_cut", "Tide tables"),
    "bookmarks too deep": ("deep.pdf", deep_bookmarks(300), "bookmarks_cut", "Tide tables"),
    "NUL in a text": (
        "nul.txt",
        b"Low water at six. " * 9 + b"High water\0 at noon.\n",
        "nul_bytes",
        "High water at noon.",
    ),
    "NUL in Markdown": (
        "nul.md",
        GOOD_MARKDOWN.replace(b"one", b"o\0ne"),
        "nul_bytes",
        "A berth is given for one night.",
    ),
    "an encoding that is not said": (
        "old.txt",
        "Die Fähre fährt täglich außer Sonntag über die Förde.\n\nGebühren gelten für Anhänger.\n".encode("cp1252"),
        "encoding_guessed",
        "Die Fähre fährt täglich außer Sonntag über die Förde.",
    ),
}


@pytest.mark.parametrize("case", FLAGGED)
def test_what_can_be_read_in_part_is_read_and_flagged(case: str, tmp_path: Path):
    name, data, code, text = FLAGGED[case]
    path = tmp_path / name
    path.write_bytes(data)
    with open_library() as library:
        added = library.add(path)
        assert code is None or code in [notice.code for notice in added.record.health.notices]
        document = library.document(added.record.doc_id)
        assert text in "\n".join([*(s.heading for s in document.sections), *(p.text for p in document.paragraphs)])


# name, bytes, the format that the bytes tell whatever the name says
MISLABELLED = {
    "a PDF called Markdown": ("tides.md", printed("High water at noon."), "pdf"),
    "a PDF without a suffix": ("tides", printed("High water at noon."), "pdf"),
    "HTML called text": ("page.txt", b"<!doctype html><html><body><h1>Tides</h1><p>High water at noon.</p>", "html"),
    "HTML called PDF": ("page.pdf", b"<!DOCTYPE html><html><body><p>High water at noon.</p></body></html>", "html"),
    "text called PDF": ("tides.pdf", b"High water at noon.\n\nLow water at six.\n", "text"),
    "Markdown without a suffix": ("README", GOOD_MARKDOWN, "markdown"),
}


@pytest.mark.parametrize("case", MISLABELLED)
def test_the_format_is_that_of_the_bytes(case: str, tmp_path: Path):
    name, data, known = MISLABELLED[case]
    path = tmp_path / name
    path.write_bytes(data)
    with open_library() as library:
        assert library.add(path).record.format == known


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_unicode_is_known_by_its_mark_or_by_its_letters(encoding: str):
    text = "Åland und Åbo: 潮位表 — tide tables.\n"
    with open_library() as library:
        library.add(text.encode(encoding), doc_id="tides")
        assert library.document("tides").paragraphs[0].text == text.strip()
        assert library.document("tides").health.notices == ()


def test_the_encoding_that_a_page_declares_is_taken():
    page = '<html><head><meta charset="shift_jis"></head><body><h1>潮位</h1><p>満潮は正午です。</p></body></html>'
    with open_library() as library:
        library.add(page.encode("shift_jis"), doc_id="tides")
        assert [p.text for p in library.document("tides").paragraphs] == ["満潮は正午です。"]


def test_one_letter_after_thousands_of_plain_ones_is_read_as_it_stands():
    with open_library() as library:
        library.add(b"plain words " * 500 + "café\n".encode(), doc_id="late")
        assert library.document("late").paragraphs[0].text.endswith("café")


def test_a_page_without_text_is_named():
    with open_library() as library:
        record = library.add(printed("One.", "", "Three."), doc_id="scan").record
        assert record.pages == 3
        assert record.health.pages_without_text == (2,)


def test_the_pages_that_a_cut_lost_are_named():
    with open_library() as library:
        record = library.add(HALF, doc_id="half").record
        assert record.pages == 18
        assert record.health.pages_without_text == tuple(range(8, 19))


def test_a_scan_without_any_text_is_kept_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "scan.pdf"
    path.write_bytes(printed("", ""))
    assert main(["--ephemeral", "status", str(path)]) == 0
    assert "2 of 2 pages without text" in capsys.readouterr().out


def test_twenty_thousand_bookmarks_do_not_stop_a_document():
    data = printed("Tide tables", "High water at noon.", bookmarks=20_000)
    with open_library() as library:
        assert library.add(data, doc_id="tides").record.pages == 2


def test_ten_megabytes_in_one_line_are_read_whole():
    words = "The tide gauge measures every second. " * 270_000
    with open_library() as library:
        record = library.add(words.encode(), doc_id="line").record
        assert sum(len(p.text) for p in library.document("line").paragraphs) >= len(words) - record.paragraphs
        assert library.retrieve("tide gauge").passages


def test_a_batch_goes_on_after_each_bad_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = tmp_path / "in"
    folder.mkdir()
    for number, (name, data, _, _) in enumerate(REFUSED.values()):
        (folder / f"{number:02}-{name}").write_bytes(data)
    (folder / "00-first.md").write_bytes(GOOD_MARKDOWN)
    (folder / "99-last.md").write_bytes(b"# Last\n\nThe last one.\n")
    library = str(tmp_path / "library.db")
    assert main(["--library", library, "add", str(folder)]) == 1
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
    for number, (name, _, password, _) in enumerate(REFUSED.values()):
        assert password or f"{number:02}-{name}" in said.out + said.err
    assert main(["--library", library, "--json", "ls"]) == 0
    assert [d["doc_id"] for d in json.loads(capsys.readouterr().out)["documents"]] == ["00-first", "99-last"]


def test_what_is_not_there_and_what_is_elsewhere_are_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["--ephemeral", "outline", str(tmp_path / "gone.pdf")]) == 3
    assert "gone.pdf" in capsys.readouterr().err
    assert main(["--ephemeral", "outline", "https://example.org/report.pdf"]) == 2
    assert "https://example.org/report.pdf" in capsys.readouterr().err
