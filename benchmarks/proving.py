"""What proving an answer costs: 30 citations on a generated document of 1,000 pages, in CPU time of this process.

    python benchmarks/proving.py [--pages 1000]

Words are made up, so that no two sentences are alike; what is right, what has moved and what is false are timed apart.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from shelf import shelf
from silcrow.cite import Given, prove
from silcrow.desk import Desk

CITATIONS = 30
RUNS = 7


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=1_000)
    pages = parser.parse_args().pages
    text, quotes = written(pages, random.Random(1))
    desk = Desk(shelf(big=text))
    print(
        f"{pages} pages, {desk.documents()[0].paragraphs} paragraphs, {len(quotes)} citations; ms of CPU, best of runs"
    )
    cases = {
        "sentences, at their paragraph": quotes,
        "sentences, at their section": [(quote, place.rsplit(":", 1)[0], claim) for quote, place, claim in quotes],
        "table rows, claims in millions": rows(desk, pages),
        "places of another edition": [(quote, f"big:gone-{n}:1", claim) for n, (quote, _, claim) in enumerate(quotes)],
        "one false quote": [(quotes[0][0].replace("units", "crates"), *quotes[0][1:])],
        "all false": [(quote.replace("units", "crates"), place, claim) for quote, place, claim in quotes],
    }
    for name, case in cases.items():
        given = [Given(n, quote, place) for n, (quote, place, _) in enumerate(case, 1)]
        draft = "\n".join(f"- {claim} [{n}]" for n, (_, _, claim) in enumerate(case, 1))
        print(f"{name:32} {timed(draft, given, desk):8.1f}")


def timed(draft: str, given: Sequence[Given], desk: Desk) -> float:
    best = float("inf")
    for _ in range(RUNS):
        begun = time.process_time()
        prove(draft, given, desk)
        best = min(best, time.process_time() - begun)
        if best > 1:
            break
    return best * 1_000


def written(pages: int, chance: random.Random) -> tuple[str, list[tuple[str, str, str]]]:
    """A document: a section every three pages, four paragraphs and a table a page; quotes with places and claims."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    words = ["".join(chance.choice(letters) for _ in range(chance.randint(2, 9))) for _ in range(5_000)]

    def sentence() -> str:
        said = " ".join(chance.choice(words) for _ in range(14)).capitalize()
        return f"{said} of {chance.randint(1_000, 99_999):,} units."

    lines: list[str] = []
    quotes: list[tuple[str, str, str]] = []
    paragraph = 0
    for page in range(1, pages + 1):
        lines.append(f"=== page {page}")
        if page % 3 == 1:
            paragraph = 0
            lines.append(f"# {page} Part")
        for _ in range(4):
            paragraph += 1
            said = [sentence() for _ in range(4)]
            lines.append(" ".join(said))
        if page % (pages // CITATIONS) == 0:
            quotes.append((said[1], f"big:{page - (page - 1) % 3}:{paragraph}", said[1]))
        paragraph += 1
        table = [f"| {chance.choice(words)} {n} | {chance.randint(1_000, 99_999):,} |" for n in range(20)]
        lines.append("| $ millions | 2022 |\n| --- | --- |\n" + "\n".join(table))
    return "\n\n".join(lines), quotes[:CITATIONS]


def rows(desk: Desk, pages: int) -> list[tuple[str, str, str]]:
    found = []
    for n in range(CITATIONS):
        page = 1 + n * (pages // CITATIONS) // 3 * 3
        (passage,) = desk.read(f"big:{page}:5").passages
        row = passage.paragraphs[0].text.split("\n")[5]
        found.append((row, f"big:{page}:5", f"It was ${row.split('|')[2].strip()} million"))
    return found


if __name__ == "__main__":
    main()
