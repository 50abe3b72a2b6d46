"""Damaged files of every format are read, or refused with an error of ours: some in each run, for minutes in .ci/long.

The damage is that of benchmarks/fuzz.py; the same seed makes the same damage.
"""

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest

SEEDS = range(6)


def load(root: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("fuzz", root / "benchmarks" / "fuzz.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", ["pdf", "docx", "epub", "html", "markdown", "text", "latex", "jats"])
def test_a_damaged_file_is_read_or_refused(name: str, root: Path):
    fuzz = load(root)
    whole = fuzz.specimens(name, [])
    assert whole
    for seed in SEEDS:
        file, data = whole[seed % len(whole)]
        assert fuzz.read(fuzz.damage(data, random.Random(seed)), file)


def test_every_format_is_damaged(root: Path):
    from silcrow.parse.formats import FORMATS

    assert set(load(root).FORMATS) == set(FORMATS)
