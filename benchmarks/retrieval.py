"""Predictions for retrieval: each question asked of its own document, what a Desk gives for it, best first.

As an agent asks on: the best paragraphs alone, then the same with what stands around them as far as its score goes;
then more of them, and the whole pages they stand on, until 8,000 words are there; then the rest. Settings are the
user's own, so that `SILCROW_EMBEDDER=none` measures words alone. Beside the question only the name of its file is
looked at.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from silcrow.config import load, open_library
from silcrow.desk import Desk
from silcrow.passage import Hit, Passage, Passages

ENOUGH = 8_000  # words
HITS = (5, 10, 20, 40, 80, 160, 320)
PAGES = 10  # hits after which the pages that these stand on are read


def retrieval(data: Path) -> Iterator[dict[str, object]]:
    """A prediction for each line of data/questions.jsonl: {"qid", "passages": [{"text", "pages"}, …]}."""
    lines = (data / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = sorted((json.loads(line) for line in lines), key=lambda row: row["file"])
    for name, rows in groupby(questions, key=lambda row: row["file"]):
        with open_library(load(ephemeral=True)) as library:
            doc_id = library.add(data / "docs" / name, keep=False).record.doc_id
            desk = library.desk(doc_id)
            for row in rows:
                yield {"qid": row["qid"], "passages": list(passages(desk, doc_id, row["question"]))}


def passages(desk: Desk, doc_id: str, question: str) -> Iterator[dict[str, object]]:
    """What is read for a question until there are words enough; no passage that brings nothing new."""
    seen: set[tuple[str, int]] = set()
    words = 0
    for found in _readings(desk, doc_id, question):
        for passage in found:
            first = passage.span.first or 0
            numbered = [((passage.span.sec_id, first + i), one) for i, one in enumerate(passage.paragraphs)]
            fresh = [one for place, one in numbered if place not in seen]
            if fresh:
                seen.update(place for place, _ in numbered)
                words += sum(len(one.text.split()) for one in fresh)
                yield _prediction(passage)
        if words >= ENOUGH:
            return


def _readings(desk: Desk, doc_id: str, question: str) -> Iterator[Sequence[Passage]]:
    pages: dict[int, None] = {}
    for top_k in HITS:
        alone = desk.retrieve(question, top_k=top_k, window=(0, 0))
        around = desk.retrieve(question, top_k=top_k, window=None)
        for found in (_hits(alone), sorted(around.passages, key=lambda one: one.rank)):
            pages.update(dict.fromkeys(page for passage in found for page in passage.pages))
            yield found
        if top_k == PAGES:
            yield from (desk.read_pages(doc_id, page, page).passages for page in pages)
    for section in desk.outline(doc_id).sections:
        yield desk.read(f"{doc_id}:{section.sec_id}").passages


def _hits(found: Passages) -> list[Passage]:
    """A passage a hit, best first; hits that stand side by side are one passage of the result."""
    each = [(hit, passage) for passage in found.passages for hit in passage.hits]
    each.sort(key=lambda one: -one[0].score)
    return [_alone(hit, passage) for hit, passage in each]


def _alone(hit: Hit, passage: Passage) -> Passage:
    paragraph = passage.paragraphs[(hit.span.first or 0) - (passage.span.first or 0)]
    return replace(passage, span=hit.span, paragraphs=(paragraph,), hits=(hit,))


def _prediction(passage: Passage) -> dict[str, object]:
    """A passage, under its heading where it begins a section."""
    heading = [passage.path[-1]] if passage.span.first == 1 and passage.path else []
    pages = dict.fromkeys(region.page for one in passage.paragraphs for region in one.regions)
    return {"text": "\n\n".join([*heading, *(one.text for one in passage.paragraphs)]), "pages": list(pages)}
