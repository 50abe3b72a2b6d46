"""How well words find their section: questions made by rule from the documents of `outline`, and ones about sections
that are not there. The answer to the first kind is known, since a section is asked for by a changed form of its name.

    python benchmarks/scope.py --data DIR [--library FILE] [--each 25]
"""

import argparse
import random
import statistics
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from silcrow.address import name_key
from silcrow.document import Section
from silcrow.errors import SilcrowError
from silcrow.library import Library, open_library
from silcrow.locate.contents import tokens
from silcrow.locate.headings import groups
from silcrow.locate.scope import scope
from silcrow.located import Scoped
from silcrow.retrieve.terms import analyse

ABSENT = ""
NOT_THERE = (
    "absent number",
    "absent number, title that is there",
    "inside an absent number",
    "words of two titles",
    "title of another document",
)


class Question(NamedTuple):
    """Words, the sec_id that they mean (empty: none), and the way they were made."""

    words: str
    wanted: str
    made: str


def questions(sections: tuple[Section, ...], foreign: list[str], each: int, language: str) -> Iterator[Question]:
    """Those of one document; `foreign`: titles of others."""
    named = [section for section in sections if section.heading]
    titles = Counter(name_key(section.title) for section in named)
    labels = Counter(name_key(section.label) for section in named)
    keys = Counter(tuple(t.stem for t in tokens(section.title, language)) for section in named)
    clear = [
        s for s in named if titles[name_key(s.title)] == 1 and len(s.title) > 5 and sum(map(str.isalpha, s.title)) > 4
    ]
    clear = [s for s in clear if keys[tuple(t.stem for t in tokens(s.title, language))] == 1]
    chance = random.Random(zlib.crc32("".join(s.sec_id for s in sections).encode()))
    by_id = {section.sec_id: section for section in sections}
    for section in chance.sample(clear, min(each, len(clear))):
        yield from _of(section, chance, by_id, labels)
    for group in groups():
        for section in clear:
            if name_key(section.title) in group:
                others = [other for other in group if titles[other] == 0]
                if others:
                    yield Question(chance.choice(others), section.sec_id, "other name")
    yield from _absent(named, chance, foreign, each, language)


def from_text(library: Library, doc_id: str, language: str, each: int) -> Iterator[Question]:
    """A word of a title with one of its text that stands nearly only there; then two such words of the text alone."""
    document = library.document(doc_id)
    stems = [set(analyse(p.text, language)) for p in document.paragraphs]
    everywhere = Counter(stem for one in stems for stem in one)
    sections = sorted(document.sections, key=lambda s: (-s.count, s.ord))[: 3 * each]
    made = 0
    for section in sections:
        own = Counter(s for one in stems[section.first : section.first + section.count] for s in one)
        telling = [
            s for s, n in own.most_common(300) if s.isalpha() and len(s) > 3 and n >= 4 and n >= 0.7 * everywhere[s]
        ]
        title = [t for t in tokens(section.title, language) if len(t.word) > 3 and t.word.isalpha()]
        telling = [s for s in telling if s not in {t.stem for t in title}]
        if section.count < 8 or not telling or not title:
            continue
        yield Question(f"{title[0].word} {telling[0]}", section.sec_id, "title word and text word")
        if len(telling) > 1:
            yield Question(f"{telling[0]} {telling[1]}", section.sec_id, "two words of the text")
        made += 1
        if made == each // 2:
            return


def _of(section: Section, chance: random.Random, by_id: dict[str, Section], labels: Counter[str]) -> Iterator[Question]:
    wanted, title = section.sec_id, section.title
    if section.label and labels[name_key(section.label)] == 1:
        yield Question(section.label, wanted, "label")
        yield Question(f"{section.label} {title}", wanted, "label and title")
    yield Question(title, wanted, "title")
    yield Question(f"the section on {title}", wanted, "the section on")
    words = title.split()
    long = [at for at, word in enumerate(words) if len(word) > 5 and word.isascii() and word.isalpha()]
    if long:
        at = chance.choice(long)
        word, letter = words[at], chance.randrange(1, len(words[at]) - 2)
        slips = (
            word[:letter] + word[letter + 1] + word[letter] + word[letter + 2 :],
            word[:letter] + word[letter + 1 :],
            word[:letter] + word[letter] + word[letter:],
        )
        wrong = chance.choice(slips)
        if wrong != word:
            yield Question(" ".join([*words[:at], wrong, *words[at + 1 :]]), wanted, "slip")
    if len(words) > 3:
        at = chance.randrange(len(words))
        if words[at].isalpha():
            yield Question(" ".join(words[:at] + words[at + 1 :]), wanted, "word dropped")
    parent = by_id.get(section.parent or "")
    if parent and parent.label and labels[name_key(parent.label)] == 1:
        yield Question(f"{title} in {parent.label}", wanted, "inside")
        yield Question(f"the {title.lower()} section of {parent.heading}", wanted, "inside")


