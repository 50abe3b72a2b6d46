"""Prints how retrieval grows: `scale.py [--sizes N …] [--documents N] [--vectors] [--library ADDRESS] …`.

A library of generated documents, 500 paragraphs each, is built for each size (paragraphs) and searched. Words follow
Zipf's law and each document has some that are its own. Printed for each size, in milliseconds of CPU time:

put           one document indexed and written, p50 and p95; again: one put in the place of itself
scoped, all   a query inside one document, and over all, p50 and p95
MB            size of the library, and the most memory of the process that searched it

`--documents` builds a library of so many documents of 20 paragraphs instead, and prints beside these: a query over 20
named documents, how many of the queries taken from a paragraph find its document first and find it at all, what was
looked into, and the most memory.

`--vectors` keeps vectors of all paragraphs too, and has the candidates of a query compared by meaning. Those kept are
random numbers, as many and as large as MiniLM's would be, so nothing is said of what is found; the query's own is the
model's, as it would be in earnest (the extra `semantic`).

`--folder` keeps the libraries there, uses those it finds and goes on with one that was broken off; `--library
postgresql://…` keeps them in that database, a schema each, and counts the server's CPU time too, so it has to run on
this machine; `--wall` measures by the clock. `--plot FILE` draws the p95 of both as an SVG.
"""

import argparse
import gc
import math
import random
import resource
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing, nullcontext, suppress
from dataclasses import dataclass
from itertools import product
from multiprocessing import get_context
from pathlib import Path

import numpy as np
import psycopg

from silcrow.document import Document
from silcrow.language.sentences import sentences
from silcrow.library import Library, open_library
from silcrow.models.minilm import MiniLM
from silcrow.parse.fragment import Fragment, Heading, Source
from silcrow.parse.tree import grow
from silcrow.retrieve.dense import pack
from silcrow.retrieve.judging import NONE, Judges
from silcrow.retrieve.nearest import keep_signs
from silcrow.retrieve.terms import index
from silcrow.store.postgres.server import Server
from silcrow.store.postgres.store import PostgresStore
from silcrow.store.protocol import Source as Bytes
from silcrow.store.protocol import Store
from silcrow.store.sqlite import SqliteStore

SIZES = (10_000, 100_000, 1_000_000)
CHAPTERS, SECTIONS, PARAGRAPHS = 10, 5, 10
NAMED = 20  # documents that are named, of many small ones
TOGETHER = (
    100  # documents written in one transaction, so that a slow disk is not waited for after each; not on a server
)
SMALL = (1, 4)  # chapters of a small document, paragraphs of a section of it
LENGTH = 48  # words of a paragraph, on average
OWN = 120  # words that a document favours, and the share of its words that are these
OWN_SHARE = 0.15
QUERIES = 100
REPLACED = 40
NUMBERS = 384  # of a vector
COMMON = (
    "the of and to in a is for that by with as on be are or this from at which not any such shall other its their an it"
    " was may under has all been were have will our than no each more per where these upon more must made when during"
)
STEMS = (
    "harbour cargo tariff vessel pilot berth anchor crane dock freight ledger account asset claim notice audit budget"
    " market contract supply labour patent licence profit margin equity credit tenant lease repair turbine pump valve"
    " boiler sensor signal network server packet buffer kernel thread archive record index survey sample dose trial"
    " patient nurse clinic symptom vaccine protein enzyme cell tissue reactor polymer alloy cement timber harvest crop"
    " soil river basin coast reef storm climate carbon energy solar wind grid station metro railway bridge tunnel road"
    " school lecture tutor exam grade essay library museum gallery theatre novel poem statute court judge appeal treaty"
)
FIRST = "re un pre over under out inter sub non co de mis"
LAST = "s ed ing er ment al able ness age ity ous ist or ary less ward wise ship hood like"


def vocabulary() -> list[str]:
    """Words in the order of their frequency: common ones, then plain ones, then built ones."""
    stems, endings = STEMS.split(), LAST.split()
    built = [first + stem + last for first, stem, last in product(FIRST.split(), stems, endings)]
    random.Random(1).shuffle(built)
    single = [stem + last for stem, last in product(stems, ("", *endings))]
    random.Random(2).shuffle(single)
    return list(dict.fromkeys([*COMMON.split(), *single, *built]))


WORDS = vocabulary()
CHANCE = np.cumsum(1 / np.arange(2, len(WORDS) + 2) ** 1.05)


