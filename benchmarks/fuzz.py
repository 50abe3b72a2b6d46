"""Damages files of every format at random and reads them.

    fuzz.py [--seconds S | --count N] [--formats NAME …] [FILE …]

What is damaged are the examples and the cases of the tests; S seconds for each format. Bytes are cut, flipped, repeated
and put in; of marked-up text, tags are doubled, dropped, nested and swapped; of archives, a part inside is damaged and
the archive packed anew. A damaged file may be read, or refused with one of our errors; anything else (another
exception, a crash of the process, more than SLOW seconds) is a fault, printed with the seed that makes it again.
Exit status 1 when there was one.
"""

import argparse
import io
import random
import re
import subprocess
import sys
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
CASES: Final = ROOT / "tests" / "parse" / "cases"
SLOW: Final = 20.0  # seconds of processor time; the files are small
BATCH: Final = 40
LARGEST: Final = 400_000  # bytes of a damaged file
FORMATS: Final = {
    "pdf": (".pdf",),
    "docx": (".docx",),
    "epub": (".epub",),
    "html": (".html", ".htm"),
    "markdown": (".md",),
    "text": (".txt",),
    "latex": (".tex",),
    "jats": (".xml",),
}
TAG = re.compile(rb"<[^<>]{1,200}>|\\[a-z]+\*?(?:\{[^{}]{0,80}\})?|^[#>*-]+ ", re.MULTILINE)
BITS: Final = (
    b"\0", b"\xff\xfe", b"\r", b"<", b"`", b"#" * 7, b" obj<<>>", b"\n" * 99, b"&#x110000;", b"\xe2\x80\xae", b"]]>",
    b"{" * 50, b"(" * 50, b"1." * 60, b"<div>" * 300, b"\\begin{a}" * 40, b"| " * 200, b"&amp;" * 90, b"\t" * 80,
    b"\xcc\x81" * 200, b"i" * 3000, b" ." * 500, b"-" * 999, b"\xe7\xac\xac\xe4\xb8\x80" * 60,
)  # fmt: skip


