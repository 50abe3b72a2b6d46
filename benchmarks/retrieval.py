"""Predictions for retrieval: each question asked of its own document, what a Desk gives for it, best first.

As an agent asks on: the best hits and the whole pages they stand on, then more hits, until 8,000 words are there; then
the rest. How far to read around a hit is left to its score. Beside the question only the name of its
file is looked at.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import silcrow
from silcrow.desk import Desk
from silcrow.passage import Passage, Passages

ENOUGH = 8_000  # words
HITS = (5, 10, 20, 40, 80, 160, 320)
PAGES = 10  # hits after which the pages that these stand on are read


def retrieval(data: Path) -> Iterator[dict[str, object]]:
    """A prediction for each line of data/questions.jsonl: {"qid", "passages": [{"text", "pages"}, …]}."""
    lines = (data / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = sorted((json.loads(line) for line in lines), key=lambda row: row["file"])
    for name, rows in groupby(questions, key=lambda row: row["file"]):
        with silcrow.open_library(ephemeral=True) as library:
            doc_id = library.add(data / "docs" / name, keep=False).record.doc_id
            desk = library.desk(doc_id)
            for row in rows:
                yield {"qid": row["qid"], "passages": list(passages(desk, doc_id, row["question"]))}


def passages(desk: Desk, doc_id: str, question: str) -> Iterator[dict[str, object]]:
    """What is read for a question, each paragraph once, until there are words enough."""
    seen: set[tuple[str, int]] = set()
    words = 0
    for found in _readings(desk, doc_id, question):
        for passage in sorted(found.passages, key=lambda one: one.rank):
            for run in _unseen(passage, seen):
                words += len(str(run["text"]).split())
                yield run
        if words >= ENOUGH:
            return


def _readings(desk: Desk, doc_id: str, question: str) -> Iterator[Passages]:
    pages: dict[int, None] = {}
    for top_k in HITS:
        found = desk.retrieve(question, top_k=top_k, window=None)
        for passage in sorted(found.passages, key=lambda one: one.rank):
            pages.update(dict.fromkeys(passage.pages))
        yield found
        if top_k == PAGES:
            yield from (desk.read_pages(doc_id, page, page) for page in pages)
    for section in desk.outline(doc_id).sections:
        yield desk.read(f"{doc_id}:{section.sec_id}")


def _unseen(passage: Passage, seen: set[tuple[str, int]]) -> Iterator[dict[str, object]]:
    """The runs of a passage's paragraphs that were not given before, under their heading where they begin it."""
    section, first = passage.span.sec_id, passage.span.first or 0
    numbered = [(first + i, paragraph) for i, paragraph in enumerate(passage.paragraphs)]
    fresh = [(number, paragraph) for number, paragraph in numbered if (section, number) not in seen]
    seen.update((section, number) for number, _ in fresh)
    for _, group in groupby(enumerate(fresh), key=lambda one: one[1][0] - one[0]):
        run = [pair for _, pair in group]
        heading = [passage.path[-1]] if run[0][0] == 1 and passage.path else []
        pages = dict.fromkeys(region.page for _, paragraph in run for region in paragraph.regions)
        yield {"text": "\n\n".join([*heading, *(paragraph.text for _, paragraph in run)]), "pages": list(pages)}
