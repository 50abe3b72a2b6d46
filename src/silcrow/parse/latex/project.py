r"""A main file and the files it takes in, as one text: `\input`, `\include` and their kin followed in order.

The one part of the room that looks at a disk. Only files in the folder of the main file are read, by their real paths;
what is not read stays in the text with a comment that says why. The text is what a library keeps and hashes, so
an edition is made of all that was read, and can be read again without the folder.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from silcrow.parse.encoding import decode
from silcrow.parse.latex.read import declared_encoding
from silcrow.parse.latex.tokens import END, Tokens, tokens_of

MOST: Final = 5_000  # files taken in, each as often as it is
LARGEST: Final = 50_000_000
"""Characters of the whole text."""
_DEEPEST: Final = 40
_INCLUDES: Final = {
    r"\input": 1, r"\include": 1, r"\subfile": 1, r"\subfileinclude": 1, r"\import": 2, r"\subimport": 2,
    r"\inputfrom": 2, r"\includefrom": 2, r"\bibliography": 1,
}  # fmt: skip
_LONGEST_NAME: Final = 500
_SIGNS: Final = tuple(sign.encode() for sign in _INCLUDES)
_TEXT = re.compile(r"\\begin\s{0,9}\{document\}(.*?)(?:\\end\s{0,9}\{document\}|\Z)", re.DOTALL)


@dataclass(slots=True)
class _Project:
    """A project while it is read. `open`: the files that take one another in right now."""

    root: Path
    main: Path
    open: list[Path] = field(default_factory=list)
    files: int = 0
    size: int = 0


class _Refused(Exception):
    """Why a file is not read."""


def gather(data: bytes, path: Path) -> bytes:
    """The bytes of a main file with all that it takes in; data itself where it takes in nothing."""
    if not any(sign in data for sign in _SIGNS):
        return data
    text = decode(data, declared=declared_encoding(data)).text
    project = _Project(path.resolve().parent, path.resolve())
    project.open.append(project.main)
    found = "".join(_expand(text, project))
    return data if found == text else found.encode()


def _expand(text: str, project: _Project) -> Iterator[str]:
    tokens = Tokens(tokens_of(text))
    while (part := tokens.next()) != END:
        if part == r"\endinput":
            return
        if part not in _INCLUDES:
            project.size += len(part)
            yield part
            continue
        written, names = _named(tokens, _INCLUDES[part])
        if not names:
            yield part + written
            continue
        if part == r"\bibliography":
            names = [f"{project.main.stem}.bbl"]
        try:
            yield from _file("/".join(names), project)
        except _Refused as reason:
            yield part + written
            if part != r"\bibliography":
                yield f"% silcrow: {reason}\n"


def _named(tokens: Tokens, count: int) -> tuple[str, list[str]]:
    """The arguments of an include, as they are written and as names; none where they name no file."""
    written, names = "", []
    for _ in range(count):
        if tokens.peek() == "{":
            group = "".join(tokens.argument())
            written += f"{{{group}}}"
            names.append(group.strip())
        elif count == 1 and tokens.peek().startswith(" ") and tokens.peek().strip():
            word, blank, rest = tokens.next().lstrip().partition(" ")
            tokens.put_back([blank + rest] if rest else [])
            written += f" {word}"
            names.append(word.strip())
    sound = [name for name in names if name and len(name) <= _LONGEST_NAME and not set(name) & set("\n\\#\0")]
    return written, sound if len(sound) == count else []


def _file(name: str, project: _Project) -> Iterator[str]:
    """The text of a file by the name it is called by. _Refused where it is not read."""
    path = _found(name, project)
    if path in project.open:
        raise _Refused("it takes itself in")
    if len(project.open) > _DEEPEST:
        raise _Refused(f"it lies deeper than {_DEEPEST} files in one another")
    if project.files >= MOST or project.size >= LARGEST:
        raise _Refused("the project is too large")
    try:
        if path.stat().st_size > LARGEST - project.size:
            raise _Refused("the project is too large")
        data = path.read_bytes()
    except OSError:
        raise _Refused("it cannot be read") from None
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise _Refused("it is no text")
    project.files += 1
    text = decode(data, declared=declared_encoding(data)).text
    if inside := _TEXT.search(text):
        text = inside[1]
    project.open.append(path)
    yield from _expand(text, project)
    project.open.pop()


def _found(name: str, project: _Project) -> Path:
    """The real path of a file in the project: beside the main file, or beside the file that names it."""
    if name.startswith("|"):
        raise _Refused("it is a command and no file")
    outside = False
    for folder in dict.fromkeys((project.root, project.open[-1].parent)):
        for candidate in (folder / f"{name}.tex", folder / name):
            try:
                path = candidate.resolve(strict=True)
                if not path.is_file():
                    continue
            except (OSError, ValueError, RuntimeError):
                continue
            if path.is_relative_to(project.root):
                return path
            outside = True
    raise _Refused("it lies outside the folder of the document" if outside or ".." in name else "there is no such file")
