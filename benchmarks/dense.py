"""What comparing by meaning costs: a question of a long document, cold and warm, and exact search over many vectors.

    python benchmarks/dense.py DOCUMENT

Cold: in a process of its own that has loaded nothing and finds no vectors. Needs the extra `semantic`.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

QUESTIONS = ("How are the axes of a plot labelled?", "Which functions read a large file piece by piece?")
COLD = """
import sys, time
started, cpu = time.perf_counter(), time.process_time()
from silcrow.config import load, open_library
library = open_library(load(library=sys.argv[1], embedder=sys.argv[2]))
for question in (sys.argv[3], sys.argv[4], sys.argv[3]):
    found = library.retrieve(question)
    now, used = time.perf_counter(), time.process_time()
    print(f"{1000 * (used - cpu):.0f} {1000 * (now - started):.0f}")
    started, cpu = time.perf_counter(), time.process_time()
"""


def main() -> None:
    """Print a line a measurement."""
    with tempfile.TemporaryDirectory() as folder:
        library = str(Path(folder) / "library.db")
        subprocess.run([sys.executable, "-m", "silcrow", "--library", library, "add", sys.argv[1]], check=True)
        for embedder in ("none", "minilm"):
            command = [sys.executable, "-c", COLD, library, embedder, *QUESTIONS]
            rows = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
            for name, row in zip(("cold, loading included", "another question", "the first again"), rows, strict=True):
                print(f"{embedder:7} {name:24} CPU ms, clock ms: {row}")
    for count in (1_000, 100_000):
        vectors = np.random.default_rng(1).standard_normal((count, 384)).astype(np.float32)
        print(f"exact, {count:,} vectors: {_milliseconds(vectors):.2f} CPU ms")


def _milliseconds(vectors: np.ndarray) -> float:
    started = time.process_time()
    for row in vectors[:20]:
        np.argpartition(vectors @ row, -40)
    return 1000 * (time.process_time() - started) / 20


if __name__ == "__main__":
    main()
