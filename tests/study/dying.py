"""Studies in processes of their own that are killed (SIGKILL) right after something was written; run as a program.

Its one argument is JSON: `folder` of the libraries, `docs` to study, `more` for the study, `url` of a server that
plays the model. It prints how many writes a study takes that is left alone, how many processes died until another was
done of which each died after its first write, and what the two libraries hold then.
"""

import json
import os
import signal
import sys
from importlib import import_module
from pathlib import Path

from models_that_read import Reader
from reading_through import CUT, put

from playing import KEY
from silcrow import open_library
from silcrow.library import Library
from silcrow.models.openai_chat import OpenAIServer
from silcrow.models.patience import Patient
from silcrow.reading import Journal, Reading, Step
from silcrow.study.opening import Table
from silcrow.study.room import Study
from silcrow.study.saved import note_data

OTHERS = {
    "other": "# 1 Tides\n\nTides fell by 4 % in ten years.\n\n# 2 Storms\n\nStorms are rare here.\n",
    "third": "# Ice\n\nIce closes harbours in winter, and nobody sails.\n",
}


def library_at(path: Path) -> Library:
    """Three documents, the first laid out in five parts."""
    library = open_library(path)
    if not library.documents():
        put(library)
        for doc_id, text in OTHERS.items():
            put(library, text, doc_id=doc_id, address=f"/{doc_id}.md")
        library.study("thesis").begin(**CUT)
    return library


def said(library: Library, *doc_ids: str) -> str:
    """All notes and syntheses of a library's studies, without times."""
    found = library.study(*doc_ids).synthesis()
    notes = [note_data(part.note) for study in found.studies for part in study.parts if part.note]
    notes += [note_data(one) for one in [found.note, *(study.synthesis for study in found.studies)] if one]
    return json.dumps([{**note, "at": ""} for note in notes], sort_keys=True)


class Dying:
    """A shelf, and its journals, whose process is killed after so many writes; 0: never."""

    def __init__(self, library: Library, after: int) -> None:
        self._library = library
        self._after = after
        self.writes = 0
        self.heads, self.reading = library.heads, library.reading

    def begin(self, reading: Reading) -> Journal:
        journal = self._library.begin(reading)
        self.count()
        return DyingJournal(self, journal)

    def journal(self, reading_id: str, after: int) -> Journal:
        return DyingJournal(self, self._library.journal(reading_id, after))

    def count(self) -> None:
        self.writes += 1
        if self.writes == self._after:
            os.kill(os.getpid(), signal.SIGKILL)


class DyingJournal:
    def __init__(self, dying: Dying, journal: Journal) -> None:
        self._dying, self._journal = dying, journal
        self.reading_id, self.steps = journal.reading_id, journal.steps

    def save(self, kind: str, data: object, **more: object) -> Step:
        step = self._journal.save(kind, data, **more)
        self._dying.count()
        return step


def study(path: Path, given: dict, after: int) -> int:
    """Study to the end, or die; the writes that it took."""
    with library_at(path) as library:
        dying = Dying(library, after)
        room = Study(Table(library.desk(*given["docs"]), library.document, dying, dying.journal), given["docs"])
        room.read(_chat(given), questions=["Do tides rise?"], **given["more"])
        return dying.writes


def _chat(given: dict) -> object:
    if not given["url"]:
        return Reader()
    server = OpenAIServer("m", url=given["url"], key=KEY, identity="openai:m")
    return Patient(server, seconds=20.0, sleep=lambda _: None, jitter=lambda: 0.0)


def forked(path: Path, given: dict, after: int) -> bool:
    """The same in a process of its own; whether it was killed."""
    child = os.fork()
    if not child:
        writes = study(path, given, after)
        path.with_suffix(".writes").write_text(str(writes))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status) and os.waitstatus_to_exitcode(status):
        sys.exit(f"failed at {path.name}, {after}")
    return os.WIFSIGNALED(status)


def main(given: dict) -> None:
    folder, docs = Path(given["folder"]), given["docs"]
    if given["url"]:
        import_module("openai")  # once, and not in each process
    whole, each = folder / "whole.db", folder / "each.db"
    assert not forked(whole, given, 0)
    deaths = 0
    while forked(each, given, 1):
        deaths += 1
        assert deaths < 60, "it never ends"
    ends = []
    for path in (whole, each):
        with library_at(path) as library:
            ends.append(said(library, *docs))
            assert library.fsck() == ()
    print(json.dumps({"writes": int(whole.with_suffix(".writes").read_text()), "deaths": deaths, "ends": ends}))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
