"""Silcrow beside the readers of PDFs that install here, all on the same files in one run.

    peers.py --data FOLDER --score FILE [--out FOLDER] [--venv FOLDER] [--only NAME …] [--most PAGES] [--within SECONDS]
             [--plot FILE]

FOLDER holds outline/{pdfs,gold.json} and pages/pdfs; FILE is the scorer that came with the sets. The peers of peers.txt
are installed into --venv when it is not there. Each peer reads each long PDF in a process of its own (peer.py beside
this file) and all single pages in one. No other program can be started by any of them, so nobody does OCR. --most
leaves out longer PDFs, for all alike. What was read lies in --out, and is read again only when it is not there: with
--within no document is begun after so many seconds, and the same command goes on from there.
"""

import argparse
import json
import os
import subprocess
import sys
import time
import venv
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from drawing import bars

HERE: Final = Path(__file__).parent
PEERS: Final = ("silcrow", "liteparse", "pdf-inspector", "pageindex", "markitdown", "pypdf", "pdfminer.six")
NAMES: Final = {"pageindex": "PageIndex Flash"}
NO_HEADINGS: Final = frozenset(("markitdown", "pypdf", "pdfminer.six"))
"""They give text without headings; what they have of an outline are bookmarks, which were taken out of these PDFs."""
NO_TEXT: Final = frozenset(("pageindex",))
SECONDS: Final = 900
Row = dict[str, float | None]


def interpreter(folder: Path) -> Path:
    """The Python of the peers' environment, which is made when it is not there."""
    python = folder / "bin" / "python"
    if not python.exists():
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "-r", HERE / "peers.txt"], check=True)
    return python.absolute()


def started(python: Path, *arguments: object) -> dict[str, Any] | None:
    """What one job printed; None when it failed or took too long, which is said on stderr."""
    command = [str(python), str(HERE / "peer.py"), *map(str, arguments)]
    bare = {**os.environ, "PATH": str(HERE / "nothing")}
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS, env=bare)
    except subprocess.TimeoutExpired:
        print(*arguments, f"took more than {SECONDS} s", file=sys.stderr)
        return None
    if done.returncode:
        print(*arguments, "failed:", *done.stderr.strip().splitlines()[-1:], file=sys.stderr)
        return None
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def read_long(name: str, python: Path, pdfs: Sequence[Path], out: Path, until: float) -> dict[str, dict[str, Any]]:
    """What a peer made of each long PDF, by the stem of its name. Ends the program when it is later than `until`."""
    kept = out / f"{name}.outline.json"
    found = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    for path in pdfs:
        if path.stem not in found:
            if time.monotonic() > until:
                raise SystemExit(f"{name} has read {len(found)} of {len(pdfs)}; the same command goes on")
            found[path.stem] = started(python, name, "outline", path)
            kept.write_text(json.dumps(found, ensure_ascii=False), encoding="utf-8")
    return {path.stem: told for path in pdfs if (told := found[path.stem])}


def read_pages(name: str, python: Path, pdfs: Path, out: Path) -> Path | None:
    """The folder of Markdown that a peer made of the single pages."""
    folder = out / f"{name}.pages"
    return folder if folder.exists() or started(python, name, "pages", pdfs, folder) else None


def scored(scorer: Path, *arguments: object) -> Row:
    """What the scorer says."""
    command = [sys.executable, str(scorer), *map(str, arguments)]
    said: Row = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1])
    return said


def measure(name: str, python: Path, given: argparse.Namespace, gold: Path) -> Row:
    """One row: CPU and memory over the long PDFs, scores of both sets where the peer has what is scored."""
    truth = json.loads(gold.read_text(encoding="utf-8"))
    pdfs = [given.data / "outline" / "pdfs" / f"{stem}.pdf" for stem in truth]
    told = read_long(name, python, pdfs, given.out, given.until)
    read = sum(truth[stem]["pages"] for stem in told)
    cpu = 1000 * sum(t["cpu"] for t in told.values()) / max(1, read)
    row: Row = {
        "cpu": cpu,
        "peak": max((t["peak"] for t in told.values()), default=None),
        "failed": len(pdfs) - len(told),
    }
    if name not in NO_HEADINGS:
        predicted = given.out / f"{name}.predicted.json"
        predicted.write_text(
            json.dumps({stem: t | {"seconds": t["cpu"]} for stem, t in told.items()}), encoding="utf-8"
        )
        row |= {key: scored(given.score, "outline", predicted, "--gold", gold)[key] for key in ("f1", "tree_recall")}
    if name not in NO_TEXT and (folder := read_pages(name, python, given.data / "pages" / "pdfs", given.out)):
        said = scored(given.score, "pages", folder)
        row |= {key: said[key] for key in ("reading_order", "tables")}
        row["heading_f1"] = None if name in NO_HEADINGS else said["heading_f1"]
    return row


def printed(rows: Mapping[str, Row]) -> str:
    """The table."""
    base = rows.get("liteparse", {}).get("cpu")
    head = (
        "",
        "F1",
        "right parents",
        "headings F1",
        "tables",
        "reading order",
        "CPU ms a page",
        "× liteparse",
        "peak MB",
    )
    lines = [head, ["---"] * len(head)]
    for name, row in rows.items():
        times = f"{row['cpu'] / base:.1f}" if base and row["cpu"] else "–"
        scores = [row.get(key) for key in ("f1", "tree_recall", "heading_f1", "tables", "reading_order")]
        cells = ["–" if score is None else f"{score:.3f}".lstrip("0") for score in scores]
        failed = f" ({row['failed']:.0f} failed)" if row["failed"] else ""
        label = NAMES.get(name, name) + failed
        lines.append([label, *cells, f"{row['cpu'] or 0:.1f}", times, f"{row['peak'] or 0:.0f}"])
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def main() -> None:
    """Read the command line, measure, print the table, draw it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--score", type=Path, required=True, metavar="FILE")
    parser.add_argument("--out", type=Path, default=Path("out/peers"), metavar="FOLDER")
    parser.add_argument("--venv", type=Path, default=Path("out/peers/venv"), metavar="FOLDER")
    parser.add_argument("--only", nargs="+", choices=PEERS, default=PEERS, metavar="NAME")
    parser.add_argument("--most", type=int, default=10**6, metavar="PAGES")
    parser.add_argument("--within", type=float, default=float("inf"), metavar="SECONDS")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    given = parser.parse_args()
    given.until = time.monotonic() + given.within
    given.out.mkdir(parents=True, exist_ok=True)
    whole = json.loads((given.data / "outline" / "gold.json").read_text(encoding="utf-8"))
    gold = given.out / "gold.json"
    gold.write_text(json.dumps({name: t for name, t in whole.items() if t["pages"] <= given.most}), encoding="utf-8")
    peers = interpreter(given.venv)
    rows = {
        name: measure(name, Path(sys.executable) if name == "silcrow" else peers, given, gold) for name in given.only
    }
    print(printed(rows))
    if given.plot:
        named = {NAMES.get(name, name): row for name, row in rows.items()}
        given.plot.write_text(bars(named), encoding="utf-8")


if __name__ == "__main__":
    main()
