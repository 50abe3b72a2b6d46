"""Documents in many versions, and the proof that a library holds whole ones, for tests that kill what writes them."""

from collections.abc import Sequence
from pathlib import Path

from silcrow.document import Document
from silcrow.library import Library
from silcrow.parse import parse

FILES = 8


def text(number: int, version: int) -> str:
    """One of many versions of one of some documents, long enough that writing it takes its time."""
    lines = [f"# Berth {number}, version {version}"]
    for section in range(8):
        lines.append(f"## Part {section}")
        lines += [
            f"Line {line} of part {section}, word{number}x{section}x{line}, edition {version}." for line in range(8)
        ]
    return "\n\n".join(lines) + "\n"


def write(folder: Path, version: int) -> None:
    """All files in one version."""
    folder.mkdir(exist_ok=True)
    for number in range(FILES):
        (folder / f"berth-{number:02}.md").write_text(text(number, version))


class Expected:
    """What each version of each document is, parsed once."""

    def __init__(self) -> None:
        self._parsed: dict[bytes, Document] = {}

    def check(self, library: Library, versions: range, *, done: Sequence[int] = ()) -> None:
        """Every document is one of the versions, whole, with the very bytes it was read from; the last where done."""
        for number in done:
            assert library.source(f"berth-{number:02}") == text(number, versions[-1]).encode()
        for record in library.documents():
            data = library.source(record.doc_id)
            assert data is not None
            number = int(record.doc_id.removeprefix("berth-"))
            assert data.decode() in {text(number, version) for version in versions}
            if data not in self._parsed:
                self._parsed[data] = parse(data, doc_id=record.doc_id, name=f"{record.doc_id}.md")
            assert library.document(record.doc_id) == self._parsed[data]
            words = library.desk(record.doc_id).retrieve(f"word{number}x5x5", top_k=1, window=(0, 0))
            assert f"word{number}x5x5" in words.passages[0].text
