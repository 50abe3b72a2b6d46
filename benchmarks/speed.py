"""Prints what time and memory Silcrow takes: `speed.py [add] [query] [start] --data FOLDER` (all three by default).

add    CPU ms a page, pages a second and peak memory for add, beside the engine alone on the same PDFs in the same run;
       each in a process of its own, warmed up on the sample, engine and add in turn
query  p50 and p95 of retrieve, by words alone, and of read inside the longest PDF of the folder
start  time of `silcrow --version` and `silcrow --help`

CPU time is that of the process with all its threads: unlike time on the clock it stands still while others use the
machine.
"""

import argparse
import json
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path

SAMPLE = Path(__file__).parent.parent / "examples" / "skerry-point-handbook.pdf"
WORD = re.compile(r"[^\W\d_]{3,}")
PARTS = ("add", "query", "start")


def engine(path: Path, _folder: Path) -> int:
    """The engine alone, in the configuration that Silcrow uses; how many pages it saw."""
    from liteparse import LiteParse  # noqa: PLC0415

    reader = LiteParse(ocr_enabled=False, quiet=True, extract_blocks=True, keep_headers_footers=True, max_pages=10**6)
    return len(reader.parse(path).pages)


def add(path: Path, folder: Path) -> int:
    """All of add: bytes, tree, rows and postings on disk; how many pages."""
    import silcrow  # noqa: PLC0415

    with silcrow.open_library(folder / f"{path.stem}.db") as library:
        return library.add(path).record.pages


JOBS: dict[str, Callable[[Path, Path], int]] = {"engine": engine, "add": add}


def one(job: str, path: Path) -> None:
    """Run one job in this process and print what it took as JSON."""
    with tempfile.TemporaryDirectory() as warm, tempfile.TemporaryDirectory() as folder:
        JOBS[job](SAMPLE, Path(warm))
        cpu, clock = time.process_time(), time.perf_counter()
        pages = JOBS[job](path, Path(folder))
        took = {"cpu": time.process_time() - cpu, "clock": time.perf_counter() - clock, "pages": pages}
    print(json.dumps({**took, "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


def apart(job: str, path: Path) -> dict[str, float] | None:
    """Run one job in a process of its own; None when it failed, which is said on stderr."""
    command = [sys.executable, __file__, "--job", job, "--data", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"{path.name}: {job} failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def row(*cells: object) -> None:
    """A row of a Markdown table, at once."""
    print("|", " | ".join(f"{c:.2f}" if isinstance(c, float) else str(c) for c in cells), "|", flush=True)


def measure_add(paths: Iterable[Path]) -> None:
    """A row a PDF and one for all together."""
    row("document", "pages", "engine, CPU ms a page", "add, CPU ms a page", "ratio", "pages a second", "peak MB")
    row(*["---"] * 7)
    pages = 0.0
    spent = {"engine": 0.0, "add": 0.0, "clock": 0.0}
    peak = 0.0
    for path in paths:
        alone, whole = apart("engine", path), apart("add", path)
        if not alone or not whole:
            continue
        n = whole["pages"]
        ratio = whole["cpu"] / alone["cpu"]
        row(path.stem, n, 1000 * alone["cpu"] / n, 1000 * whole["cpu"] / n, ratio, n / whole["clock"], whole["peak"])
        pages += n
        peak = max(peak, whole["peak"])
        for name, value in (("engine", alone["cpu"]), ("add", whole["cpu"]), ("clock", whole["clock"])):
            spent[name] += value
    if pages:
        each = [1000 * spent[name] / pages for name in ("engine", "add")]
        row("**all**", int(pages), *each, spent["add"] / spent["engine"], pages / spent["clock"], peak)


def percentiles(took: list[float]) -> tuple[float, float]:
    """p50 and p95 in milliseconds."""
    cuts = statistics.quantiles(took, n=20, method="inclusive")
    return 1000 * cuts[9], 1000 * cuts[18]


def measure_query(path: Path, *, rounds: int = 200) -> None:
    """Retrieve with words taken from the document itself, and read whole sections of it, in random order."""
    import silcrow  # noqa: PLC0415

    place = tempfile.TemporaryDirectory()
    with place as folder, silcrow.open_library(Path(folder) / "library.db", embedder="none") as library:
        doc_id = library.add(path).record.doc_id
        document = library.document(doc_id)
        dice = random.Random(7)
        texts = [words for p in document.paragraphs if len(words := WORD.findall(p.text)) > 8]
        queries = [" ".join(dice.sample(dice.choice(texts), 6)) for _ in range(rounds)]
        places = [f"{doc_id}:{s.sec_id}" for s in dice.choices([s for s in document.sections if s.count], k=rounds)]
        desk = library.desk(doc_id)
        jobs: dict[str, tuple[Callable[[str], object], list[str]]] = {
            "retrieve": (desk.retrieve, queries),
            "read": (desk.read, places),
        }
        row(f"inside {path.stem}, {document.pages} pages", "CPU p50 ms", "CPU p95 ms", "clock p50 ms", "clock p95 ms")
        row(*["---"] * 5)
        for name, (verb, arguments) in jobs.items():
            cpu, clock = [], []
            for argument in arguments:
                started = time.process_time(), time.perf_counter()
                verb(argument)
                cpu.append(time.process_time() - started[0])
                clock.append(time.perf_counter() - started[1])
            row(name, *percentiles(cpu), *percentiles(clock))


def measure_start(*, rounds: int = 15) -> None:
    """The median time of a process that says its version or its help."""
    row("command", "CPU ms", "clock ms")
    row(*["---"] * 3)
    script = str(Path(sys.executable).with_name("silcrow"))
    for flag in ("--version", "--help"):
        cpu, clock = [], []
        for _ in range(rounds):
            before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            subprocess.run([script, flag], check=True, stdout=subprocess.DEVNULL)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            clock.append(time.perf_counter() - started)
            cpu.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        row(f"silcrow {flag}", 1000 * statistics.median(cpu), 1000 * statistics.median(clock))


def pdfs(data: Path) -> list[Path]:
    """The PDFs of a folder or of its folder pdfs, in order of name; the sample when there is no folder."""
    folder = data / "pdfs" if (data / "pdfs").is_dir() else data
    return sorted(folder.glob("*.pdf"))


def page_count(path: Path) -> int:
    """How many pages a PDF has."""
    from pypdfium2 import PdfDocument  # noqa: PLC0415

    with PdfDocument(path) as document:
        return len(document)


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help="add, query, start")
    parser.add_argument("--data", type=Path, default=SAMPLE.parent, metavar="FOLDER", help="default: the sample")
    parser.add_argument("--job", choices=sorted(JOBS), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.job:
        one(given.job, given.data)
        return
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    paths = pdfs(given.data)
    if not paths:
        parser.error(f"no PDF in {given.data}")
    for part in given.parts or PARTS:
        if part == "add":
            measure_add(paths)
        elif part == "query":
            measure_query(max(paths, key=page_count))
        else:
            measure_start()
        print()


if __name__ == "__main__":
    main()
