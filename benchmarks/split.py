"""Prints how documents are split: `split.py [parts] [cohesion] --data FOLDER` (both by default).

parts     every PDF of the folder at several budgets: parts, what had to be cut where, CPU time to load and to split;
          exits 1 where the parts of one are not the document, or one is above its budget
cohesion  headings taken out of the same documents: how near cuts by cohesion, and as many even ones, come to the
          section boundaries. Pk after Beeferman et al. (Machine Learning 34, 1999), WindowDiff after Pevzner and
          Hearst (Computational Linguistics 28, 2002); 0 is best, in paragraphs
"""

import argparse
import random
import sys
import tempfile
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from pathlib import Path

import silcrow
from silcrow.document import Document, Section
from silcrow.language.tokens import estimate_tokens
from silcrow.library import Library
from silcrow.part import Parts
from silcrow.split.parts import parts
from silcrow.split.units import document_text

SAMPLE = Path(__file__).parent.parent / "examples"
BUDGETS = (8000, 2000, 500, 60)
MOST, LEAST = 2000, 500  # of the parts whose boundaries are looked for


def row(*cells: object) -> None:
    """A row of a Markdown table, at once."""
    print("|", " | ".join(f"{c:.3f}" if isinstance(c, float) else str(c) for c in cells), "|", flush=True)


def pdfs(data: Path) -> list[Path]:
    """The PDFs of a folder or of its folder pdfs, in order of name."""
    folder = data / "pdfs" if (data / "pdfs").is_dir() else data
    return sorted(folder.glob("*.pdf"))


def faults(document: Document, found: Parts) -> list[str]:
    """What does not hold."""
    wrong = []
    if "".join(part.text for part in found.parts) != document_text(document):
        wrong.append("the parts are not the document")
    if any(estimate_tokens(part.text) > found.max_tokens for part in found.parts):
        wrong.append("a part is above its budget")
    if any(estimate_tokens(part.context_prefix) > found.overlap for part in found.parts):
        wrong.append("a prefix is above its budget")
    if any(part.end != after.start for part, after in zip(found.parts, found.parts[1:], strict=False)):
        wrong.append("parts overlap or leave a gap")
    return wrong


def measure_parts(library: Library, budgets: Sequence[int]) -> bool:
    """A row a document and budget; whether all held."""
    row(
        "document",
        "pages",
        "tokens",
        "budget",
        "parts",
        "below 500",
        "cut in a paragraph",
        "load, CPU s",
        "split, CPU s",
    )
    row(*["---"] * 9)
    sound = True
    for record in library.documents():
        for budget in budgets:
            started = time.process_time()
            document = library.document(record.doc_id)
            loaded = time.process_time()
            found = parts(document, max_tokens=budget)
            done = time.process_time()
            small = sum(part.tokens < found.min_tokens for part in found.parts)
            cut = sum(part.stretches[0].begins is not None for part in found.parts)
            sizes = record.doc_id, record.pages, record.tokens, budget, len(found.parts), small, cut
            row(*sizes, loaded - started, done - loaded)
            for wrong in faults(document, found):
                print(f"{record.doc_id} at {budget}: {wrong}", file=sys.stderr)
                sound = False
    return sound


def without_headings(document: Document) -> Document:
    """The document as one stretch."""
    count = len(document.paragraphs)
    whole = Section("front", "", "", "", 1, None, (), 0, 0, 0, count, count, sum(p.tokens for p in document.paragraphs))
    return replace(document, sections=(whole,))


def boundaries(document: Document) -> set[int]:
    """Paragraphs at which a part begins that begins with a heading."""
    first = {section.sec_id: section.first for section in document.sections}
    found = parts(document, max_tokens=MOST, min_tokens=LEAST).parts
    spans = [part.spans[0] for part in found if not part.stretches[0].begins]
    return {first[span.sec_id] for span in spans if not span.first} - {0, len(document.paragraphs)}


def cuts(document: Document) -> set[int]:
    """Paragraphs before which, or inside which, a document without headings is cut."""
    spans = [part.spans[0] for part in parts(document, max_tokens=MOST, min_tokens=LEAST).parts]
    return {(span.first or 1) - 1 for span in spans} - {0}


def even(document: Document, count: int) -> set[int]:
    """As many cuts at even distances."""
    spent = list(accumulate(p.tokens for p in document.paragraphs))
    return {bisect_left(spent, spent[-1] * n / (count + 1)) for n in range(1, count + 1)} - {0}


def errors(real: set[int], found: set[int], count: int) -> tuple[float, float]:
    """Pk and WindowDiff, with a window of half the mean segment."""
    window = max(2, round(count / (len(real) + 1) / 2))

    def crossed(where: set[int]) -> Sequence[int]:
        return list(accumulate((n in where for n in range(count + 1)), initial=0))

    one, other = crossed(real), crossed(found)
    pairs = [(one[at + window] - one[at], other[at + window] - other[at]) for at in range(1, count - window + 1)]
    differ = sum((a == 0) != (b == 0) for a, b in pairs) / len(pairs)
    return differ, sum(a != b for a, b in pairs) / len(pairs)


def measure_cohesion(library: Library) -> None:
    """A row a document that has boundaries enough, and the mean."""
    row("document", "boundaries", "cuts", "cohesion Pk", "even Pk", "random Pk", "cohesion WD", "even WD", "random WD")
    row(*["---"] * 9)
    dice = random.Random(7)
    rows: list[list[float]] = []
    for record in library.documents():
        document = library.document(record.doc_id)
        real = boundaries(document)
        if len(real) < 8:
            continue
        stretch = without_headings(document)
        count = len(document.paragraphs)
        found = cuts(stretch)
        ways = found, even(stretch, len(found)), set(dice.sample(range(1, count), len(found)))
        scores = [errors(real, way, count) for way in ways]
        rows.append([score[0] for score in scores] + [score[1] for score in scores])
        row(record.doc_id, len(real), len(found), *rows[-1])
    if rows:
        row("**mean**", "", "", *(sum(column) / len(rows) for column in zip(*rows, strict=True)))


def main() -> None:
    """Read the command line and measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", metavar="PART", help="parts, cohesion")
    parser.add_argument("--data", type=Path, default=SAMPLE, metavar="FOLDER", help="default: the sample")
    parser.add_argument("--library", type=Path, metavar="FILE", help="keep what was read there, and read it once")
    parser.add_argument("--only", default="", metavar="WORD", help="PDFs whose name holds it")
    parser.add_argument("--budget", type=int, nargs="+", default=BUDGETS, metavar="N", help="tokens of a part")
    given = parser.parse_args()
    if unknown := set(given.what) - {"parts", "cohesion"}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    sound = True
    with (
        tempfile.TemporaryDirectory() as folder,
        silcrow.open_library(given.library or Path(folder) / "s.db") as library,
    ):
        for path in pdfs(given.data):
            if given.only in path.name:
                library.add(path, keep=False)
        if not given.what or "parts" in given.what:
            sound = measure_parts(library, given.budget)
            print()
        if not given.what or "cohesion" in given.what:
            measure_cohesion(library)
    sys.exit(not sound)


if __name__ == "__main__":
    main()
