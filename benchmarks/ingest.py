"""Prints how much sooner two cores add a folder than one: `ingest.py --data FOLDER [--rounds N] [--profile]`.

Each run is a process of its own with a new library on disk, `one core` held to a single one, in turn with the others:

    one core        without --jobs       two cores    --jobs 2
    one, with jobs  --jobs 1             one, twice   two of `one core` at once, on a core each: what the machine has

wall is time on the clock, writer the CPU time of the process that writes, readers that of those that read. `bound` is
what two cores could reach at best with that much CPU: all of it in two, or the writer alone where that is longer. The
clock needs an idle machine; CPU times and the bound do not. `--profile` shows where the writer's time goes.
"""

import argparse
import cProfile
import json
import os
import pstats
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = {"one core": (0, 1), "one, with jobs": (1, 1), "two cores": (2, 2)}  # processes that read, cores


def run(data: Path, jobs: int, cores: int, *, first: int, profile: bool) -> None:
    """Add a folder on so many cores, from the `first` on, and print what it took as JSON."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[first : first + cores])
    began = time.perf_counter()
    import silcrow  # noqa: PLC0415  loading it is part of it

    profiler = cProfile.Profile()
    with tempfile.TemporaryDirectory() as folder, silcrow.open_library(Path(folder) / "library.db") as library:
        if profile:
            profiler.enable()
        outcomes = list(library.add_many([data], jobs=jobs or None))
        profiler.disable()
        pages = sum(one.record.pages for one in outcomes if hasattr(one, "record"))
    clock = time.perf_counter() - began
    readers = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = {"wall": clock, "writer": time.process_time(), "readers": readers.ru_utime + readers.ru_stime}
    print(json.dumps({**took, "pages": pages, "files": len(outcomes)}))
    if profile:
        pstats.Stats(profiler, stream=sys.stderr).sort_stats("tottime").print_stats(25)


def begun(name: str, data: Path, *more: str) -> "subprocess.Popen[str]":
    """One of the runs in a process of its own."""
    command = [sys.executable, __file__, "--data", str(data), "--run", name, *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def ended(process: "subprocess.Popen[str]") -> dict[str, float]:
    """What it took."""
    out, _ = process.communicate()
    if process.returncode:
        sys.exit(f"a run failed with status {process.returncode}")
    found: dict[str, float] = json.loads(out.splitlines()[-1])
    return found


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--profile", action="store_true", help="only one run of two cores, with the writer's profile")
    parser.add_argument("--run", choices=RUNS, help=argparse.SUPPRESS)
    parser.add_argument("--first", type=int, default=0, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.run:
        run(given.data, *RUNS[given.run], first=given.first, profile=given.profile)
        return
    if given.profile:
        print(ended(begun("two cores", given.data, "--profile")))
        return
    measure(given.data, given.rounds)


def measure(data: Path, rounds: int) -> None:
    """A row a run, and what two cores are worth."""
    best = dict.fromkeys([*RUNS, "one, twice"], float("inf"))
    spent = dict.fromkeys(RUNS, (0.0, 0.0))
    print("| run | files | pages | wall s | writer CPU s | readers CPU s |\n| --- | --- | --- | --- | --- | --- |")
    for _ in range(rounds):
        for name in RUNS:
            took = ended(begun(name, data))
            best[name] = min(best[name], took["wall"])
            spent[name] = (took["writer"], took["readers"])
            cells = " | ".join(f"{one:.1f}" for one in (took["wall"], *spent[name]))
            print(f"| {name} | {took['files']} | {took['pages']} | {cells} |", flush=True)
        both = [begun("one core", data), begun("one core", data, "--first", "1")]
        took = max((ended(one) for one in both), key=lambda one: one["wall"])
        best["one, twice"] = min(best["one, twice"], took["wall"])
        print(f"| one, twice | {took['files']} | {took['pages']} | {took['wall']:.1f} | | |", flush=True)
    writer, readers = spent["two cores"]
    bound = sum(spent["one core"]) / max((writer + readers) / 2, writer)
    ratio, has = best["one core"] / best["two cores"], 2 * best["one core"] / best["one, twice"]
    print(f"\ntwo cores are {ratio:.2f} times one (aim 1.7); by CPU at most {bound:.2f}; the machine has {has:.2f}")


if __name__ == "__main__":
    main()
