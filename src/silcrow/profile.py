"""What is constant in a family of documents: the sections each has, the form of its numbers, its contents page, what
repeats at its page edges. A value with a text form in TOML, short enough to be read and edited.

Knows nothing of files; parse/learn.py makes one of documents, parse/headings/expected.py reads documents by it.
"""

import hashlib
import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from silcrow.document import Section
from silcrow.errors import Usage

SCHEMA = 1
"""Of the text form; a higher one was written by a newer Silcrow."""
_PROFILE = ("schema", "name", "samples", "furniture", "contents", "form", "section")
_SECTION = ("label", "titles", "level", "within", "documents", "required")
_FORM = ("level", "form", "headings", "documents", "examples")
_CONTENTS = ("title", "documents", "listed")
LARGEST = 1_000_000
"""Characters of a text form."""


@dataclass(frozen=True, slots=True)
class Form:
    """How headings of one level are numbered: `Item #A`, `#.#`, `PART I`. `headings` in `documents` have it."""

    level: int
    form: str
    headings: int
    documents: int
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Expected:
    """A section that documents of the family have.

    label     its printed number where that is constant ("Item 1A"), or empty
    titles    what its heading says beside the label, commonest first; any of them will do
    level     in the tree, from 1
    within    the label or title of the section it stands in, where that is expected too
    documents of the samples have it; `required`: a document without it lacks something
    """

    titles: tuple[str, ...]
    label: str = ""
    level: int = 1
    within: str = ""
    documents: int = 0
    required: bool = True

    @property
    def name(self) -> str:
        """What people call it: `Item 1A. Risk Factors`."""
        return ". ".join(part for part in (self.label, *self.titles[:1]) if part)


@dataclass(frozen=True, slots=True)
class ContentsPage:
    """The contents page: its heading, in how many documents it was found, the share of the headings that it lists."""

    title: str = ""
    documents: int = 0
    listed: float = 0.0


@dataclass(frozen=True, slots=True)
class Profile:
    """A family of documents. `samples` are those it was learned from; `sections` stand in their order."""

    name: str
    samples: tuple[str, ...] = ()
    sections: tuple[Expected, ...] = ()
    forms: tuple[Form, ...] = ()
    contents: ContentsPage = field(default_factory=ContentsPage)
    furniture: tuple[str, ...] = ()

    @property
    def identity(self) -> str:
        """Name and a hash of all that decides how a document is read by it."""
        told = json.dumps([asdict(section) for section in self.sections], ensure_ascii=False, sort_keys=True)
        return f"{self.name} {hashlib.sha256(told.encode()).hexdigest()[:8]}"


@dataclass(frozen=True, slots=True)
class Held:
    """An expected section and the section that is it. `doubts`: why it may not be; empty where nothing says so."""

    expected: Expected
    section: Section
    doubts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fit:
    """What of a profile a document has. `missing`: what it lacks and should have; `absent`: what it may lack."""

    found: tuple[Held, ...]
    missing: tuple[Expected, ...]
    absent: tuple[Expected, ...] = ()

    @property
    def doubtful(self) -> tuple[Held, ...]:
        """What was found and is not sure."""
        return tuple(held for held in self.found if held.doubts)

    @property
    def share(self) -> float:
        """Of the sections that the profile requires, how many are there."""
        required = sum(held.expected.required for held in self.found)
        return required / (required + len(self.missing)) if required + len(self.missing) else 1.0


def loads(text: str, *, name: str = "profile") -> Profile:
    """The profile of a text form. Usage, saying where, when it is none."""
    if len(text) > LARGEST:
        raise Usage(f"{name} is no profile: {len(text):,} characters", hint=f"A profile has at most {LARGEST:,}.")
    try:
        told = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise Usage(f"{name} is no TOML: {fault}", hint="silcrow profile learn writes one.") from None
    if told.get("schema") != SCHEMA:
        raise Usage(
            f"{name} has schema {told.get('schema')!r}; this Silcrow reads {SCHEMA}",
            hint="Learn it anew, or update Silcrow.",
        )
    _only(told, _PROFILE, name)
    try:
        return Profile(
            name=_text(told, "name") or name,
            samples=_texts(told, "samples"),
            sections=tuple(map(_expected, _tables(told, "section"))),
            forms=tuple(map(_form, _tables(told, "form"))),
            contents=_contents(told.get("contents", {})),
            furniture=_texts(told, "furniture"),
        )
    except (TypeError, AttributeError, ValueError) as fault:
        raise Usage(f"{name} is no profile: {fault}", hint="silcrow profile learn writes one.") from None


