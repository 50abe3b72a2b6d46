r"""What single commands do: notes, captions, labels, citations, counters, the title. A table of names to functions."""

import re
from collections.abc import Callable
from typing import Final

from silcrow.parse.latex.counters import FORMS
from silcrow.parse.latex.names import LANGUAGES, NAMED, UNNUMBERED
from silcrow.parse.latex.references import cited, referred
from silcrow.parse.latex.sections import FRAME, TOP, begin_appendices, division, heading
from silcrow.parse.latex.state import State
from silcrow.parse.latex.tokens import END

Command = Callable[[State, str], None]

_CITATION = re.compile(r"(?:no)?[A-Za-z]{0,9}cite[a-z]{0,12}\Z")
_SKIPPED: Final = 50_000  # tokens that \iffalse may hide
_NAME = re.compile(r"[^\W\d_]")
_REASON = re.compile(r"% silcrow: ([^\n]{1,200})")


def sort_of_citation(name: str) -> bool:
    r"""Whether a command cites: `\citep`, `\textcite`, `\parencite`."""
    return _CITATION.match(name) is not None


def _footnote(state: State, name: str) -> None:
    chosen = state.tokens.optional()
    body = state.tokens.argument()
    if not state.printing:
        return
    if name == "thanks":
        mark = "[*]"
    elif chosen is not None:
        mark = f"[{state.line(chosen)}]"
    else:
        if name != "footnotetext":
            state.step("footnote")
        mark = f"[{state.number('footnote')}]"
    if name != "footnotetext":
        state.text(mark)
    state.note(mark, state.line(body))
    if name == "footnotetext" and not state.writing:
        state.end_notes()


def _footnote_mark(state: State, _: str) -> None:
    chosen = state.tokens.optional()
    if state.printing:
        state.text(f"[{state.line(chosen) if chosen is not None else state.step('footnote')}]")


def _caption(state: State, name: str) -> None:
    starred = state.tokens.star()
    kind = state.line(state.tokens.argument()) if name == "captionof" else ""
    state.tokens.optional()
    body = state.tokens.argument()
    if not state.printing:
        return
    float_ = next((one for one in reversed(state.environments) if one.kind), None)
    kind = kind or (float_.kind if float_ else "table")
    name_of = {"figure": state.facts.named[6], "table": state.facts.named[7]}.get(kind, kind.capitalize())
    shown = "" if starred else f"{name_of} {state.step(kind, name_of)}: "
    text = f"{shown}{state.line(body)}".strip(" :")
    if kind == "table":
        if state.depth or not state.caption_table(text):
            state.captions.append(text)
    elif state.depth:
        state.text(text)
    else:
        state.end_paragraph()
        state.write("figure", text)
    state.end_notes()


def _label(state: State, _: str) -> None:
    state.labels["".join(state.tokens.argument()).strip()] = state.label


def _reference(state: State, name: str) -> None:
    state.tokens.star()
    state.text(referred(name, "".join(state.tokens.argument())))


def _cite(state: State, name: str) -> None:
    state.tokens.star()
    notes = [one for one in (state.tokens.optional(), state.tokens.optional()) if one is not None]
    keys = "".join(state.tokens.argument())
    if name != "nocite":
        after = state.line(notes[-1]) if notes else ""
        before = state.line(notes[0]) if len(notes) > 1 else ""
        state.text(cited(keys, before=before, after=after))


def _item(state: State, _: str) -> None:
    words = state.tokens.optional()
    if state.depth:
        state.text("\n" + (f"{state.line(words)} " if words else "- "))
        return
    state.end_paragraph()
    lists = state.lists
    if words is not None:
        state.marker = state.line(words)
    elif not lists or lists[-1].style != "number":
        state.marker = "-"
    else:
        number = state.step(lists[-1].counter, "item")
        state.marker = f"({number})" if number.isalpha() and lists[-1].counter == "enumii" else f"{number}."


def _bibliography_item(state: State, _: str) -> None:
    words = state.tokens.optional()
    key = "".join(state.tokens.argument()).strip()
    state.end_paragraph()
    number = state.line(words) if words else state.step("bibliographyitem")
    state.cited[key] = number
    state.marker = f"[{number}]"


def _bibliography(state: State, name: str) -> None:
    state.tokens.optional()
    named = "".join(state.tokens.argument()) if name == "bibliography" else ""
    if state.printing:
        state.end_paragraph()
        heading(state, state.facts.named[5 if state.counters.chapters else 4], TOP)
        message = "The references are made by another program from a data base, which is not read"
        state.say("bibliography_not_read", f"{message}: {named}." if named else f"{message}.")


