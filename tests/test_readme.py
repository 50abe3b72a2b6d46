"""What the pages say is so: every command and every line of Python in README.md and docs/ is run, in order.

```sh         a line that begins with `silcrow` is run; where a ```text block follows at once, it is what was printed.
              Other lines (pip, pytest) are run by .ci/run.
```console    `$ silcrow …` lines are run, and what stands below each is what was printed
```python     is run, each page in one namespace; a ```text block that follows at once is what was printed

In what is shown, a line that is only `…` stands for any lines. A page has a library and a working folder of its own.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a page says: this was run at this line, and this was printed (None: it does not say)."""

    line: int
    language: str
    code: str
    shown: str | None


def claims(source: str) -> Iterator[Claim]:
    """The claims of a page, in order."""
    tokens = MarkdownIt("commonmark").parse(source)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type != "fence" or token.map is None:
            continue
        shown = following.content if following and following.type == "fence" and following.info == "text" else None
        if token.info == "python":
            yield Claim(token.map[0] + 1, "python", token.content, shown)
        elif token.info == "sh":
            commands = [line for line in token.content.splitlines() if line.startswith("silcrow ")]
            for command in commands:
                yield Claim(token.map[0] + 1, "shell", command, shown if command is commands[-1] else None)
        elif token.info == "console":
            for turn in re.split(r"^\$ ", token.content, flags=re.MULTILINE)[1:]:
                command, _, shown = turn.partition("\n")
                if command.startswith("silcrow "):
                    yield Claim(token.map[0] + 1, "shell", command, shown)


def agrees(shown: str, printed: str) -> bool:
    """Whether this is what was printed, `…` lines standing for any."""
    lines = [line.rstrip() for line in shown.strip("\n").split("\n")]
    pattern = r"\n".join(r"(?:.*\n)*?.*" if line == "…" else re.escape(line) for line in lines)
    return bool(re.fullmatch(pattern, "\n".join(line.rstrip() for line in printed.strip("\n").split("\n"))))


def run_shell(command: str, folder: Path) -> str:
    """What a command prints on stdout; its exit status may be 0, or 3 for "not found"."""
    program, *arguments = shlex.split(command, comments=True)
    beside = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [str(beside if beside.exists() else shutil.which(program)), *arguments],
        cwd=folder,
        env={**os.environ, "COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert done.returncode in (0, 3), f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_page_shows_is_what_happens(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "here"
    folder.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples")
    monkeypatch.chdir(folder)
    namespace: dict[str, object] = {}
    for claim in claims(page.read_text(encoding="utf-8")):
        if claim.language == "shell":
            printed = run_shell(claim.code, folder)
        else:
            with contextlib.redirect_stdout(io.StringIO()) as stdout:
                exec(compile(claim.code, f"{page.name}:{claim.line}", "exec"), namespace)
            printed = stdout.getvalue()
        assert claim.shown is None or agrees(claim.shown, printed), f"{page.name}:{claim.line}\n{claim.code}\n{printed}"


def test_shown_output_is_compared_line_by_line():
    assert agrees("a\n…\nd\n", "a\nb  \nc\nd\n")
    assert agrees("a\n…\n", "a\nb\n")
    assert not agrees("a\n…\nd\n", "a\nb\n")
    assert not agrees("a\n", "a\nb\n")


def test_claims_are_found_where_a_page_makes_them():
    page = "```sh\npip install .\nsilcrow ls\n```\n```text\nnone\n```\n\n```console\n$ silcrow x\n1\n2\n$ ls\n3\n```\n"
    assert list(claims(page)) == [Claim(1, "shell", "silcrow ls", "none\n"), Claim(9, "shell", "silcrow x", "1\n2\n")]


def test_no_link_within_the_repository_is_dead():
    links = [
        (page, target)
        for page in [*PAGES, *ROOT.glob("*.md")]
        for target in re.findall(r"\]\((?!https?:|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8"))
    ]
    assert [f"{page.name}: {target}" for page, target in links if not (page.parent / target).exists()] == []
