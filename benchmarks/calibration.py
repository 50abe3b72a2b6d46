"""Whether headings are as sure as they say: claimed confidence beside the share that is right, by source and by bin.

    calibration.py --data FOLDER [--rows FILE]

FOLDER holds outline/{pdfs,gold.json}, pages/{pdfs,ground-truth} and retrieval/ei/docs. Four ways of reading:

long    the long PDFs as they are
bare    the same without their contents pages, which most PDFs lack
page    single pages
typed   trial reports as plain text, without the marks of their headings; and the long PDFs without any look

A heading is right when the gold names it on its page or one beside it, .82 alike. Documents whose outline stops above
their printed sub-headings cannot judge these: they are counted apart (`STOPPING`). --rows keeps what was found, and
reads it when it is there.

The last table fits confidence = 1 / (1 + exp(-(slope · score + offset))) on all documents but one, says it of that one,
and so for each: what `Scale.slope` and `Scale.offset` of parse/headings/weights.py rest on.
"""

import argparse
import json
import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

from rapidfuzz import fuzz

from silcrow.parse.contents import read_contents
from silcrow.parse.formats import reader
from silcrow.parse.fragment import Clues, Source
from silcrow.parse.headings.decide import titles_of

STOPPING: Final = re.compile(r"fb_(?!VERIZON)|pi_fed")
"""Filings and a report whose bookmarks stop above their lower headings, which these therefore cannot judge."""
BINS: Final = (0.5, 0.6, 0.7, 0.8, 0.9, 0.97, 1.01)
ALIKE: Final = 82
ROUNDS: Final = 400
STEP: Final = 0.5
MARK: Final = re.compile(r"^#{1,6}\s+", re.MULTILINE)

Named = tuple[str, int]
"""A title of the gold and its page, 0 where it has none."""


class Row(NamedTuple):
    """One heading that was found: how read, in which document, its score, its first evidence, whether it is right."""

    way: str
    name: str
    score: float
    source: str
    right: bool


def key(title: str) -> str:
    """A title without marks and case."""
    return re.sub(r"[^\w]+", " ", unicodedata.normalize("NFKC", title).casefold()).strip()


def judged(way: str, name: str, source: Source, gold: Sequence[Named]) -> Iterator[Row]:
    """The headings that are found, each right where an entry of the gold is left for it."""
    left: dict[int, list[str]] = defaultdict(list)
    for title, page in gold:
        left[page].append(key(title))
    for title in titles_of(source)[0]:
        said = {key(title.text), key(" ".join([title.pieces[0].title, *(p.text for p in title.pieces[1:])]))}
        page = title.pieces[0].page
        near = [(at, entry) for at in (page, page + 1, page - 1, 0) for entry in left.get(at, ())]
        best = max(near, key=lambda place: likeness(said, place[1]), default=None)
        right = best is not None and likeness(said, best[1]) >= ALIKE
        if right and best is not None:
            left[best[0]].remove(best[1])
        yield Row(way, name, title.surest.score, (title.surest.evidence or ("",))[0], right)


def likeness(said: Iterable[str], entry: str) -> float:
    """How alike the likest spelling is; an entry may leave out the number."""
    bare = re.sub(r"^(?:(?:chapter|part|item|appendix|section) )?[\divxa-z]{1,3}(?: \d+)* (?=\w{2})", "", entry)
    return max(fuzz.ratio(one, other) for one in said for other in {entry, bare or entry})


def without_contents(source: Source) -> Source:
    """A source without its contents pages."""
    listed = read_contents(source.fragments)
    lines = {at for at, fragment in enumerate(source.fragments) if fragment.clues.contents}
    gone = lines | listed.fragments | set(listed.titles)
    return replace(source, fragments=[f for at, f in enumerate(source.fragments) if at not in gone])


def without_looks(source: Source) -> Source:
    """A source as it were plain text: no size, weight, colour or engine."""

    def plain(clues: Clues) -> Clues:
        return Clues(caps=clues.caps, centred=clues.centred, lines=clues.lines, gap=clues.gap, contents=clues.contents)

    return replace(source, fragments=[replace(fragment, clues=plain(fragment.clues)) for fragment in source.fragments])


