"""Front matter: the YAML or TOML block that opens a file. Reads title, authors, date and language, and no more."""

import re
from dataclasses import dataclass

_FENCES = {"---": ("---", "..."), "+++": ("+++",)}
_MOST_LINES = 500
_PAIR = re.compile(r"([A-Za-z][\w.-]{0,60}) ?[:=](?:[ \t]+(.*)|\Z)")
_NAMES = {
    "title": "title",
    "author": "authors",
    "authors": "authors",
    "date": "date",
    "lang": "language",
    "language": "language",
}


@dataclass(frozen=True, slots=True)
class Front:
    """The block as written, the number of its lines with both fences, and what it says."""

    text: str
    lines: int
    title: str = ""
    authors: tuple[str, ...] = ()
    date: str = ""
    language: str = ""


def split_front(text: str) -> Front | None:
    """The front matter of a file, or None: a lone `---` is a rule, and an open block is none."""
    first = text[:80].split("\n", 1)[0].rstrip()
    if first not in _FENCES:
        return None
    lines = text.split("\n", _MOST_LINES)[1:_MOST_LINES]
    end = next((at for at, line in enumerate(lines) if line.rstrip() in _FENCES[first]), None)
    if end is None:
        return None
    body = [line for line in lines[:end] if line.strip() and not line.lstrip().startswith("#")]
    if body and not (_PAIR.match(body[0]) or body[0].startswith("[")):
        return None
    said = _said(body)
    return Front(
        text="\n".join(lines[:end]).strip("\n"),
        lines=end + 2,
        title=" ".join(said.get("title", ())),
        authors=tuple(said.get("authors", ())),
        date=" ".join(said.get("date", ())),
        language=" ".join(said.get("language", ())).split("-")[0].lower(),
    )


def _said(body: list[str]) -> dict[str, list[str]]:
    said: dict[str, list[str]] = {}
    key = ""
    for line in body:
        if found := _PAIR.match(line):
            key = _NAMES.get(found[1].lower(), "")
            value = found[2] or ""
        elif line[0] in " \t-":
            value = re.sub(r"\A[\s-]*(?:name:\s*)?", "", line) if key == "authors" else line.strip()
        else:
            key = ""
        if key:
            said.setdefault(key, []).extend(_values(value) if key == "authors" else filter(None, [_bare(value)]))
    return said


def _values(value: str) -> list[str]:
    """One name, or those of a list in brackets."""
    value = value.split(" #", 1)[0].strip()
    names = value[1:-1].split(",") if value.startswith("[") and value.endswith("]") else [value]
    return [name for name in map(_bare, names) if name and not re.match(r"\w+:\s", name)]


def _bare(value: str) -> str:
    value = value.strip().rstrip(",")
    if value in ("|", ">", "|-", ">-"):
        return ""
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value
