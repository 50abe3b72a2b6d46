"""What is to be noted, as a template: a Markdown file that anybody can replace.

`# Part`, `# Synthesis` and `# Across` open templates (a file may have one or several; without such a heading it is that
of a part); the text below says what to do, each `##` heading is a field with what is wanted in it. In braces behind a
heading stands what its entries need: `{quoted}`, `{two places}`, `{two documents}`. Knows no document and no model.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Final, Literal

from silcrow.errors import Usage
from silcrow.models.chat import Shape

Kind = Literal["part", "synthesis", "across"]
Need = Literal["", "quoted", "two places", "two documents"]
KINDS: Final = ("part", "synthesis", "across")
_NEEDS: Final = ("quoted", "two places", "two documents")
_TOP = re.compile(r"^# +(.+?) *#*$", re.MULTILINE)
_FIELD = re.compile(r"^## +(.+?)(?: *\{([a-z ]{1,20})\})? *$", re.MULTILINE)
_WORD = re.compile(r"[^\W_]+")
_LONGEST = 40_000  # characters of a file
_MOST = 40  # fields
_TEXT = {"type": "string"}
RESERVED: Final = ("summary", "quotes")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A field of a template."""

    key: str
    title: str
    need: Need
    text: str


@dataclass(frozen=True, slots=True)
class Template:
    """A template: what to do, and its fields."""

    kind: Kind
    text: str
    fields: tuple[Wanted, ...]

    @property
    def form(self) -> str:
        """The template to fill by hand or by an agent: a summary, fields, quotes."""
        lines = ["(two sentences that say what matters)", ""]
        for one in self.fields:
            lines += [f"## {one.title}", f"- ({' '.join(one.text.split())}{_NEED_TEXT[one.need]})", ""]
        return "\n".join([*lines, "## Quotes", '- DOC:SECTION:PARAGRAPH "exact words"'])

    @property
    def shape(self) -> Shape:
        """What a model's reply is to be."""
        fields: dict[str, Any] = {"summary": {**_TEXT, "description": "two sentences that say what matters"}}
        for one in self.fields:
            fields[one.key] = {"type": "array", "items": _TEXT, "description": one.title + _NEED_TEXT[one.need]}
        quote = {
            "type": "object",
            "properties": {"place": _TEXT, "quote": _TEXT},
            "required": ["place", "quote"],
            "additionalProperties": False,
        }
        said = "numbered from 1 by their order; exact words, each with the place it stands at"
        fields["quotes"] = {"type": "array", "items": quote, "description": said}
        schema = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
        return Shape(f"{self.kind} note", schema)

    def need(self, key: str) -> Need:
        """What the entries of a field need."""
        return next((one.need for one in self.fields if one.key == key), "")


_NEED_TEXT: Final = {
    "": "",
    "quoted": " Each entry ends with the number of its quote: [1].",
    "two places": " Each entry ends with the numbers of two quotes from different places: [1] [2].",
    "two documents": " Each entry ends with the numbers of quotes from two documents: [1] [2].",
}


def template(kind: Kind, own: str = "") -> Template:
    """The template of a kind: from a user's file where it has one, else ours."""
    texts = {**_ours(), **(_sections(own) if own.strip() else {})}
    return _read(kind, texts[kind])


def checked(own: str) -> str:
    """The text of a user's file, if it is a template; Usage where it is none."""
    if len(own) > _LONGEST:
        raise Usage(f"the template has more than {_LONGEST:,} characters", hint="Say what to note, not all of it.")
    for kind, text in _sections(own).items():
        _read(kind, text)
    return own


@cache
def _ours() -> Mapping[Kind, str]:
    folder = resources.files("silcrow.study") / "templates"
    files = {"part": "part.md", "synthesis": "synthesis.md", "across": "across.md"}
    found: dict[Kind, str] = {}
    for name in files.values():
        found |= _sections((folder / name).read_text(encoding="utf-8"))
    return found


def _sections(text: str) -> dict[Kind, str]:
    """The templates of a file by kind."""
    heads = list(_TOP.finditer(text))
    named: list[tuple[Kind, int, int]] = []
    for head, after in zip(heads, [*(one.start() for one in heads[1:]), len(text)][: len(heads)], strict=True):
        for kind in KINDS:
            if head[1].casefold() == kind:
                named.append((kind, head.end(), after))  # noqa: PERF401  one step too many for a comprehension
    if not named:
        return {"part": text}
    return {kind: text[start:end] for kind, start, end in named}


def _read(kind: Kind, text: str) -> Template:
    heads = list(_FIELD.finditer(text))
    if not heads or len(heads) > _MOST:
        raise Usage(
            f"the template of a {kind} has {len(heads)} fields",
            hint=f"Give it 1 to {_MOST} headings with ##, each with what is wanted below it.",
        )
    fields: dict[str, Wanted] = {}
    for head, after in zip(heads, [*(one.start() for one in heads[1:]), len(text)], strict=True):
        key, need = key_of(head[1]), head[2] or ""
        if need and need not in _NEEDS:
            raise Usage(f"{{{need}}} is nothing that a field can need", hint=f"Known: {', '.join(_NEEDS)}.")
        if not key or key in fields or key in RESERVED:
            raise Usage(f"the field {head[1]!r} has no name of its own", hint="Summary and quotes are there anyway.")
        wanted = text[head.end() : after].strip()
        fields[key] = Wanted(key, head[1], need, wanted)  # type: ignore[arg-type]  # one of _NEEDS
    return Template(kind, text[: heads[0].start()].strip(), tuple(fields.values()))


def key_of(title: str) -> str:
    """The key of a field by its heading: "Key claims" is key_claims."""
    return "_".join(_WORD.findall(title.casefold()))[:60]