def _absent(
    named: list[Section], chance: random.Random, foreign: list[str], each: int, language: str
) -> Iterator[Question]:
    there = {name_key(section.label) for section in named}
    made = set()
    for section in chance.sample(named, min(4 * each, len(named))):
        label = section.label
        digits = "".join(c if c.isdigit() else " " for c in label).split()
        if digits and len(made) < each:
            head, _, tail = label.rpartition(digits[-1])
            wrong = f"{head}{int(digits[-1]) + chance.randrange(40, 60)}{tail}"
            if name_key(wrong) not in there:
                made.add(wrong)
    for wrong in sorted(made):
        yield Question(wrong, ABSENT, "absent number")
        yield Question(f"{wrong} {chance.choice(named).title}", ABSENT, "absent number, title that is there")
        yield Question(f"{chance.choice(named).title} in {wrong}", ABSENT, "inside an absent number")
    stems = {token.stem for section in named for token in tokens(section.title, language)}
    strange = [
        t for t in foreign if not {token.stem for token in tokens(t, language)} <= stems and 1 < len(t.split()) < 9
    ]
    heads = [
        [t for t in tokens(s.title, language) if len(t.word) > 3]
        for s in chance.sample(named, min(6 * each, len(named)))
    ]
    heads = [head for head in heads if head]
    together = [{t.stem for t in tokens(s.title, language)} for s in named]
    mixed = [(one[0], other[-1]) for one, other in zip(heads[::2], heads[1::2], strict=False)]
    for one, other in [pair for pair in mixed if not any({pair[0].stem, pair[1].stem} <= title for title in together)][
        :each
    ]:
        yield Question(f"{one.word} {other.word}", ABSENT, "words of two titles")
    for title in chance.sample(strange, min(2 * each, len(strange))):
        yield Question(title, ABSENT, "title of another document")


def judged(found: Scoped | None, wanted: str) -> str:
    """right, right among others (ambiguous), wrong, none."""
    if found is None or found.result == "none":
        return "none"
    ids = [one.span.sec_id for one in found.sections]
    if found.result == "one":
        return "right" if ids[0] == wanted else "wrong"
    return "among" if wanted in ids else "wrong"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with pdfs/")
    parser.add_argument("--library", type=Path, help="keep what was read here")
    parser.add_argument("--each", type=int, default=25, help="sections asked for in a document")
    parser.add_argument("--wrong", action="store_true", help="list wrong answers")
    given = parser.parse_args()
    with open_library(given.library, ephemeral=given.library is None) as library:
        for _ in library.add_many([given.data / "pdfs"], keep=False):
            pass
        report(library, given.each, show=given.wrong)


def report(library: Library, each: int, *, show: bool) -> None:
    """Ask all, print the tables."""
    records = [record for record in library.documents() if record.sections > 10]
    outlines = {record.doc_id: library.outline(record.doc_id).sections for record in records}
    by_made: dict[str, Counter[str]] = defaultdict(Counter)
    by_way: dict[str, Counter[str]] = defaultdict(Counter)
    times: list[float] = []
    for record in records:
        foreign = [title for other in outlines if other != record.doc_id for title in _some_titles(outlines[other])]
        language = record.language or "en"
        asked = [*questions(outlines[record.doc_id], foreign, each, language)]
        asked += from_text(library, record.doc_id, language, each)
        desk = library.desk(record.doc_id)
        scope(desk, "warm up")
        for question in asked:
            start = time.process_time()
            try:
                found = scope(desk, question.words)
            except SilcrowError:
                found = None
            times.append(time.process_time() - start)
            verdict = judged(found, question.wanted)
            by_made[question.made][verdict] += 1
            if found and found.sections:
                by_way[found.sections[0].way][verdict] += 1
            if show and verdict == "wrong":
                answers = [(one.span.sec_id, one.way, one.confidence) for one in (found.sections if found else ())][:3]
                print(f"{record.doc_id} [{question.made}] {question.words!r}: not {question.wanted!r}, {answers}")
    _print(by_made, by_way)
    times.sort()
    half, most = statistics.median(times), times[int(len(times) * 0.95)]
    print(f"\n{len(times)} questions; CPU ms: median {half * 1000:.1f}, p95 {most * 1000:.1f}")


def _some_titles(sections: tuple[Section, ...]) -> list[str]:
    return [section.title for section in sections[:: max(1, len(sections) // 30)] if section.title]


def _print(by_made: dict[str, Counter[str]], by_way: dict[str, Counter[str]]) -> None:
    print("| asked by | questions | right | among several | none | wrong |\n| --- | --- | --- | --- | --- | --- |")
    for made, counts in by_made.items():
        right, none = (counts["none"], 0) if made in NOT_THERE else (counts["right"], counts["none"])
        shares = [n / counts.total() for n in (right, counts["among"], none, counts["wrong"])]
        print(f"| {made} | {counts.total()} | {' | '.join(f'{share:.3f}' for share in shares)} |")
    print("\n| rung | answers | right or among | wrong |\n| --- | --- | --- | --- |")
    for way, counts in by_way.items():
        shares = [n / counts.total() for n in (counts["right"] + counts["among"], counts["wrong"])]
        print(f"| {way} | {counts.total()} | {' | '.join(f'{share:.3f}' for share in shares)} |")


if __name__ == "__main__":
    main()
