"""Rules on contracts and filings: whether scopes hit the evidence, how long a filing takes, the same bytes each time.

    python benchmarks/rules.py --contracts FOLDER     docs/*.txt and questions.jsonl {qid, file, evidence}
    python benchmarks/rules.py --filings FOLDER       PDFs, twenty rules each

A question is hit when half of the four-word runs of its evidence stand in the paragraphs that its rule looks at. A rule
that looks at everything hits everything: so the size of what is looked at stands beside it, and the number of contracts
without such a question in which it finds something all the same.
"""

import argparse
import json
import re
import time
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from silcrow import open_library, wire
from silcrow.rules import RuleSet, check, load_rules
from silcrow.rules.ground import Ground

KINDS = {
    "Governing Law": "governing-law", "Expiration Date": "expiration", "Renewal Term": "renewal",
    "Notice Period To Terminate Renewal": "notice-to-end-renewal", "Anti-Assignment": "assignment",
    "Change Of Control": "change-of-control", "Exclusivity": "exclusivity",
    "Termination For Convenience": "termination-for-convenience", "Non-Compete": "non-compete",
    "Revenue/Profit Sharing": "revenue-sharing",
}  # fmt: skip
ROOT = Path(__file__).parent.parent


def runs(text: str) -> set[tuple[str, ...]]:
    """The four-word runs of a text."""
    words = re.findall(r"\w+", text.casefold())
    return {tuple(words[i : i + 4]) for i in range(max(1, len(words) - 3))}


def on_contracts(folder: Path, rules: RuleSet) -> None:
    """Hits by kind of clause."""
    asked = defaultdict(list)
    for line in (folder / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        kind = question["qid"].rpartition(":")[2]
        if kind in KINDS:
            asked[question["file"]].append((KINDS[kind], question["evidence"]))
    hits: dict[str, list[bool]] = defaultdict(list)
    asides: dict[str, int] = defaultdict(int)
    shares = []
    with open_library(ephemeral=True) as library:
        for file, questions in sorted(asked.items()):
            doc_id = library.add(folder / "docs" / file).record.doc_id
            desk = library.desk(doc_id)
            whole = sum(line.paragraph.tokens for line in Ground(desk, doc_id).lines)
            found = {one.rule_id: one for one in check(desk, rules, doc_id=doc_id)}
            for rule_id in set(found) - {rule_id for rule_id, _ in questions}:
                asides[rule_id] += bool(found[rule_id].values)
            for rule_id, evidence in questions:
                looked = [value.citation.quote for value in found[rule_id].values]
                shares.append(sum(len(text) for text in looked) / 4 / max(1, whole))
                wanted = set().union(*map(runs, evidence))
                seen = set().union(*map(runs, looked)) if looked else set()
                hits[rule_id].append(len(wanted & seen) * 2 >= len(wanted))
    for rule_id, some in sorted(hits.items()):
        others = f"finds something in {asides[rule_id]} of {len(asked) - len(some)} without a question"
        print(f"{rule_id:28} {sum(some):3}/{len(some):3}  {sum(some) / len(some):.2f}  {others}")
    every = [one for some in hits.values() for one in some]
    print(
        f"all {sum(every)}/{len(every)} = {sum(every) / len(every):.3f}; a rule looks at "
        f"{sorted(shares)[len(shares) // 2]:.1%} of a contract (median), {sum(shares) / len(shares):.1%} (mean)"
    )


def on_filings(files: Iterable[Path], rules: RuleSet) -> None:
    """CPU seconds a filing after it was added, twice, and whether both runs give the same bytes."""
    seconds = []
    same = True
    with open_library(ephemeral=True) as library:
        for path in files:
            doc_id = library.add(path).record.doc_id
            outcomes = []
            for _ in range(2):
                start = time.process_time()
                found = library.check(rules, doc_ids=[doc_id])
                seconds.append(time.process_time() - start)
                outcomes.append(wire.dumps(wire.checked(found)))
            same = same and outcomes[0] == outcomes[1]
            counts = {key: value for key, value in found.counts.items() if value}
            print(f"{path.stem:36} {seconds[-2]:.2f} s {counts}", flush=True)
    ranked = sorted(seconds)
    middle, most = ranked[len(ranked) // 2], ranked[-1]
    print(f"{len(rules.rules)} rules: median {middle:.2f} s, most {most:.2f} s; same bytes: {same}")


def main() -> None:
    """Measure what was named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--contracts", type=Path)
    parser.add_argument("--filings", type=Path)
    given = parser.parse_args()
    if given.contracts:
        text = (ROOT / "examples" / "contract-rules.toml").read_text(encoding="utf-8")
        on_contracts(given.contracts, load_rules(text))
    if given.filings:
        text = (ROOT / "benchmarks" / "filing_rules.toml").read_text(encoding="utf-8")
        on_filings(sorted(given.filings.glob("*.pdf")), load_rules(text))


if __name__ == "__main__":
    main()
