"""Two filings of one company compared: which Items both have, and how many of them are matched with each other.

    python benchmarks/compare.py OLD.pdf NEW.pdf

Prints the share of Items that both documents label and that `compare` pairs, wrong pairs, and CPU seconds.
"""

import argparse
import re
import time
from pathlib import Path

from silcrow import open_library
from silcrow.document import Document

_ITEM = re.compile(r"item\s+\d+[A-C]?", re.IGNORECASE)


def items(document: Document) -> dict[str, str]:
    """sec_id by Item, of sections whose label is one."""
    found: dict[str, str] = {}
    for section in document.sections:
        if label := _ITEM.match(section.label):
            found.setdefault(" ".join(label[0].upper().split()), section.sec_id)
    return found


def main() -> None:
    """Compare two files and print what was matched."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    given = parser.parse_args()
    with open_library(ephemeral=True) as library:
        old, new = (library.document(library.add(path).record.doc_id) for path in (given.old, given.new))
        start = time.process_time()
        found = library.compare(old, new)
        seconds = time.process_time() - start
    pairs = {section.old.sec_id: section.new.sec_id for section in found.sections if section.old and section.new}
    before, after = items(old), items(new)
    both = sorted(before.keys() & after.keys())
    right = [item for item in both if pairs.get(before[item]) == after[item]]
    wrong = [item for item in both if pairs.get(before[item], after[item]) != after[item]]
    print(f"Items in both {len(both)}, matched {len(right)} ({len(right) / max(1, len(both)):.0%}), wrongly {wrong}")
    print(f"sections {found.counts}")
    print(f"CPU {seconds:.2f} s for {len(old.paragraphs)} and {len(new.paragraphs)} paragraphs")


if __name__ == "__main__":
    main()
