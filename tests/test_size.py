"""Small enough to hold in the head: files stop at 400 lines, functions at 60."""

import ast
from collections.abc import Iterator
from pathlib import Path

FILE, FUNCTION = 400, 60


def too_long(name: str, source: str) -> Iterator[str]:
    """What is past a limit in one file, as a person would say it."""
    if (lines := len(source.splitlines())) > FILE:
        yield f"{name} has {lines} lines"
    for part in ast.walk(ast.parse(source)):
        if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (part.end_lineno or part.lineno) - part.lineno + 1
            if lines > FUNCTION:
                yield f"{name}:{part.lineno} {part.name} has {lines} lines"


def test_no_file_is_longer_than_400_lines_and_no_function_than_60(root: Path):
    found = [
        fault
        for folder in ("src", "tests", "benchmarks", "examples")
        for path in sorted((root / folder).rglob("*.py"))
        for fault in too_long(str(path.relative_to(root)), path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_one_line_more_is_too_long():
    body = "    x = 0\n"
    assert list(too_long("a.py", "def f():\n" + body * 59)) == []
    assert list(too_long("a.py", "def f():\n" + body * 60)) == ["a.py:1 f has 61 lines"]
    assert list(too_long("a.py", "x = 0\n" * 401)) == ["a.py has 401 lines"]
