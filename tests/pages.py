"""Runs what a page shows. `python tests/pages.py README.md docs/cli.md` writes what is printed now into the page.

```sh         a line that begins with `silcrow` is run; where a ```text block follows at once, it is what was printed.
              Other lines (pip, pytest) are run by .ci/run.
```console    `$ silcrow …` lines are run, and what stands below each is what was printed
```python     is run, each page in one namespace; a ```text block that follows at once is what was printed

In what is shown, a line that is only `…` stands for any lines; a block with such a line is not rewritten. A page is run
in a folder with a copy of examples/, and has a library of its own.
"""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parent.parent
HIDDEN = "…"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing a page says: this was run, and this was printed (None: it does not say).

    `line` is that of the code; `start` and `end` are the lines, from 0, of what is shown.
    """

    line: int
    language: str
    code: str
    shown: str | None
    start: int = 0
    end: int = 0


def claims(source: str) -> Iterator[Claim]:
    """The claims of a page, in order."""
    tokens = MarkdownIt("commonmark").parse(source)
    for token, following in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type != "fence" or token.map is None:
            continue
        first = token.map[0] + 1
        if token.info == "python":
            yield Claim(first, "python", token.content, *_shown(following))
        elif token.info == "sh":
            commands = [line for line in token.content.splitlines() if line.startswith("silcrow ")]
            for command in commands:
                yield Claim(first, "shell", command, *(_shown(following) if command is commands[-1] else (None,)))
        elif token.info == "console":
            yield from _turns(token.content.splitlines(keepends=True), first)


def _shown(token: Token | None) -> tuple[str | None, int, int]:
    """What a ```text block shows, and its lines."""
    if token is None or token.type != "fence" or token.info != "text" or token.map is None:
        return None, 0, 0
    return token.content, token.map[0] + 1, token.map[1] - 1


def _turns(lines: list[str], first: int) -> Iterator[Claim]:
    """The commands of a console block, each with the lines below it."""
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        if lines[start].startswith("$ silcrow "):
            shown = "".join(lines[start + 1 : end])
            yield Claim(first + start, "shell", lines[start][2:].strip(), shown, first + start + 1, first + end)


def agrees(shown: str, printed: str) -> bool:
    """Whether this is what was printed, lines of `…` standing for any."""
    pattern = r"\n".join(r"(?:.*\n)*?.*" if line == HIDDEN else re.escape(line) for line in _lines(shown))
    return bool(re.fullmatch(pattern, "\n".join(_lines(printed))))


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").split("\n")]


def run(page: Path, folder: Path) -> Iterator[tuple[Claim, str]]:
    """Each claim of a page with what was really printed."""
    folder.mkdir()
    shutil.copytree(ROOT / "examples", folder / "examples")
    namespace: dict[str, object] = {}
    for claim in claims(page.read_text(encoding="utf-8")):
        if claim.language == "shell":
            yield claim, _shell(claim.code, folder)
            continue
        with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()) as stdout:
            exec(compile(claim.code, f"{page.name}:{claim.line}", "exec"), namespace)
        yield claim, stdout.getvalue()


def _shell(command: str, folder: Path) -> str:
    """What a command prints on stdout; its exit status may be 0, 3 for "not found", or 5 for findings."""
    program, *arguments = shlex.split(command, comments=True)
    beside = Path(sys.executable).with_name(program)
    done = subprocess.run(
        [str(beside if beside.exists() else shutil.which(program)), *arguments],
        cwd=folder,
        env={
            **os.environ,
            "COLUMNS": "100",
            "LINES": "40",
            "NO_COLOR": "1",
            "PYTHONUTF8": "1",
            "SILCROW_EMBEDDER": "none",  # what a page shows is what is found without any extra
        },
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        stdin=subprocess.DEVNULL,
    )
    if done.returncode not in (0, 3, 5):
        raise RuntimeError(f"{command}\n{done.stdout}{done.stderr}")
    return done.stdout


def rewrite(page: Path) -> None:
    """Put what is printed now in place of what is shown."""
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(XDG_DATA_HOME=f"{folder}/data", XDG_CONFIG_HOME=f"{folder}/config")
        found = list(run(page, Path(folder) / "here"))
    for claim, printed in reversed(found):
        if claim.shown is not None and HIDDEN not in _lines(claim.shown):
            lines[claim.start : claim.end] = [f"{line}\n" for line in _lines(printed)]
    page.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))
