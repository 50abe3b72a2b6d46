"""The floors of the house: imports run one way, and the contracts that say so bite when they are broken."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PARSERS = ("liteparse", "pypdfium2", "selectolax", "markdown_it", "charset_normalizer")
HEAVY = (*PARSERS, "numpy", "rapidfuzz", "rich", "Stemmer")

FLOORS = "The floors of the house"
PLANTED = {
    "a noun imports a verb": ("language/planted.py", "import silcrow.document", FLOORS),
    "one room imports the room beside it": ("store/planted.py", "import silcrow.parse", FLOORS),
    "an import for types only": (
        "document.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import silcrow.desk",
        FLOORS,
    ),
    "a folder without a floor": ("attic/__init__.py", "", FLOORS),
    "a face goes round the desk": ("cli/planted.py", "import silcrow.store.sqlite", "Above the desk"),
    "a driver outside the store": ("retrieve/planted.py", "import sqlite3", "Only the store"),
    "a fake in earnest": ("agent/planted.py", "import silcrow.testing", "Nothing imports the shipped fakes"),
}


def lint_imports(root: Path) -> subprocess.CompletedProcess[str]:
    """Run the contracts of the repository at `root` over the sources there."""
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    return subprocess.run(
        command,
        cwd=root,
        env={"PYTHONPATH": str(root / "src"), "PATH": "", "COLUMNS": "200", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def test_the_house_keeps_its_contracts(root: Path):
    done = lint_imports(root)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "4 kept, 0 broken" in done.stdout


def test_the_map_names_every_room(root: Path):
    written = (root / "AGENTS.md").read_text(encoding="utf-8")
    house = root / "src" / "silcrow"
    files = [path.name for path in house.glob("[!_]*.py")]
    folders = [f"{path.parent.name}/" for path in house.glob("*/__init__.py")]
    assert [name for name in files + folders if f"`{name}`" not in written] == []


@pytest.mark.parametrize("case", PLANTED)
def test_a_planted_violation_breaks_its_contract(case: str, root: Path, tmp_path: Path):
    name, code, contract = PLANTED[case]
    shutil.copytree(root / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(root / "pyproject.toml", tmp_path)
    planted = tmp_path / "src" / "silcrow" / name
    planted.parent.mkdir(exist_ok=True)
    with planted.open("a", encoding="utf-8") as file:
        file.write(f"\n{code}\n")
    done = lint_imports(tmp_path)
    broken = [line for line in done.stdout.splitlines() if re.search(r" BROKEN( \(\d+ ignored imports?\))?$", line)]
    assert done.returncode != 0
    assert any(line.startswith(contract) for line in broken), done.stdout + done.stderr


WITHOUT_CLI = "import silcrow"
WITH_CLI = "from silcrow.cli import main\nassert main(['{}']) == 0"


@pytest.mark.parametrize("code", [WITHOUT_CLI, WITH_CLI.format("--version"), WITH_CLI.format("--help")])
def test_nothing_heavy_is_loaded_before_it_is_needed(code: str):
    code += f"\nimport sys\nprint([name for name in {HEAVY} if name in sys.modules], file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[-1] == "[]"