def in_bytes(data: bytes, dice: random.Random) -> bytes:
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
                out[at:at] = dice.choice(BITS)
            case _:
                del out[at if at > len(out) // 2 else len(out) :]
    return bytes(out[:LARGEST])


def in_structure(data: bytes, dice: random.Random) -> bytes:
    """Tags and commands doubled, dropped, nested and swapped."""
    for _ in range(dice.choice((1, 2, 4, 8))):
        spans = [found.span() for found in TAG.finditer(data)]
        if not spans:
            return in_bytes(data, dice)
        start, end = dice.choice(spans)
        other = data[slice(*dice.choice(spans))]
        match dice.randrange(4):
            case 0:
                data = data[:start] + data[end:]
            case 1:
                data = data[:start] + data[start:end] * dice.choice((2, 9, 99, 999)) + data[end:]
            case 2:
                data = data[:start] + other + data[end:]
            case _:
                data = data[:end] + data[start : start + dice.choice((64, 2048))] + data[end:]
    return data[:LARGEST]


def in_archive(data: bytes, dice: random.Random) -> bytes:
    """One part inside damaged, missing, twice there, or put under another name."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    at = dice.randrange(len(parts))
    name, inside = parts[at]
    match dice.randrange(6):
        case 0:
            del parts[at]
        case 1:
            parts[at] = (parts[dice.randrange(len(parts))][0] + dice.choice(("", "x", "/../x")), inside)
        case _:
            parts[at] = (name, dice.choice((in_bytes, in_structure, in_structure))(inside, dice))
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, inside in dict(parts).items():
            archive.writestr(name or "x", inside)
    return out.getvalue()


def damage(data: bytes, dice: random.Random) -> bytes:
    """The file, damaged in one of the ways that its kind has."""
    ways: list[Callable[[bytes, random.Random], bytes]] = [in_bytes, in_structure]
    if data[:2] == b"PK":
        ways = [in_bytes, in_archive, in_archive, in_archive]
    return dice.choice(ways)(data, dice)


def specimens(format_name: str, paths: Sequence[Path]) -> list[tuple[str, bytes]]:
    """What is damaged, by name: the files given, or the examples and cases of one format."""
    if paths:
        return [(path.name, path.read_bytes()) for path in paths]
    endings = FORMATS[format_name]
    found = [(p.name, p.read_bytes()) for p in sorted((ROOT / "examples").iterdir()) if p.suffix in endings]
    sources = [path for path in sorted(CASES.glob("*/source.*")) if path.suffix in endings]
    return found + [(f"{p.parent.name}{p.suffix}", packed(p) if p.is_dir() else p.read_bytes()) for p in sources]


def packed(folder: Path) -> bytes:
    """A folder as a ZIP archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.writestr(path.relative_to(folder).as_posix(), path.read_bytes())
    return out.getvalue()


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


def work(format_name: str, paths: Sequence[Path], seeds: range, until: float) -> None:
    """Read with each seed, saying which before and what came of it after, so that a crash can be traced."""
    whole = specimens(format_name, paths)
    for seed in seeds:
        if time.time() > until:
            return
        name, data = whole[seed % len(whole)]
        print(seed, name, end=" ", flush=True)
        start = time.process_time()
        came = read(damage(data, random.Random(seed)), name)
        took = time.process_time() - start
        print(came, f"{took:.2f}", flush=True)
        if took > SLOW:
            raise SystemExit(f"took {took:.0f} s")


def watch(format_name: str, paths: Sequence[Path], seeds: range, seconds: float) -> list[str]:
    """Run the work in processes of their own, going on after each fault; the faults. Prints a line for the format."""
    faults: list[str] = []
    came: Counter[str] = Counter()
    slowest, first, until = 0.0, seeds.start, time.time() + seconds
    while first < seeds.stop and time.time() < until:
        count = min(BATCH, seeds.stop - first)
        options = ["--work", format_name, "--first", first, "--count", count, "--until", until]
        command = [sys.executable, __file__, *map(str, (*options, *paths))]
        try:
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10 * SLOW)
            said, why = done.stdout, f"exit {done.returncode}: {(done.stderr.strip().splitlines() or [''])[-1]}"
            failed = done.returncode != 0
        except subprocess.TimeoutExpired as error:
            said, why, failed = (error.stdout or b"").decode(), "does not end", True
        lines = said.splitlines()
        for line in lines:
            words = line.split()
            if len(words) == 4:
                came[words[2]] += 1
                slowest = max(slowest, float(words[3]))
        if failed:
            faults.append(f"{format_name} {lines[-1] if lines else first}: {why}")
            print(faults[-1], flush=True)
        first = int(lines[-1].split()[0]) + 1 if lines and failed else first + count
    kinds = ", ".join(f"{count} {kind}" for kind, count in came.most_common())
    print(f"{format_name}: {came.total()} files ({kinds}), slowest {slowest:.2f} s, {len(faults)} faults", flush=True)
    return faults


def main() -> int:
    """Read the command line and damage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--formats", nargs="+", choices=FORMATS, default=list(FORMATS), metavar="NAME")
    parser.add_argument("--seconds", type=float, default=10**9, metavar="S", help="for each format")
    parser.add_argument("--count", type=int, metavar="N", help="files of each format")
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--work", help=argparse.SUPPRESS)
    parser.add_argument("--until", type=float, default=10**12, help=argparse.SUPPRESS)
    given = parser.parse_args()
    count = given.count or (10**9 if given.seconds < 10**9 else 200)
    seeds = range(given.first, given.first + count)
    if given.work:
        work(given.work, given.files, seeds, given.until)
        return 0
    names = ["file"] if given.files else given.formats
    faults = [fault for name in names for fault in watch(name, given.files, seeds, given.seconds)]
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())
