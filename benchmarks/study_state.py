"""How long the state of a study takes to load: a study of N parts, each with a note of ordinary size, read anew.

python benchmarks/study_state.py [--parts 2000]
"""

import argparse
import tempfile
import time
from pathlib import Path

from silcrow import open_library
from silcrow.reading import Reading, Step
from silcrow.studied import Entry, Field, Note, Quote
from silcrow.study.saved import note_data

ROUNDS = 7


def note(number: int) -> Note:
    """A note with a summary, six statements and three quotes."""
    said = f"What part {number} says about tides and harbours, in one statement of ordinary length [1]."
    fields = tuple(Field(key, key, (Entry(said, (1,)),) * 2) for key in ("key_claims", "methods", "evidence_and_data"))
    quotes = (Quote(f"book:{number}:1", "The tide gauge was read at noon each day.", "verified", (number,)),) * 3
    return Note(f"Part {number} is about tides. It says when a harbour is safe.", fields, quotes, "model")


def main() -> None:
    """Write a study and load it."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--parts", type=int, default=2000)
    count = arguments.parse_args().parts
    with tempfile.TemporaryDirectory() as folder, open_library(Path(folder) / "library.db") as library:
        record = library.add(b"# Tides\n\nTwice a day.", doc_id="book", address="/book.md").record
        parts = [
            {
                "key": f"{number:016x}.{number}",
                "title": f"Section {number}",
                "path": ["Tides", f"Section {number}"],
                "places": [f"book:{number}"],
                "pages": [number],
                "tokens": 4000,
                "units": f"{number:010x}" * 20,
            }
            for number in range(1, count + 1)
        ]
        laid = {"edition": record.edition, "title": "Tides", "page_labels": [], "parts": parts}
        steps = [Step(1, "laid", laid)]
        for number, part in enumerate(parts, 1):
            steps.append(Step(number + 1, "note", {"part": part["key"], "note": note_data(note(number))}))
        settings = {"source": record.source, "split": {"max_tokens": 8000, "min_tokens": 500, "overlap": 200}}
        library.begin(Reading("", "study", "Tides", (("book", record.edition),), (), settings, steps=tuple(steps)))
        times = []
        for _ in range(ROUNDS):
            since = time.process_time()
            state = library.study("book").state()
            times.append((time.process_time() - since) * 1000)
            assert len(state.completed) == count
    print(f"{count} parts: {min(times):.0f} ms at best, {sorted(times)[ROUNDS // 2]:.0f} ms in the middle of {ROUNDS}")


if __name__ == "__main__":
    main()