def read(data: Path) -> Iterator[Row]:
    """All headings in all ways."""
    gold = json.loads((data / "outline" / "gold.json").read_text(encoding="utf-8"))
    for name, truth in gold.items():
        path = data / "outline" / "pdfs" / f"{name}.pdf"
        source = reader("pdf")(path.read_bytes(), name=path.name, password=None, languages=())
        named = [(title, page) for title, _, page in truth["outline"] if page]
        bare = without_contents(source)
        yield from judged("long", name, source, named)
        yield from judged("bare", name, bare, named)
        yield from judged("typed", name, without_looks(bare), named)
    for path in sorted((data / "pages" / "pdfs").glob("*.pdf")):
        source = reader("pdf")(path.read_bytes(), name=path.name, password=None, languages=())
        text = (data / "pages" / "ground-truth" / f"{path.stem}.md").read_text(encoding="utf-8")
        yield from judged("page", path.stem, source, [(line, 1) for line in headings(text)])
    for path in sorted((data / "retrieval" / "ei" / "docs").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        source = reader("text")(MARK.sub("", text).encode(), name=f"{path.stem}.txt", password=None)
        yield from judged("typed", path.stem, source, [(line, 0) for line in headings(text)])


def headings(markdown: str) -> list[str]:
    """The headings of Markdown."""
    return [re.sub(r"[*_`]", "", MARK.sub("", line)).strip() for line in markdown.splitlines() if MARK.match(line)]


def sure(score: float, slope: float = 1.0, offset: float = 0.0) -> float:
    """A score as confidence."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, slope * score + offset))))


def table(title: str, said: Sequence[tuple[float, bool]]) -> None:
    """A reliability table, with expected calibration error and Brier score."""
    held: dict[float, list[tuple[float, bool]]] = defaultdict(list)
    for confidence, right in said:
        held[next(top for top in BINS if confidence < top)].append((confidence, right))
    if not said:
        return
    error = sum(abs(sum(confidence - right for confidence, right in rows)) for rows in held.values()) / len(said)
    brier = sum((confidence - right) ** 2 for confidence, right in said) / len(said)
    print(f"\n{title}: {len(said)} headings, ECE {error:.3f}, Brier {brier:.3f}\n")
    print("| confidence below | headings | claimed | right |\n| --- | --- | --- | --- |")
    for top, rows in sorted(held.items()):
        claimed, right = (sum(row[n] for row in rows) / len(rows) for n in (0, 1))
        print(f"| {min(top, 1):.2f} | {len(rows)} | {claimed:.3f} | {right:.3f} |")


def fitted(rows: Sequence[Row]) -> tuple[float, float]:
    """Slope and offset of least surprise, every document counting alike; drawn a little to 1 and 0."""
    share: dict[str, int] = defaultdict(int)
    for row in rows:
        share[row.name] += 1
    slope, offset = 1.0, 0.0
    total = len(share)
    for _ in range(ROUNDS):
        steep, high = 0.02 * (slope - 1), 0.02 * offset
        for row in rows:
            miss = (sure(row.score, slope, offset) - row.right) / share[row.name] / total
            steep += miss * row.score
            high += miss
        slope, offset = slope - STEP * steep, offset - STEP * high
    return slope, offset


def held_out(title: str, rows: Sequence[Row]) -> None:
    """What is said now, and what a fit on the other documents would have said."""
    if not rows:
        return
    found: list[tuple[float, bool]] = []
    for name in sorted({row.name for row in rows}):
        slope, offset = fitted([row for row in rows if row.name != name])
        found += [(sure(row.score, slope, offset), row.right) for row in rows if row.name == name]
    slope, offset = fitted(rows)
    table(f"{title}, refitted, each document by the others (all: slope {slope:.2f}, offset {offset:.2f})", found)


def main() -> None:
    """Read the command line, look, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--rows", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.rows and given.rows.exists():
        rows = [Row(*row) for row in json.loads(given.rows.read_text(encoding="utf-8"))]
    else:
        rows = list(read(given.data))
        if given.rows:
            given.rows.write_text(json.dumps(rows), encoding="utf-8")
    judging = [row for row in rows if not STOPPING.match(row.name)]
    for way in ("long", "bare", "page", "typed"):
        for source in ("contents", "style", "numbering", "place", "wording", "filing"):
            held = [row for row in judging if row.way == way and row.source == source]
            table(f"{way}, {source}", [(sure(row.score), row.right) for row in held])
    stopping = [row for row in rows if row.way == "long" and STOPPING.match(row.name)]
    table("outlines that stop above", [(sure(row.score), row.right) for row in stopping])
    printed = [row for row in judging if row.way != "typed" and row.source not in ("contents", "filing")]
    typed = [row for row in judging if row.way == "typed" and row.source not in ("contents", "filing")]
    for title, held in (("printed", printed), ("typed", typed)):
        table(f"{title}, as said", [(sure(row.score), row.right) for row in held])
        held_out(title, held)


if __name__ == "__main__":
    main()