def _title(state: State, name: str) -> None:
    state.tokens.optional()
    body = state.tokens.argument()
    if name == "date":
        state.facts.date = state.line([part for part in body if part != r"\today"])
    elif name == "subtitle":
        state.facts.by_lines.insert(0, state.line(body))
    else:
        state.facts.shown = state.line(body)
        state.facts.title = _without_notes(state.facts.shown)


def _author(state: State, _: str) -> None:
    state.tokens.optional()
    group: list[str] = []
    for part in [*state.tokens.argument(), r"\and"]:
        if part not in (r"\and", r"\And", r"\AND"):
            group.append(part)
            continue
        lines = [one for one in state.inline(group).split("\n") if one]
        group = []
        if not lines:
            continue
        state.facts.by_lines.append(", ".join(lines))
        names = [one.strip() for one in re.split(r",\s+(?:and\s+)?|\s+and\s+", _without_notes(lines[0])) if one.strip()]
        alike = all(2 <= len(one.split()) <= 5 and not any(c.isdigit() for c in one) for one in names)
        state.facts.authors += names if alike else [_without_notes(lines[0])]


def _without_notes(text: str) -> str:
    return re.sub(r"\s*\[(?:\*|\d{1,3})\]", "", text).strip()


def _make_title(state: State, _: str) -> None:
    facts = state.facts
    if state.depth:
        return
    if state.writing:
        state.end_paragraph()
    for text in (facts.shown, *facts.by_lines, facts.date):
        state.write("text", text)
    state.end_notes()


def _document_class(state: State, _: str) -> None:
    options = "".join(state.tokens.optional() or ())
    name = "".join(state.tokens.argument()).strip()
    state.facts.document_class = name
    for counter, body in state.counters.number_by_class(name).items():
        state.macros.define(f"the{counter}", body)
    _speak(state, options)


def _package(state: State, name: str) -> None:
    options = "".join(state.tokens.optional() or ())
    package = "".join(state.tokens.argument()).strip()
    if name == "usepackage" and package == "babel":
        _speak(state, options)
    elif name != "usepackage":
        _speak(state, package)


def _speak(state: State, options: str) -> None:
    for option in options.split(","):
        if (found := LANGUAGES.get(option.partition("=")[2].strip() or option.strip())) is not None:
            state.facts.named, state.facts.language = NAMED[found[0]], found[1]


def _counter(state: State, name: str) -> None:
    counter = "".join(state.tokens.argument()).strip()
    if name in ("stepcounter", "refstepcounter"):
        state.step(counter)
        return
    written = state.line(state.tokens.argument())
    if not re.fullmatch(r"-?\d{1,6}", written):
        return
    if counter in ("secnumdepth", "tocdepth"):
        state.counters.depth = int(written) if counter == "secnumdepth" else state.counters.depth
        return
    state.counters.set(counter, int(written) + (state.counters.values.get(counter, 0) if name == "addtocounter" else 0))


def _within(state: State, _: str) -> None:
    state.tokens.star()
    counter, outer = ("".join(state.tokens.argument()).strip() for _ in range(2))
    state.counters.within[counter] = outer
    state.macros.define(f"the{counter}", rf"\the{outer}.\arabic{{{counter}}}")


def _new_counter(state: State, _: str) -> None:
    counter = "".join(state.tokens.argument()).strip()
    outer = "".join(state.tokens.optional() or ()).strip()
    if outer:
        state.counters.within[counter] = outer


def _printed(state: State, name: str) -> None:
    state.text(state.counters.printed("".join(state.tokens.argument()).strip(), name))


def _theorem(state: State, _: str) -> None:
    starred = state.tokens.star()
    name = "".join(state.tokens.argument()).strip()
    shared = state.tokens.optional()
    title = state.line(state.tokens.argument())
    outer = "".join(state.tokens.optional() or ()).strip()
    counter = "" if starred else "".join(shared or ()).strip() or name
    state.theorems[name] = (title, counter)
    if outer and counter == name:
        state.counters.within[counter] = outer
        state.macros.define(f"the{counter}", rf"\the{outer}.\arabic{{{counter}}}")


def _matter(state: State, name: str) -> None:
    state.end_paragraph()
    state.unnumbered = name != "mainmatter"
    if name == "backmatter" and state.appendix is None:
        state.appendix = len(state.fragments)


def _appendix(state: State, _: str) -> None:
    begin_appendices(state)


def _unnumbered(state: State, name: str) -> None:
    state.tokens.star()
    state.tokens.put_back(["*"])
    division(state, UNNUMBERED[name])


