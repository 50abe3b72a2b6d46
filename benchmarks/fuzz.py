"""Damages files at random and reads them: `fuzz.py [--count N] [--first SEED] [FILE …]`; the examples by default.

A damaged file may be read, or refused with one of our errors; anything else (another exception, a crash of the process,
more than a minute) is a fault, printed with the seed that makes it again. Exit status 1 when there was one.
"""

import argparse
import random
import subprocess
import sys
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


def read(path: Path, seed: int) -> str:
    """What reading the damaged file came to, in one word; an exception that is not ours leaves."""
    from silcrow.errors import SilcrowError  # noqa: PLC0415
    from silcrow.parse import parse  # noqa: PLC0415

    try:
        document = parse(damage(path.read_bytes(), random.Random(seed)), doc_id="fuzz", name=path.name)
    except SilcrowError as error:
        return error.code
    return "flat" if document.health.flat else "read"


def work(paths: list[Path], seeds: range) -> None:
    """Read with each seed, saying which before and what came of it after, so that a crash can be traced."""
    for seed in seeds:
        path = paths[seed % len(paths)]
        print(seed, path.name, end=" ", flush=True)
        print(read(path, seed), flush=True)


def watch(paths: list[Path], seeds: range) -> list[str]:
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
    paths = given.files or sorted(path for path in EXAMPLES.iterdir() if path.suffix in (".pdf", ".md"))
    seeds = range(given.first, given.first + given.count)
    if given.work:
        work(paths, seeds)
        return 0
    faults = watch(paths, seeds)
    print(f"{given.count} damaged files, {len(faults)} faults", *faults, sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
