"""Prints how far `ask` without a model can be trusted: `ask.py --data FOLDER [--sets NAME …] [--others N] [--limit N]`.

FOLDER holds docs/ and questions.jsonl, or folders that do. Each question is put to its own document and to N others
(of another company, where file names begin with one). Printed for each set, as shares of its questions:

first page    the first quote stands on a page that holds the answer, refusal set aside (sets with pages)
first, any    the first quote, or any of them, shares its words with the evidence, refusal set aside
refused       own questions, and those put to other documents, that got "not found"
ask ms        CPU time of an answer, p50 and p95

`--floor X` tries another floor. The calibration is agent/floor.py's; docs/benchmarks.md keeps its figures.
"""

import argparse
import json
import re
import statistics
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import silcrow
from silcrow.agent import quotes
from silcrow.agent.floor import FLOOR
from silcrow.answer import Answer
from silcrow.desk import Desk
from silcrow.ingest.one import Added
from silcrow.library import Library

WORD = re.compile(r"[^\W_]+")
SHARED = 3  # runs of four words that a quote and the evidence must share


@dataclass(slots=True)
class Tally:
    """One truth value a question, by measure."""

    rows: dict[str, list[bool]] = field(default_factory=dict)
    times: list[float] = field(default_factory=list)

    def note(self, measure: str, value: bool) -> None:
        """Keep one outcome."""
        self.rows.setdefault(measure, []).append(value)

    def line(self) -> str:
        """All measures, as shares."""
        shares = [f"{name} {statistics.mean(values):.3f}" for name, values in self.rows.items()]
        times = sorted(self.times)
        p50, p95 = times[len(times) // 2], times[int(0.95 * len(times))]
        return f"{' · '.join(shares)} · ask ms {p50:.0f} / {p95:.0f}"


def runs(text: str) -> set[tuple[str, ...]]:
    """All runs of four words of a text; the whole where it has fewer."""
    words = [word.lower() for word in WORD.findall(text)]
    length = min(4, len(words)) or 1
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def company(name: str) -> str:
    """What a file name begins with: two filings of one company are not each other's strangers."""
    return re.split(r"[_ ]", name)[0].lower()


def others(name: str, names: Sequence[str], count: int) -> list[str]:
    """So many documents of others, spread over the set, the same in every run."""
    strange = [other for other in names if company(other) != company(name)]
    start = sum(map(ord, name)) % max(1, len(strange))
    step = max(1, len(strange) // max(1, count))
    return [strange[(start + i * step) % len(strange)] for i in range(min(count, len(strange)))]


def timed(tally: Tally, desk: Desk, question: str, least: float) -> Answer:
    """An answer, its time noted."""
    begun = time.process_time()
    answer = quotes.answer(desk, question, floor=least)
    tally.times.append(1000 * (time.process_time() - begun))
    return answer


def judge(tally: Tally, answer: Answer, truth: dict) -> None:
    """Where the quotes stand, against where the answer stands."""
    cited = answer.citations
    if truth["pages"]:
        tally.note("first page", bool(cited) and bool(set(cited[0].pages[:1]) & set(truth["pages"])))
    if evidence := set().union(*map(runs, truth["evidence"])):
        shared = [len(found & evidence) >= min(SHARED, len(found)) for c in cited if (found := runs(c.quote))]
        tally.note("first", shared[:1] == [True])
        tally.note("any", any(shared))


def lay(library: Library, folder: Path) -> dict[str, str]:
    """Add a set's documents; their doc_ids by file name."""
    laid = {}
    for done in library.add_many([folder / "docs"], keep=False):
        if isinstance(done, Added):
            laid[Path(done.record.addresses[-1]).name] = done.record.doc_id
        else:
            print(f"  left out: {done.address}: {done.error}")
    return laid


def measure(folder: Path, *, strangers: int, limit: int, least: float) -> Tally:
    """All questions of a set, or so many spread over it."""
    lines = (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    truths = [json.loads(line) for line in lines]
    truths = truths[:: max(1, -(-len(truths) // limit))]
    tally = Tally()
    with silcrow.open_library(ephemeral=True) as library:
        laid = lay(library, folder)
        for truth in truths:
            if truth["file"] not in laid:
                continue
            desk = library.desk(laid[truth["file"]])
            answer = timed(tally, desk, truth["question"], least)
            judge(tally, answer if answer.citations else quotes.answer(desk, truth["question"], floor=0), truth)
            tally.note("refused own", not answer.citations)
            for other in others(truth["file"], sorted(laid), strangers):
                tally.note("others", not timed(tally, library.desk(laid[other]), truth["question"], least).citations)
    return tally


def datasets(data: Path, wanted: Iterable[str]) -> list[Path]:
    """The folder itself when it holds questions, else its subfolders that do, in order of name."""
    if (data / "questions.jsonl").is_file():
        return [data]
    found = sorted(path.parent for path in data.glob("*/questions.jsonl"))
    return [path for path in found if path.name in wanted] if wanted else found


def main() -> None:
    """Read the command line and print a line a set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--sets", nargs="*", default=[], metavar="NAME")
    parser.add_argument("--others", type=int, default=3, metavar="N")
    parser.add_argument("--limit", type=int, default=150, metavar="N", help="questions of a set")
    parser.add_argument("--floor", type=float, default=FLOOR, metavar="X")
    given = parser.parse_args()
    for folder in datasets(given.data, given.sets):
        tally = measure(folder, strangers=given.others, limit=given.limit, least=given.floor)
        print(f"{folder.name}: {tally.line()}", flush=True)


if __name__ == "__main__":
    main()