def _frame_title(state: State, _: str) -> None:
    state.tokens.optional()
    state.end_paragraph()
    heading(state, state.line(state.tokens.argument()), FRAME)


def _include(state: State, name: str) -> None:
    if state.tokens.peek() == "{" or name not in ("input", "include"):
        if name.endswith("import") or name in ("includefrom", "inputfrom", "subincludefrom", "subinputfrom"):
            state.tokens.argument()
        state.tokens.optional()
        named = "".join(state.tokens.argument()).strip()
    else:
        part = state.tokens.next()
        named, _, rest = part.partition(" ")
        state.tokens.put_back([rest] if rest else [])
    found = _REASON.match(state.tokens.peek())
    reason = found[1] if found else "only the bytes of one file were given"
    if named:
        state.say("include_not_read", f"{named} is not part of this document: {reason}.")


def _graphics(state: State, _: str) -> None:
    state.tokens.star()
    state.tokens.optional()
    state.tokens.argument()


def _multiple_columns(state: State, name: str) -> None:
    for _ in range(2):
        state.tokens.argument()
    if name == "multirow":
        state.tokens.optional()


def _hidden(state: State, _: str) -> None:
    r"""`\iffalse … \fi`: a comment in the form of a condition."""
    if state.unended:
        return
    taken: list[str] = []
    deep = 0
    while (part := state.tokens.next()) != END and len(taken) < _SKIPPED:
        if (part == r"\fi" and not deep) or (part == r"\else" and not deep):
            return
        if part.startswith(r"\if") and part != r"\ifthenelse":
            deep += 1
        elif part == r"\fi":
            deep -= 1
        taken.append(part)
    state.unended = True
    state.tokens.put_back(taken if part == END else [*taken, part])


def _quantity(state: State, name: str) -> None:
    state.tokens.optional()
    parts = [
        "".join(state.tokens.argument()).replace("\\", " ")
        for _ in range(1 if name in ("num", "si", "unit", "ang") else 2)
    ]
    state.text(" ".join(" ".join(part.split()) for part in parts))


def _enquote(state: State, _: str) -> None:
    state.tokens.star()
    state.text(f"“{state.line(state.tokens.argument())}”")


def _paragraph(state: State, _: str) -> None:
    state.end_paragraph()


def _nothing(_: State, __: str) -> None:
    return


def _new_if(state: State, _: str) -> None:
    state.tokens.next()


_NAMED: Final[dict[str, Command]] = {
    "footnote": _footnote, "thanks": _footnote, "footnotetext": _footnote, "footnotemark": _footnote_mark,
    "endnote": _footnote, "sidenote": _footnote, "caption": _caption, "captionof": _caption, "label": _label,
    "cite": _cite, "nocite": _cite, "item": _item, "bibitem": _bibliography_item, "bibliography": _bibliography,
    "printbibliography": _bibliography, "title": _title, "subtitle": _title, "date": _title, "author": _author,
    "maketitle": _make_title, "documentclass": _document_class, "documentstyle": _document_class,
    "usepackage": _package, "setdefaultlanguage": _package, "setmainlanguage": _package, "setcounter": _counter,
    "addtocounter": _counter, "stepcounter": _counter, "refstepcounter": _counter, "numberwithin": _within,
    "counterwithin": _within, "newcounter": _new_counter, "newtheorem": _theorem, "frontmatter": _matter,
    "mainmatter": _matter, "backmatter": _matter, "appendix": _appendix, "frametitle": _frame_title,
    "includegraphics": _graphics, "iffalse": _hidden, "enquote": _enquote, "par": _paragraph, "newif": _new_if,
    "newblock": _nothing, "multicolumn": _multiple_columns, "multirow": _multiple_columns, "newpage": _paragraph,
    "clearpage": _paragraph, "cleardoublepage": _paragraph, "bigskip": _paragraph, "medskip": _paragraph,
}  # fmt: skip
_INCLUDES: Final = (
    "input", "include", "subfile", "subfileinclude", "import", "subimport", "includefrom", "inputfrom",
    "lstinputlisting", "verbatiminput", "InputIfFileExists",
)  # fmt: skip
_REFERENCES: Final = ("ref", "eqref", "autoref", "cref", "Cref", "pageref", "nameref", "vref", "subref")
COMMANDS: Final[dict[str, Command]] = {
    **_NAMED,
    **dict.fromkeys(FORMS, _printed),
    **dict.fromkeys(UNNUMBERED, _unnumbered),
    **dict.fromkeys(("SI", "qty", "si", "unit", "num", "ang"), _quantity),
    **dict.fromkeys(_REFERENCES, _reference),
    **dict.fromkeys(_INCLUDES, _include),
}
