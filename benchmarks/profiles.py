"""Profiles learned of some filings and tested on others.

    python benchmarks/profiles.py FOLDER [--gold gold.json] [--others FOLDER]

Each PDF of FOLDER in turn is left out: a profile is learned of the rest, the one left out is read by it, and its Items
are counted: expected, found, and found on the page that the gold bookmarks ({file: {outline: [[title, level, page]]}})
give. --others: a profile of all of FOLDER is tested on every 10-K of another folder, for Items 1, 1A, 7, 7A and 8.
"""

import argparse
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from silcrow.document import Document
from silcrow.parse import parse
from silcrow.parse.fit import fit
from silcrow.parse.learn import learn
from silcrow.profile import Held, Profile

ITEM = re.compile(r"item\s*(\d+)\s*([a-c]?)\b", re.IGNORECASE)
MAIN = ("1", "1A", "7", "7A", "8")


def read(path: Path, profiles: Sequence[Profile] = ()) -> tuple[Document, float]:
    """A document and the CPU seconds it took."""
    start = time.process_time()
    document = parse(path.read_bytes(), doc_id=path.stem.lower().replace("_", "-"), name=path.name, profiles=profiles)
    return document, time.process_time() - start


def item(text: str) -> str:
    """The Item that a heading names, such as 7A."""
    found = ITEM.search(text)
    return (found[1] + found[2]).upper() if found else ""


def gold_pages(bookmarks: Iterable[Sequence[object]]) -> Mapping[str, int]:
    """The page of each Item by the bookmarks of a file."""
    found: dict[str, int] = {}
    for title, _, page in bookmarks:
        if name := item(str(title)):
            found.setdefault(name, int(str(page)))
    return found


def in_turn(files: Sequence[Path], gold: Mapping[str, Mapping[str, Sequence[Sequence[object]]]]) -> None:
    """Each file by a profile of the others."""
    plain = {path: read(path) for path in files}
    totals = [0, 0, 0, 0]
    for path in files:
        profile = learn([document for other, (document, _) in plain.items() if other != path], "filings")
        document, seconds = read(path, [profile])
        held = [one for one in fit(profile, document.sections).found if item(one.expected.label)]
        pages = gold_pages(gold.get(path.stem, {}).get("outline", ()))
        expected = [section for section in profile.sections if section.required and item(section.label)]
        known = [one for one in held if item(one.expected.label) in pages]
        right = [one for one in known if _starts(one) == pages[item(one.expected.label)]]
        required = sum(one.expected.required for one in held)
        for i, count in enumerate((len(expected), required, len(known), len(right))):
            totals[i] += count
        wrong = [one.expected.label for one in known if one not in right]
        print(
            f"{path.stem:24} Items {required}/{len(expected)} found, on the page of their bookmark "
            f"{len(right)}/{len(known)} {wrong}; {seconds / plain[path][1]:.2f} x the CPU of reading without"
        )
    print(f"all: {totals[1]}/{totals[0]} found, {totals[3]}/{totals[2]} on the right page")


def _starts(held: Held) -> int:
    regions = held.section.regions
    return regions[0].page if regions else (held.section.pages or (0, 0))[0]


def on_others(profile: Profile, files: Sequence[Path]) -> None:
    """The main Items of each 10-K by a profile of other filings; one counts that has text of its own or below it."""
    found = total = 0
    for path in files:
        document, _ = read(path, [profile])
        held = {item(one.expected.label): one for one in fit(profile, document.sections).found}
        lacking = []
        for name in MAIN:
            section = held[name].section if name in held else None
            ends = section is not None and (section.end > section.first or section.last > section.ord)
            total, found = total + 1, found + ends
            lacking += [] if ends else [name]
        print(
            f"{path.stem:32} {'read by it' if '; profile ' in document.recipe else 'does not fit'}"
            f"{'  lacks ' + ', '.join(lacking) if lacking else ''}"
        )
    print(f"all: {found}/{total} ({found / max(1, total):.1%})")


def main() -> None:
    """Run both measures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", default="*10K*.pdf", help="pattern of the files to learn of")
    parser.add_argument("--gold", type=Path)
    parser.add_argument("--others", type=Path)
    given = parser.parse_args()
    files = sorted(given.folder.glob(given.only))
    gold = json.loads(given.gold.read_text(encoding="utf-8")) if given.gold else {}
    in_turn(files, gold)
    if given.others:
        profile = learn([read(path)[0] for path in files], "filings")
        on_others(profile, sorted(given.others.glob("*10K*.pdf")))


if __name__ == "__main__":
    main()