def document(number: int, chapters: int = CHAPTERS, paragraphs: int = PARAGRAPHS) -> Document:
    """The document of a number, always the same."""
    rng = np.random.default_rng(number)
    own = rng.integers(len(COMMON.split()), len(WORDS), OWN)
    stream: list[Heading | Fragment] = []
    for chapter, section in product(range(chapters), range(SECTIONS)):
        if not section:
            stream.append(heading(f"{chapter + 1}", 1, own, rng))
        stream.append(heading(f"{chapter + 1}.{section + 1}", 2, own, rng))
        stream.extend(Fragment(kind="text", text=paragraph(own, rng)) for _ in range(paragraphs))
    source = Source(format="markdown", fragments=[], title=f"Report {number}", language="en", pages=0)
    name = f"report-{number:05}"
    return grow(stream, source, doc_id=name, edition=f"{number:016x}", recipe="scale")


def heading(label: str, level: int, own: np.ndarray, rng: np.random.Generator) -> Heading:
    """A numbered heading of three of the document's own words."""
    title = " ".join(WORDS[i] for i in rng.choice(own, 3)).capitalize()
    return Heading(f"{label} {title}", label, title, level, (), ("explicit",), 1.0)


def paragraph(own: np.ndarray, rng: np.random.Generator) -> str:
    """Some sentences, with a figure now and then."""
    size = int(rng.integers(LENGTH // 3, 2 * LENGTH - LENGTH // 3))
    drawn = np.searchsorted(CHANCE, rng.random(size) * CHANCE[-1])
    favoured = rng.random(size) < OWN_SHARE
    drawn[favoured] = rng.choice(own, int(favoured.sum()))
    words = [WORDS[i] for i in drawn]
    if rng.random() < 0.3:
        words[size // 2] = f"{int(rng.integers(100, 99_999)):,}"
    ends = [*range(14, size - 4, 14), size]
    sentences = (" ".join(words[a:b]).capitalize() for a, b in zip([0, *ends], ends, strict=False))
    return ". ".join(sentences) + "."


class Shelf:
    """Where libraries are kept: files of a folder, or schemas of a database."""

    def __init__(self, folder: Path, address: str = "", *, wall: bool = False, vectors: bool = False) -> None:
        self.folder = folder
        self.address = address
        self.vectors = vectors
        self.wall = wall
        self._servers: dict[Path, int] = {}

    def clock(self) -> float:
        """Seconds: by the clock, or of work."""
        return time.perf_counter() if self.wall else self._worked()

    def library(self, name: str) -> Library:
        """A library as it is searched."""
        return open_library(self.name(name), judges=Judges(embedder=MiniLM()) if self.vectors else NONE)

    def name(self, name: str) -> str:
        """A library as it is opened."""
        mark = "&" if "?" in self.address else "?"
        return f"{self.address}{mark}schema={name.replace('-', '_')}" if self.address else f"{self.folder / name}.db"

    def store(self, name: str) -> Store:
        """A library as its rows."""
        name = self.name(name)
        return PostgresStore.open(Server.parse(name)) if self.address else SqliteStore.open(Path(name))

    def size(self, name: str) -> int:
        """Bytes on disk."""
        if not self.address:
            return Path(self.name(name)).stat().st_size
        query = "SELECT sum(pg_total_relation_size(c.oid)) FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace"
        with psycopg.connect(self.address) as connection:
            found = connection.execute(f"{query} WHERE nspname = %s AND relkind = 'r'", [name.replace("-", "_")])
            return int(found.fetchone()[0])

    def _worked(self) -> float:
        """Seconds of CPU time of this process, and of those that serve it."""
        for path in self._servers:
            with suppress(OSError):  # one that was about to end when it was noted
                self._servers[path] = int(path.read_text().split()[0])
        return time.process_time() + sum(self._servers.values()) / 1e9

    def watch(self) -> None:
        """Note the processes that serve this one; to be called when it has connected."""
        if self.address:
            query = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid != pg_backend_pid()"
            with psycopg.connect(self.address) as connection:
                pids = [pid for (pid,) in connection.execute(query + " AND datname = current_database()")]
            self._servers = {Path(f"/proc/{pid}/schedstat"): 0 for pid in pids}

    def measured(self, act: Callable[[], object]) -> float:
        """Milliseconds."""
        begun = self.clock()
        act()
        return 1000 * (self.clock() - begun)

    def built(self, name: str, documents: int, *size: int) -> tuple[list[float], list[float]]:
        """What writing each document took, of those that were not there yet, and replacing some of them."""
        store = self.store(name)
        with closing(store):
            self.watch()
            put = []
            for begin in range(len(store.records()), documents, TOGETHER):  # one that was broken off is gone on with
                with nullcontext() if self.address else store.writing():
                    some = range(begin, min(documents, begin + TOGETHER))
                    put += [self._put(store, number, *size) for number in some]
            store.vectors.index(MiniLM.identity)
            again = random.Random(5).sample(range(documents), min(documents, REPLACED))
            return put, [self._put(store, number, *size) for number in again]

    def _put(self, store: Store, number: int, *size: int) -> float:
        made = document(number, *size)
        source = Bytes(f"{number:064x}", 1, f"/{made.doc_id}.md", None)
        blocks = vectors(made) if self.vectors else {}

        def act() -> None:
            store.put(made, index(made), source)
            if blocks:
                store.vectors.keep(MiniLM.identity, made.doc_id, made.edition, blocks)
                keep_signs(store, MiniLM.identity, made.doc_id, made.edition)

        return self.measured(act)


def vectors(made: Document) -> dict[int, bytes]:
    """Random ones, a block a paragraph: of the whole and of each sentence, where there are several."""
    rng = np.random.default_rng(int(made.edition, 16))
    counts = [len(sentences(one.text)) for one in made.paragraphs]
    some = (rng.standard_normal((n + (n > 1), NUMBERS), np.float32) for n in counts)
    return {order: pack(one / np.linalg.norm(one, axis=1, keepdims=True)) for order, one in enumerate(some)}


def queries(documents: int, *size: int) -> Iterator[tuple[str, str]]:
    """A document and what is asked of it: four words, two of them rare, or eight words out of one of its paragraphs."""
    rng = random.Random(3)
    for number in range(QUERIES):
        asked = rng.randrange(documents)
        if number % 2:
            some = document(asked, *size).paragraphs
            words = some[rng.randrange(len(some) * 4 // 5)].text.rstrip(".").split()[:8]
        else:
            common = len(COMMON.split())
            words = [*rng.sample(WORDS[common : common + 200], 2), *rng.sample(WORDS[2_000:20_000], 2)]
        yield f"report-{asked:05}", " ".join(words)


def search(shelf: Shelf, name: str, documents: int) -> tuple[list[float], list[float], int]:
    """What the queries take inside their document, and over all; and the most memory this process has had."""
    asked = list(queries(documents))
    with shelf.library(name) as library:
        every = library.desk()
        shelf.watch()
        gc.collect()
        gc.freeze()  # what the benchmark itself holds is no work of a search
        every.retrieve("harbour")  # what is kept from one search to the next is not counted against the first
        scoped = [shelf.measured(lambda d=doc_id, q=query: library.desk(d).retrieve(q)) for doc_id, query in asked]
        over_all = [shelf.measured(lambda q=query: every.retrieve(q)) for _, query in asked]
    # Not ru_maxrss, which begins with that of the process it was started by.
    most = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return scoped, over_all, int(most.split()[1]) * 1024


def at(times: Sequence[float], share: float) -> float:
    """A percentile; nan of nothing."""
    return sorted(times)[int(share * len(times))] if times else math.nan


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured at one size."""

    paragraphs: int
    put: Sequence[float]
    replaced: Sequence[float]
    scoped: Sequence[float]
    over_all: Sequence[float]
    size: int
    memory: int

    @property
    def times(self) -> tuple[Sequence[float], ...]:
        """What is printed of it."""
        return self.put, self.replaced, self.scoped, self.over_all

    def line(self) -> str:
        """A line of the table that is printed."""
        cells = (f"{at(times, 0.5):7.1f} / {at(times, 0.95):6.1f}" for times in self.times)
        return f"{self.paragraphs:>10,}  {'  '.join(cells)}  {self.size / 1e6:8,.0f}  {self.memory / 1e6:6,.0f}"


def measure(shelf: Shelf, paragraphs: int) -> Row:
    """Build a library, or take the one that is there, and search it."""
    name = f"scale-{paragraphs}{'-vectors' if shelf.vectors else ''}"
    documents = paragraphs // (CHAPTERS * SECTIONS * PARAGRAPHS)
    put, replaced = shelf.built(name, documents)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        scoped, over_all, memory = pool.submit(search, shelf, name, documents).result()
    return Row(paragraphs, put, replaced, scoped, over_all, shelf.size(name), memory)


def many(shelf: Shelf, documents: int) -> Iterator[str]:
    """The lines that tell of many small documents."""
    name, measured = f"many-{documents}", shelf.measured
    put, _ = shelf.built(name, documents, *SMALL)
    yield f"put             {at(put, 0.5):7.1f} / {at(put, 0.95):6.1f} ms, {shelf.size(name) / 1e6:,.0f} MB in all"
    asked = list(queries(documents, *SMALL))
    with open_library(shelf.name(name), judges=NONE) as library:
        every = library.desk()
        shelf.watch()
        yield f"first query     {measured(lambda: every.retrieve('harbour')):7.1f} ms"
        names = [[f"report-{(n * 97 + i * 13) % documents:05}" for i in range(NAMED)] for n in range(QUERIES)]
        some = [measured(lambda d=d, q=q: library.desk(*d).retrieve(q)) for d, (_, q) in zip(names, asked, strict=True)]
        yield f"{NAMED} documents    {at(some, 0.5):7.1f} / {at(some, 0.95):6.1f} ms"
        times = [measured(lambda q=query: every.retrieve(q)) for _, query in asked]
        yield f"over all        {at(times, 0.5):7.1f} / {at(times, 0.95):6.1f} ms"
        found = [(doc_id, every.retrieve(query)) for doc_id, query in asked[1::2]]
    ranked = [(doc_id, [p.span.doc_id for p in sorted(one.passages, key=lambda p: p.rank)]) for doc_id, one in found]
    first, there = sum(doc_id == of[0] for doc_id, of in ranked), sum(doc_id in of for doc_id, of in ranked)
    yield f"right document  first {first} of {len(ranked)}, among five hits {there}"
    looked = [
        int(notice.message.split()[2])
        for _, one in found
        for notice in one.notices
        if notice.code == "documents_chosen"
    ]
    shared = sum(any(notice.code == "shares" for notice in one.notices) for _, one in found)
    yield f"looked into     {min(looked)} to {max(looked)} documents, said by {len(looked)} of {len(found)} results"
    yield f"shares          said by {shared} of {len(found)} results"
    yield f"most memory     {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB"


def plot(rows: Sequence[Row]) -> str:
    """An SVG of both p95, both axes logarithmic."""
    left, top, width, height = 60, 20, 420, 220
    lowest, highest = (math.log10(row.paragraphs) for row in (rows[0], rows[-1]))

    def x(paragraphs: float) -> float:
        return left + width * (math.log10(paragraphs) - lowest) / ((highest - lowest) or 1)

    def y(milliseconds: float) -> float:
        return top + height * (1 - math.log10(max(milliseconds, 1)) / 3)

    parts = [
        f'<line x1="{left}" x2="{left + width}" y1="{y(t)}" y2="{y(t)}" class="rule"/>' for t in (1, 10, 100, 1000)
    ]
    parts += [f'<text x="{left - 8}" y="{y(t) + 4}" class="end">{t} ms</text>' for t in (1, 10, 100, 1000)]
    parts += [f'<text x="{x(r.paragraphs)}" y="{top + height + 20}" class="mid">{r.paragraphs:,}</text>' for r in rows]
    for name, colour, times in (
        ("over all", "#b5472f", [at(row.over_all, 0.95) for row in rows]),
        ("inside one document", "#2f6db5", [at(row.scoped, 0.95) for row in rows]),
    ):
        points = [(x(row.paragraphs), y(t)) for row, t in zip(rows, times, strict=True)]
        joined = " ".join(f"{px:.1f},{py:.1f}" for px, py in points)
        parts.append(f'<polyline points="{joined}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in points]
        parts.append(f'<text x="{left + 8}" y="{points[0][1] - 8:.1f}" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{left + width / 2}" y="{top + height + 40}" class="mid">paragraphs; CPU time, p95</text>')
    style = "text{font:12px sans-serif}.rule{stroke:#ddd}.end{text-anchor:end}.mid{text-anchor:middle}"
    box = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + width + 40} {top + height + 50}"'
    drawn = "\n".join(parts)
    return f'<svg {box}>\n<style>{style}</style>\n<rect width="100%" height="100%" fill="#fff"/>\n{drawn}\n</svg>\n'


def main() -> None:
    """Read the command line and print a line a size."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="N")
    parser.add_argument("--documents", type=int, metavar="N")
    parser.add_argument("--folder", type=Path, metavar="FOLDER")
    parser.add_argument("--library", default="", metavar="ADDRESS")
    parser.add_argument("--wall", action="store_true")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    given = parser.parse_args()
    if given.documents:
        with tempfile.TemporaryDirectory() as temporary:
            for line in many(Shelf(given.folder or Path(temporary), given.library, wall=given.wall), given.documents):
                print(line, flush=True)
        return
    print("paragraphs     put p50 / p95   again p50 / p95    scoped p50 / p95      all p50 / p95        MB  memory")
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        shelf = Shelf(given.folder or Path(temporary), given.library, wall=given.wall, vectors=given.vectors)
        for paragraphs in sorted(given.sizes):
            rows.append(measure(shelf, paragraphs))
            print(rows[-1].line(), flush=True)
    if given.plot:
        given.plot.write_text(plot(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
