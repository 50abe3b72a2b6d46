"""What the loop itself costs: `python benchmarks/loop.py [--data FILE] [--questions 30]`.

A model that answers at once plays a script: each round calls two tools with words and sections of the document at
chance, after eight rounds it answers with four citations. Printed is Silcrow's own work from one reply of the model to
the next request, by kind of round: tools run, steps saved to a library on the disk, the conversation put together,
quotes proved. CPU of the process beside the clock, since the machine may have other work. Without --data a document of
--pages is generated.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from silcrow import open_library
from silcrow.agent.budget import Limits
from silcrow.desk import Desk
from silcrow.library import Library
from silcrow.models.chat import Reply, ToolCall, Usage

ROUNDS = 8


class Clocked:
    """A model that answers at once, and notes how long it was left alone."""

    def __init__(self, replies: Iterator[Reply]) -> None:
        self._replies = replies
        self._since = (time.perf_counter(), time.process_time())
        self.spent: list[tuple[float, float]] = []

    def reply(self, *_: object, **__: object) -> Reply:
        now = (time.perf_counter(), time.process_time())
        self.spent.append((now[0] - self._since[0], now[1] - self._since[1]))
        reply = next(self._replies)
        self._since = (time.perf_counter(), time.process_time())
        return reply

    def end(self) -> tuple[float, float]:
        """What was done after the last reply."""
        return time.perf_counter() - self._since[0], time.process_time() - self._since[1]


def script(desk: Desk, doc_id: str, chance: random.Random) -> tuple[str, Iterator[Reply]]:
    """A question of words of the document, and the replies to it."""
    sections = [section for section in desk.outline(doc_id).sections if section.count]
    chosen = chance.sample(sections, min(ROUNDS, len(sections)))
    texts = [desk.read(f"{doc_id}:{one.sec_id}:1").passages[0] for one in chosen]
    words = [word for passage in texts for word in passage.text.split() if len(word) > 4] or ["text"]
    asked = [" ".join(chance.choices(words, k=4)) for _ in range(len(chosen) + 1)]

    def replies() -> Iterator[Reply]:
        for number, section in enumerate(chosen):
            calls = {
                "read_section": {"sec_id": f"{doc_id}:{section.sec_id}"},
                "retrieve": {"queries": [asked[number]]},
            }
            made = [ToolCall(f"{number}{name}", name, json.dumps(given)) for name, given in calls.items()]
            yield Reply("", tuple(made), Usage(1000, 50))
        cited = [f'[{n}] {one.span} "{quote(one.text)}"' for n, one in enumerate(texts[:4], 1)]
        yield Reply("\n".join(["It says so [1][2][3][4].", "", *cited]))
        yield Reply("\n".join(["It says so [1][2][3][4].", "", *cited]))

    return asked[-1], replies()


def quote(text: str) -> str:
    """The first words of a passage, whole ones of its first paragraph."""
    return " ".join(text.split("\n", maxsplit=1)[0].split(" ")[:20])


def generated(pages: int) -> bytes:
    """A Markdown document of about so many pages, a section on each."""
    chance = random.Random(7)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(3000)]
    parts = []
    for page in range(1, pages + 1):
        text = "\n\n".join(" ".join(chance.choices(words, k=80)) + "." for _ in range(5))
        parts.append(f"{'#' if page % 10 == 1 else '##'} {page} About {chance.choice(words)}\n\n{text}")
    return "\n\n".join(parts).encode()


def measured(library: Library, doc_id: str, questions: int) -> dict[str, list[tuple[float, float]]]:
    """(seconds, CPU seconds) of Silcrow's own work, by kind of round."""
    found: dict[str, list[tuple[float, float]]] = {"opening": [], "round": [], "proof": []}
    chance = random.Random(11)
    for number in range(questions + 2):
        question, replies = script(library.desk(doc_id), doc_id, chance)
        chat = Clocked(replies)
        library.ask(question, doc_ids=[doc_id], chat=chat, limits=Limits(max_rounds=20))
        if number < 2:  # imports, caches of the machine
            continue
        found["opening"].append(chat.spent[0])
        found["round"] += chat.spent[1 : ROUNDS + 1]
        found["proof"].append(chat.end())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a document")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--questions", type=int, default=30)
    given = parser.parse_args()
    place = tempfile.TemporaryDirectory()
    with place as folder, open_library(Path(folder) / "library.db", embedder="none") as library:
        source = given.data or generated(given.pages)
        record = library.add(source, doc_id="measured", address="/measured.md").record
        print(f"{record.sections} sections, {record.paragraphs} paragraphs, {record.tokens:,} tokens")
        for kind, spent in measured(library, "measured", given.questions).items():
            for name, at in (("clock", 0), ("CPU", 1)):
                ms = sorted(1000 * one[at] for one in spent)
                p50, p95 = ms[len(ms) // 2], ms[int(len(ms) * 0.95)]
                print(f"{kind:8} {name:6} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   of {len(ms)}")


if __name__ == "__main__":
    main()
