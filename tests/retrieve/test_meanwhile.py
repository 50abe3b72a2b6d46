"""Documents are removed, replaced and added while they are asked: by other threads and by another process."""

import random
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from silcrow.errors import NotFound
from silcrow.library import Library, open_library
from silcrow.passage import Passages
from silcrow.retrieve.judging import Judges
from silcrow.testing import HashEmbedder

SECONDS, MOST = 1.5, 60.0  # as long as it takes on a busy machine until each case was met, up to so long
FILES, SECTIONS = 4, 6
OTHER = """
import random, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from retrieve.test_meanwhile import change, open_library
chance = random.Random(7)
with open_library(Path(sys.argv[2])) as library:
    print("open", flush=True)
    while Path(sys.argv[3]).exists():
        change(library, Path(sys.argv[3]), chance)
"""


def text(number: int, version: int) -> str:
    """A document each of whose lines tells its version, as do its headings; later versions are shorter or longer."""
    lines = [f"# Berth {number}, edition{version}"]
    for section in range(1, SECTIONS - version % 3 + 1):
        lines.append(f"# {section} Tolls of edition{version}")
        lines += [f"Boats of berth {number} pay tolls, row {row}, edition{version}." for row in range(version % 4 + 2)]
    return "\n\n".join(lines) + "\n"


def add(library: Library, folder: Path, number: int, version: int) -> None:
    """Add a document in a version, as if it had been read from its file."""
    library.add(text(number, version).encode(), doc_id=f"berth-{number}", address=str(folder / f"berth-{number}.md"))


def change(library: Library, folder: Path, chance: random.Random) -> None:
    """Replace a document, or remove it, or add it again."""
    number = chance.randrange(FILES)
    if chance.random() < 0.3:
        try:
            library.remove(f"berth-{number}")
        except NotFound:
            return
    else:
        add(library, folder, number, chance.randrange(100))


def editions(found: Passages) -> dict[str, set[str]]:
    """The versions that a result tells of, by document: in its paragraphs and in the headings above them."""
    told: dict[str, set[str]] = {}
    for passage in found.passages:
        words = " ".join([*passage.path, *(paragraph.text for paragraph in passage.paragraphs)])
        told.setdefault(passage.span.doc_id, set()).update(
            word.strip(".,") for word in words.split() if word.startswith("edition")
        )
    return told


def ask(library: Library, chance: random.Random, seen: Counter[str]) -> None:
    """One question of each kind; a document that is gone is told as such, by its name."""
    doc_id = f"berth-{chance.randrange(FILES)}"
    some = library.desk(doc_id, f"berth-{chance.randrange(FILES)}")
    asked: dict[str, Callable[[], Passages]] = {
        "all": lambda: library.desk().retrieve("tolls of boats", top_k=20, window=None),
        "some": lambda: some.retrieve("tolls of boats", top_k=9),
        "read": lambda: library.read(f"{doc_id}:2", max_tokens=50),
        "inside": lambda: library.desk(doc_id).inside(library.desk(doc_id).find("3")[0].span).retrieve("tolls"),
    }
    for name, question in asked.items():
        try:
            found = question()
        except NotFound as error:
            seen[f"{name}: gone"] += bool(error.hint)
        else:
            assert all(len(told) == 1 for told in editions(found).values()), editions(found)
            seen[name] += bool(found.passages)
    try:
        outline = library.outline(doc_id)
    except NotFound:
        seen["outline: gone"] += 1
    else:
        (title, *headings) = [section.heading for section in outline.sections]
        edition = title.rpartition(" ")[2]
        assert len(headings) == SECTIONS - int(edition.removeprefix("edition")) % 3
        assert all(heading.endswith(edition) for heading in headings)
        seen["outline"] += 1


def test_what_is_asked_while_documents_come_and_go_is_of_one_edition_or_not_found(tmp_path: Path) -> None:
    path, going = tmp_path / "library.db", tmp_path / "going"
    seen, faults = Counter[str](), list[BaseException]()
    wanted = {"all", "some", "read", "inside", "outline", "some: gone", "read: gone", "inside: gone", "outline: gone"}
    going.mkdir()
    with open_library(path, judges=Judges(HashEmbedder(dimensions=8))) as judged, open_library(path) as library:
        for number in range(FILES):
            add(library, going, number, 0)
        command = [sys.executable, "-c", OTHER, str(Path(__file__).parents[1]), str(path), str(going)]
        other = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert other.stdout
        assert other.stdout.readline() == "open\n"
        begun = time.monotonic()

        def more() -> bool:
            passed = time.monotonic() - begun
            return not faults and (passed < SECONDS or (passed < MOST and not wanted <= set(seen)))

        def keep_on(act: Callable[[random.Random], None], seed: int) -> None:
            chance = random.Random(seed)
            try:
                while more():
                    act(chance)
            except BaseException as fault:  # noqa: BLE001  the test raises it again
                faults.append(fault)

        acts: list[Callable[[random.Random], None]] = [
            lambda chance: ask(library, chance, seen),
            lambda chance: ask(library, chance, seen),
            lambda chance: ask(judged, chance, seen),
            lambda chance: change(library, going, chance),
        ]
        threads = [threading.Thread(target=keep_on, args=(act, seed)) for seed, act in enumerate(acts)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        going.rmdir()
        assert other.wait(timeout=60) == 0
        other.stdout.close()
        for fault in faults:
            raise fault
        assert library.fsck() == ()
    assert wanted <= set(seen)