def _only(told: Mapping[str, Any], keys: Sequence[str], where: str) -> None:
    for key in told:
        if key not in keys:
            raise Usage(f"{where}: no key {key!r}", hint=f"Known keys: {', '.join(keys)}.")


def _expected(told: Mapping[str, Any]) -> Expected:
    _only(told, _SECTION, "[[section]]")
    found = Expected(
        titles=_texts(told, "titles"),
        label=_text(told, "label"),
        level=_whole(told, "level", 1),
        within=_text(told, "within"),
        documents=_whole(told, "documents", 0),
        required=_flag(told, "required"),
    )
    if not found.label and not any(title.strip() for title in found.titles):
        raise ValueError("a [[section]] needs a label or titles")
    return found


def _form(told: Mapping[str, Any]) -> Form:
    _only(told, _FORM, "[[form]]")
    counts = _whole(told, "headings", 0), _whole(told, "documents", 0)
    return Form(_whole(told, "level", 1), _text(told, "form"), *counts, _texts(told, "examples"))


def _contents(told: Mapping[str, Any]) -> ContentsPage:
    if not isinstance(told, dict):
        raise TypeError(f"contents = {told!r} is no table")
    _only(told, _CONTENTS, "[contents]")
    listed = told.get("listed", 0.0)
    if isinstance(listed, bool) or not isinstance(listed, int | float) or not 0 <= listed <= 1:
        raise TypeError(f"listed = {listed!r} is no share of 1")
    return ContentsPage(_text(told, "title"), _whole(told, "documents", 0), float(listed))


def _tables(told: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
    found = told.get(key, [])
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise TypeError(f"{key} is written as [[{key}]]")
    return found


def _text(told: Mapping[str, Any], key: str) -> str:
    value = told.get(key, "")
    if not isinstance(value, str):
        raise TypeError(f"{key} = {value!r} is no text")
    return value


def _texts(told: Mapping[str, Any], key: str) -> tuple[str, ...]:
    values = told.get(key, [])
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise TypeError(f"{key} is no list of texts")
    return tuple(values)


def _whole(told: Mapping[str, Any], key: str, default: int) -> int:
    value = told.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise TypeError(f"{key} = {value!r} is no whole number")
    return value


def _flag(told: Mapping[str, Any], key: str) -> bool:
    value = told.get(key, True)
    if not isinstance(value, bool):
        raise TypeError(f"{key} = {value!r} is neither true nor false")
    return value


def dumps(profile: Profile) -> str:
    """The text form, with a line on what may be edited."""
    count = len(profile.samples)
    lines = [
        f"# What {count} documents have in common. Edit freely: a [[section]] taken out is not looked for,",
        "# another title is another name it may have, required = false means a document may lack it.",
        f"schema = {SCHEMA}",
        f"name = {_quoted(profile.name)}",
        f"samples = {_list(profile.samples)}",
        f"furniture = {_list(profile.furniture)}",
        "",
        "[contents]",
        f"title = {_quoted(profile.contents.title)}",
        f"documents = {profile.contents.documents}",
        f"listed = {profile.contents.listed:.2f}  # share of the headings that it lists",
    ]
    for form in profile.forms:
        lines += [
            "",
            "[[form]]",
            f"level = {form.level}",
            f"form = {_quoted(form.form)}",
            f"headings = {form.headings}",
            f"documents = {form.documents}",
            f"examples = {_list(form.examples)}",
        ]
    for section in profile.sections:
        lines += ["", "[[section]]"]
        lines += [f"label = {_quoted(section.label)}"] if section.label else []
        lines += [f"titles = {_list(section.titles)}"] if section.titles else []
        lines += [f"level = {section.level}"]
        lines += [f"within = {_quoted(section.within)}"] if section.within else []
        lines += [f"documents = {section.documents}", f"required = {str(section.required).lower()}"]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A basic string of TOML: JSON's escapes are among its own."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).replace("\x7f", "\\u007f")


def _list(texts: Sequence[str]) -> str:
    return "[" + ", ".join(map(_quoted, texts)) + "]"
