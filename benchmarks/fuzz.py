"""Damages files at random and reads them: `fuzz.py [--count N] [--first SEED] [FILE …]`; by default the examples.

A damaged file may be read, or refused with one of our errors; anything else (another exception, a crash of the process,
more than a minute) is a fault, printed with the seed that makes it again. Exit status 1 when there was one.
"""

import argparse
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"
SECONDS = 60


def damage(data: bytes, dice: random.Random) -> bytes:
    """A few cuts, flips, repeats and insertions."""
    out = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 5, 20))):
        at = dice.randrange(len(out) + 1)
        size = dice.choice((1, 1, 4, 64, 4096))
        match dice.randrange(5):
            case 0:
                del out[at : at + size]
            case 1:
                out[at : at + size] = dice.randbytes(size)
            case 2:
                out[at:at] = out[at : at + size] * dice.randrange(1, 50)
            case 3:
                out[at:at] = dice.choice((b"\0", b"\xff\xfe", b"\r", b"<", b"`", b"#" * 7, b" obj<<>>", b"\n" * 99))
            case _:
                del out[at if at > len(out) // 2 else len(out) :]
    return bytes(out)


def specimens(paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """What is damaged, by name: the files given, or the examples and an HTML page of them."""
    if paths:
        return [(path.name, path.read_bytes()) for path in paths]
    from markdown_it import MarkdownIt  # noqa: PLC0415

    found = [(path.name, path.read_bytes()) for path in sorted(EXAMPLES.glob("*.pdf"))]
    for path in sorted(EXAMPLES.glob("*.md")):
        page = MarkdownIt("commonmark").enable("table").render(path.read_text(encoding="utf-8"))
        found += [(path.name, path.read_bytes()), (f"{path.stem}.html", f"<!doctype html><html>{page}".encode())]
    return found


def read(data: bytes, name: str) -> str:
    """What reading the damaged file came to, in one word; an exception that is not ours leaves."""
    from silcrow.errors import SilcrowError  # noqa: PLC0415
    from silcrow.parse import parse  # noqa: PLC0415
    from silcrow.retrieve.terms import index  # noqa: PLC0415

    try:
        document = parse(data, doc_id="fuzz", name=name)
    except SilcrowError as error:
        return error.code
    index(document)
    return "flat" if document.health.flat else "read"


def work(paths: Sequence[Path], seeds: range) -> None:
    """Read with each seed, saying which before and what came of it after, so that a crash can be traced."""
    whole = specimens(paths)
    for seed in seeds:
        name, data = whole[seed % len(whole)]
        print(seed, name, end=" ", flush=True)
        print(read(damage(data, random.Random(seed)), name), flush=True)


def watch(paths: Sequence[Path], seeds: range) -> list[str]:
    """Run the work in processes of their own, going on after each fault; the faults."""
    faults = []
    first = seeds.start
    while first < seeds.stop:
        batch = range(first, min(first + 50, seeds.stop))
        command = [
            sys.executable,
            __file__,
            "--work",
            "--first",
            str(first),
            "--count",
            str(len(batch)),
            *map(str, paths),
        ]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS * len(batch))
            said, why = done.stdout, f"exit {done.returncode}: {(done.stderr.strip().splitlines() or [''])[-1]}"
            failed = done.returncode != 0
        except subprocess.TimeoutExpired as error:
            said, why, failed = (error.stdout or b"").decode(), "too slow", True
        lines = said.splitlines()
        print("\n".join(lines), flush=True)
        if failed:
            faults.append(f"{lines[-1] if lines else first}: {why}")
            print(faults[-1], flush=True)
        first = int(lines[-1].split()[0]) + 1 if lines and failed else batch.stop
    return faults


def main() -> int:
    """Read the command line and damage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--count", type=int, default=1000, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.count)
    if given.work:
        work(given.files, seeds)
        return 0
    faults = watch(given.files, seeds)
    print(f"{given.count} damaged files, {len(faults)} faults", *faults, sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
