r"""Selectors: sections and paragraphs named exactly, for programs. Nothing is guessed.

    selector = step { (">" | "//") step }        ">" right below, "//" anywhere below; "//" first: anywhere
    step     = [ "#" id | name | word ] [ "[" count [ "-" count ] "]" ]
    id       = a sec_id                                      #item-1a
    name     = a label or title in quotes, or bare; "*" stands for any letters     "Risk*"   5.2   Item 1A
    word     = section | paragraph | table | list | figure | code | formula | note      of its kind
    count    = from 1; -1 is the last                        section[2]   paragraph[3-5]   table[-1]

`section` is each section right below, `paragraph` each paragraph of the section's own, `table` (and the other kinds)
each one of the section and all below it. A count without a dash picks one, with a dash some. So `5 > "Risk*" >
table[1]` is the first table in the sections titled Risk… right below the one labelled 5; a name as the first step is
looked for at any depth.
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import translate
from typing import Final, NamedTuple, get_args

from silcrow.address import name_key, names_of
from silcrow.document import Kind
from silcrow.errors import Usage
from silcrow.locate.contents import Area, Entry
from silcrow.locate.sight import Asked, Hit, Sight, below
from silcrow.place import Span

_KINDS: Final = frozenset({"section", "paragraph", *get_args(Kind)} - {"text"})
_COUNT = re.compile(r"\[\s*(-?[0-9]{1,6})\s*(?:-\s*([0-9]{1,6}|-1))?\s*\]")
_MARKS = re.compile(r"^\s*(?:#|//)|//|[*]|\[\s*-?[0-9]+\s*(?:-\s*-?[0-9]+\s*)?\]|\"[^\"]*\"\s*>|>\s*\"")
_LIKE = re.compile(r"[\[\]#\"]|//|^\s*>|>\s*(?:>|$)")
_BARE = re.compile(r"[^>\[\]\"#/]+(?:/[^>\[\]\"#/]+)*")
_MOST: Final = 1_000  # places of a result


class Step(NamedTuple):
    """One step: what is named, how far below (child or descendant), which of them (None: all), where it stands."""

    sort: str
    text: str
    reach: str
    picked: tuple[int, int] | None
    at: int


def is_selector(words: str) -> bool:
    """Whether words are written as a selector: they have marks that people do not write."""
    return bool(_MARKS.search(words))


def fault(words: str) -> str:
    """What is wrong with words that have a mark of selectors and are none; empty for others."""
    if not _LIKE.search(words):
        return ""
    try:
        parsed(words)
    except Usage as failure:
        return f"as a {failure.message}"
    return ""


def parsed(text: str) -> tuple[Step, ...]:
    """The steps of a selector; Usage that names the position where something else was expected."""
    steps: list[Step] = []
    at, reach = 0, "descendant"
    while True:
        at = _blank(text, at)
        if text.startswith("//", at) and not steps:
            at = _blank(text, at + 2)
        step, at = _step(text, at, reach)
        steps.append(step)
        at = _blank(text, at)
        if at == len(text):
            return tuple(steps)
        if text.startswith("//", at):
            reach, at = "descendant", at + 2
        elif text[at] in ">›»":
            reach, at = "child", at + 1
        else:
            raise _expected(text, at, '">", "//" or the end')


def _step(text: str, at: int, reach: str) -> tuple[Step, int]:
    start = at
    if text.startswith('"', at):
        end = text.find('"', at + 1)
        if end < 0:
            raise _expected(text, len(text), "a closing quotation mark")
        sort, name, at = "name", text[at + 1 : end], end + 1
    elif text.startswith("#", at):
        found = _BARE.match(text, at + 1)
        sort, name, at = "id", found[0].strip() if found else "", found.end() if found else at
    elif found := _BARE.match(text, at):
        name, at = found[0].strip(), found.end()
        sort = "kind" if name.casefold() in _KINDS else "name"
    else:
        raise _expected(text, at, "a name, #id, section, paragraph or table")
    if not name:
        raise _expected(text, start, "a name")
    picked: tuple[int, int] | None = None
    at = _blank(text, at)
    if text.startswith("[", at):
        count = _COUNT.match(text, at)
        if not count:
            raise _expected(text, at + 1, "a count such as [2], [3-5] or [-1]")
        picked = int(count[1]), int(count[2] or count[1])
        if picked[0] == 0 or picked[1] == 0 or (0 < picked[1] < picked[0]):
            raise _expected(text, at + 1, "counts from 1, the smaller first")
        at = count.end()
    return Step(sort, name.casefold() if sort == "kind" else name, reach, picked, start), at


def _blank(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _expected(text: str, at: int, what: str) -> Usage:
    there = f"not {text[at]!r}" if at < len(text) else "not the end"
    return Usage(
        f"selector, position {at + 1}: {what} is expected, {there}",
        hint=f'Such as: 5 > "Risk*" > table[1]. Given: {text}',
    )


def selected(asked: Asked) -> Sight | None:
    """The rung of the ladder: all that a selector selects, or nothing, for good; None for words that are none."""
    if asked.depth or not is_selector(asked.words):
        return None
    if any(name_key(asked.words) in area.contents.by_name for area in asked.areas):
        return None  # a title that is printed so
    steps = parsed(asked.words)
    found: list[Hit] = []
    areas = asked.areas
    for number, step in enumerate(steps):
        found = _picked(list(_next(asked, step, areas, found, first=number == 0)), step)
        if not found:
            return Sight(missing=f"nothing is selected by {asked.words[step.at :].strip()!r} (position {step.at + 1})")
        if any(hit.span for hit in found) and number < len(steps) - 1:
            raise _expected(asked.words, steps[number + 1].at, "nothing below a paragraph")
    trace = (f"selector {asked.words.strip()}",)
    hits = tuple(hit._replace(trace=trace) for hit in found[:_MOST])
    return Sight(hits, every=len(hits) > 1)


def _picked(found: list[Hit], step: Step) -> list[Hit]:
    if step.picked is None:
        return found
    first, last = (at if at > 0 else len(found) + at + 1 for at in step.picked)
    return found[max(first, 1) - 1 : last]


def _next(asked: Asked, step: Step, areas: tuple[Area, ...], found: list[Hit], *, first: bool) -> Iterator[Hit]:
    """What one step selects below what the one before did."""
    if step.sort == "kind" and step.text != "section":
        yield from _paragraphs(asked, step, found or _tops(areas))
        return
    fits = _matcher(step)
    for area in areas if first else below(found, areas):
        entries = area.entries()
        top = min((entry.section.level for entry in entries), default=0)
        parents = {hit.entry.section.sec_id for hit in found if hit.contents is area.contents}
        for entry in entries:
            child = entry.section.parent in parents if not first else entry.section.level == top
            reached = child if step.reach == "child" or (first and step.sort == "kind") else True
            if reached and entry.section.heading and fits(entry):
                yield Hit(area.contents, entry, "selector", 1.0, ())


def _matcher(step: Step) -> Callable[[Entry], bool]:
    if step.sort == "kind":
        return lambda _entry: True
    if step.sort == "id":
        return lambda entry: entry.section.sec_id == step.text
    key = name_key(step.text)
    if "*" not in key:
        return lambda entry: key in tuple(names_of(entry.section))
    pattern = re.compile(translate(key.replace("[", "[[]").replace("?", "[?]")))
    return lambda entry: any(pattern.match(name) for name in names_of(entry.section))


def _tops(areas: tuple[Area, ...]) -> list[Hit]:
    return [
        Hit(area.contents, entry, "selector", 1.0, ())
        for area in areas
        for entry in area.entries()
        if entry.section.parent is None or entry.section.ord == area.first
    ]


def _paragraphs(asked: Asked, step: Step, found: list[Hit]) -> Iterator[Hit]:
    """Paragraphs of sections: their own, or of a kind and then those below too; a run of picked ones is one place."""
    deep = step.text != "paragraph" or step.reach == "descendant"
    for hit in found:
        for passage in asked.tools.desk.read(hit.place, deep=deep).passages:
            entry = hit.contents.entry(hit.contents.ords[passage.span.sec_id])
            for para_idx, paragraph in enumerate(passage.paragraphs, passage.span.first or 0):
                if para_idx and step.text in ("paragraph", paragraph.kind):
                    span = Span(hit.contents.doc_id, passage.span.sec_id, para_idx, para_idx)
                    yield Hit(hit.contents, entry, "selector", 1.0, (), span)
