"""How far the tree of an EPUB is the outline of the PDF of the same book.

    python benchmarks/twins.py --data FOLDER [--rows]

FOLDER holds twins/*.epub and outline/gold.json, which gives for each name {"outline": [[title, level, page], ...]}.
A heading is right when it stands in both at the same place in order, with the same title and the same parent; titles
are compared without number, "Chapter n", marks and case. The figure is the F1 of right headings, a book a row.
"""

import argparse
import json
import re
import sys
import time
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from silcrow.parse import parse

Row = tuple[str, str]
"""A title and that of its parent, "" at the top."""

_NUMBER = re.compile(
    r"\s*(?:(?:chapter|appendix|part|annex)\s+(?:\d+|[a-z])\b[.:]?|第\s*\S{1,4}\s*章[.:]?|附录\s*[a-z]?[.:]?|"
    r"付録\s*[a-z]?[.:]?|\d+(?:\.\d+)*\.?(?=\s)|[a-z](?:\.\d+)+\.?(?=\s)|[a-z]\.(?=\s))\s*",
    re.IGNORECASE,
)


def bare(title: str) -> str:
    """A title without its number, marks and case."""
    title = unicodedata.normalize("NFKC", title).strip()
    cut = _NUMBER.sub("", title, count=1) if _NUMBER.match(title) else title
    return re.sub(r"[\W_]+", "", (cut or title).casefold())


def rows(headings: Sequence[tuple[str, int]]) -> list[Row]:
    """Titles with the titles of their parents."""
    above: list[tuple[str, int]] = []
    found = []
    for title, level in headings:
        while above and above[-1][1] >= level:
            above.pop()
        found.append((bare(title), above[-1][0] if above else ""))
        above.append((bare(title), level))
    return found


def main() -> None:
    """Measure all twins of a folder."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--rows", action="store_true", help="print every difference")
    chosen = options.parse_args()
    gold = json.loads((chosen.data / "outline" / "gold.json").read_text(encoding="utf-8"))
    total = []
    for path in sorted((chosen.data / "twins").glob("*.epub")):
        start = time.process_time()
        document = parse(path.read_bytes(), doc_id="book", name=path.name)
        spent = time.process_time() - start
        found = rows([(s.heading, s.level) for s in document.sections if s.heading])
        wanted = rows([(title, level) for title, level, _ in gold[path.stem]["outline"]])
        matcher = SequenceMatcher(None, wanted, found, autojunk=False)
        right = sum(block.size for block in matcher.get_matching_blocks())
        f1 = 2 * right / max(1, len(wanted) + len(found))
        total.append(f1)
        print(f"{path.stem:24} {f1:.3f}  right {right}  wanted {len(wanted)}  found {len(found)}  {spent:.2f} s CPU")
        if chosen.rows:
            for kind, a, b, c, d in matcher.get_opcodes():
                if kind != "equal":
                    print(f"    {kind}: wanted {wanted[a:b]}, found {found[c:d]}")
    if not total:
        sys.exit("no twins found")
    print(f"{'mean':24} {sum(total) / len(total):.3f}")


if __name__ == "__main__":
    main()
